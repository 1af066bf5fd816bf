"""From notes to the compiled rules in force at a place, cached by content."""
