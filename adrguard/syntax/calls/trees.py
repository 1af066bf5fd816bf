"""The calls in an ast-grep tree: callees followed through the file's own imports, declarations and plain aliases."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.called import Call
from adrguard.syntax.calls.chains import Chain, chain, keyword
from adrguard.syntax.calls.extras import EXTRAS, cpp_names
from adrguard.syntax.calls.grammars import FILE, FIRST, GRAMMARS, ITSELF, OUTER, Declares
from adrguard.syntax.calls.meanings import Meanings, qualified
from adrguard.syntax.calls.patterns import LEAVES, names_in
from adrguard.syntax.imports.ecmascript import destructured
from adrguard.syntax.nodes import of_kinds, span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ast_grep_py import SgNode

    from adrguard.syntax.imported import Import
    from adrguard.syntax.source import Source

    Names = tuple[list[str], list[str]]

_CONSTRUCTORS = ("new_expression", "object_creation_expression", "instance_expression")
_DEEPEST = 8


class Declared(Record):
    """A name of the file's own, known from `start` to `end`; `alias` is the chain that it plainly stands for."""

    start: int
    end: int
    callable: bool = False
    alias: Chain | None = None


def read(source: Source) -> tuple[Call, ...]:
    """Return the calls whose callee is not local to the file. Raises `SyntaxProblem`."""
    found: list[Call] = []
    imports = source.imports()
    trees = source.trees()
    for index, (offset, root) in enumerate(trees):
        end = trees[index + 1][0] if index + 1 < len(trees) else len(source.text) + 1
        own = [one.moved(-offset) for one in imports if offset <= one.start < end]
        reader = Reader(root, source.language, source.path, own)
        found += [call.moved(offset) for call in reader.calls()]
    return tuple(sorted(found, key=lambda call: call.start))


class Reader:
    """Reads one tree: scopes and declarations in one walk, then what each callee stands for."""

    def __init__(self, root: SgNode, language: str, path: str, imports: list[Import]) -> None:
        self.root = root
        self.language = language
        self.meanings = Meanings(language, path, imports)
        self._grammar = GRAMMARS[language]
        self._imported_at = {one.start: one.absolute for one in imports}
        self._declared: dict[str, dict[tuple[int, int, bool], Declared]] = {}
        self._nodes: list[SgNode] = []
        self._scopes = [(0, span(root)[1] + 1, "")]
        if language == "cpp":
            cpp_names(self)
        kinds = dict.fromkeys([*self._grammar.calls, *self._grammar.scopes, *self._grammar.declares])
        for node in of_kinds(root, language, kinds):
            self._visit(node)

    def calls(self) -> Iterator[Call]:
        """Yield the calls whose callee is not local, in no order."""
        for node in self._nodes:
            callee = _callee(node, self._grammar.calls[node.kind()])
            if callee is None:
                continue
            names, maybe = self.names(callee, constructs=node.kind() in _CONSTRUCTORS)
            if node.kind() == "macro_invocation":
                names, maybe = (
                    [spelling for name in all_ for spelling in (name + "!", name)] for all_ in (names, maybe)
                )
            if names or maybe:
                yield Call(*_written(callee), tuple(names), tuple(maybe))
        extra = EXTRAS.get(self.language)
        if extra is not None:
            yield from extra(self)

    def names(self, callee: SgNode, *, constructs: bool = False) -> Names:
        """Return the qualified names of a callee, the sure and the possible; none when it is local or has no name."""
        found = chain(callee, self.language)
        return ([], []) if found is None else self.resolve(found, span(callee)[0], constructs=constructs)

    def resolve(self, found: Chain, place: int, *, constructs: bool = False, depth: int = 0) -> Names:
        """Return the qualified names that a chain at that place stands for, the sure and the possible."""
        if found.start >= 0:
            module = self._imported_at.get(found.start, "")
            return ([qualified(module, found.names)] if module else []), []
        names = found.names
        if names[0] == "":
            return ([".".join(names[1:])] if len(names) > 1 else []), []
        own = self._innermost(names, place)
        if own is None:
            return self.meanings.of(names, bare=constructs or self._grammar.bare)
        if own.alias is None or depth > _DEEPEST:
            return [], []
        alias = own.alias.replace(names=(*own.alias.names, *names[1:]))
        return self.resolve(alias, place, constructs=constructs, depth=depth + 1)

    def _innermost(self, names: tuple[str, ...], place: int) -> Declared | None:
        known = [
            one
            for one in self._declared.get(names[0], {}).values()
            if one.start <= place < one.end and (len(names) == 1 or not one.callable)
        ]
        if not known:
            return None
        return min(known, key=lambda one: (one.end - one.start, one.alias is not None))

    def _visit(self, node: SgNode) -> None:
        kind = node.kind()
        start, end = span(node)
        while len(self._scopes) > 1 and self._scopes[-1][1] <= start:
            self._scopes.pop()
        if kind in self._grammar.scopes:
            self._scopes.append((start, end, kind))
        if kind in self._grammar.calls:
            self._nodes.append(node)
        declares = self._grammar.declares.get(kind)
        if declares is not None:
            self._declare(node, declares, kind)

    def _declare(self, node: SgNode, declares: Declares, kind: str) -> None:
        start, end, around = self._scope(node, declares, kind)
        if declares.callable and around in self._grammar.members:
            return
        for name, alias in self._names(node, declares):
            if name:
                known = self._declared.setdefault(name, {})
                place = (start, end, declares.callable)
                # What is set twice stands for nothing plainly.
                known[place] = Declared(*place, None if place in known else alias)

    def _scope(self, node: SgNode, declares: Declares, kind: str) -> tuple[int, int, str]:
        if declares.where == FILE:
            return self._scopes[0]
        if declares.where == OUTER:
            own = kind in self._grammar.scopes and len(self._scopes) > 1
            return self._scopes[-2 if own else -1]
        if kind == "variable_declarator" and self._grammar.functions:
            parent = node.parent()
            if parent is not None and parent.kind() == "variable_declaration":
                # `var` is known in the whole function.
                functions = [one for one in self._scopes if one[2] in self._grammar.functions]
                return functions[-1] if functions else self._scopes[0]
        return self._scopes[-1]

    def _names(self, node: SgNode, declares: Declares) -> Iterator[tuple[str, Chain | None]]:
        """Yield each name that is declared, with the chain it plainly stands for."""
        targets = _targets(node, declares)
        value = node.field(declares.value) if declares.value else None
        if value is not None and value.kind() == "expression_list" and len(_named(value)) == 1:
            value = _named(value)[0]
        alias = chain(value, self.language) if value is not None else None
        if alias is not None and alias.start >= 0 and alias.start in self._imported_at:
            return  # `const x = require("x")`: an import, not a variable
        target = _named(targets[0])[0] if targets and targets[0].kind() == "expression_list" else None
        plain = target or (targets[0] if len(targets) == 1 else None)
        taken = destructured(plain) if plain is not None and alias is not None else []
        if alias is not None and taken:
            for member, local in taken:
                yield local, alias.replace(names=(*alias.names, member))
            return
        single = alias is not None and plain is not None and plain.kind() in LEAVES
        for one in targets:
            for name in names_in(one):
                yield name, alias if single else None


def _targets(node: SgNode, declares: Declares) -> list[SgNode]:
    if not declares.fields:
        return _named(node)
    if declares.fields == (FIRST,):
        return [one for one in node.children() if one.kind() in LEAVES][:1]
    found = [part for field in declares.fields for part in node.field_children(field) if part.is_named()]
    if node.kind() == "declaration":
        # A prototype declares what is defined elsewhere.
        return [one for one in found if not _is_prototype(one)]
    return found


def _is_prototype(declarator: SgNode) -> bool:
    node: SgNode | None = declarator
    while node is not None and node.kind() in ("pointer_declarator", "reference_declarator"):
        node = node.field("declarator") or next(iter(_named(node)), None)
    inner = node.field("declarator") if node is not None and node.kind() == "function_declarator" else None
    # With brackets it is a variable that holds the address of a function.
    return inner is not None and inner.kind() != "parenthesized_declarator"


def _named(node: SgNode) -> list[SgNode]:
    return [child for child in node.children() if child.is_named()]


def _callee(node: SgNode, field: str) -> SgNode | None:
    if field == ITSELF:
        return node
    if field == FIRST:
        return next(iter(_named(node)), None)
    return node.field(field)


def _written(callee: SgNode) -> tuple[int, int]:
    """Return where a callee is written: of a call with its object, up to the method's name."""
    start, end = span(callee)
    if callee.kind() in ("exit_statement", "print_intrinsic"):
        return start, start + len(keyword(callee))
    name = None
    if callee.kind() in ("method_invocation", "call", "scoped_call_expression"):
        name = callee.field("name") or callee.field("method")
    return start, end if name is None else span(name)[1]
