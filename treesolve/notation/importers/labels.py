"""Interpretation of words and labels: `A`, `MAX`, `A (MAX)`, `D = 3`, `1/4 * left -> B`.

If any part of a label cannot be interpreted, the label is rejected. `words.toml` lists the words that occur in trees.
Case and separators inside words do not matter.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.notation.number_text import read_number

MAX_LABEL_LENGTH = 300
"""Maximum length of a label. Longer text is rejected without further parsing."""

_CACHE_SIZE = 10_000
"""Number of cached labels. The cache pays because the same labels occur many times in a large tree."""

_IN_WORD = r"[^\s()\[\]:=\"*·,;|→<>≤≥]"
_LABEL_TOKEN = re.compile(
    r"\s*(?:(?P<a>->|→)|(?P<open>[(\[]\s*)?(?:(?P<q>\"(?:[^\"\\]|\\.)*\")|(?P<bound>[<>]=|[≤≥⩽⩾])?\s*"
    r"(?P<n>[+\-−]?(?:[0-9]+(?:[./][0-9]+)?|\.[0-9]+|∞|(?i:inf(?:inity|ty)?|oo))(?![\w.]))(?P<p>\s?%)?"
    rf"|(?P<w>(?={_IN_WORD}*[\w?△▲∆▽▼∇◯○□]){_IN_WORD}+(?<!%)))(?(open)\s*[)\]])"
    r"|(?P<s>[*·])|(?P<e>=)|(?P<c>:)|(?P<x>\S))"
)
"""The tokens of a label. Each group is named by the letter for its token: w a word, q a quoted word, n a number, ..."""

_SHAPE = re.compile(
    r"(?!.*a.*a)(?:(?P<weight>[np])[sa])?(?:(?P<move>[wqnp]+)a)?"
    r"(?:(?P<unknown>e(?=w$))?(?P<core>[wqnbWQNB]+(?P<sign>[ec][wqnbWQNB]+|(?<![nN])c)?))?"
)
"""The syntax of a label as a sequence of token letters. Tokens in brackets have capital letters."""

_COUNTED_KIND = re.compile(r"(?P<kind>max|min)[_-]?[0-9]{1,3}", re.IGNORECASE)
"""A name that includes the kind of the node, such as MIN2."""

DECIMAL = re.compile(r"(?<![\w.,(])(?<!\(\[|\w\{)[0-9]+,[0-9]+(?!\w|[.,][0-9])")
"""A number that may have a decimal comma: digits on both sides of a single comma."""

_LETTER = re.compile(r"\?|[^\W\d_][0-9]?")
_INFINITIES = ("inf", "infinity", "infty", "oo", "∞")


class ParsedLabel(NamedTuple):
    """The meaning of a label. Parts that are missing in the label are None.

    `counted` is a noun with a number that may be either an ordinal or a value, such as `Node 1`. `bound` is the result
    of a search, such as `≤ 2`.
    """

    name: str | None = None
    kind: Kind | None = None
    value: Number | None = None
    unknown: str | None = None
    move: str | None = None
    weight: Number | None = None
    in_brackets: Number | None = None
    counted: str = ""
    bound: tuple[str, Number] | None = None


class InvalidLabel(ValueError):
    """An error in a label. Its argument is the token that cannot be interpreted."""


@lru_cache(maxsize=_CACHE_SIZE)
def number(text: str) -> Number | None:
    """Convert a string to an exact number, or return None if it is not a number.

    Percentages, infinity as a word, and decimals that begin or end with the point are accepted.

    >>> number("-3"), number("-Infinity"), number("25 %"), number("x")
    (-3, -inf, Fraction(1, 4), None)
    """
    text = text.strip()
    sign = -1 if text[:1] in ("-", "−") else 1
    if text.lstrip("+-−").lower() in _INFINITIES:
        return sign * INFINITY
    full = "0" + text if text.startswith(".") else text.removesuffix(".")  # .5 and 5. as some programs print them
    try:
        return Fraction(read_number(text[:-1].strip())) / 100 if text.endswith("%") else read_number(full)
    except (ValueError, TypeError, OverflowError):
        return None


def are_probabilities(numbers: Sequence[Number | None]) -> bool:
    """Return whether the numbers look like probabilities: there are several, they are less than 1, and their sum is 1.

    >>> are_probabilities([number("0.3"), number("0.7")]), are_probabilities([1, 0])
    (True, False)
    """
    known = [one for one in numbers if one is not None and 0 <= one < 1]
    return 1 < len(known) == len(numbers) and sum(known) == 1


class _LabelToken(NamedTuple):
    """A token of a label: its letter and its text."""

    letter: str
    text: str


@lru_cache(maxsize=_CACHE_SIZE)
def parse_label(text: str) -> ParsedLabel:
    """Return the meaning of the label. Raises InvalidLabel with the first token that cannot be interpreted.

    >>> parse_label("A (MAX)")[:2], parse_label("D = 3").value
    (('A', <Kind.MAX: 'max'>), 3)
    """
    if len(text) > MAX_LABEL_LENGTH:
        raise InvalidLabel(text[:40])
    tokens = [_label_token(match) for match in _LABEL_TOKEN.finditer(text)]
    letters = "".join(token.letter for token in tokens)
    shape = _SHAPE.match(letters)
    if shape is None or shape.end() < len(tokens):
        raise InvalidLabel(tokens[shape.end() if shape else 0].text)
    core = [token for token in tokens[slice(*shape.span("core"))] if token.letter not in "ec"]
    if shape["unknown"] and not _LETTER.fullmatch(core[0].text):
        raise InvalidLabel(core[0].text)
    meaning = _interpret_tokens(core, has_sign=bool(shape["sign"])) if core else ParsedLabel()
    if shape["unknown"]:
        meaning = ParsedLabel(unknown=core[0].text)
    moves = [unquoted(token.text) for token in tokens[slice(*shape.span("move"))]] if shape["move"] else []
    return meaning._replace(move=" ".join(moves) or None, weight=number(tokens[0].text) if shape["weight"] else None)


def parse_label_or_empty(text: str) -> ParsedLabel:
    """Return the meaning of the label, or an empty ParsedLabel if the label cannot be interpreted."""
    try:
        return parse_label(text)
    except InvalidLabel:
        return ParsedLabel()


def _label_token(match: re.Match[str]) -> _LabelToken:
    letter = "b" if match["bound"] else match.lastgroup or "x"
    text = match[0].strip()
    return _LabelToken(letter.upper(), text[1:-1].strip()) if match["open"] else _LabelToken(letter, text)


def unquoted(text: str) -> str:
    """Return the text without quotation marks and escapes, or unchanged if it is not in quotation marks."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if len(text) > 1 and text[0] == text[-1] == '"' else text


def _interpret_tokens(tokens: list[_LabelToken], *, has_sign: bool) -> ParsedLabel:
    """Return the meaning of the words and numbers in a label.

    Raises InvalidLabel if there are too many of them, or if words follow a number.
    """
    tokens = [tokens[0]._replace(letter=tokens[0].letter.lower()), *tokens[1:]]
    numbers = [token for token in tokens if token.letter in "nNbB"]
    others = [  # words in brackets such as (pruned) may be search results instead of properties of the game
        token
        for token in tokens
        if token not in numbers and not (token.letter.isupper() and word_category("fields", token.text) == "nothing")
    ]
    kinds = [token for token in others if _is_kind_word(token, len(others))]
    rest = [token for token in others if token not in kinds]
    is_number_first = tokens[0].letter in "nb" and any(token.letter.islower() for token in tokens[1:])
    named_kinds = {kind_from_word(token.text) for token in kinds}
    if len(numbers) > 1 or len(others) > 3 or len(named_kinds) > 1 or len(rest) > 2 or is_number_first:
        raise InvalidLabel(tokens[-1].text)
    names = [token for token in rest if len(others) + len(numbers) == 1 or not _is_generic_noun(token)]
    unknown = None if numbers else _unknown(names, has_sign=has_sign, has_kind=bool(kinds))
    is_bound = bool(numbers) and numbers[0].letter in "bB"
    name = " ".join(unquoted(token.text) for token in (names[:-1] if unknown else names)) or None
    if name and numbers and (kinds or is_bound) and word_category("fields", name) == "value":
        name = None
    if not kinds and name and (counted := _COUNTED_KIND.fullmatch(name)):
        named_kinds = {kind_from_word(counted["kind"])}
    value = number(numbers[0].text) if numbers and not is_bound else None
    is_counted = [token.letter for token in tokens] == ["w", "n"] and _is_generic_noun(tokens[0]) and not has_sign
    return ParsedLabel(
        name,
        next(iter(named_kinds), None),
        value,
        unknown,
        in_brackets=value if numbers and numbers[0].letter == "N" else None,
        counted=f"{tokens[0].text} {tokens[1].text}" if is_counted else "",
        bound=_bound(numbers[0].text) if is_bound else None,
    )


def _bound(text: str) -> tuple[str, Number] | None:
    """Return the sign and the number of a bound such as `≤ 2` or `>=2`."""
    value = number(text.lstrip("<>=≤≥⩽⩾"))
    return None if value is None else ("≤" if text[0] in "<≤⩽" else "≥", value)


def _is_kind_word(token: _LabelToken, count: int) -> bool:
    """Return whether a token means a kind. A word for leaves only counts if `count`, the number of words, is 1."""
    kind = kind_from_word(token.text) if token.letter in "wW" else None
    return kind is not None and (kind is not Kind.LEAF or count == 1)


def _is_generic_noun(token: _LabelToken) -> bool:
    """Return whether a word means just "node", "player" or "leaf", so that it adds nothing to other words."""
    return token.letter in "wW" and word_category("generic", token.text) != ""


def _unknown(names: list[_LabelToken], *, has_sign: bool, has_kind: bool) -> str | None:
    """Return the letter of an unknown leaf, or None if the names do not describe one.

    The letter is a question mark, a letter after `=` or `:`, or a single lower-case letter.
    """
    letter = names[-1].text if names and names[-1].letter in "wW" else ""
    is_behind_sign = has_sign and len(names) == 2 and _LETTER.fullmatch(letter)
    is_alone = len(names) == len(letter) == 1 and letter.islower()
    return letter if letter == "?" or ((is_behind_sign or is_alone) and not has_kind) else None


KINDS = {"max": Kind.MAX, "min": Kind.MIN, "chance": Kind.CHANCE, "leaf": Kind.LEAF}


@cache
def word_lists() -> dict[str, dict[str, Any]]:
    """Return the content of words.toml: for each section, the words by category."""
    import tomllib

    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))


@cache
def _word_categories(section: str) -> dict[str, str]:
    """Return the category of each folded word in a section."""
    return {word: word_category for word_category, listed in word_lists()[section].items() for word in listed}


def word_category(section: str, word: str) -> str:
    """Return the category of the word in a section of words.toml, or an empty string if the section does not list it.

    Case and separators in the word are ignored.

    >>> word_category("fields", "Utility"), word_category("fields", "A")
    ('value', '')
    """
    return _word_categories(section).get(folded(word), "")


@lru_cache(maxsize=10_000)
def folded(word: str) -> str:
    """Return the word in lower case and without separators, as in the word lists.

    >>> folded("is_Maximizing-Player")
    'ismaximizingplayer'
    """
    return "".join(word.lower().translate(_MARKS).split())


_MARKS = str.maketrans("-_", "  ")


def kind_from_word(word: str) -> Kind | None:
    """Return the kind that the word means, or None if it does not mean a kind. A word for leaves means LEAF.

    >>> kind_from_word("Erwartungswert"), kind_from_word("A")
    (<Kind.CHANCE: 'chance'>, None)
    """
    return KINDS.get(word_category("kinds", word))


def parse_boolean(value: Any) -> bool | None:
    """Return the Boolean that the value means, or None if it does not mean true or false."""
    text = str(value)
    return None if text[:1] in "-−" else {"true": True, "false": False}.get(word_category("truth", text))


def is_null(value: Any) -> bool:
    """Return whether the value is one that programs use to represent a missing value, such as `null`."""
    return value is None or (isinstance(value, str) and word_category("truth", value) == "nothing")


def is_plural(name: str) -> bool:
    """Return whether the name of a variable suggests that it contains several trees, or something other than a tree.

    >>> is_plural("trees"), is_plural("game_tree")
    (True, False)
    """
    word = folded(name)
    is_other = word_category("assigned", name) == "others"
    return (word.endswith("s") and not word.endswith("ss")) or is_other or is_plural_tree_name(name)


def is_plural_tree_name(name: str) -> bool:
    """Return whether the name means several trees or exercises.

    >>> is_plural_tree_name("Spielbäume"), is_plural_tree_name("exam_tasks"), is_plural_tree_name("tree")
    (True, True, False)
    """
    return re.search(rf"(?:{_tree_name_pattern()})(?:s|e|e?n)$|b(?:ä|ae)ume$", folded(name)) is not None


def is_exercise_name(name: str) -> bool:
    """Return whether the name identifies one of several trees or exercises: `task 1`, `Aufgabe b`."""
    return re.fullmatch(rf"(?:{_tree_name_pattern()})(?:[0-9]+[a-z]?|[a-z])", folded(name)) is not None


@cache
def _tree_name_pattern() -> str:
    return "|".join(word_lists()["assigned"]["trees"])
