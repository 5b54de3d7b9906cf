"""Markup is taken out of an answer, whatever the sign it begins with, and every character keeps its place."""

import pytest

from treesolve.answers.plain_text import plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\tA = 5", " A = 5"),
        ("```\nA", "   \nA"),
        ("~~~ x", "     "),
        ("|:--|--|\n| A | 5 |", "        \n| A | 5 |"),
        ("> A = 5", "  A = 5"),
        ('pruned, "L4"', "pruned: L4  "),
        ("\\textbf{A} = 5", "        A  = 5"),
        ("A: 5 // B: 5 // C: 2", "A: 5  ; B: 5  ; C: 2"),
        ("A = 5 [by MIN]", "A = 5 (by MIN)"),
        ("values -> A=5; best => B", "values:   A=5; best:   B"),
        ("values → A=5", "values:  A=5"),
        ("values ⇒ A=5", "values:  A=5"),
        ("A = \\frac{1}{2}", "A =         1/2"),
        ("\\begin{tabular} A & 5 \\end{tabular}", "                A | 5              "),
        ("|-- A = 5", "    A = 5"),
        ("+- A = 5", "   A = 5"),
        ("`-- A = 5", "    A = 5"),
        ("\\- A", "   A"),
        ("A = 5 :)", "A = 5   "),
        ("A ✂", "A  "),
        ("├─ A", "   A"),
        ("\\begin{align*} A = 5", "               A = 5"),
        ("A &= 5", "A  = 5"),
        ("pruned: set([L4])", "pruned:    ([L4])"),
        ("pruned: list[L4]", "pruned:     [L4]"),
        ("A = 5 ✓", "A = 5  "),
        ("A = 5 ☑", "A = 5  "),
        ("# Pruned", "  Pruned"),
        ("A <- 5", "A  ← 5"),
        ('"values": A', " values : A"),
        ("pruned: 'L4'", "pruned:  L4 "),
        ("A = 5 # five", "A = 5       "),
        ("5# five", "5      "),
        ("A = 5 // five", "A = 5        "),
        ("A<br>B", "A\n   B"),
        ("L_{4}", "L__4_"),
        ("A \\le 5", "A   ≤ 5"),
        ("<b>A</b>", "   A    "),
        ("A&nbsp;B", "A      B"),
        ("**A**", "  A  "),
        ("__A__", "  A  "),
        ("`A`", " A "),
        ("$A$", " A "),
        ("*A*", " A "),
    ],
)
def test_markup_becomes_blanks_or_what_it_stands_for(text: str, expected: str):
    """One sign at a time: each is enough for its markup to be looked for."""
    assert plain(text)[0] == expected


@pytest.mark.parametrize("text", ["A = 5 # five", "A = 5 // five"])
def test_comments_are_told_with_their_places(text: str):
    """They are no markup alone: what they say is held against the answer."""
    assert {text[slice(*place)]: said for place, said in plain(text)[1].items()} == {text[6:]: text[6:]}
