"""Go, Rust, JVM languages, C and C++, Ruby, PHP, C# and Swift."""

from __future__ import annotations

import pytest

from adrguard.syntax.resolve.c_family import CFamily
from adrguard.syntax.resolve.dotnet import Dotnet
from adrguard.syntax.resolve.golang import Golang
from adrguard.syntax.resolve.jvm import Jvm
from adrguard.syntax.resolve.php import Php
from adrguard.syntax.resolve.repository import EXTERNAL, RESOLVED, UNRESOLVED, Repository
from adrguard.syntax.resolve.ruby import Ruby
from adrguard.syntax.resolve.rust import Rust
from adrguard.syntax.resolve.swift import Swift


def run(resolver, files, source, *args, **kwargs):
    texts = files if isinstance(files, dict) else dict.fromkeys(files, "")
    return resolver(Repository([*texts, source], texts.get)).resolve(source, *args, **kwargs)


def checks(found, expected):
    if expected in (EXTERNAL, UNRESOLVED):
        assert (found.kind, found.files) == (expected, ())
        assert found.why
    else:
        assert (found.kind, list(found.files)) == (RESOLVED, expected.split())


GO = {
    "go.mod": "module example.org/app\n\nreplace example.org/old => ./legacy\n",
    "main.go": "", "internal/db/db.go": "", "internal/db/sql.go": "", "internal/db/db_test.go": "",
    "tools/go.mod": "module example.org/app/tools\n", "tools/gen/gen.go": "", "legacy/x.go": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        pytest.param(
            "example.org/app/internal/db", "internal/db/db.go internal/db/sql.go", id="a package is its files"
        ),
        pytest.param("example.org/app", "main.go", id="the module itself"),
        pytest.param("example.org/app/tools/gen", "tools/gen/gen.go", id="a nested module"),
        pytest.param("example.org/old", "legacy/x.go", id="replaced by a folder"),
        pytest.param("../internal/db", "internal/db/db.go internal/db/sql.go", id="relative"),
        pytest.param("example.org/application", EXTERNAL, id="only the beginning"),
        pytest.param("net/http", EXTERNAL, id="standard library"),
        pytest.param("example.org/app/gone", UNRESOLVED, id="gone"),
    ],
)
def test_go(module, expected):
    checks(run(Golang, GO, "cmd/x.go", module), expected)


RUST = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/app/Cargo.toml": '[package]\nname = "my-app"\n[dependencies]\nstore = { package = "data-store", path = "../store" }\n',
    "crates/app/src/lib.rs": "", "crates/app/src/main.rs": "", "crates/app/src/db.rs": "",
    "crates/app/src/db/models.rs": "", "crates/app/src/api/mod.rs": "", "crates/app/src/api/http.rs": "",
    "crates/app/tests/it.rs": "", "crates/app/src/bin/tool.rs": "",
    "crates/store/Cargo.toml": '[package]\nname = "data-store"\n[lib]\npath = "lib/entry.rs"\n',
    "crates/store/lib/entry.rs": "", "crates/store/lib/disk.rs": "",
    "crates/cli/Cargo.toml": '[package]\nname = "cli"\n', "crates/cli/src/main.rs": "", "crates/cli/src/args.rs": "",
}  # fmt: skip
APP = "crates/app/src/"


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        pytest.param(APP + "api/http.rs", "crate::db::models::User", APP + "db/models.rs", id="crate"),
        pytest.param(APP + "api/http.rs", "crate::db::connect", APP + "db.rs", id="an item of a module"),
        pytest.param(APP + "api/http.rs", "crate::Error", APP + "lib.rs", id="an item of the crate"),
        pytest.param(APP + "api/http.rs", "super::Handler", APP + "api/mod.rs", id="super"),
        pytest.param(APP + "api/http.rs", "super::super::db::X", APP + "db.rs", id="super super"),
        pytest.param(APP + "db.rs", "self::models::User", APP + "db/models.rs", id="self"),
        pytest.param(APP + "db.rs", "models::User", APP + "db/models.rs", id="a child module"),
        pytest.param(APP + "lib.rs", "api::http", APP + "api/http.rs", id="a child of the crate"),
        pytest.param(APP + "main.rs", "my_app::db::X", APP + "db.rs", id="the binary uses its library"),
        pytest.param(
            "crates/app/tests/it.rs", "my_app::api::http::Y", APP + "api/http.rs", id="a test uses the library"
        ),
        pytest.param(APP + "db.rs", "data_store::disk::Disk", "crates/store/lib/disk.rs", id="another crate"),
        pytest.param(APP + "db.rs", "store::Store", "crates/store/lib/entry.rs", id="another crate under another name"),
        pytest.param(
            "crates/cli/src/main.rs", "crate::args::Args", "crates/cli/src/args.rs", id="a crate without a library"
        ),
        pytest.param(APP + "db.rs", "r#crate_x::Y", EXTERNAL, id="raw name"),
        pytest.param(APP + "db.rs", "serde::Serialize", EXTERNAL, id="third party"),
        pytest.param(APP + "db.rs", "std::io", EXTERNAL, id="standard library"),
        pytest.param(APP + "db.rs", "cli::args", UNRESOLVED, id="a crate that is no library"),
        pytest.param(APP + "lib.rs", "super::x", UNRESOLVED, id="above the crate"),
    ],
)
def test_rust(source, path, expected):
    checks(run(Rust, RUST, source, path), expected)


def test_rust_super_in_an_inline_module_means_the_file_itself():
    assert run(Rust, RUST, APP + "db.rs", "super::X", ("tests",)).files == (APP + "db.rs",)


JVM = [
    "core/src/main/java/org/acme/db/Model.java", "core/src/main/java/org/acme/db/Query.java",
    "core/src/main/java/util/Odd.java", "app/src/main/kotlin/org/acme/app/Helpers.kt",
    "web/src/main/scala/org/acme/web/Routes.scala", "app/src/main/java/org/acme/db/Model.java",
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        pytest.param("core/src/x/X.java", "org.acme.db.Query", JVM[1], id="class"),
        pytest.param("core/src/x/X.java", "org.acme.db.Model.Inner", JVM[0], id="nested class"),
        pytest.param("core/src/x/X.java", "org.acme.db.Query.run", JVM[1], id="static member"),
        pytest.param("app/src/x/X.kt", "org.acme.db.Model", JVM[5], id="the nearest of two"),
        pytest.param("core/src/x/X.kt", "org.acme.app.helper", JVM[3], id="a function of Kotlin"),
        pytest.param("core/src/x/X.scala", "org.acme.web._", JVM[4], id="all of a package"),
        pytest.param("core/src/x/X.scala", "org.acme.web.Other.member", JVM[4], id="an object in another file"),
        pytest.param("core/src/x/X.scala", "org.acme.web.Other._", JVM[4], id="all of an object in another file"),
        pytest.param("core/src/x/X.scala", "org.acme.web.gone._", UNRESOLVED, id="all of a package that is gone"),
        pytest.param("core/src/x/X.java", "java.util.List", EXTERNAL, id="the platform"),
        pytest.param("core/src/x/X.java", "org.junit.Test", EXTERNAL, id="third party"),
        pytest.param("core/src/x/X.java", "org.acme.db.Gone", UNRESOLVED, id="gone"),
    ],
)
def test_jvm(source, name, expected):
    checks(run(Jvm, JVM, source, name), expected)


C = ["src/a/x.h", "src/b/x.h", "include/proj/api.h", "include/x.h", "src/util.h", "compat/string.h", "src/a/own.h"]


@pytest.mark.parametrize(
    ("header", "angled", "expected"),
    [
        pytest.param("own.h", False, "src/a/own.h", id="beside"),
        pytest.param("../b/x.h", False, "src/b/x.h", id="relative"),
        pytest.param("proj/api.h", False, "include/proj/api.h", id="from the include folder"),
        pytest.param("proj/api.h", True, "include/proj/api.h", id="in angle brackets"),
        pytest.param("util.h", False, "src/util.h", id="from src"),
        pytest.param("string.h", True, EXTERNAL, id="the system's, whatever lies about"),
        pytest.param("vector", True, EXTERNAL, id="the standard library's"),
        pytest.param("gone.h", False, UNRESOLVED, id="gone"),
        pytest.param("gone/x.h", False, UNRESOLVED, id="gone, with a folder"),
    ],
)
def test_c(header, angled, expected):
    checks(run(CFamily, C, "src/a/main.c", header, angled=angled), expected)


RB = ["lib/acme.rb", "lib/acme/db.rb", "app/models/user.rb", "spec/helper.rb", "engines/x/lib/x/y.rb", "tasks.rb"]


@pytest.mark.parametrize(
    ("feature", "relative", "expected"),
    [
        pytest.param("db", True, "lib/acme/db.rb", id="relative"),
        pytest.param("../acme", True, "lib/acme.rb", id="relative, above"),
        pytest.param("acme/db", False, "lib/acme/db.rb", id="from lib"),
        pytest.param("x/y", False, "engines/x/lib/x/y.rb", id="from the lib of an engine"),
        pytest.param("user", False, "app/models/user.rb", id="from app"),
        pytest.param("tasks.rb", False, "tasks.rb", id="from the root"),
        pytest.param("json", False, EXTERNAL, id="a gem"),
        pytest.param("gone", True, UNRESOLVED, id="gone"),
    ],
)
def test_ruby(feature, relative, expected):
    checks(run(Ruby, RB, "lib/acme/api.rb", feature, relative=relative), expected)


PHP = {
    "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/", "App\\\\Api\\\\": ["api/", "api2"]}, "psr-0": {"Old_": "legacy"}}}',
    "src/Db/Model.php": "", "api2/Users.php": "", "other/Thing/Part.php": "", "inc/x.php": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("App\\Db\\Model", "src/Db/Model.php", id="PSR-4"),
        pytest.param("\\App\\Db\\Model", "src/Db/Model.php", id="leading backslash"),
        pytest.param("App\\Api\\Users", "api2/Users.php", id="the longest prefix, second folder"),
        pytest.param("Firm\\Thing\\Part", "other/Thing/Part.php", id="by folders"),
        pytest.param("../inc/x.php", "inc/x.php", id="required file"),
        pytest.param("/inc/x.php", "inc/x.php", id="required from the root"),
        pytest.param("Symfony\\Component\\Yaml", EXTERNAL, id="third party"),
        pytest.param("Exception", EXTERNAL, id="global"),
        pytest.param("App\\Gone", UNRESOLVED, id="gone"),
        pytest.param("gone.php", UNRESOLVED, id="required, gone"),
    ],
)
def test_php(name, expected):
    checks(run(Php, PHP, "src/Start.php", name), expected)


CS = {
    "src/Shop/Acme.Shop.csproj": "", "src/Shop/Db/Model.cs": "", "src/Shop/Db/Query.cs": "", "src/Shop/Start.cs": "",
    "src/Named/x.csproj": "<Project><PropertyGroup><RootNamespace>Acme.Other</RootNamespace></PropertyGroup></Project>",
    "src/Named/Sub/A.cs": "", "lib/Tools/Text/T.cs": "",
    "src/Odd/Odd.csproj": "<AssemblyName>Acme.Odd</AssemblyName><RootNamespace>$(AssemblyName)</RootNamespace>",
    "src/Odd/Chat/Talk.cs": "namespace Acme.Odd.Talking;", "src/Odd/Chat/Say.cs": "namespace Acme.Odd.Talking\n{\n}\n",
    "src/Odd/Core/Run.cs": "// namespace Acme.Odd.Gone", "a/App/App.csproj": "", "a/App/Logic/A.cs": "",
    "src/Shop/App/App.csproj": "", "src/Shop/App/Logic/B.cs": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("namespace", "expected"),
    [
        pytest.param("Acme.Shop.Db", "src/Shop/Db/Model.cs src/Shop/Db/Query.cs", id="folder below the project"),
        pytest.param("Acme.Shop", "src/Shop/Start.cs", id="the project"),
        pytest.param("Acme.Shop.Db.Model", "src/Shop/Db/Model.cs", id="a type"),
        pytest.param("Acme.Other.Sub", "src/Named/Sub/A.cs", id="RootNamespace"),
        pytest.param("Firm.Tools.Text", "lib/Tools/Text/T.cs", id="by folders"),
        pytest.param("Acme.Odd.Core", "src/Odd/Core/Run.cs", id="AssemblyName"),
        pytest.param("Acme.Odd.Talking", "src/Odd/Chat/Say.cs src/Odd/Chat/Talk.cs", id="by what files declare"),
        pytest.param("Acme.Odd.Talking.Talk", "src/Odd/Chat/Talk.cs", id="a type, by what files declare"),
        pytest.param("Acme.Odd.Gone", UNRESOLVED, id="declared in a comment"),
        pytest.param("App.Logic", "src/Shop/App/Logic/B.cs", id="of two projects of one name the nearest"),
        pytest.param("System.Text", EXTERNAL, id="the platform"),
        pytest.param("Xunit", EXTERNAL, id="third party"),
        pytest.param("Acme.Shop.Gone", UNRESOLVED, id="gone"),
    ],
)
def test_csharp(namespace, expected):
    checks(run(Dotnet, CS, "src/Shop/Start.cs", namespace), expected)


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        pytest.param("Core", "Sources/Core/Db/B.swift Sources/Core/A.swift", id="module"),
        pytest.param("Foundation", EXTERNAL, id="the platform"),
    ],
)
def test_swift(module, expected):
    found = run(Swift, ["Sources/Core/A.swift", "Sources/Core/Db/B.swift"], "Sources/App/main.swift", module)
    if found.files:
        assert set(found.files) == set(expected.split())
    else:
        checks(found, expected)
