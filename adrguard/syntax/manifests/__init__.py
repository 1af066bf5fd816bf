"""What a manifest declares: one file per format, all read into the same values with their exact places."""
