"""Set the guard up, look whether it is whole, and take it away again."""
