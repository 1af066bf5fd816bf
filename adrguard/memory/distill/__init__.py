"""Skills out of traces: what failed, why, and what helped, as far as the trace itself says so. Pure.

    stepping = Stepping()                       # `steps`: the trace in pieces, its secrets taken out
    stepping.feed(text); course = stepping.end()
    evidence = gather(course, lines)            # `evidence`: a second look at the lines that matter
    playbook = distilled(course, evidence, hint)

A `Playbook` holds quotes, each with its line; `card.body` makes Markdown of it, `naming` its title, signature and tags,
`skill_file.text` a `SKILL.md`. `prompts` knows how commands are shown, `claims` how tools state causes and suggestions,
`outcomes` how they say that something worked. A statement that no line of the trace makes is not made here.
"""
