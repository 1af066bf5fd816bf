"""Version ranges of each ecosystem as sets on one line, so that two of them can be compared exactly."""
