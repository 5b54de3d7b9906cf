"""The glossary says what the modules say, and every word has one home."""

from collections import Counter

from tests.glossary import HOMES, PAGE, entries, glossary


def test_the_page_says_what_the_modules_say():
    """Else `python -m tests.glossary --update` writes it anew."""
    assert PAGE.read_text("utf-8") == glossary(list(entries()))


def test_every_word_has_one_home():
    """A word that two modules explain has a home, and each of them a meaning of its own."""
    found = list(entries())
    counts = Counter(entry.word for entry in found)

    assert {word for word, count in counts.items() if count > 1} == set(HOMES)
    assert {(word, home) for word, home in HOMES.items()} <= {(entry.word, entry.module) for entry in found}
    assert not [key for key, count in Counter((entry.word, entry.meaning) for entry in found).items() if count > 1]
