"""Every key of the configuration: its name, its type, its default and its meaning, in one table."""

from __future__ import annotations

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, Settings
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = ".adrguard.toml"
PYPROJECT = "pyproject.toml"
TABLE = "tool.adrguard"

TEXT, FLAG, COUNT, SIZE, WORDS, FOLDERS, FOLDER, FILE_PATH, GLOBS, CHOICE, STATUSES, BY_DOOR = (
    "text",
    "true or false",
    "a whole number",
    "a size",
    "a list of texts",
    "a list of folders",
    "a folder",
    "a file",
    "a list of globs",
    "one of",
    "a table of words",
    "one of, or a table by door",
)


class Key(Record):
    """One key.

    `name` is as people write it (dashes, for which underscores may stand; before a dot the table), `field` the field of
    `Settings` that it fills, `kind` what a value must be, `choices` the words allowed, `least` the smallest number.
    """

    name: str
    field: str
    kind: str
    default: Any
    meaning: str
    choices: tuple[str, ...] = ()
    least: int = 0


FORCES = (IN_FORCE, SHADOW, NOT_IN_FORCE)
WEAKENINGS = ("block", "warn", "allow")
SUPERSESSIONS = ("tell", "ask", "allow")
ON_ERROR = ("allow", "block")
SHELL = ("deny", "ask", "allow")
MODELS = ("english", "multilingual")

KEYS = (
    Key(
        "adr-dirs",
        "adr_dirs",
        FOLDERS,
        [],
        "folders of decision records, beside those that are found by themselves",
    ),
    Key(
        "vault",
        "vault",
        FOLDER,
        "",
        "folder of Markdown notes, here or elsewhere: those with `id: ADR-…` or `category: decision` bind",
    ),
    Key("project", "project", TEXT, "", "name of this project in the vault: decisions bound to another do not apply"),
    Key("exclude", "exclude", GLOBS, [], "files that text and regex rules pass over unless their `in` names them"),
    Key(
        "strict",
        "strict",
        FLAG,
        default=False,
        meaning="warnings count as errors, and what was not judged as not passed",
    ),
    Key(
        "budget-soft-ms", "budget_soft_ms", COUNT, 10, "past it the report says which rules cost what; 0: always", (), 0
    ),
    Key(
        "budget-hard-ms",
        "budget_hard_ms",
        COUNT,
        2000,
        "past it the rest is not reached, and listed; 0: no limit. Agents get at least 4 s at an edit, 30 s at the "
        "end, `adrguard ci` 10 min",
        (),
        0,
    ),
    Key(
        "on-budget",
        "on_budget",
        CHOICE,
        "block",
        "what it means when something was not reached; an agent at its end is held back for it once",
        ("block", "warn"),
    ),
    Key("max-file-size", "max_file_size", SIZE, 2 * 1024 * 1024, "larger files are not judged, and listed", (), 1),
    Key(
        "weakening",
        "weakening",
        BY_DOOR,
        dict(Settings().weakening),
        "what it means when a change lets more through than before: one word for people's doors, or a table of `hook`, "
        "`command`, `ci`, `agent`, `mcp`",
        WEAKENINGS,
    ),
    Key(
        "agent.supersession",
        "agent_supersession",
        CHOICE,
        "tell",
        "what becomes of a proper supersession that an agent makes: told, left for a person to accept, or let be",
        SUPERSESSIONS,
    ),
    Key(
        "agent.max-blocks",
        "agent_max_blocks",
        COUNT,
        3,
        "how often an agent that stops is held back for the same findings before it is let go; 0: it is only told",
    ),
    Key(
        "agent.on-error",
        "agent_on_error",
        CHOICE,
        "allow",
        "what an agent may do when the guard itself fails",
        ON_ERROR,
    ),
    Key(
        "agent.shell",
        "agent_shell",
        CHOICE,
        "deny",
        "what becomes of a shell command of an agent that goes round the guard",
        SHELL,
    ),
    Key(
        "agent.before-edit",
        "agent_before_edit",
        FLAG,
        default=True,
        meaning="judge an agent's edit before it is made",
    ),
    Key(
        "agent.after-edit",
        "agent_after_edit",
        FLAG,
        default=True,
        meaning="advise an agent on what its edit left",
    ),
    Key(
        "agent.context",
        "agent_context",
        FLAG,
        default=True,
        meaning="tell an agent at its start what binds here",
    ),
    Key(
        "agent.prompt",
        "agent_prompt",
        FLAG,
        default=False,
        meaning="tell an agent at each prompt what binds the change at hand, where its hook for that is registered",
    ),
    Key(
        "recall.model",
        "recall_model",
        CHOICE,
        "english",
        "whose vectors notes are found by: those of a small model, or of one for many languages",
        MODELS,
    ),
    Key(
        "recall.embed-ms",
        "recall_embed_ms",
        COUNT,
        150,
        "ms that one `recall` spends on vectors for notes that changed, once `sync --vector` made some; 0: none",
    ),
    Key(
        "logs.threshold",
        "logs_threshold",
        COUNT,
        30,
        "lines up to which `offload` lets a log through as it is (and 512 bytes for each)",
    ),
    Key(
        "logs.keep-days",
        "logs_keep_days",
        COUNT,
        30,
        "days after which an offloaded log that nobody wanted goes; 0: never",
    ),
    Key(
        "logs.keep-bytes",
        "logs_keep_bytes",
        SIZE,
        1 << 30,
        "bytes of offloaded logs beyond which the oldest go; 0: never",
    ),
    Key("baseline", "baseline", FILE_PATH, ".adrguard/baseline.txt", "file of known findings"),
    Key(
        "statuses",
        "statuses",
        STATUSES,
        {},
        "further words of status, each `in force`, `shadow` or `not in force`",
        FORCES,
    ),
)
BY_NAME = {key.name: key for key in KEYS}
TABLES = frozenset(key.name.partition(".")[0] for key in KEYS if "." in key.name)
