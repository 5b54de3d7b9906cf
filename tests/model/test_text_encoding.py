"""Transliteration of characters that an encoding lacks."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.places import ROOT
from treesolve.model.text_encoding import TRANSLITERATE

ENCODINGS = ("ascii", "latin-1", "cp1252", "cp437", "cp850", "cp932", "utf-8")


def transliterate(text: str, encoding: str) -> str:
    """Return the text that a stream with an encoding prints."""
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
    """Lines are drawn in ASCII, symbols become words, umlauts two letters, and all other characters escapes."""
    assert transliterate(text, encoding) == expected


@given(st.text(), st.sampled_from(ENCODINGS))
@examples(300)
def test_transliterated_text_can_be_encoded(text: str, encoding: str):
    """Transliteration is idempotent, keeps encodable characters and adds no question marks."""
    found = transliterate(text, encoding)

    assert found.encode(encoding).decode(encoding) == found
    assert transliterate(found, encoding) == found
    assert "?" not in found or "?" in normalize("NFKD", text)
    assert text.encode(encoding, "ignore").decode(encoding) != text or found == text


def test_all_characters_of_templates_have_a_spelling():
    """No character of a sentence or text page is printed as an escape."""
    pages = [*ROOT.glob("templates/??/*.jinja"), *ROOT.glob("templates/pages/*.txt.jinja")]
    found = {character for page in pages for character in page.read_text("utf-8")}

    assert not [character for character in found if "\\u" in transliterate(character, "ascii")]
