"""What the XML manifests share: reading with places, and the filling in of properties."""

from __future__ import annotations

from adrguard.syntax import xml_places
from adrguard.syntax.manifests.declared import ManifestProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.syntax.xml_places import Element

_MOST_ROUNDS = 8
_LONGEST = 1000


def parse(text: str) -> Element:
    """Read a document. Raises `ManifestProblem`."""
    try:
        return xml_places.parse(text)
    except xml_places.XmlProblem as error:
        raise ManifestProblem(str(error), error.line, error.column) from error


def parse_or_none(text: str | None) -> Element | None:
    """Read a neighbouring document; None where there is none, or a broken one (reported where it is judged)."""
    if text is None:
        return None
    try:
        return xml_places.parse(text)
    except xml_places.XmlProblem:
        return None


def filled(text: str, properties: Mapping[str, str], opening: str, closing: str) -> str:
    """Replace ``${name}`` or ``$(name)``; what is not known stays. Properties may use each other, within bounds."""
    for _ in range(_MOST_ROUNDS):
        start = text.find(opening)
        end = text.find(closing, start)
        if start < 0 or end < 0 or len(text) > _LONGEST:
            break
        value = properties.get(text[start + len(opening) : end].strip())
        if value is None:
            break
        text = text[:start] + value + text[end + len(closing) :]
    return text
