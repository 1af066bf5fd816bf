"""The same two decisions in each dialect that records are kept in: an older one, and a newer to take its place."""

from __future__ import annotations

from typing import NamedTuple


class Dialect(NamedTuple):
    """`old` and `new` are (path, text); the others what the two say once the newer has superseded the older."""

    old: tuple[str, str]
    new: tuple[str, str]
    old_says: str
    new_says: str


RULE = "## Invariants\n\n- deny: `eval(`\n"

DIALECTS = {
    "frontmatter": Dialect(
        (
            "docs/adr/0001-old.md",
            f"---\nid: ADR-0001\nstatus: accepted # since spring\ndate: 2020-01-02\n---\n\n# Old\n\n{RULE}",
        ),
        ("docs/adr/0002-new.md", "---\nid: ADR-0002\nstatus: accepted\n---\n\n# New\n"),
        "---\nid: ADR-0001\nstatus: superseded # since spring\ndate: 2020-01-02\n"
        f"superseded_by: ADR-0002\nsuperseded_on: 2026-11-30\n---\n\n# Old\n\n{RULE}",
        "---\nid: ADR-0002\nstatus: accepted\nsupersedes: ADR-0001\n---\n\n# New\n",
    ),
    "frontmatter with CRLF and WikiLinks": Dialect(
        (
            "docs/adr/0001-old.md",
            "---\r\nid: ADR-0001\r\nstatus: 'accepted'\r\nrelated: '[[0002-new]]'\r\n---\r\n# Old",
        ),
        ("docs/adr/0002-new.md", "---\r\nid: ADR-0002\r\nstatus: accepted\r\n---\r\n# New, unlike [[0001-old]]"),
        "---\r\nid: ADR-0001\r\nstatus: 'superseded'\r\nrelated: '[[0002-new]]'\r\n"
        'superseded_by: "[[0002-new]]"\r\nsuperseded_on: 2026-11-30\r\n---\r\n# Old',
        '---\r\nid: ADR-0002\r\nstatus: accepted\r\nsupersedes: "[[0001-old]]"\r\n---\r\n# New, unlike [[0001-old]]',
    ),
    "nygard": Dialect(
        (
            "doc/adr/0001-old.md",
            f"# 1. Old\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n\n{RULE}",
        ),
        ("doc/adr/0002-new.md", "# 2. New\n\nDate: 2026-11-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy not.\n"),
        "# 1. Old\n\nDate: 2020-01-02\n\n## Status\n\nSuperseded by [2. New](0002-new.md)\n\n"
        f"## Context\n\nWhy.\n\n{RULE}",
        "# 2. New\n\nDate: 2026-11-01\n\n## Status\n\nAccepted\n\nSupersedes [1. Old](0001-old.md)\n\n"
        "## Context\n\nWhy not.\n",
    ),
    "madr 2": Dialect(
        ("docs/adr/0001-old.md", f"# Old\n\n* Status: accepted\n* Date: 2020-01-02\n\n{RULE}"),
        ("docs/adr/0002-new.md", "# New\n\n* Status: accepted\n* Date: 2026-11-01\n\n## Context\n\nWhy.\n"),
        f"# Old\n\n* Status: superseded by [ADR-0002](0002-new.md)\n* Date: 2026-11-30\n\n{RULE}",
        "# New\n\n* Status: accepted\n* Date: 2026-11-01\n\n## Context\n\nWhy.\n\n"
        "## Links\n\n* Supersedes [ADR-0001](0001-old.md)\n",
    ),
    "madr 4": Dialect(
        (
            "docs/decisions/0001-old.md",
            f'---\nstatus: "accepted"\ndate: 2020-01-02\ndecision-makers: the team\n---\n\n# Old\n\n{RULE}',
        ),
        (
            "docs/decisions/0002-new.md",
            '---\nstatus: "accepted"\ndate: 2026-11-01\ndecision-makers: the team\n---\n\n# New\n',
        ),
        '---\nstatus: "superseded by [ADR-0002](0002-new.md)"\ndate: 2026-11-30\ndecision-makers: the team\n---\n\n'
        f"# Old\n\n{RULE}",
        '---\nstatus: "accepted"\ndate: 2026-11-01\ndecision-makers: the team\n---\n\n# New\n\n'
        "## Links\n\n* Supersedes [ADR-0001](0001-old.md)\n",
    ),
    "log4brains": Dialect(
        ("docs/adr/20200102-old.md", f"# Old\n\n- Status: accepted\n- Date: 2020-01-02\n\n{RULE}"),
        (
            "docs/adr/20261101-new.md",
            "# New\n\n- Status: accepted\n- Date: 2026-11-01\n\n## Links\n\n- [a page](https://example.org)\n",
        ),
        "# Old\n\n- Status: superseded by [20261101-new](20261101-new.md)\n- Date: 2026-11-30\n\n" + RULE,
        "# New\n\n- Status: accepted\n- Date: 2026-11-01\n\n## Links\n\n- [a page](https://example.org)\n"
        "- Supersedes [20200102-old](20200102-old.md)\n",
    ),
}
