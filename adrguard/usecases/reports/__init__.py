"""Reports of a check: as files, merged, summed up, and over a whole repository."""
