import pytest
from fakes.fixing import reasons, rewritten


@pytest.mark.parametrize(
    ("rule", "path", "before", "after"),
    [
        pytest.param(
            "deny import: `lodash`\nrewrite: `lodash` -> `lodash-es`",
            "a.ts",
            "import _, {map} from 'lodash';\nconst x = require(\"lodash/fp\");\n",
            "import _, {map} from 'lodash-es';\nconst x = require(\"lodash-es/fp\");\n",
            id="typescript",
        ),
        pytest.param(
            "deny import: `github.com/pkg/errors`\nrewrite: `github.com/pkg/errors` -> `errors`",
            "a.go",
            'package a\nimport "github.com/pkg/errors"\n',
            'package a\nimport "errors"\n',
            id="go, the same last part",
        ),
        pytest.param(
            "deny import: `javax.inject`\nrewrite: `javax.inject` -> `jakarta.inject`",
            "A.java",
            "import javax.inject.Inject;\n",
            "import jakarta.inject.Inject;\n",
            id="java",
        ),
        pytest.param(
            "deny import: `stdio.h`\nrewrite: `stdio.h` -> `cstdio`",
            "a.cc",
            "#include <stdio.h>\n",
            "#include <cstdio>\n",
            id="c++",
        ),
        pytest.param(
            "deny import: `failure`\nrewrite: failure -> anyhow",
            "a.rs",
            "use failure::Error;\n",
            "use anyhow::Error;\n",
            id="rust",
        ),
    ],
)
def test_another_module_under_the_same_names(rule: str, path: str, before: str, after: str) -> None:
    assert rewritten(rule, before, path) == after


def test_an_import_whose_name_would_change_is_left() -> None:
    rule = "deny import: `io/ioutil`\nrewrite: `io/ioutil` -> `os`"
    assert ["by another name" in one for one in reasons(rule, 'package a\nimport "io/ioutil"\n', "a.go")] == [True]


def test_calls_of_other_languages_are_left() -> None:
    rule = "deny call: `lodash.get`\nrewrite: lodash.get -> lodash.at"
    assert reasons(rule, "import _ from 'lodash'; _.get(1);\n", "a.js") == ["calls are rewritten in Python only"]
