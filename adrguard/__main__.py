"""`python -m adrguard`: the command line, for where its program is not on the path."""

from adrguard.cli.main import main

main()
