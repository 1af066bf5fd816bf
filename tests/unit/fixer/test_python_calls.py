import pytest
from fakes.fixing import reasons, rewritten

R = "deny call: `requests.*`\nrewrite: requests.get -> httpx.get, requests.post -> httpx.post"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("import requests\nrequests.get(1)\n", "import httpx\nhttpx.get(1)\n", id="the last use"),
        pytest.param(
            "import requests\nrequests.get(1)\nf = requests.put\n",
            "import requests\nimport httpx\nhttpx.get(1)\nf = requests.put\n",
            id="the old import is still used",
        ),
        pytest.param(
            "import requests\nrequests.get(requests.post(1))\n",
            "import httpx\nhttpx.get(httpx.post(1))\n",
            id="a call within a call",
        ),
        pytest.param("import requests as r\nr.get(1)\n", "import httpx\nhttpx.get(1)\n", id="by another name"),
        pytest.param("from requests import get\nget(1)\n", "from httpx import get\nget(1)\n", id="taken from it"),
        pytest.param(
            "from requests import get as g\ng(1)\n", "from httpx import get\nget(1)\n", id="taken by another name"
        ),
        pytest.param(
            "from requests import get\nget(1)\nmap(get, x)\n",
            "from requests import get\nimport httpx\nhttpx.get(1)\nmap(get, x)\n",
            id="its name is still used for the old",
        ),
        pytest.param(
            "from requests import (\n    get,  # a\n    put,\n)\nget(1)\n",
            "from requests import (\n    put,\n)\nfrom httpx import get\nget(1)\n",
            id="of several over several lines",
        ),
        pytest.param(
            "from requests import (\n    put,\n    get\n)\nget(1)\nput\n",
            "from requests import (\n    put\n)\nfrom httpx import get\nget(1)\nput\n",
            id="the last of several lines",
        ),
        pytest.param(
            "import os, requests\nrequests.get(os)\n", "import os\nimport httpx\nhttpx.get(os)\n", id="of several"
        ),
        pytest.param(
            "import os; import requests; x = 1\nrequests.get(os)\n",
            "import os; import httpx; x = 1\nhttpx.get(os)\n",
            id="several statements on a line",
        ),
        pytest.param(
            "def f():\n    import requests\n    return requests.get(1)\n",
            "def f():\n    import httpx\n    return httpx.get(1)\n",
            id="within a function",
        ),
        pytest.param(
            "if x: import requests\nrequests.get(1)\n",
            "if x: import httpx\nhttpx.get(1)\n",
            id="in a block on one line",
        ),
        pytest.param(
            "import httpx as h\nimport requests\nrequests.get(1)\n",
            "import httpx as h\nh.get(1)\n",
            id="what is needed is there",
        ),
        pytest.param(
            "import requests\ndef f():\n    import httpx\nrequests.get(1)\n",
            "import httpx\ndef f():\n    import httpx\nhttpx.get(1)\n",
            id="it is there, but somewhere else",
        ),
        pytest.param(
            "import requests\nrequests.get(1)\ndef f(requests):\n    requests.get(2)\n",
            "import httpx\nhttpx.get(1)\ndef f(requests):\n    requests.get(2)\n",
            id="a local of the same name",
        ),
        pytest.param(
            'import requests\nrequests.get(1)\n__all__ = ["requests"]\n',
            'import requests\nimport httpx\nhttpx.get(1)\n__all__ = ["requests"]\n',
            id="the old name is exported",
        ),
        pytest.param(
            "import requests as requests\nrequests.get(1)\n",
            "import requests as requests\nimport httpx\nhttpx.get(1)\n",
            id="the old name is handed on",
        ),
        pytest.param(
            "import requests\nx: 'requests.Session' = requests.get(1)\n",
            "import requests\nimport httpx\nx: 'requests.Session' = httpx.get(1)\n",
            id="the old name is used in a text that is a type",
        ),
        pytest.param(
            "import requests.adapters\nrequests.get(1)\n",
            "import httpx\nhttpx.get(1)\n",
            id="a module of it is imported",
        ),
        pytest.param("import requests\n(requests\n .get)(1)\n", "import httpx\n(httpx.get)(1)\n", id="over two lines"),
        pytest.param(
            "import requests\r\nrequests.get(1)\r\nrequests.x\r\n",
            "import requests\r\nimport httpx\r\nhttpx.get(1)\r\nrequests.x\r\n",
            id="CRLF",
        ),
        pytest.param(
            "import requests\n\u00e4 = requests.get('\u20ac\U0001f600'); requests.post(1)",
            "import httpx\n\u00e4 = httpx.get('\u20ac\U0001f600'); httpx.post(1)",
            id="no ASCII, no end",
        ),
        pytest.param(
            "class A:\n    import requests\n    x = requests.get(1)\n",
            "class A:\n    import httpx\n    x = httpx.get(1)\n",
            id="within a class",
        ),
        pytest.param(
            "get = __import__('requests').get\nget(1)\n",
            "import httpx\n\nget = __import__('requests').get\nhttpx.get(1)\n",
            id="no import to go by",
        ),
    ],
)
def test_a_call_is_renamed_with_its_imports(before: str, after: str) -> None:
    assert rewritten(R, before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            '"""Doc."""\n\nx = eval(y)\n',
            '"""Doc."""\n\nimport ast\n\nx = ast.literal_eval(y)\n',
            id="below the docstring",
        ),
        pytest.param(
            "#!/bin/python\n# Licence\n\n# f\ndef f():\n    eval(1)\n",
            "#!/bin/python\n# Licence\n\nimport ast\n\n# f\ndef f():\n    ast.literal_eval(1)\n",
            id="above a comment",
        ),
        pytest.param(
            '"""D."""\nfrom __future__ import annotations\neval(1)\n',
            '"""D."""\nfrom __future__ import annotations\nimport ast\nast.literal_eval(1)\n',
            id="below the future",
        ),
        pytest.param(
            "import os\nif os:\n    import x\neval(1)",
            "import os\nimport ast\nif os:\n    import x\nast.literal_eval(1)",
            id="below the others",
        ),
        pytest.param(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ast\neval(1)\n",
            "from typing import TYPE_CHECKING\nimport ast\nif TYPE_CHECKING:\n    import ast\nast.literal_eval(1)\n",
            id="types only",
        ),
    ],
)
def test_where_an_import_goes_that_has_no_old_one_beside_it(before: str, after: str) -> None:
    assert rewritten("deny call: `eval`\nrewrite: eval -> ast.literal_eval", before) == after


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        pytest.param(
            "deny call: `datetime.datetime.utcnow`\nrewrite: datetime.datetime.utcnow -> datetime.datetime.now",
            "from datetime import datetime\ndatetime.utcnow()\n",
            "from datetime import datetime\ndatetime.now()\n",
            id="a method of a class that is imported",
        ),
        pytest.param(
            "deny call: `a.f`\nrewrite: a.f -> b.Thing.f",
            "import a\na.f()\n",
            "import b\nb.Thing.f()\n",
            id="a method, told by the capital",
        ),
        pytest.param(
            "deny call: `a.f`\nrewrite: a.f -> b:thing.f",
            "import a\na.f()\n",
            "import b\nb.thing.f()\n",
            id="a method, told by the colon",
        ),
        pytest.param(
            "deny call: `a.*`\nrewrite: a.* -> b.c.*",
            "import a\na.x.y()\n",
            "import b.c\nb.c.x.y()\n",
            id="all of a module",
        ),
        pytest.param(
            "deny call: `log.say`\nrewrite: log.say -> print", "import log\nlog.say()\n", "print()\n", id="to a builtin"
        ),
        pytest.param(
            "deny call: `app.old.f`\nrewrite: app.old.f -> app.new.f",
            "from .old import f\nf()\n",
            "from app.new import f\nf()\n",
            id="a relative import",
        ),
    ],
)
def test_what_the_new_name_is_made_of(rule: str, before: str, after: str) -> None:
    assert rewritten(rule, before, "app/a.py") == after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("import requests\nrequests.put(1)\n", "does not say what to call", id="the rewrite says nothing"),
        pytest.param(
            "try:\n    import requests\nexcept ImportError:\n    requests = None\nrequests.get(1)\n",
            "several things",
            id="an alternative",
        ),
        pytest.param(
            "import requests\nhttpx = 3\nrequests.get(1)\n", "'httpx' means something else", id="the new name is taken"
        ),
        pytest.param(
            "import requests\ndef f(httpx):\n    return requests.get(1)\n",
            "'httpx' means something else",
            id="taken by an argument",
        ),
        pytest.param("import requests\n(requests or x).get(1)\n", "an expression", id="no plain name"),
    ],
)
def test_what_is_left(text: str, reason: str) -> None:
    assert [reason in one for one in reasons(R, text)] == [True]
    assert rewritten(R, text) == text


def test_an_init_file_keeps_what_others_may_take_from_it() -> None:
    text = "import requests\nrequests.get(1)\n"
    assert rewritten(R, text, "pkg/__init__.py") == "import requests\nimport httpx\nhttpx.get(1)\n"
