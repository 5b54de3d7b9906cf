"""Trees that our grammar reads and that may be meant otherwise: what is asked of them.

Vocabulary

    head        a word or a kind that stands first in a bracket and may name this bracket, as in Lisp
    tight       said of a comma with a digit at once before and behind it
"""

import re

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_own
from treesolve.notation.writer import write_line

_ASIDE = re.compile(r"#[^\n]*|\"[^\"\n]*\"|<[^<>\n]*>")
"""Where commas and kinds mean nothing to the tree, or always the same."""

_KIND = re.compile(r"\b(?:max|min|chance)\b", re.IGNORECASE)
_KIND_FIRST = re.compile(r"[(\[{]\s{0,9}(?:max|min|chance)\s{1,9}(?=[(\[{])", re.IGNORECASE)
_STRETCH = re.compile(r"[^()\[\]{}]+")
_NUMBERS = re.compile(r"(?<![\w.:*])[+\-−]?[0-9][0-9./]*(?P<between>[\s,;]+)(?=[+\-−]?[0-9])")
_TIGHT = re.compile(r"(?<=[0-9]),(?=[0-9])")
_PAIR_OF_NODES = re.compile(r"\[\s{0,9}(?:\(\s?[0-9]+\s?,\s?[0-9]+\s?\)[,\s]{0,9}){2,10000}\]")

LONGEST = 300
"""A longer tree is not shown with its commas read otherwise."""


def has_heads(text: str, tree: Tree) -> bool:
    """Whether words stand first in brackets, with a bracket beside them; or all kinds do, and not as we write them.

    >>> [has_heads(each, read_own(each)) for each in ("(A (B 6 5) (C 2 9))", "(MAX (3 5) (2 9))", "(max (3 5) (2 9))")]
    [True, False, True]
    """
    letters = (place for place, value in enumerate(tree.values) if isinstance(value, Unknown))
    for letter in letters:
        above = tree.parents[letter]
        if (
            above is not None
            and tree.children[above][0] == letter
            and any(map(tree.children.__getitem__, tree.children[above]))
        ):
            return True
    if tree.weights or not _KIND_FIRST.search(text):
        return False
    plain = _ASIDE.sub("", text[tree.offsets[0] :])
    kinds = _KIND.findall(plain)
    if len(kinds) != len(_KIND_FIRST.findall(plain)):
        return False
    return any(kind != kind.upper() for kind in kinds) or len(kinds) > len(_KIND.findall(write_line(tree)))


def head_untold(text: str, tree: Tree) -> Problem | None:
    """What is asked where the only kind of a text may be that of the root, or of the bracket behind it."""
    plain = _ASIDE.sub(_blanks, text)
    kinds = list(_KIND.finditer(plain))
    if len(kinds) != 1 or not _KIND_FIRST.search(plain):
        return None
    span = Span(*kinds[0].span())
    head = text[: span.start].strip() + text[span.end :].strip()
    try:
        meant = write_line(read_own(f"{kinds[0][0].upper()} {' '.join(head.split())}"))
    except InputError:
        return None
    return Problem("head-or-kind", span, {"text": kinds[0][0], "head": meant, "ours": write_line(tree)})


def numbers_untold(text: str, start: int) -> Problem | None:
    """What is asked of numbers, from `start` on, that are parted in more than one way; and of pairs that may be edges.

    >>> numbers_untold("(2,5 3,5)", 0).code, numbers_untold("(2, 5, 3)", 0)
    ('decimal-commas', None)
    """
    if "," not in text and ";" not in text:
        return None
    plain = _blanks_before(start, _ASIDE.sub(_blanks, text))
    if pairs := _PAIR_OF_NODES.fullmatch(plain.strip()):
        return _edges_untold(pairs[0], plain)
    for stretch in _STRETCH.finditer(plain):
        ways = {_way(found["between"]) for found in _NUMBERS.finditer(stretch[0])}
        if len(ways) > 1 and "tight" in ways:
            return _comma_untold(text, start, stretch)
        if len(ways) > 1 and "blank" in ways:
            return Problem("blanks-and-commas", Span(*stretch.span()), {"text": stretch[0].strip()[:60]})
    return None


def _way(between: str) -> str:
    """How two numbers are parted."""
    if between == ",":
        return "tight"
    return between.strip()[:1] or "blank"


def _blanks(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _blanks_before(start: int, text: str) -> str:
    return " " * start + text[start:]


def _comma_untold(text: str, start: int, stretch: re.Match[str]) -> Problem:
    """What is asked of a comma between digits, with the tree in each way it may be meant."""
    found = _TIGHT.search(stretch[0])
    at = stretch.start() + (found.start() if found else 0)
    tree = " ".join(text[start:].split())
    shown = tree if len(tree) <= LONGEST and "#" not in tree else ""
    facts = {
        "text": stretch[0].strip()[:60],
        "decimals": _with_blanks(_TIGHT.sub(".", shown)),
        "separators": _with_blanks(shown),
    }
    return Problem("decimal-commas", Span(max(at - 1, 0), at + 2), facts)


def _with_blanks(tree: str) -> str:
    """The tree with blanks for separators."""
    return re.sub(r"([(\[{]) | (?=[)\]}])", r"\1", " ".join(re.sub("[,;]", " ", tree).split()))


def _edges_untold(pairs: str, text: str) -> Problem | None:
    """What is asked of pairs of which each second number stands below a first one: they may be edges."""
    numbers = re.findall(r"[0-9]+", pairs)
    parents, children = numbers[::2], numbers[1::2]
    if len(set(children)) < len(children) or len(set(parents) - set(children)) != 1:
        return None
    at = text.index("[")
    return Problem("brackets-untold", Span(at, at + 1), {"what": "edges"})
