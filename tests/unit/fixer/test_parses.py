from __future__ import annotations

import pytest

from adrguard.fixer.parses import spoilt

NEWER = "x = f'{a['b']}'\ntype X[T = int] = T\n"
"""What not every Python that runs this can parse."""
OLDER = "print 'a'\nexec 'b'\n"
TEMPLATE = "{% if a %}\nx = 1\n{% endif %}\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "is_spoilt"),
    [
        pytest.param("a.py", "f(1)\n", "g(1)\n", False, id="as sound as before"),
        pytest.param("a.py", "if f(1): pass\n", "if (x = 1): pass\n", True, id="a statement for a value"),
        pytest.param("a.py", "f(1)\n", "yield 1\n", True, id="a yield in no function"),
        pytest.param("a.py", "f(1)\n", "*a.x\n", True, id="a star before nothing"),
        pytest.param(
            "a.py", "def f(): return g(1)\n", "def f(): return (yield 1)\n", False, id="a yield in a function"
        ),
        pytest.param("a.py", "def f(): g(1)\n", "def f(): await g(1)\n", True, id="an await in a plain function"),
        pytest.param("a.py", "def f(): g(*a)\n", "def f(): h(*a, *b)\n", False, id="stars of arguments"),
        pytest.param("a.py", "if a: g(1)\n", "if a: break\n", True, id="a break in no loop"),
        pytest.param("a.py", "for a in b: g(1)\n", "for a in b: break\n", False, id="a break in a loop"),
        pytest.param("a.py", "await f(1)\n", "await g(1)\n", False, id="an await in no function, as before"),
        pytest.param("a.py", "await f(1)\n", "await (x = 1)\n", True, id="worse than an await in no function"),
        pytest.param("a.py", NEWER + "f(1)\n", NEWER + "g(1)\n", False, id="newer Python"),
        pytest.param("a.py", NEWER + "if f(1): pass\n", NEWER + "if (x = 1): pass\n", True, id="newer, spoilt"),
        pytest.param("a.py", NEWER + "f(1)\n", NEWER + "del 1\n", True, id="newer, with what grammars let pass"),
        pytest.param("a.py", OLDER + "f(1)\n", OLDER + "g(1)\n", False, id="older Python"),
        pytest.param("a.py", OLDER + "if f(1): pass\n", OLDER + "if (x = 1): pass\n", True, id="older, spoilt"),
        pytest.param("a.py", TEMPLATE + "f(1)\n", TEMPLATE + "g(1)\n", False, id="a template"),
        pytest.param("a.py", TEMPLATE + "a = f(1)\n", TEMPLATE + "a = (x = 1)\n", True, id="a template, spoilt"),
        pytest.param("a.js", "a = f(1)\n", "a = return 1\n", True, id="another language"),
        pytest.param("a.json", "[1]\n", "[1\n", True, id="data"),
    ],
)
def test_an_edit_must_not_spoil_what_could_be_read(path: str, old: str, new: str, *, is_spoilt: bool) -> None:
    assert bool(spoilt(path, old, new)) is is_spoilt
