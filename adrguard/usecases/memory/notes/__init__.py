"""A new note in the vault: where it goes, what it says, what gives way to it."""
