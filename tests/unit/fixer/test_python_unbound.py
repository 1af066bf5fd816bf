import pytest

from adrguard.fixer.python.unbound import unbound


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("import a\na.b(c)\n", {"c"}, id="an import binds"),
        pytest.param("def f(a):\n    return a, b\n", {"b"}, id="a parameter binds"),
        pytest.param("def f():\n    import a\n\na\n", {"a"}, id="not what another function binds"),
        pytest.param("def f():\n    global a\n    import a\n\na\n", set(), id="but what it binds for all"),
        pytest.param("class A:\n    def f(self):\n        return A, [x for x in y]\n", {"y"}, id="classes and loops"),
        pytest.param("print(__name__, __file__)\n", set(), id="built in"),
        pytest.param("x = '\\d'\n", set(), id="a text that Python warns of"),
        pytest.param("a(\n", set(), id="a text that does not parse"),
    ],
)
def test_names_that_nothing_binds(text: str, names: set[str]) -> None:
    assert unbound(text) == names
