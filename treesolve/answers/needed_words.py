r"""The words that an expression cannot do without: in a text that has none of them it need not be looked for.

>>> sorted(needed_words(r"(?:leaf |node )?(?P<nodes>\w+) (?:is|are) (?:pruned|cut off)"))
['cut', 'pruned']
>>> index = WordIndex({"count": r"\d+ (?:leaves|nodes)", "name": r"bl(?:ä|ae)tter?", "number": r"\d"})
>>> sorted(index.possible("7 Blätter"))
['name', 'number']
"""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from re import Match
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

_PIECE = re.compile(
    r"(?P<aside>\(\?(?:<?[=!]|\(\w+\)))|(?P<open>\((?:\?(?:P<\w+>|[a-z]*:))?)|(?P<close>\))|(?P<either>\|)"
    r"|(?P<never>[*?]|\{0)|(?P<word>[^\W\d_]+(?![*?{])|[^\W\d_])|\[\^?\]?(?:[^\]\\]|\\.)*\]|\\.|.",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]+")
_TURKISH = str.maketrans("İı", "ii")
"""What an expression takes for an `i`, and `casefold` does not."""

_NONE = frozenset[str]()
_MOST_WORDS, _MOST_TEXTS = 4000, 4
"""So many words of texts, and so many texts, are kept with the expressions that need them."""


class WordIndex(Generic[Key]):
    """Which of some expressions, by their keys, can match anywhere in a text."""

    def __init__(self, expressions: Mapping[Key, str]) -> None:
        self._needed = {key: needed_words(expression) for key, expression in expressions.items()}
        self._always = frozenset(key for key, words in self._needed.items() if not words)
        self._with_word = lru_cache(_MOST_WORDS)(self._keys_with_word)
        self._possible = lru_cache(_MOST_TEXTS)(self._keys_for_text)

    def possible(self, text: str) -> frozenset[Key]:
        """The keys of the expressions that may match a piece of a text, whether letters are small or large."""
        return self._possible(text)

    def _keys_for_text(self, text: str) -> frozenset[Key]:
        return self._always.union(*map(self._with_word, {*_WORD.findall(_folded(text))}))

    def _keys_with_word(self, word: str) -> frozenset[Key]:
        """The expressions of which a word has what they need."""
        return frozenset(key for key, words in self._needed.items() if any(one in word for one in words))


def needed_words(expression: str) -> frozenset[str]:
    """Pieces of words of which every match has one, in small letters; none where a match may have no words."""
    return frozenset(map(_folded, _needed_in_group(_PIECE.finditer(expression))))


def _folded(text: str) -> str:
    """A text with one form of each letter: what an expression takes for the same is the same."""
    return text.translate(_TURKISH).casefold()


def _needed_in_group(pieces: Iterator[Match[str]]) -> frozenset[str]:
    """What is needed of the pieces up to the end of a group."""
    branches, needs = list[frozenset[str]](), [_NONE]
    for piece in pieces:
        match piece.lastgroup:
            case "close":
                break
            case "either":
                branches.append(_most_telling(needs))
                needs = [_NONE]
            case "never":
                needs[-1] = _NONE
            case "word":
                needs.append(frozenset({piece[0]}))
            case "open":
                needs.append(_needed_in_group(pieces))
            case _:
                needs.append(_NONE)
        if piece.lastgroup == "aside":
            _needed_in_group(pieces)
    branches.append(_most_telling(needs))
    return _NONE.union(*branches) if all(branches) else _NONE


def _most_telling(needs: Sequence[frozenset[str]]) -> frozenset[str]:
    """That of the needs with the longest words, since few texts have it."""
    return max(needs, key=lambda words: min(map(len, words), default=0))
