"""Skills distilled from the trace of a failure and its repair."""
