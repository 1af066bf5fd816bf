"""pom.xml, Gradle's build scripts and its version catalog."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.read import declared


def dependency(artifact, version="", group="g"):
    inner = f"<version>{version}</version>" if version else ""
    return f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>{inner}</dependency>"


def pom(body, head=""):
    return f'<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0">{head}{body}</project>'


PARENT = pom(
    "<properties><log.version>2.14</log.version></properties><dependencyManagement><dependencies>"
    + dependency("managed", "${log.version}")
    + "</dependencies></dependencyManagement>",
    "<artifactId>top</artifactId><version>7</version>",
)
CHILD = "<parent><groupId>g</groupId><artifactId>top</artifactId><version>7</version></parent>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(pom("<dependencies>" + dependency("a", "1.0") + "</dependencies>"), ["g:a 1.0"], id="dependency"),
        pytest.param(pom("<dependencyManagement><dependencies>" + dependency("a", "1") + "</dependencies></dependencyManagement>"), ["g:a 1"], id="management"),
        pytest.param(
            pom("<properties><v>2</v><w>${v}.1</w></properties><dependencies>" + dependency("a", "${w}") + "</dependencies>"), ["g:a 2.1"], id="properties of properties"
        ),
        pytest.param(pom("<dependencies>" + dependency("a", "${project.version}") + "</dependencies>", "<version>3</version>"), ["g:a 3"], id="own version"),
        pytest.param(pom("<properties><v>${v}</v></properties><dependencies>" + dependency("a", "${v}") + "</dependencies>"), ["g:a ?"], id="a property of itself"),
        pytest.param(pom("<dependencies>" + dependency("a", "${unknown}") + dependency("b") + "</dependencies>"), ["g:a ?", "g:b ?"], id="unknown versions"),
        pytest.param(
            pom("<dependencyManagement><dependencies>" + dependency("a", "1") + "</dependencies></dependencyManagement><dependencies>" + dependency("a") + "</dependencies>"),
            ["g:a 1", "g:a 1"],
            id="managed in the same file",
        ),
        pytest.param(pom("<profiles><profile><dependencies>" + dependency("a", "1") + "</dependencies></profile></profiles>"), ["g:a 1"], id="profile"),
        pytest.param(pom("<build><plugins><plugin><artifactId>p</artifactId><version>1</version></plugin></plugins></build>"), ["org.apache.maven.plugins:p 1"], id="plugin"),
        pytest.param(pom("", CHILD), ["g:top 7"], id="parent"),
        pytest.param(pom("<!-- <dependencies>" + dependency("a", "1") + "</dependencies> -->"), [], id="comment"),
        pytest.param(
            pom("<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version><exclusions><exclusion><groupId>x</groupId>"
                "<artifactId>y</artifactId></exclusion></exclusions></dependency></dependencies>"),
            ["g:a 1"],
            id="an exclusion is no dependency",
        ),
    ],
)  # fmt: skip
def test_pom(entries, text, expected):
    assert entries("pom.xml", text) == expected


def test_what_a_parent_pom_manages_is_filled_in(entries):
    text = pom("<dependencies>" + dependency("managed") + dependency("b", "${log.version}") + "</dependencies>", CHILD)
    assert entries("mod/pom.xml", text, files={"pom.xml": PARENT}) == ["g:top 7", "g:managed 2.14", "g:b 2.14"]
    assert entries("mod/pom.xml", text) == ["g:top 7", "g:managed ?", "g:b ?"]


def test_a_pom_entry_is_reported_at_its_version_or_its_artifact(places):
    text = pom("<dependencies>\n" + dependency("ä", "1.0") + "\n" + dependency("b") + "</dependencies>")
    assert places("pom.xml", text) == ["1.0", "b"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<project><dependencies></project>", id="not closed"),
        pytest.param('<!DOCTYPE p [<!ENTITY a "b">]><project>&a;</project>', id="entities"),
        pytest.param("<a>" * 300 + "</a>" * 300, id="hostile nesting"),
        pytest.param("", id="empty"),
    ],
)
def test_malformed_xml_is_refused(text):
    with pytest.raises(ManifestProblem):
        declared(Manifest("pom.xml", text))


CATALOG = """
[versions]
log4j = "2.14.0"
rich = { strictly = "[1,2[", prefer = "1.5" }
[libraries]
log4j-core = { module = "org.apache.logging.log4j:log4j-core", version.ref = "log4j" }
log4j-api = { group = "org.apache.logging.log4j", name = "log4j-api", version = "2.20" }
short = "g.h:a:1.0"
bom = { module = "g.h:b" }
ranged = { module = "g.h:c", version.ref = "rich" }
lost = { module = "g.h:d", version.ref = "none" }
[bundles]
logging = ["log4j-core", "log4j-api"]
[plugins]
boot = { id = "org.springframework.boot", version = "2.7" }
"""


def test_version_catalog(entries):
    assert entries("gradle/libs.versions.toml", CATALOG) == [
        "org.apache.logging.log4j:log4j-core 2.14.0",
        "org.apache.logging.log4j:log4j-api 2.20",
        "g.h:a 1.0",
        "g.h:b ?",
        "g.h:c [1,2[",
        "g.h:d ?",
        "org.springframework.boot 2.7",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "dependencies {\n  implementation 'g:a:1.0'\n  testImplementation \"h:b:2\"\n}",
            ["g:a 1.0", "h:b 2"],
            id="string notation",
        ),
        pytest.param(
            'dependencies {\n  implementation("g:a:1.0")\n  api(platform("h:bom:2"))\n}',
            ["g:a 1.0", "h:bom 2"],
            id="Kotlin",
        ),
        pytest.param(
            "dependencies {\n  implementation group: 'g', name: 'a', version: '1.0'\n}", ["g:a 1.0"], id="map notation"
        ),
        pytest.param(
            'dependencies {\n  implementation(group = "g", name = "a", version = "1.0")\n}',
            ["g:a 1.0"],
            id="named arguments",
        ),
        pytest.param(
            "dependencies {\n  implementation 'g:a:1.0:sources@jar', 'g:b'\n}",
            ["g:a 1.0", "g:b ?"],
            id="classifier, no version",
        ),
        pytest.param(
            "def v = '1.2'\ndependencies {\n  implementation \"g:a:$v\"\n  implementation \"g:b:${v}\"\n  implementation 'g:c:' + v\n}",
            ["g:a 1.2", "g:b 1.2", "g:c 1.2"],
            id="variables",
        ),
        pytest.param(
            "ext { versions = [log: '2.1'] }\ndependencies { implementation \"g:a:${versions.log}\" }",
            ["g:a 2.1"],
            id="a map of versions",
        ),
        pytest.param(
            'val v by extra("1")\ndependencies { implementation("g:a:$unknown") }', ["g:a ?"], id="unknown variable"
        ),
        pytest.param(
            "ext.libs = [log: 'org.x:log:1.0', odd: 'no:way:1']\n",
            ["org.x:log 1.0"],
            id="outside dependencies only with a dotted group",
        ),
        pytest.param(
            "// implementation 'g.h:a:1'\n/* 'g.h:b:1' */\ndependencies { implementation 'g:c:1' // 'g:d:1'\n}",
            ["g:c 1"],
            id="comments",
        ),
        pytest.param("dependencies { implementation project(':core:api') }", [], id="projects"),
        pytest.param(
            "dependencies { implementation('g:a:1') { exclude group: 'x', module: 'y' } }",
            ["g:a 1"],
            id="an exclusion is no dependency",
        ),
        pytest.param(
            'dependencies { implementation("g:a") { version { strictly("[1.7, 1.8["); prefer("1.7.25") } } }',
            ["g:a [1.7, 1.8["],
            id="rich versions",
        ),
        pytest.param("dependencies { implementation 'g:a:1.2!!' }", ["g:a 1.2"], id="strict version"),
        pytest.param(
            'plugins {\n  id \'org.x\' version \'1\'\n  id("org.y")\n  kotlin("jvm") version "1.9"\n}',
            ["org.x 1", "org.y ?", "org.jetbrains.kotlin.jvm 1.9"],
            id="plugins",
        ),
        pytest.param(
            'dependencies { implementation(kotlin("stdlib")) }',
            ["org.jetbrains.kotlin:kotlin-stdlib ?"],
            id="Kotlin's own",
        ),
        pytest.param("buildscript { dependencies { classpath 'g:a:1' } }", ["g:a 1"], id="buildscript"),
        pytest.param(
            "task x { def a = 'it\\'s\n }\ndependencies { implementation 'g:a:1' }",
            ["g:a 1"],
            id="an open string hides no more than its line",
        ),
    ],
)
def test_gradle(entries, text, expected):
    assert entries("build.gradle", text) == expected


def test_gradle_looks_into_properties_and_the_catalog(entries):
    files = {"gradle.properties": "logVersion=2.1\n", "gradle/libs.versions.toml": CATALOG}
    text = (
        "plugins { alias(libs.plugins.boot) }\ndependencies {\n  implementation(libs.log4j.core)\n  implementation libs.bundles.logging\n"
        '  implementation("g:a:$logVersion")\n  implementation(libs.unknown)\n}'
    )
    assert entries("app/build.gradle.kts", text, files=files) == [
        "org.springframework.boot 2.7",
        "org.apache.logging.log4j:log4j-core 2.14.0",
        "org.apache.logging.log4j:log4j-core 2.14.0",
        "org.apache.logging.log4j:log4j-api 2.20",
        "g:a 2.1",
    ]


def test_gradle_places(places):
    text = "dependencies {\n  implementation 'g:a:1.0'\n  api group: 'g', name: 'b', version: '1'\n}"
    assert places("build.gradle", text) == ["'g:a:1.0'", "group: 'g', name: 'b', version: '1'"]
