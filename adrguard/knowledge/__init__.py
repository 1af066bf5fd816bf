"""The index of a vault: one disposable SQLite file that is looked through before every answer, and search in it."""
