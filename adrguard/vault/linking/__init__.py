"""How notes refer to each other in their text."""
