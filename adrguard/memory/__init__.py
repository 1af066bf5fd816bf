"""What is remembered from one piece of work to the next: notes, logs, skills and sessions, and what of them to show."""
