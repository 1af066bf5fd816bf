"""What is remembered from one piece of work to the next: notes composed for the vault."""
