"""Estimated text widths."""

from fractions import Fraction

from treesolve.drawing.shape import text_width


def test_a_width_is_the_same_on_every_python():
    """The sum must be exact: `sum` rounds floats differently since Python 3.12."""
    for count in range(1, 60):
        text = ("heads 1/4: Wagen → ½ " * 3)[:count]
        exact = sum(Fraction(text_width(character, 1)) for character in text)

        assert text_width(text, 10) == 10 * float(exact), text
