"""What adrguard sets up in other tools, and takes away again."""
