"""Any text prints literally in every page format."""

import pytest

from treesolve.drawing.escaping import ESCAPES, escape_latex, quote_typst_string


@pytest.mark.parametrize("suffix", [suffix for suffix in ESCAPES if suffix != "txt"])
@pytest.mark.parametrize(
    "hostile", [r"\input{x}", '#read("x")', "<script>", "a_b*c*", "$x$", "% &", "1. x", "//", "`x`"]
)
def test_special_characters_are_escaped(suffix: str, hostile: str):
    """Special characters of the format are escaped."""
    marks = {"md": "<*`", "html": "<", "svg": "<", "tex": "#%", "typ": "#$<"}[suffix]
    escaped = ESCAPES[suffix](hostile)

    for mark in marks:
        before = escaped.split(mark)[:-1]
        assert all(part.endswith("\\") for part in before), escaped


def test_latex_replaces_missing_characters_by_their_code():
    """The program pdfLaTeX stops at characters missing from its fonts."""
    assert escape_latex("a王") == r"a\anycharacter{738B}"


def test_strings_of_typst_are_escaped():
    """Quotation marks and backslashes are escaped."""
    assert quote_typst_string('\\" + read("x") + "') == '"\\\\\\" + read(\\"x\\") + \\""'
