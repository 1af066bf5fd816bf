"""The engine's front: one question, one outcome. A clean change passes through without loading anything heavy."""

from __future__ import annotations

from adrguard.engine import plan as planning
from adrguard.model.changes import OLD
from adrguard.model.decisions import AGENT, COMMAND, MCP
from adrguard.model.findings import Outcome, Unjudged
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adrguard.engine.evaluate import Verdict
    from adrguard.engine.facts import Facts, Work
    from adrguard.model.changes import ChangeSet, FileChange, Tree
    from adrguard.model.decisions import DecisionSet, Settings
    from adrguard.model.errors import Problem
    from adrguard.model.findings import Weakened
    from adrguard.model.hooks import HookReader
    from adrguard.model.rules import Rule

    Gather = Callable[[Work, Callable[[], float]], tuple[Iterable[Facts], dict[str, float]]]


class Question(Record):
    """All that a verdict depends on; the engine itself reads no clock, file or setting.

    `decisions` are those of the change, `base` those it starts from (the same object when the change leaves them
    alone). `today` is an ISO date, `clock` returns milliseconds. `strict` is asked for or forbidden by whoever runs the
    check, whatever the decisions say (None: as they say). `project` narrows to one project's decisions ("" : the
    configured one, or all). `explain_time` keeps the costs even within the soft budget. `door` is where the verdict is
    asked for; `weakening` overrides what a weakening means there ("": as the decisions say). `hook_facts` reads
    a pre-commit configuration, path and text, for which this floor has no parser. `merged` holds for each other parent
    of a merge its decisions, and those of where the two sides parted. A hard budget that is set is at least `least_ms`.
    `account` asks for a full account. `shard` is the share of a whole tree to be judged and of how many, (0, 0) all.
    `gather` gives the facts of the files of a whole tree from elsewhere (see `engine.facts.gather`), as from a cache.
    """

    decisions: DecisionSet
    base: DecisionSet
    changes: ChangeSet
    tree: Tree
    today: str
    clock: Callable[[], float]
    strict: bool | None = None
    project: str = ""
    explain_time: bool = False
    door: str = COMMAND
    weakening: str = ""
    hook_facts: HookReader | None = None
    merged: tuple[tuple[DecisionSet, DecisionSet], ...] = ()
    least_ms: int = 0
    account: bool = False
    shard: tuple[int, int] = (0, 0)
    gather: Gather | None = None


INSTALLED_BELOW = (
    "/.github/workflows/", "/.github/actions/", "/.husky/", "/.githooks/", "/.lefthook/", "/.claude/", "/.codex/",
    "/.cursor/", "/.gemini/", "/.opencode/", "/.gitlab/", "/.circleci/", "/.forgejo/workflows/", "/.gitea/workflows/",
    "/.buildkite/", "/.woodpecker/", "/.azuredevops/", "/.azure-pipelines/", "/.git-hooks/", "/githooks/",
    "/git-hooks/",
)  # fmt: skip
INSTALLED_BY = (
    "/.pre-commit-config.yaml", "/.pre-commit-config.yml", "/prek.toml", "/.gitlab-ci.yml", "/azure-pipelines.yml",
    "/lefthook.yml", "/lefthook.yaml", "/lefthook.toml", "/lefthook.json", "/.lefthook.yml", "/.lefthook.yaml",
    "/.lefthook.toml", "/.lefthook.json", "/lefthook-local.yml", "/lefthook-local.yaml", "/lefthook-local.toml",
    "/lefthook-local.json", "/.lefthook-local.yml", "/.lefthook-local.yaml", "/.lefthook-local.toml",
    "/.lefthook-local.json", "/Jenkinsfile", "/bitbucket-pipelines.yml", "/.travis.yml", "/.drone.yml",
    "/.woodpecker.yml", "/appveyor.yml", "/.mcp.json", "/.vscode/mcp.json", "/opencode.json", "/Makefile",
    "/makefile", "/GNUmakefile", "/justfile", "/Justfile", "/Taskfile.yml", "/Taskfile.yaml", "/package.json",
    "/pyproject.toml", "/tox.ini", "/noxfile.py", "/setup.cfg", "/tasks.py", "/Rakefile", "/.lintstagedrc",
    "/.lintstagedrc.json", "/.overcommit.yml", "/pre-commit", "/pre-push", "/pre-merge-commit", "/commit-msg",
    "/prepare-commit-msg", ".sh", ".bash", ".ps1", ".cmd", ".bat",
)  # fmt: skip
"""Where the guard is installed in tracked files: folders at the top, and files anywhere."""
_SET_ASIDE = ("/lefthook", "/.lefthook", "/.claude/settings")
"""How files at the top begin that can switch off what another one installs."""


def evaluate(question: Question) -> Outcome:
    """Judge the change and account for everything that was, and was not, looked at."""
    start = question.clock()
    settings = _settings(question)
    strict = settings.strict if question.strict is None else question.strict
    own = _binding(question.decisions.rules, question, settings.project)
    rules = own + _base_only(question, own)
    changes = _share(question)
    whole = question.changes.whole
    plan = planning.Plan() if whole else planning.make(rules, changes, question.tree, _sets(question))
    outcome = Outcome(
        unjudged=plan.skipped + (_unread(changes) if rules else ()),
        problems=_mistakes(question.decisions.problems, strict=strict),
        rules=len(rules),
        files=len(changes.files),
        on_budget=settings.on_budget,
        strict=strict,
        weakening=question.weakening or dict(settings.weakening)[question.door],
        door=question.door,
        supersession=settings.agent_supersession if question.door in (AGENT, MCP) else "allow",
        shard=question.shard,
    )
    if whole:
        from adrguard.engine.whole import judge_tree

        outcome = judge_tree(question, rules, changes, outcome)
    elif plan.jobs or plan.change_rules:
        outcome = _run(question, plan, rules, outcome, _deadline(question, settings, start))
    outcome = _weigh(question, outcome)
    if question.account:
        outcome = _accounted(question, settings, rules, outcome, start)
    elapsed = question.clock() - start
    over = elapsed > settings.budget_soft_ms and not question.changes.whole
    costs = outcome.costs if over or question.explain_time else ()
    return outcome.replace(elapsed_ms=elapsed, costs=costs)


def _share(question: Question) -> ChangeSet:
    if not question.shard[1]:
        return question.changes
    from adrguard.engine.shards import part

    return part(question.changes, question.shard)


def _accounted(question: Question, settings: Settings, rules: list[Rule], outcome: Outcome, start: float) -> Outcome:
    from adrguard.engine.account import Asked, account

    deadline, project = _deadline(question, settings, start), question.project or settings.project
    sides = question.changes, question.tree, question.decisions, question.base
    return account(outcome, Asked(rules, *sides, question.clock, deadline, question.today, project))


def _deadline(question: Question, settings: Settings, start: float) -> float:
    if not settings.budget_hard_ms or question.changes.whole:
        return 0.0
    return start + max(settings.budget_hard_ms, question.least_ms)


def _unread(changes: ChangeSet) -> tuple[Unjudged, ...]:
    """Return what the source of the change itself could not read, such as a file with an unresolved conflict."""
    return tuple([Unjudged(path, reason, planning.code_of(reason)) for path, reason in changes.unread])


def _settings(question: Question) -> Settings:
    """Return the settings to judge by: a change that makes them milder is judged as if it had not."""
    if question.decisions is question.base:
        return question.base.settings
    from adrguard.engine.configured import stricter

    return stricter(question.decisions.settings, question.base.settings)


def _binding(rules: Iterable[Rule], question: Question, project: str) -> list[Rule]:
    today = question.today
    project = question.project or project
    return [
        rule
        for rule in rules
        if (not rule.since or rule.since <= today)
        and (not rule.until or today <= rule.until)
        and (not rule.project or not project or rule.project == project)
    ]


def _base_only(question: Question, own: list[Rule]) -> list[Rule]:
    """Return the base's rules that the change takes away without a proper change of status: they still judge it."""
    if question.decisions is question.base:
        return []
    from adrguard.engine.weakening import disarmed

    return _binding(disarmed(question.decisions, question.base, own), question, question.base.settings.project)


def _mistakes(problems: Iterable[Problem], *, strict: bool) -> tuple[Problem, ...]:
    """Return what a verdict has to mention: errors hide rules; all else is for whoever lints the decisions."""
    return tuple([problem for problem in problems if problem.fails(strict=strict)])


def _sets(question: Question) -> list[DecisionSet]:
    return [question.decisions] if question.decisions is question.base else [question.decisions, question.base]


def _run(question: Question, plan: planning.Plan, rules: list[Rule], outcome: Outcome, deadline: float) -> Outcome:
    from adrguard.engine.baseline import Baseline
    from adrguard.engine.evaluate import Limits, Run
    from adrguard.engine.scope import Exclusions

    limits = Limits(question.clock, deadline, question.today, outcome.strict)
    exclusions = plan.exclusions or Exclusions(*_sets(question))
    verdict: Verdict = Run(rules, question.changes, question.tree, exclusions, limits).carry_out(plan)
    # The base's baseline: an entry that the change itself adds does not cover the change.
    new, known = Baseline(question.base.baseline).split(verdict.findings)
    return outcome.replace(
        findings=tuple(new),
        known=len(known),
        baselined=tuple(known) if question.account else (),
        suppressed=verdict.suppressed,
        weakened=verdict.weakened,
        unjudged=outcome.unjudged + verdict.unjudged,
        problems=outcome.problems + verdict.problems,
        costs=verdict.costs,
    )


def _installed(change: FileChange, tree: Tree) -> bool:
    """Say whether the file may have installed the guard: by its name, and only then by what it said."""
    if change.status == "=":
        return False
    if not change.deleted and f"/{change.path}".startswith(_SET_ASIDE):
        return True
    path = "/" + change.old_path
    if not (path.endswith(INSTALLED_BY) or path.startswith(INSTALLED_BELOW)):
        return False
    content = tree.read(change.old_path, OLD)
    return content is not None and "adrguard" in content.text.lower()


def _weigh(question: Question, outcome: Outcome) -> Outcome:
    """Add what the change does to the rules and to what installs the guard; mostly neither is in it."""
    weakened: list[Weakened] = []
    if question.decisions is not question.base or question.merged:
        from adrguard.engine.weakening import Scene, compare, dropped

        scene = Scene(question.today, question.tree.paths)
        weakened += compare(question.decisions, question.base, scene)
        for theirs, parted in question.merged:
            weakened += dropped(question.decisions, theirs, parted, scene)
    # Of files as they stand nothing was taken away.
    changed = () if question.changes.whole else question.changes.everything
    installing = [one for one in changed if _installed(one, question.tree)]
    if installing:
        from adrguard.engine.installation import taken_away

        weakened += taken_away(installing, question.changes.others, question.tree, question.hook_facts)
    return outcome.replace(weakened=(*outcome.weakened, *weakened)) if weakened else outcome
