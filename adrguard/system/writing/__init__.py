"""All-or-nothing writing over several files, which an interruption cannot leave half done."""
