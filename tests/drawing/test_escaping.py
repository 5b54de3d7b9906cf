"""Text prints as itself in every form of page."""

import pytest

from treesolve.drawing.escaping import ESCAPES, escape_latex, quote_typst_string


@pytest.mark.parametrize("suffix", [suffix for suffix in ESCAPES if suffix != "txt"])
@pytest.mark.parametrize(
    "hostile", [r"\input{x}", '#read("x")', "<script>", "a_b*c*", "$x$", "% &", "1. x", "//", "`x`"]
)
def test_no_mark_of_a_form_survives(suffix: str, hostile: str):
    """Whatever a form would obey is written another way."""
    marks = {"md": "<*`", "html": "<", "svg": "<", "tex": "#%", "typ": "#$<"}[suffix]
    written = ESCAPES[suffix](hostile)

    for mark in marks:
        before = written.split(mark)[:-1]
        assert all(piece.endswith("\\") for piece in before), written


def test_latex_writes_what_its_fonts_lack_as_a_code():
    """For pdfLaTeX stops at such a character."""
    assert escape_latex("a王") == r"a\anycharacter{738B}"


def test_a_string_of_typst_cannot_be_left():
    """Neither by a quotation mark nor by a backslash."""
    assert quote_typst_string('\\" + read("x") + "') == '"\\\\\\" + read(\\"x\\") + \\""'
