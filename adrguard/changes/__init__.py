"""Where a change comes from, and how to read both of its sides."""
