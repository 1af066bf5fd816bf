from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.php_tags import php_alone


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("<?php f();\n", "<?php f();", id="PHP alone is left as it is"),
        pytest.param("<?php f(); ?>\n", "<?php f(); ?>", id="with a closing tag at the end"),
        pytest.param("f();\n", "f();", id="a piece without tags"),
        pytest.param("<p>a</p><?php f(); ?><p>b</p>", "f(); ;", id="HTML around"),
        pytest.param("<?= f() ?> text", "f() ;", id="a short echo"),
        pytest.param("<?php f('?>'); ?> text", "f('?>'); ;", id="a tag in a string ends nothing"),
        pytest.param('<?php f("\\"?>"); ?> text', 'f("\\"?>"); ;', id="nor after an escaped quote"),
        pytest.param("<?php /* ?> */ f(); ?> text", "/* ?> */ f(); ;", id="nor in a block comment"),
        pytest.param("<?php # it's ?> text <?php f(); ?> x", "# it's ; f(); ;", id="but in a line comment it does"),
        pytest.param("<?php $a = <<<E\n?>\nE;\nf(); ?> x", "$a = <<<E ?> E; f(); ;", id="nor in a heredoc"),
        pytest.param("<?php if (a): ?> x <?php endif ?> y", "if (a): ; endif ;", id="HTML between"),
        pytest.param("<?xml version='1.0'?>\n<?php f(); ?> y", "f(); ;", id="an XML declaration is HTML"),
    ],
)
def test_only_php_is_left(text, code):
    seen = php_alone(text)
    assert len(seen) == len(text)
    assert " ".join(seen.split()) == code


@given(st.text(alphabet="<?php=>'\"\n/*#E; ", max_size=80))
def test_no_offset_moves(text):
    seen = php_alone(text)
    assert len(seen) == len(text)
    assert all(new in (old, " ", ";", "\n") for old, new in zip(text, seen, strict=True))
