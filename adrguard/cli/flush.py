"""`adrguard flush`: keep what was learnt or decided as a note of the vault."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import UsageError
from adrguard.report.display import visible
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.errors import Problem
    from adrguard.model.rules import Rule
    from adrguard.usecases.memory.notes.flush_note import Flushed


@click.command(
    epilog=example(
        "adrguard flush --title 'Retry storm of the webhooks' --content-file notes.md --tags stripe,retries",
        "adrguard flush --category decision --title 'ADR-012: Redlock' --content-file - --supersedes ADR-001",
        "adrguard flush --title 'Idempotency keys' --category card --content '…' --related payment-gateway --dry-run",
    )
)
@click.option("--title", required=True, metavar="T", help="What it is about; ADR-012: … gives a decision its id.")
@click.option("--content", metavar="TEXT", help="The note in Markdown, with or without frontmatter.")
@click.option("--content-file", metavar="FILE", help="Take the content from a file; - is standard input.")
@click.option("--summary", default="", metavar="S", help="The conclusion in one line.")
@click.option("--category", default="", metavar="C", help="decision, log, concept (card), skill or your own.  [log]")
@click.option("--tags", multiple=True, metavar="A,B", help="Tags, separated by commas.")
@click.option("--related", multiple=True, metavar="R", help="A note to link to: name, path or id. Repeatable.")
@click.option("--supersedes", multiple=True, metavar="REF", help="A note that it takes the place of. Repeatable.")
@click.option("--project", default="", metavar="P", help="The project that the note is bound to.")
@click.option("--vault", default="", metavar="PATH", help="The vault, when not the one that is bound here.")
@click.option("--dry-run", is_flag=True, help="Only show what would be written.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *,
    title: str,
    content: str | None,
    content_file: str | None,
    summary: str,
    category: str,
    tags: tuple[str, ...],
    related: tuple[str, ...],
    supersedes: tuple[str, ...],
    project: str,
    vault: str,
    dry_run: bool,
    style: str,
) -> int:
    """Write a note into the vault.

    It goes to the folder where notes of its kind are, named and written as they are, by the vault's own template if it
    has one. A decision binds at once, and what it supersedes ends in the same transaction: all of it is written, or
    nothing. The same content is never written twice. `adrguard undo` takes the last one back.
    """
    from adrguard.usecases.memory.notes.flush_note import Draft, flush

    text, source, problems = _content(content, content_file)
    draft = Draft(title, text, summary, category, tags, related, supersedes, project, source)
    done = _refused(title, problems) if problems else flush(current_folder(), draft, vault, dry_run=dry_run)
    if style == JSON:
        return answer("flush", done.exit_code, {"dry_run": dry_run, **_body(done)})
    _write(done, dry_run=dry_run)
    return done.exit_code


def _content(content: str | None, file: str | None) -> tuple[str, str, tuple[Problem, ...]]:
    from adrguard.usecases.memory.notes.flush_note import content_of

    if (content is None) == (file is None):
        both = "either --content or --content-file, not both" if file is not None else "--content or --content-file"
        raise UsageError(f"the content is given by {both}", "`--content-file -` reads standard input")
    if content == "-":
        raise UsageError("the content '-' says nothing", "`--content-file -` reads standard input")
    if file is None:
        return content or "", "--content", ()
    return content_of(current_folder(), file, sys.stdin.buffer.read)


def _refused(title: str, problems: tuple[Problem, ...]) -> Flushed:
    from adrguard.usecases.memory.notes.flush_note import Flushed

    return Flushed(title=title, problems=problems)


def _body(done: Flushed) -> dict[str, object]:
    from adrguard.report.json import file_path, plain, problem, rule, text

    return {
        "path": text(done.path),
        "id": text(done.id),
        "title": text(done.title),
        "category": text(done.category),
        "written": done.written,
        "same": done.same,
        "text": text(done.text),
        "superseded": [plain(one) for one in done.superseded],
        "rules": [rule(one) for one in done.rules],
        "enforced": done.enforced,
        "rules_ended": [rule(one) for one in done.rules_ended],
        "changed": [{**file_path(one.path), "diff": [text(line) for line in one.diff]} for one in done.changed],
        "laid": [{**file_path(one.path), "made": one.made} for one in done.laid],
        "problems": [problem(one) for one in done.problems],
        "remarks": [text(one) for one in done.remarks],
        "recovered": text(done.recovered),
    }


def _write(done: Flushed, *, dry_run: bool) -> None:
    from adrguard.report import problems

    paper = Paper()
    if done.recovered:
        paper.add(paper.show(done.recovered))
    paper.add(*problems.lines(done.problems, colour=paper.colour, encoding=paper.encoding))
    name = f"{paper.path(done.path)}{f' ({paper.show(done.id)})' if done.id else ''}"
    if done.exit_code:
        paper.add(f"{paper.mark(good=False)} {problems.tally(done.problems)}: nothing was written")
    elif done.same:
        paper.add(f"{paper.mark(good=True)} {name} says the same already: nothing to write")
    elif dry_run:
        paper.add(f"Would write {name}:", "", *_quoted(paper, done.text.splitlines()), "")
    else:
        paper.add(f"{paper.mark(good=True)} Wrote {name}")
    _consequences(paper, done, dry_run=dry_run)
    paper.add(*[f"Note: {paper.show(one)}" for one in done.remarks])
    paper.write()


def _consequences(paper: Paper, done: Flushed, *, dry_run: bool) -> None:
    paper.add(*[f"Made {paper.path(one.path)}" for one in done.laid if one.made])
    for one in done.superseded:
        title = paper.show(f"{one.id} {one.title}".strip())
        paper.add(f"{'Would supersede' if dry_run else 'Superseded'} {title} ({paper.path(one.path)})")
    if dry_run:
        for changed in done.changed:
            paper.add("", f"Would change {paper.path(changed.path)}:", *_quoted(paper, changed.diff[2:]), "")
    _rules(paper, _verb(done, dry_run=dry_run), done.rules)
    _rules(paper, "Would no longer be enforced" if dry_run else "No longer enforced", done.rules_ended)


def _verb(done: Flushed, *, dry_run: bool) -> str:
    if any(rule.shadow for rule in done.rules):
        return "To be enforced once it is accepted"
    if dry_run:
        return "Would be enforced"
    return "Enforced now" if done.enforced else "Declared, but not enforced here"


def _rules(paper: Paper, what: str, rules: tuple[Rule, ...]) -> None:
    if rules:
        paper.add(f"{what} ({count(len(rules), 'rule')}):")
        paper.add(*[f"- {paper.show(one.invariant)}" for one in rules])


def _quoted(paper: Paper, lines: Iterable[str]) -> list[str]:
    return [f"    {visible(line, paper.encoding)}".rstrip() for line in lines]
