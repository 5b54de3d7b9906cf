"""Sentences about a tree: told, and not read."""

import re

from treesolve.model.problem import InputError, Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.drawing_in_text import drawn
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.leaf_rows import rows
from treesolve.notation.foreign.pasted import CHANGED
from treesolve.notation.foreign.patch import closing
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, sketch_of
from treesolve.notation.grammar_reader import read_own

NAME = "prose"

_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBER = re.compile(r"(?<![\w.,])[-+−]?[0-9]+(?:[./][0-9]+)?(?![\w]|[.,][0-9])")
_NUMBERS = r"[-+−]?[0-9]+(?:[./][0-9]+)?"
_GROUP = re.compile(
    rf"(?<![\w.,]){_NUMBERS}(?:(?:[ \t]*,)?[ \t]*(?:,|\b(?:and|und|or|oder)\b|&)\s*{_NUMBERS}(?![\w]|\.[0-9]))+", re.I
)
"""Numbers with commas and words between them."""
_NO_SENTENCE = re.compile(r"[{}]|->|→|\w\(")
_LEAST_WORDS = 8
_KIND = re.compile(r"\b(?:max|min)\b", re.IGNORECASE)
_TREE_WORDS = re.compile(
    r"\b(?:max|min|root|nodes?|leaf|leaves|child|children|tree|wurzel|knoten|blatt|blätter|kinder|kind|baum|player|spieler)\b",
    re.IGNORECASE,
)
_APART = re.compile(
    r"\b(?:prob(?:s|abilit\w*)?|chance|expect\w*|depth|level|branching|wahrsch\w*|zufall\w*|tiefe|ebene)\b|[0-9]\s*%|[0-9]/[0-9]",
    re.IGNORECASE,
)
"""What numbers in sentences are of that are no leaves."""
_COMMENT = re.compile(r"#[^\n]*")
_BEHIND_WORDS = re.compile(r"^((?:\[[0-9:. ]+\])?[^\n()\[\]{}\"']*)[(\[{]{2}", re.MULTILINE)
_MARGIN = re.compile(r"^[ \t]*(?:>|\[[0-9:. ]+\])|`(?:\w+[ \t]*=[ \t]*)?`", re.MULTILINE)
"""What stands before a line of a message."""
_NO_WORDS = re.compile(r"[=*{}()\[\]<>%#\\|+/]")
_DIGITS = re.compile(r"[0-9]+(?:[./][0-9]+)?")
_PROGRAM = re.compile(r"[={}]|\w\(|;$", re.MULTILINE)
_BRACKETED = re.compile(r"[\[\]{}\t]")
"""Signs of tables, and of notations that are no sentences."""
_OPENING = re.compile(r"[(\[{]")
_FORMULA = re.compile(r"\b(?:max|min)\s*[(\[{](?=[^()\[\]{}]{0,40}\b(?:max|min)\s*[(\[{])", re.IGNORECASE)
"""A kind with another inside its bracket."""
_LEAST = 5


def recognises(text: str) -> bool:
    """Whether a text is sentences: many words, most of them no names of nodes, and something about a tree."""
    shown = text[:10_000]
    words = _WORD.findall(shown)
    brackets = sum(shown.count(mark) for mark in "([{")
    if len(words) >= _LEAST and len(words) > 3 * brackets and _TREE_WORDS.search(shown):
        return True
    return len(_WORD.findall(_COMMENT.sub("", shown))) >= _LEAST and bool(_has_tree_beside_words(shown))


def _has_tree_beside_words(text: str) -> bool:
    """Whether a tree with brackets in brackets stands behind words on its line, and nothing but words beside it."""
    found = _BEHIND_WORDS.search(text)
    if not found or not _WORD.search(found[1]):
        return False
    rest = text[: found.end(1)] + text[closing(text, found.end(1)) :]
    around = _MARGIN.sub("", rest)
    return not _NO_WORDS.search(around) and not CHANGED.search(around) and _tree_in_brackets(text, _OPENING) is not None


def read(text: str) -> Sketch:
    """Never a tree: raises InputError, which shows how a tree with the numbers of the text would be written."""
    shown = text[:10_000]
    found = [Sketch(Span(*each.span()), value=number(each[0])) for each in _NUMBER.finditer(shown)]
    leaves = [leaf for leaf in found if leaf.value is not None]
    plain = len(leaves) == len(_DIGITS.findall(shown)) and not _APART.search(shown) and not _BRACKETED.search(shown)
    sketch = _tree_in_brackets(shown, _FORMULA) or _row_in_lines(shown) or groups_in_sentences(shown)
    if not sketch and not _PROGRAM.search(shown):
        sketch = _tree_in_brackets(shown, _OPENING) or (drawn(leaves, text) if plain else None)
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    raise refusal("prose", Span(start, min(end if end > 0 else len(text), start + 80)), sketch)


def _row_in_lines(text: str) -> Sketch | None:
    """The tree of the one line with numbers, where these are leaves with bars between them; None elsewhere."""
    numbered = [line for line in text.splitlines() if _DIGITS.search(line)]
    return rows(numbered[0]) if len(numbered) == 1 else None


def groups_in_sentences(text: str) -> Sketch | None:
    """The tree of the numbers that sentences list in groups: `left has 4 and 9, right 2, 7 and 1`; None without two."""
    if _NO_SENTENCE.search(text) or len(_WORD.findall(text)) < max(_LEAST_WORDS, 2 * len(_DIGITS.findall(text))):
        return None
    groups = []
    for found in _GROUP.finditer(text[:10_000]):
        numbers = list(_NUMBER.finditer(text, *found.span()))
        groups.append(tuple(Sketch(Span(*each.span()), value=number(each[0])) for each in numbers))
    whole = [group for group in groups if len(group) > 1 and all(leaf.value is not None for leaf in group)]
    if len(whole) < 2 or len(whole) < len(groups) or _APART.search(text):
        return None
    named = _KIND.search(text)
    children = tuple(Sketch(group[0].span, children=group) for group in whole)
    return Sketch(children[0].span, kind=Kind(named[0].lower()) if named else None, children=children)


def _tree_in_brackets(text: str, opening: re.Pattern[str]) -> Sketch | None:
    """The tree that stands in brackets in the midst of the words; None where none does, or several do."""
    found: list[Sketch] = []
    at = 0
    while opened := opening.search(text, at):
        at = closing(text, opened.end() - 1) or opened.end()
        try:
            tree = read_own(text[opened.start() : at])
        except InputError:
            continue
        found += [sketch_of(tree)] if len(tree) > 2 else []
    whole = all(text.count(opens) == text.count(closes) for opens, closes in ("()", "[]", "{}"))
    return found[0] if whole and len(found) == 1 else None
