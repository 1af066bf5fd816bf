"""Long logs: put away, and looked into."""
