"""The data that is no Python: `grammar/` and `hooks/`, found in a checkout, an editable install and a wheel."""

from __future__ import annotations

import os

import adrguard

_PACKAGE = os.path.dirname(os.path.abspath(adrguard.__file__))
# A wheel carries the folders inside the package; a checkout (and an editable install of one) has them beside it.
_PLACES = (os.path.join(_PACKAGE, "_data"), os.path.dirname(_PACKAGE))


def path(name: str) -> str:
    """Return the absolute path of a data file or folder named like ``grammar/kdsl.lark``. Raises FileNotFoundError."""
    for place in _PLACES:
        found = os.path.join(place, *name.split("/"))
        if os.path.exists(found):
            return found
    msg = f"adrguard was installed without its data file '{name}' (looked in {' and '.join(_PLACES)})"
    raise FileNotFoundError(msg)


def read_text(name: str) -> str:
    """Return a data file as text, line ends as line feeds."""
    with open(path(name), encoding="utf-8") as file:
        return file.read()
