"""How wide texts are taken to be."""

from fractions import Fraction

from treesolve.drawing.shape import text_width


def test_a_width_is_the_same_on_every_python():
    """It is that of all characters exactly: `sum` adds fractions up otherwise from Python 3.12 on."""
    for count in range(1, 60):
        text = ("heads 1/4: Wagen → ½ " * 3)[:count]
        exact = sum(Fraction(text_width(character, 1)) for character in text)

        assert text_width(text, 10) == 10 * float(exact), text
