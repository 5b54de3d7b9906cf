"""Text that is not part of any node: comments, words around the tree, fields without meaning for the game.

If it mentions a player, a kind, an opponent or costs, the text is ambiguous unless all kinds are given.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.problem import Problem, Span
from treesolve.notation.importers.labels import folded, kind_from_word, word_category, word_lists
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, in_preorder


class Skipped(NamedTuple):
    """Skipped text and its span."""

    text: str
    span: Span


_COMMENTS = {
    "#": r"(?<!\S)#[^\n]*",
    "//": r"(?<![:\w])//[^\n]*",
    "/*": r"/\*[^*]*\*/",
    "%": r"(?<!\\)%[^\n]*",
    "--": r"(?<!\S)--[ \t][^\n]*",
    ";": r"(?<!\S);[^\n]*",
}
_QUOTED = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_WORD = re.compile(r"[^\W\d_]+|[△▲∆▽▼∇]")
_CAMEL_CASE_PART = re.compile(r"[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+|[△▲∆▽▼∇]")
_STEM = re.compile(r"(?:max|min)(?:s|im(?!ax|in$)\w*)?|(?:zufall|würfel|expect)\w*")


def without_comments(text: str, signs: Sequence[str]) -> tuple[str, list[Skipped]]:
    """Return the text with blanks for unquoted comments that begin with these signs, and the comments.

    >>> without_comments('A -> "#1" # MIN', ("#",))[0]
    'A -> "#1"      '
    """
    if not any(sign in text for sign in signs):
        return text, []
    comments: list[Skipped] = []

    def collect(match: re.Match[str]) -> str:
        if not match["comment"]:
            return match[0]
        comments.append(Skipped(match[0], Span(*match.span())))
        return re.sub(r"[^\n]", " ", match[0])

    pattern = rf"{_QUOTED}|(?P<comment>{'|'.join(_COMMENTS[sign] for sign in signs)})"
    return re.sub(pattern, collect, text), comments


def find_ignored_text(text: str, root: ParsedNode) -> Iterator[Skipped]:
    """Yield fields without meaning for the game, and words outside of nodes that name a player or costs.

    Players at edges and costs at nodes also count, because it is unclear to whom they belong.
    """
    parts = [*in_preorder(root)]
    fields = [field for part in parts for field in part.fields]
    yield from (Skipped(str(field.value), field.span) for field in fields if _is_irrelevant_field(field))
    moves = ((part, move) for part in parts for move in _edge_texts(part) if _names_player(move))
    node_words = [(part, word) for part in parts for fragment in _node_texts(part) for word in _WORD.findall(fragment)]
    is_won = any(word_category("wins", word) for _, word in node_words)
    costs = (
        (part, word)
        for part, word in node_words
        if _mention_category(word) in ("costs", *["losses"][is_won:])
        or (word_category("measures", word) and not part.children)
    )
    yield from (Skipped(fragment, part.span) for part, fragment in (*moves, *costs))
    if words := _find_player_words(text):
        used = {word.casefold() for part in parts for fragment in _node_texts(part) for word in _WORD.findall(fragment)}
        yield from (Skipped(word[0], Span(*word.span())) for word in words if word[0].casefold() not in used)


def _node_texts(part: ParsedNode) -> Iterator[str]:
    """Yield the texts of a node that are interpreted; an id only if the node has no other name."""
    yield from (part.label, part.edge)
    has_name = any(word_category("fields", field.name) == "name" for field in part.fields)
    for field in part.fields:
        is_key = word_category("fields", field.name) == "id" and (has_name or kind_from_word(str(field.value)))
        if not is_key and not _is_irrelevant_field(field):
            yield from (field.name, str(field.value))


def _names_player(text: str) -> bool:
    """Return whether a text names MAX, MIN, a player or an opponent."""
    is_named = any(_mention_category(word) in ("players", "opponents") for word in _WORD.findall(text))
    return is_named or find_kind_word(text) in (Kind.MAX, Kind.MIN)


def _edge_texts(part: ParsedNode) -> Iterator[str]:
    """Yield the texts at the edge to a node."""
    yield part.edge
    yield from (str(field.value) for field in part.fields if word_category("fields", field.name) == "move")


def _is_irrelevant_field(field: ParsedField) -> bool:
    return (
        word_category("fields", field.name) in ("nothing", "style") or word_category("around", field.name) == "nothing"
    )


def find_mention(skipped: Iterable[Skipped]) -> Problem | None:
    """Return the question about skipped text that names a player, a kind, an opponent or costs."""
    for text, span in sorted(skipped, key=lambda one: one.span):
        for word in _find_player_words(text) or ([*_WORD.finditer(text)] if word_category("measures", text) else []):
            if len(text) == span.end - span.start:
                span = Span(span.start + word.start(), span.start + word.end())
            return Problem("foreign-asked", span, {"why": "skipped", "text": word[0]})
    return None


def _find_player_words(text: str) -> list[re.Match[str]]:
    """Return the words of a text that name a player, a kind, an opponent or costs, except in unambiguous phrases."""
    blanked = _phrase_pattern("neutral").sub(lambda match: " " * len(match[0]), text)
    words = [word for word in _WORD.finditer(blanked) if is_player_word(word[0])]
    return words or [*_phrase_pattern("movers").finditer(blanked)]


def mentions_player(text: str) -> bool:
    """Return whether a text names a player, a kind, an opponent or costs.

    >>> mentions_player("n1_min"), mentions_player("the minimax tree")
    (True, False)
    """
    return bool(_find_player_words(text))


@lru_cache(maxsize=10_000)
def is_player_word(word: str) -> bool:
    """Return whether a word or a part of a camel-case word names a player, a kind, an opponent or costs.

    >>> [word for word in ("minimax", "isMin", "opponent", "mine") if is_player_word(word)]
    ['isMin', 'opponent']
    """
    parts = (word, *_CAMEL_CASE_PART.findall(word))
    return _mention_category(word) != "" or any(find_kind_word(part) or word_category("flags", part) for part in parts)


@lru_cache(maxsize=10_000)
def _mention_category(word: str) -> str:
    """Return the category of a word or of a part of a camel-case word, such as "costs"; "" if it has none."""
    parts = (word, *_CAMEL_CASE_PART.findall(word))
    is_cost = folded(word).endswith("kosten")
    return (
        "costs" if is_cost else next((fragment for part in parts if (fragment := word_category("mentions", part))), "")
    )


def find_kind_word(text: str) -> Kind | None:
    """Return the kind that the first word for a kind in a text means, None if there is none.

    >>> find_kind_word("the Minimizers"), find_kind_word("minimax")
    (<Kind.MIN: 'min'>, None)
    """
    for word in (
        part for text_word in _WORD.findall(text) for part in (text_word, *_CAMEL_CASE_PART.findall(text_word))
    ):
        stem = _STEM.fullmatch(word.lower())
        kind = kind_from_word(stem[0][:3] if stem else word)
        if stem or kind in (Kind.MAX, Kind.MIN, Kind.CHANCE):
            return kind or Kind.CHANCE
    return None


@cache
def _phrase_pattern(section: str) -> re.Pattern[str]:
    """Return a pattern for the phrases of a section, case-insensitive for those about the player to move."""
    return re.compile("|".join(word_lists()[section]["phrases"]), re.IGNORECASE if section == "movers" else 0)
