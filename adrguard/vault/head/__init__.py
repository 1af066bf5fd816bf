"""The frontmatter of a note: read with every value placed, and changed key by key."""
