"""What `adrguard lint` looks for, and what it mends."""
