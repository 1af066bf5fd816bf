"""What a command line of a shell would run, read and never run."""
