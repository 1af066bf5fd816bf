"""The only package that touches the operating system: processes, git, files, the clock, packaged resources."""
