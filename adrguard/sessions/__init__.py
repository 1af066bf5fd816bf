"""What is remembered of an agent's sessions: where each began, and how often it was held back."""
