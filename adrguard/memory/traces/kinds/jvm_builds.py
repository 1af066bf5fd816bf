"""Maven and Gradle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

MAVEN, GRADLE = "maven", "gradle"
_COMPILE = pattern(r"^\[(ERROR|WARNING)\] (.+?):\[(\d+),(\d+)\] (?:error: |warning: )?(?:\[(\w+)\] )?(.*)$")
_GOAL = pattern(r"^\[INFO\] --- (?:maven-)?([\w-]+?)(?:-plugin)?:[^:]+:([\w-]+)")
_CASE = pattern(r"^\[ERROR\]   ?(?:Failures: |Errors: )?(\w[\w$.]*)\.(\w+):(\d+)(?:->\S+)? ?(.*)$")
_THROWN = pattern(r"^(?:[»:] )?(\w+(?:Exception|Error|\.{2,}))(?:: | )?(.*)$")
_OWN = pattern(r"^\[ERROR\] (Failed to execute goal .*|The (?:project|build) .*|Non-.*|Unknown .*|No goals .*)$")
_SUMMED = pattern(
    r"^\[(?:INFO|ERROR|WARNING)\] (Tests run: .*|BUILD .*)$"
    r"|^(BUILD (?:FAILED|SUCCESSFUL) in .*|\d+ tests completed, .*)$"
)
_TASK = pattern(r"^> Task :(\S*?)([\w-]+)(?: FAILED)?$")
_KOTLIN = pattern(r"^([ew]): (?:file://)?(.+?):(?: \()?(\d+)(?:, |:)(\d+)\)?:? (.*)$")
_FAILED = pattern(r"^(\S+(?: > .+)+) FAILED$")
_CAUSE = pattern(r"^\s+([\w.$]+?)(?:: (.*?))?(?: at (\S+\.\w+):(\d+))$")
_PHASES = {
    "compiler": "Compilation",
    "resources": "Resources",
    "surefire": "Tests",
    "failsafe": "Tests",
    "jar": "Packaging",
    "war": "Packaging",
}


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._told = False
        self._wrong = False
        self._gradle: Found | None = None

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._cause(text, at)
        return self._maven(text, at) if text.startswith("[") else self._by_gradle(text, at)

    def _maven(self, text: str, at: int) -> bool:
        goal = _GOAL.match(text)
        if goal:
            self._told = False
            self._book.phase(MAVEN, _PHASES.get(goal[1], f"{goal[1]} {goal[2]}"), at)
            return True
        summed = _SUMMED.match(text)
        if summed:
            self._book.result(at, summed[1] or summed[2])
            return True
        if self._told:  # what stopped the build repeats what was told before
            return text.startswith("[ERROR]")
        return self._compiled(text, at) or self._tested(text, at) or self._stopped(text, at)

    def _compiled(self, text: str, at: int) -> bool:
        found = _COMPILE.match(text)
        if found:
            level, path, line, column, code, message = found.groups()
            write = self._book.error if level == "ERROR" else self._book.warning
            write(MAVEN, at, code or "", message).place(path, int(line), int(column))
        return bool(found)

    def _tested(self, text: str, at: int) -> bool:
        found = _CASE.match(text)
        if found:
            thrown = _THROWN.match(found[4])
            code, message = (thrown[1], thrown[2]) if thrown else ("", found[4])
            one = self._book.error(MAVEN, at, code, message or f"{found[1]}.{found[2]}", f"{code} {_skeleton(message)}")
            one.place(f"{found[1].rpartition('.')[2]}.java", int(found[3]))
        return bool(found)

    def _stopped(self, text: str, at: int) -> bool:
        found = _OWN.match(text)
        if found:
            self._told = True
            if not self._book.errors:
                self._book.error(MAVEN, at, "", found[1])
            else:
                self._book.result(at, found[1])
        return bool(found) or text.startswith(("[ERROR] COMPILATION ERROR", "[ERROR] Failures:", "[ERROR] Errors:"))

    def _by_gradle(self, text: str, at: int) -> bool:
        task, kotlin, failed, summed = _TASK.match(text), _KOTLIN.match(text), _FAILED.match(text), _SUMMED.match(text)
        if task:
            self._book.phase(GRADLE, _of_task(task[2]), at)
        elif kotlin:
            write = self._book.error if kotlin[1] == "e" else self._book.warning
            write("kotlinc", at, "", kotlin[5]).place(kotlin[2], int(kotlin[3]), int(kotlin[4]))
        elif failed:
            self._gradle, self.follows = self._book.error(GRADLE, at, "", "", f"test {failed[1]}"), True
        elif text.startswith("* What went wrong:"):
            self._wrong = self.follows = True
        elif summed:
            self._book.result(at, summed[1] or summed[2])
        else:
            return False
        return True

    def _cause(self, text: str, at: int) -> bool:
        self.follows = False
        if self._wrong:
            self._wrong = False
            if self._book.errors:
                self._book.result(at, text)
            else:
                self._book.error(GRADLE, at, "", text)
            return True
        found = _CAUSE.match(text)
        if found and self._gradle:
            self._gradle.say(f"{found[1].rpartition('.')[2]} {found[2] or ''}".strip())
            self._gradle.place(found[3], int(found[4]))
        return bool(found)

    def end(self) -> None:
        """Nothing is left open."""


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


def _of_task(name: str) -> str:
    lowered = name.lower()
    if "test" in lowered and "compile" not in lowered:
        return "Tests"
    return "Compilation" if "compile" in lowered or lowered == "classes" else "Build"


KIND = Kind(
    MAVEN,
    (
        r"\[(?:ERROR|WARNING)\] .+:\[\d+,\d+\] ",
        r"\[ERROR\] ",
        r"\[INFO\] --- ",
        r"\[(?:INFO|ERROR|WARNING)\] (?:Tests run: |BUILD )",
        r"BUILD (?:FAILED|SUCCESSFUL) in ",
        r"\d+ tests completed, ",
        r"> Task :",
        r"[ew]: .+:(?: \()?\d+(?:, |:)\d+",
        r"\S+ > .+ FAILED$",
        r"\* What went wrong:",
    ),
    _Reader,
)
