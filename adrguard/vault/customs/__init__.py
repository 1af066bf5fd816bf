"""What a vault already does, so that a new note does likewise: places, names, templates, manners."""
