"""The words that an expression needs: none is found in a text without them, and a text without them is not searched."""

import re

import pytest

from tests.answers.test_right_sentences import sentences as sentences_in_file
from treesolve.answers.answer_words import doubt_words, possible_doubts, possible_sentences, sentences, words_of_answers
from treesolve.answers.needed_words import WordIndex, needed_words


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("cut off", {"cut"}),
        ("leaves?", {"leave"}),
        ("(?:pruned)? x", {"x"}),
        ("(?:pruned){0,2}", set()),
        ("(?:pruned){1,2}", {"pruned"}),
        ("a|bc", {"a", "bc"}),
        ("a|", set()),
        (r"a|\d", set()),
        (r"\bcut\b[abc]", {"cut"}),
        (r"[^\]cut]", set()),
        ("(?=cut)(?!off)(?<=on)(?<!in)", set()),
        ("(?P<at>at )?(?(at)long|longer) up", {"up"}),
        ("bl(?:ä|ae)tter|Straße", {"tter", "strasse"}),
        ("(?m:^)level", {"level"}),
        ("is (?:not|never(?: ever)?)", {"not", "never"}),
    ],
)
def test_every_match_has_one_of_these_words(expression: str, words: set[str]):
    """What is optional, in brackets or looked at from beside is not needed."""
    assert needed_words(expression) == words


def test_no_sentence_is_passed_over_that_fits():
    """What an expression fits has the words for it, in whatever letters."""
    expressions = {**dict(enumerate(sentences())), **{kind: kind for kind in words_of_answers()["doubts"]}}
    found = {
        key: getattr(one, "pattern", None) or re.compile(doubt_words(str(key)), re.I)
        for key, one in expressions.items()
    }
    count = 0
    for name in ("right_sentences.txt", "other_sentences.txt"):
        for _, _, text in sentences_in_file(name):
            possible = {sentences().index(one) for one in possible_sentences(text.upper())} | possible_doubts(
                text.upper()
            )
            matching = {key for key, pattern in found.items() if pattern.search(text)}
            assert matching <= possible
            count += len(matching)
    assert count > 1000


def test_letters_that_are_the_same_to_an_expression_are_the_same_here():
    """Long s, both Turkish letters, sharp s, the sign for Kelvin."""
    index = WordIndex({word: word for word in ("visits", "straße", "kind")})
    for word, text in (
        ("visits", "vısITſ"),
        ("visits", "VİSİTS"),
        ("straße", "STRAẞE"),
        ("kind", "\N{KELVIN SIGN}ind"),
    ):
        assert re.search(word, text, re.IGNORECASE)
        assert index.possible(text) == {word}


def test_few_expressions_are_left_for_a_plain_answer():
    """That is what it is for."""
    assert len([*possible_sentences("windows: A=[-inf, inf] B=[3, inf]")]) < len(sentences()) / 10
    assert "siblings" not in possible_doubts("pruned: L4")
