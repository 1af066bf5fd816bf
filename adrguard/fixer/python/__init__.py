"""Rewriting Python: names renamed by what they mean, imports added and dropped, everything else left as it is."""
