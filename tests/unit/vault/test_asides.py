import pytest

from adrguard.vault import asides


@pytest.mark.parametrize(
    "path", ["a/README.md", "index.md", "_index.md", "0000-index.md", "TOC.markdown", "Summary.md"]
)
def test_indexes(path: str) -> None:
    assert asides.is_index(path)
    assert not asides.is_template(path)
    assert asides.is_index_or_template(path)


@pytest.mark.parametrize(
    "path",
    [
        *("template.md", "Template.MD", "adr-template.md", "0000-adr-template.md", "adr000-template.md"),
        *("NNNN-template.md", "adr-template-minimal.md", "templates/0001-x.md", "_templates/log.md"),
        *("vault/Templates/Daily.md", "0000-adr-template-de.md", "0000-adr-vorlage.md", "001-proposal-template.md"),
        *("0000-modele-adr.md", "plantilla.md"),
    ],
)
def test_templates(path: str) -> None:
    assert asides.is_template(path)
    assert asides.is_index_or_template(path)


@pytest.mark.parametrize(
    "path",
    [
        "0015-use-template-engine.md",
        "0003-index-the-tables.md",
        "0001-readme-first.md",
        "templated/a.md",
        "0004-modelo.md",
    ],
)
def test_notes_about_such_things_are_notes(path: str) -> None:
    assert not asides.is_index_or_template(path)
