"""build.gradle and build.gradle.kts: string and map notation, plugins, catalog accessors; no script is run.

A coordinate counts wherever it stands inside `dependencies { }`, and elsewhere when its group has a dot (lists of
libraries are often kept in `ext`). Versions in variables of the same script or of gradle.properties are filled in.
"""

from __future__ import annotations

from adrguard.syntax.manifests import version_catalog
from adrguard.syntax.manifests.declared import MAVEN, Declared, Manifest, ManifestProblem
from adrguard.syntax.manifests.gradle_tokens import MARK, STRING, WORD, Token, tokens
from adrguard.syntax.manifests.toml_manifest import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CATALOG = "gradle/libs.versions.toml"
_RICH = ("strictly", "require", "prefer")
_MOST_ROUNDS = 8
_NAME_PARTS = 2
_FARTHEST = 200
"""Tokens that are looked through for what belongs to one call."""


def read(manifest: Manifest) -> list[Declared]:
    """Read every coordinate, plugin and catalog accessor of the script."""
    return _Script(manifest).read()


class _Script:
    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._tokens = tokens(manifest.text)
        self._variables = _properties(manifest) | _variables(self._tokens)
        self._catalog: dict[str, list[version_catalog.Entry]] | None = None

    def read(self) -> list[Declared]:
        found: list[Declared] = []
        blocks: list[str] = []
        for index, token in enumerate(self._tokens):
            if token.kind == MARK and token.text == "{":
                blocks.append(self._block_name(index))
            elif token.kind == MARK and token.text == "}" and blocks:
                blocks.pop()
            elif token.kind == STRING:
                found += self._string(index, inside="dependencies" in blocks)
            elif token.kind == WORD:
                found += self._word(index)
        return found

    def _text(self, index: int, kind: str = "") -> str:
        if 0 <= index < len(self._tokens) and kind in ("", self._tokens[index].kind):
            return self._tokens[index].text
        return ""

    def _block_name(self, brace: int) -> str:
        """Return the word that a block belongs to; arguments in parentheses may stand between."""
        index = brace - 1
        if self._text(index, MARK) == ")":
            first = max(index - _FARTHEST, 0)
            while index > first and self._text(index, MARK) != "(":
                index -= 1
            index -= 1
        return self._text(index, WORD).rpartition(".")[2]

    def _string(self, index: int, *, inside: bool) -> Iterator[Declared]:
        token = self._tokens[index]
        parts = self._filled(token).partition("@")[0].split(":")
        if len(parts) < _NAME_PARTS or not all(map(_is_coordinate, parts[:_NAME_PARTS])):
            return
        if not inside and "." not in parts[0]:
            return
        version = parts[2] if len(parts) > _NAME_PARTS else ""
        if self._text(index + 1, MARK) == "+" and not version:
            version = "$" + self._text(index + 2)
        yield self._declared(":".join(parts[:_NAME_PARTS]), version or self._rich(index), token)

    def _declared(self, name: str, version: str, token: Token) -> Declared:
        version = self._filled(token.replace(text=version, literal=False)).partition("!!")[0]
        unknown = ""
        if "$" in version:
            version, unknown = "", "its version is computed"
        elif not version:
            unknown = "its version is managed elsewhere"
        return Declared(MAVEN, name, version, token.start, token.end, unknown)

    def _rich(self, index: int) -> str:
        """Return the version of ``("g:a") { version { strictly("…") } }``."""
        at = index + 1
        while self._text(at, MARK) == ")":
            at += 1
        if self._text(at, MARK) != "{":
            return ""
        depth = 0
        for later in range(at, min(at + _FARTHEST, len(self._tokens))):
            mark = self._text(later, MARK)
            depth += (mark == "{") - (mark == "}")
            if not depth:
                return ""
            if self._text(later, WORD) in _RICH:
                return self._text(later + 1, STRING) or self._text(later + 2, STRING)
        return ""

    def _word(self, index: int) -> Iterator[Declared]:
        text, before = self._text(index), self._text(index - 1)
        if text == "group" and self._text(index + 1) in (":", "="):
            yield from self._map_notation(index)
        elif text in ("id", "kotlin") and self._argument(index):
            yield from self._plugin(index)
        elif text.startswith("libs.") and before not in ("$", "."):
            yield from self._accessor(index)

    def _argument(self, index: int) -> int:
        """Return where the string argument of a call stands, with or without parentheses; 0 when there is none."""
        at = index + (2 if self._text(index + 1, MARK) == "(" else 1)
        return at if self._text(at, STRING) else 0

    def _map_notation(self, index: int) -> Iterator[Declared]:
        values: dict[str, str] = {}
        at = index
        while self._text(at, WORD) and self._text(at + 1) in (":", "="):
            value = self._tokens[at + 2] if at + 2 < len(self._tokens) else None
            if value is None:
                break
            values[self._text(at)] = self._filled(value) if value.kind == STRING else "$" + value.text
            at += 3
            at += self._text(at, MARK) == ","
        if values.get("group") and values.get("name"):
            token = self._tokens[index].replace(end=self._tokens[at - 1].end)
            yield self._declared(f"{values['group']}:{values['name']}", values.get("version", ""), token)

    def _plugin(self, index: int) -> Iterator[Declared]:
        """Read ``id("x") version "1"`` and ``kotlin("jvm") version "1"``, or the library ``kotlin("stdlib")``."""
        at = self._argument(index)
        name = self._tokens[at]
        at += 1
        second = self._text(at + 1, STRING) if self._text(at, MARK) == "," else ""
        at += self._text(at, MARK) == ")"
        version = self._argument(at) if self._text(at, WORD) == "version" else 0
        if self._text(index) == "id":
            yield self._declared(name.text, self._text(version) if version else "", name)
        elif version:
            yield self._declared(f"org.jetbrains.kotlin.{name.text}", self._text(version), name)
        else:
            yield self._declared(f"org.jetbrains.kotlin:kotlin-{name.text}", second, name)

    def _accessor(self, index: int) -> Iterator[Declared]:
        token = self._tokens[index]
        if self._catalog is None:
            self._catalog = _catalog(self._manifest)
        accessor = token.text.removeprefix("libs.").removesuffix(".get")
        for entry in self._catalog.get(accessor, ()):
            yield Declared(MAVEN, entry.name, entry.version, token.start, token.end, entry.unknown)

    def _filled(self, token: Token) -> str:
        """Fill in the variables of a string; what is not known stays, with its dollar."""
        text = token.text
        if token.literal:
            return text
        for _ in range(_MOST_ROUNDS):
            start = text.find("$")
            if start < 0:
                break
            name, end = _expression(text, start)
            value = self._variables.get(name, self._variables.get(name.rpartition(".")[2]))
            if value is None:
                break
            text = text[:start] + value + text[end:]
        return text


def _is_coordinate(text: str) -> bool:
    return bool(text) and all(char.isalnum() or char in "._-$" for char in text)


def _expression(text: str, start: int) -> tuple[str, int]:
    if text.startswith("${", start):
        end = text.find("}", start)
        end = len(text) if end < 0 else end + 1
        return text[start + 2 : end - 1].strip(), end
    end = start + 1
    while end < len(text) and (text[end].isalnum() or text[end] in "_."):
        end += 1
    return text[start + 1 : end].rstrip("."), end


def _variables(found: list[Token]) -> dict[str, str]:
    """Return the strings that words are set to: ``x = "1"``, ``ext.x = "1"``, ``[x: "1"]``, ``set("x", "1")``."""
    variables: dict[str, str] = {}
    for index in range(len(found) - 2):
        name, mark, value = found[index : index + 3]
        if mark.text in ("=", ":", ",") and value.kind == STRING and name.kind != MARK:
            if name.kind == WORD and mark.text != ",":
                variables[name.text] = variables[name.text.rpartition(".")[2]] = value.text
            elif name.kind == STRING and mark.text == "," and found[index - 2].text in ("set", "extra.set"):
                variables[name.text] = value.text
    return variables


def _properties(manifest: Manifest) -> dict[str, str]:
    """Return the values of the gradle.properties beside the script and at the root."""
    values: dict[str, str] = {}
    for path in dict.fromkeys(["gradle.properties", manifest.folder + "gradle.properties"]):
        for line in (manifest.look(path) or "").split("\n"):
            key, mark, value = line.partition("=")
            if mark and not line.startswith(("#", "!")):
                values[key.strip()] = value.strip()
    return values


def _catalog(manifest: Manifest) -> dict[str, list[version_catalog.Entry]]:
    """Return the nearest catalog's entries by accessor; bundles stand for all their libraries."""
    folder = manifest.folder
    while True:
        text = manifest.look(folder + _CATALOG)
        if text is not None or not folder:
            break
        folder = folder[: folder.rfind("/", 0, -1) + 1]
    try:
        document = parse(text or "")
    except ManifestProblem:
        return {}
    entries = {one.accessor: [one] for one in version_catalog.catalog_entries(document)}
    for name, members in version_catalog.bundles(document).items():
        entries[name] = [one for member in members for one in entries.get(member, ())]
    return entries
