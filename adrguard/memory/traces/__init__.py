"""Logs, read: what a terminal output of any tool says, as values.

    from adrguard.memory.traces.reading import read, read_bytes
    trace = read(source)       # source(n) returns up to n bytes, b"" at the end; 1 GB takes no more memory than 1 MB
    trace = read_bytes(data)   # the same for bytes that are at hand

`trace` (`traces.trace.Trace`) holds the tools that were recognised, the phases with the lines they span, the first
failure of each kind (tool, code, message, path, line, column, line of the log, count), the same for warnings, the
totals, the results (``3 failed, 5 passed``) and the commands that the log shows. `Reading` is the same piece by piece:
`feed` it `Portion`s, then `end` it.

`traces.portions.portions(source)` cuts any bytes into pieces that end where lines do, as text and as they are (UTF-16
and UTF-32 by their byte order mark). `traces.folding.folded` takes colours and overwritten progress bars out of a
piece. `traces.book.skeleton(message)` is a message without what differs between two cases of one error.

A kind of log is one file in `traces.kinds` and one line in its registry: RE2 patterns of the lines that it wants to
see, and a reader that writes what it finds into the `Book`. Nothing here touches the system; all patterns take linear
time. `drawing.Drawing` makes a Mermaid state diagram of a trace.
"""
