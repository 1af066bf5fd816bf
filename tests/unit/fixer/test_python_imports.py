import pytest
from fakes.fixing import reasons, rewritten

R = "deny import: `requests`\nrewrite: requests -> httpx, requests.adapters -> niquests.adapters"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("import requests\nrequests.get(1)\n", "import httpx\nhttpx.get(1)\n", id="plain"),
        pytest.param(
            "import requests\ndef f(requests): return requests.x\n",
            "import httpx\ndef f(requests): return requests.x\n",
            id="a local of the same name",
        ),
        pytest.param(
            "class A:\n    import requests\n    x = requests.get\n    def f(self): return self.requests.get()\n",
            "class A:\n    import httpx as requests\n    x = requests.get\n    def f(self): return self.requests.get()\n",
            id="an attribute of a class",
        ),
        pytest.param(
            "class A:\n    from requests import adapters\n    def f(self): return self.adapters\n",
            "class A:\n    from niquests import adapters\n    def f(self): return self.adapters\n",
            id="an attribute taken from it",
        ),
        pytest.param(
            'import requests\nx: "requests.Session | None"\n',
            'import httpx\nx: "httpx.Session | None"\n',
            id="a type in quotes",
        ),
        pytest.param(
            "import os, requests as r  # c\nr.get()\n", "import os, httpx as r  # c\nr.get()\n", id="by another name"
        ),
        pytest.param(
            "from requests import (\n  get, # x\n  put as p,\n)\n",
            "from httpx import (\n  get, # x\n  put as p,\n)\n",
            id="taken from it",
        ),
        pytest.param(
            "from requests import adapters, get\nadapters.x(get)\n",
            "from niquests import adapters\nfrom httpx import get\nadapters.x(get)\n",
            id="to two places",
        ),
        pytest.param(
            "import requests\nimport requests.adapters\nrequests.adapters.X(requests . get)\n",
            "import httpx\nimport niquests.adapters\nniquests.adapters.X(httpx . get)\n",
            id="a module below it goes elsewhere",
        ),
        pytest.param(
            'import requests\n__all__ = ["requests"]\n',
            'import httpx as requests\n__all__ = ["requests"]\n',
            id="exported",
        ),
        pytest.param(
            "import requests\nhttpx = 3\nrequests.get()\n",
            "import httpx as requests\nhttpx = 3\nrequests.get()\n",
            id="the new name is taken",
        ),
        pytest.param(
            "try:\n    import requests\nexcept ImportError:\n    requests = None\n",
            "try:\n    import httpx as requests\nexcept ImportError:\n    requests = None\n",
            id="an alternative",
        ),
        pytest.param(
            "import httpx\nimport requests\nrequests.get()\n", "import httpx\nhttpx.get()\n", id="it is there already"
        ),
        pytest.param(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import requests\ndef f(x: 'requests.X'): ...\n",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import httpx\ndef f(x: 'httpx.X'): ...\n",
            id="for types only",
        ),
        pytest.param(
            "import importlib\nimportlib.import_module('requests.adapters')\n",
            "import importlib\nimportlib.import_module('niquests.adapters')\n",
            id="by a call",
        ),
        pytest.param("__import__('requests')\n", "__import__('httpx')\n", id="by the builtin"),
        pytest.param(
            "def f():\n    from requests import get; return get\n",
            "def f():\n    from httpx import get; return get\n",
            id="on a line with others",
        ),
    ],
)
def test_an_import_is_renamed_with_all_uses(before: str, after: str) -> None:
    assert rewritten(R, before) == after


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        pytest.param(
            "deny import: `requests.get`\nrewrite: requests.get -> httpx.fetch",
            "from requests import get, put\nget(put)\n",
            "from requests import put\nfrom httpx import fetch\nfetch(put)\n",
            id="one name",
        ),
        pytest.param(
            "deny import: `requests.get`\nrewrite: requests.get -> httpx.fetch",
            "from requests import get\nfetch = get\n",
            "from httpx import fetch as get\nfetch = get\n",
            id="one name, the new one is taken",
        ),
        pytest.param(
            "deny import: `app.client`\nrewrite: app.client -> new.client",
            "from .client import X\nfrom . import client, y\nclient.z(y)\n",
            "from new.client import X\nfrom . import y\nfrom new import client\nclient.z(y)\n",
            id="relative",
        ),
        pytest.param(
            "deny import: `a`\nrewrite: a -> b.c",
            "import a\na.x()\n",
            "import b.c\nb.c.x()\n",
            id="to a module within a package",
        ),
        pytest.param(
            "deny import: `a.b`\nrewrite: a.b -> c",
            "import a.b\na.b.x()\n",
            "import c\nc.x()\n",
            id="from a module within a package",
        ),
    ],
)
def test_what_becomes_of_names(rule: str, before: str, after: str) -> None:
    assert rewritten(rule, before, "src/app/m.py") == after


@pytest.mark.parametrize(
    ("rule", "text", "reason"),
    [
        pytest.param(R, "from requests import *\n", "star import", id="a star"),
        pytest.param(
            R, "import importlib\nimportlib.import_module('req' 'uests')\n", "does not spell", id="a text in parts"
        ),
        pytest.param(
            "deny import: `a`\nrewrite: a.b -> c", "import a\n", "does not say", id="the rewrite says nothing"
        ),
        pytest.param(
            "deny import: `a.b`\nrewrite: a.b -> c",
            "import a.b\na.d()\n",
            "may mean something else|says nothing",
            id="it brings more",
        ),
    ],
)
def test_what_is_left(rule: str, text: str, reason: str) -> None:
    assert [any(part in one for part in reason.split("|")) for one in reasons(rule, text)] == [True]
    assert rewritten(rule, text) == text
