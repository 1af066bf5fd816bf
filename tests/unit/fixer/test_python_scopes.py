"""Scopes and places of a Python file: those that libcst's own providers tell."""

from __future__ import annotations

import json.decoder
import textwrap
from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, ScopeProvider

from adrguard.fixer.python.scopes import scopes
from adrguard.fixer.python.spans import spans

EVERYTHING = textwrap.dedent('''
    """Ünïcode, so that bytes and characters differ."""
    import a, b.c as d, e.f
    from .g import (h as i, j,)
    from typing import TYPE_CHECKING, Literal, TypeVar, cast
    if TYPE_CHECKING: import k
    T = TypeVar("T", bound="a.B")
    x, (y, *z) = [p, q], r[s].t = u = 1, (2, 3)
    v: "a.C[k.D]" = d.v; w += 1; del z[0], w
    l = lambda m, /, n=a, *o, p=b: m + n + q
    @a.deco(j)
    async def f(self, b: i = h, *args: "k", c: Literal["k"] = 1, **kw) -> "dict[str, k.E]":
        global x
        x = cast("a.B", b)
        def inner():
            nonlocal b
            b = yield e.f.g(b, key=a)
        async with a.open() as (x1, x2), d as x3:
            async for y1, y2.z in b: pass
            else: del y1
        try: await a.b.c.d()
        except (a.E, *d.F) as error: raise error from a
        finally: assert (n := a.n) and n, a
        return {k: v for k, v in b.items() if k for x in v}, {i for i in j}, [z for z in z], (a for a in a if a)
    class C(a.B, metaclass=d, key="k"):
        a = a; b: int
        def m(self, a=a): return (a if self else b) < C.a <= f"{a!r:>{d}} {self.x=}" "k"
    match x:
        case {"k": y3, **rest} if y3: pass
        case a.B(c, d=[e1, *e2]) | (None as e3): print(rest)
        case _: while_ = not -a[b:c, ...]
    while a: break
    else:
    \tpass
''')


def summary(scope) -> str:
    """Return all that there is in a scope; nodes are themselves, as one tree is read in both ways."""
    bound = sorted((one.name, id(getattr(one, "node", None)), len(one.references)) for one in scope.assignments)
    used = sorted((id(one.node), len(one.referents), one.is_annotation, one.is_type_hint) for one in scope.accesses)
    return repr((type(scope).__name__, id(getattr(scope, "node", None)), bound, used))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("import a\n", id="one import"),
        pytest.param(EVERYTHING, id="everything"),
        pytest.param(EVERYTHING.replace("\n", "\r\n"), id="other line ends"),
        pytest.param(Path(json.decoder.__file__).read_text(encoding="utf-8"), id="json"),
    ],
)
def test_scopes_and_places_are_those_of_libcst(text):
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    theirs, places = wrapper.resolve(ScopeProvider), wrapper.resolve(ByteSpanPositionProvider)
    characters = {len(text[:at].encode()): at for at in range(len(text) + 1)}

    found = spans(wrapper.module)
    assert {node: found[node] for node in places if node is not wrapper.module} == {
        node: (characters[one.start], characters[one.start + one.length])
        for node, one in places.items()
        if node is not wrapper.module
    }

    imported, ours = scopes(wrapper.module)
    everything = dict.fromkeys(one for one in theirs.values() if one is not None)
    assert sorted(map(summary, ours)) == sorted(map(summary, everything))
    aliases = {node: one for node, one in theirs.items() if type(node) is cst.ImportAlias}
    assert {node: summary(one) for node, one in imported.items()} == {
        node: summary(one) for node, one in aliases.items()
    }
