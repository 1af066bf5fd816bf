"""What adrguard sets up in other tools and in a repository, and takes away again."""
