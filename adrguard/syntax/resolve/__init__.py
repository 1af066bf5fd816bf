"""From an import to the file of the repository that it means: one file per ecosystem."""
