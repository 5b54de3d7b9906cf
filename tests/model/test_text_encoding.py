"""What an encoding cannot carry is spelt, and nothing of it is lost."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.places import ROOT
from treesolve.model.text_encoding import TRANSLITERATE

ENCODINGS = ("ascii", "latin-1", "cp1252", "cp437", "cp850", "cp932", "utf-8")


def transliterate(text: str, encoding: str) -> str:
    """What a stream with an encoding prints of a text."""
    return text.encode(encoding, TRANSLITERATE).decode(encoding)


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("┌─┴╌╳ │", "cp1252", "+-+-x |"),
        ("┌─┴╌╳ │", "cp437", "┌─┴-x │"),
        ("α ≤ β, [−∞, ∞]", "latin-1", "alpha <= beta, [-inf, inf]"),
        ("„Blätter“ – Größe …", "cp1252", "„Blätter“ – Größe …"),
        ("„Blätter“ – Größe …", "latin-1", '"Blätter" - Größe ...'),
        ("ÄÖÜ äöü ß ẞ", "ascii", "AeOeUe aeoeue ss SS"),
        ("Ångström, café, Łódź, İ", "ascii", "Angstroem, cafe, Lodz, I"),
        ("10⁴⁵, 10³, x²", "latin-1", "10^45, 10³, x²"),
        ("½", "ascii", "1/2"),
        ("C = 王 😀", "ascii", r"C = \u738b \U0001f600"),
        ("is it so?", "ascii", "is it so?"),
    ],
)
def test_spellings(text: str, encoding: str, expected: str):
    """Lines are drawn in ASCII, symbols are words, umlauts two letters; all the rest has its number."""
    assert transliterate(text, encoding) == expected


@given(st.text(), st.sampled_from(ENCODINGS))
@examples(300)
def test_what_is_spelt_is_carried(text: str, encoding: str):
    """Whatever it is, and once is enough; what is carried stays, and no question mark is added."""
    found = transliterate(text, encoding)

    assert found.encode(encoding).decode(encoding) == found
    assert transliterate(found, encoding) == found
    assert "?" not in found or "?" in normalize("NFKD", text)
    assert text.encode(encoding, "ignore").decode(encoding) != text or found == text


def test_whatever_sentences_need_has_a_spelling():
    """No word of a language and no page of text is told by the numbers of its characters."""
    pages = [*ROOT.glob("templates/??/*.jinja"), *ROOT.glob("templates/pages/*.txt.jinja")]
    found = {character for page in pages for character in page.read_text("utf-8")}

    assert not [character for character in found if "\\u" in transliterate(character, "ascii")]
