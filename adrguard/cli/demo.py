"""`adrguard demo`: a decision at work, in ten seconds."""

from __future__ import annotations

import click

from adrguard.cli.output import JSON, Paper, answer, emit, example, format_option
from adrguard.report.display import visible


@click.command(epilog=example("adrguard demo", "adrguard demo --keep /tmp/demo"))
@click.option(
    "--keep", metavar="FOLDER", default="", type=click.Path(), help="Play it in this new folder, and leave that."
)
@format_option
def command(*, keep: str, style: str) -> int:
    """Play a session in a temporary repository: a decision, a commit that it blocks, and the repaired one.

    Everything in it is real: git, the hook, the verdict. Nothing of yours is touched.
    """
    from adrguard.usecases.setup.demonstrate import demonstrate

    steps = []
    for step in demonstrate(keep):
        steps.append(step)
        if style != JSON:
            paper = Paper()
            paper.add(paper.bold(f"$ {step.command}"))
            paper.add(*[visible(line, paper.encoding) for line in step.output.splitlines()])
            emit("".join(line + "\n" for line in paper.lines))
    good = all(step.expected for step in steps)
    if style == JSON:
        return answer("demo", 0 if good else 1, {"steps": [step.as_dict() for step in steps]})
    paper = Paper()
    if good:
        paper.add("", "The decision blocked what it forbids. Next: `adrguard init` in a repository of yours.")
    else:
        paper.add("", f"{paper.mark(good=False)} This did not go as it should; the step that shows it is above.")
    paper.write()
    return 0 if good else 1
