"""What a note says, of itself and of others, and how a new one is composed."""
