"""Text that is not part of any node: comments, words around the tree, and fields without meaning for the game.

If such text mentions a player, a kind, an opponent or costs, the tree is ambiguous unless all its kinds are given.
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
    """Text that was skipped, and its span."""

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
    """Return the text with blanks in place of comments, and the comments.

    A comment begins with one of the `signs` outside quotation marks.

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
    """Yield fields without meaning for the game, and words outside nodes that name a player or costs.

    Players named at edges and costs named at nodes are included, because it is unclear whose move or cost is meant.
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
    """Yield the strings of a node that are interpreted: its label, its edge label, and its fields with their names.

    An id is only interpreted if the node has no name.
    """
    yield from (part.label, part.edge)
    has_name = any(word_category("fields", field.name) == "name" for field in part.fields)
    for field in part.fields:
        is_key = word_category("fields", field.name) == "id" and (has_name or kind_from_word(str(field.value)))
        if not is_key and not _is_irrelevant_field(field):
            yield from (field.name, str(field.value))


def _names_player(text: str) -> bool:
    """Return whether the text names MAX, MIN, a player or an opponent."""
    is_named = any(_mention_category(word) in ("players", "opponents") for word in _WORD.findall(text))
    return is_named or find_kind_word(text) in (Kind.MAX, Kind.MIN)


def _edge_texts(part: ParsedNode) -> Iterator[str]:
    """Yield the label of the edge to a node, and the values of its fields for a move."""
    yield part.edge
    yield from (str(field.value) for field in part.fields if word_category("fields", field.name) == "move")


def _is_irrelevant_field(field: ParsedField) -> bool:
    return (
        word_category("fields", field.name) in ("nothing", "style") or word_category("around", field.name) == "nothing"
    )


def find_mention(skipped: Iterable[Skipped]) -> Problem | None:
    """Return a question about the first skipped text that names a player, a kind, an opponent or costs.

    Return None if there is no such text.
    """
    for text, span in sorted(skipped, key=lambda one: one.span):
        for word in _find_player_words(text) or ([*_WORD.finditer(text)] if word_category("measures", text) else []):
            if len(text) == span.end - span.start:
                span = Span(span.start + word.start(), span.start + word.end())
            return Problem("foreign-asked", span, {"why": "skipped", "text": word[0]})
    return None


def _find_player_words(text: str) -> list[re.Match[str]]:
    """Return the words in the text that name a player, a kind, an opponent or costs, except in unambiguous phrases."""
    blanked = _phrase_pattern("neutral").sub(lambda match: " " * len(match[0]), text)
    words = [word for word in _WORD.finditer(blanked) if is_player_word(word[0])]
    return words or [*_phrase_pattern("movers").finditer(blanked)]


def mentions_player(text: str) -> bool:
    """Return whether the text names a player, a kind, an opponent or costs.

    >>> mentions_player("n1_min"), mentions_player("the minimax tree")
    (True, False)
    """
    return bool(_find_player_words(text))


@lru_cache(maxsize=10_000)
def is_player_word(word: str) -> bool:
    """Return whether the word, or a part of it if it is in camel case, names a player, a kind, an opponent or costs.

    >>> [word for word in ("minimax", "isMin", "opponent", "mine") if is_player_word(word)]
    ['isMin', 'opponent']
    """
    parts = (word, *_CAMEL_CASE_PART.findall(word))
    return _mention_category(word) != "" or any(find_kind_word(part) or word_category("flags", part) for part in parts)


@lru_cache(maxsize=10_000)
def _mention_category(word: str) -> str:
    """Return the category of the word, or of the first part of it in camel case that has one, such as "costs".

    Return "" if there is none.
    """
    parts = (word, *_CAMEL_CASE_PART.findall(word))
    is_cost = folded(word).endswith("kosten")
    return (
        "costs" if is_cost else next((fragment for part in parts if (fragment := word_category("mentions", part))), "")
    )


def find_kind_word(text: str) -> Kind | None:
    """Return the kind that the text mentions first, or None if it mentions no kind.

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
    """Return a pattern for the phrases in a section of the word lists.

    Case is only ignored in phrases about the player to move.
    """
    return re.compile("|".join(word_lists()[section]["phrases"]), re.IGNORECASE if section == "movers" else 0)
