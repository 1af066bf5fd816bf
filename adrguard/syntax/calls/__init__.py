"""Every call of a source file that is not one of something local, with the names its callee goes by."""

from __future__ import annotations

from adrguard.syntax.languages import CODE
from adrguard.syntax.problem import SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.syntax.called import Call
    from adrguard.syntax.source import Source


def extract(source: Source) -> tuple[Call, ...]:
    """Return the calls in order of their place. Raises `SyntaxProblem`; () in a language we cannot read."""
    if source.language == "python" and not source.fragment:
        from adrguard.syntax.calls.python import read as read_python

        try:
            return read_python(source)
        except SyntaxProblem as problem:
            source.doubt = problem.reason
    if source.language not in CODE:
        return ()
    from adrguard.syntax.calls.trees import read as read_tree

    return read_tree(source)
