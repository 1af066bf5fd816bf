"""package.json: npm, Yarn and pnpm."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import NPM, Declared, Manifest
from adrguard.syntax.manifests.json_manifest import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.json_places import Node

SECTIONS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_SEMVER_OF_GIT = "#semver:"


def read(manifest: Manifest) -> list[Declared]:
    """Read every section; overrides and resolutions come out as constraints."""
    root = parse(manifest.text)
    found = []
    for section in SECTIONS:
        for name, node in root.members(section).items():
            package, text, unknown = specifier(name, node.text())
            found.append(Declared(NPM, package, text, node.key, node.end, unknown))
    pnpm = root.get("pnpm")
    forced = [root.members("overrides"), root.members("resolutions")]
    forced += [pnpm.members("overrides")] if pnpm is not None else []
    for members in forced:
        found += _forced(members, "")
    return found


def specifier(name: str, text: str) -> tuple[str, str, str]:
    """Return (package, range, why it is unknown) of one entry: aliases are undone, other sources explained."""
    text = text.strip()
    if text.startswith("npm:"):
        package, _, version = text[4:].rpartition("@")
        return (package, version, "") if package else (text[4:], "", "")
    if _SEMVER_OF_GIT in text:
        return name, text.partition(_SEMVER_OF_GIT)[2], ""
    if text.startswith("workspace:"):
        return name, "", "it is a package of this workspace"
    if text.startswith("catalog:"):
        return name, "", "its version stands in the workspace's catalog"
    if text.startswith("jsr:"):
        return name, text[4:].rpartition("@")[2], ""
    if ":" in text or "/" in text:
        return name, "", f"it comes from {text}"
    return name, text, ""


def _forced(members: dict[str, Node], owner: str) -> Iterator[Declared]:
    for key, node in members.items():
        name = owner if key == "." else _last_name(key)
        if isinstance(node.value, dict):
            yield from _forced(node.value, name)
        elif node.text():
            package, text, unknown = specifier(name, node.text())
            if text.startswith("$"):
                text, unknown = "", f"it follows {text}"
            yield Declared(NPM, package, text, node.key, node.end, unknown, constraint=True)


def _last_name(key: str) -> str:
    """Return the package that a key of `resolutions` or `overrides` ends in: ``**/a/@s/b@^1``, ``a@1>b``."""
    for at, char in enumerate(key):
        if char == ">" and (key[at + 1 : at + 2].isalpha() or key[at + 1 : at + 2] == "@"):
            return _last_name(key[at + 1 :])
    at = key.find("@", key.rfind("/") + 1)
    key = key[:at] if at > 0 and key[at - 1] != "/" else key
    parts = key.split("/")
    scoped = len(parts) > 1 and parts[-2].startswith("@")
    return "/".join(parts[-2:]) if scoped else parts[-1]
