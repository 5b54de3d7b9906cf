"""Several trees in one text: told, with the first of them, so that each gets a file of its own.

Tree 1: ((3 5) (2 9))       a) ((3 5) (2 9))        t1 = [[3, 5], [2, 9]]
Tree 2: ((1 4) (6 0))       b) ((1 4) (6 0))        t2 = [[1, 4], [6, 0]]
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.nesting import goes_by_turns
from treesolve.notation.foreign.patch import closing
from treesolve.notation.foreign.sketch import Sketch, read_sketch, shown_line, sketch_of

LONGEST = 20_000
"""No longer text is looked at."""

_MOST = 50
_HEADED = re.compile(
    r"(?:(?:tree|baum|game|figure|abbildung|abb\.?|fig\.?|example|beispiel|aufgabe|exercise|question|frage"
    r"|[a-z])?[ \t]*"
    r"[0-9a-z]{1,2}[ \t]*[.):]|\([0-9a-z]{1,2}\)|[^\W\d]\w*[ \t]*:?="
    r"|(?:tree|baum|example|beispiel|aufgabe|exercise|question|frage)[ \t]*[0-9a-z]{1,2}[ \t]*\n)\s*",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"\s*(?:(?:const|let|var|val)\s+)?(?P<name>\w*(?:trees|games|examples|tests|cases|bäume|beispiele|aufgaben))"
    r"\s*(?::[^=\n]{0,60})?:?=",
    re.IGNORECASE,
)
"""A name of several trees, and the sign that gives it."""
_BETWEEN = re.compile(r"[\s,;]*")


_NUMBER = r"[+\-−]?[0-9]+(?:[./][0-9]+)?"
_VALUED = re.compile(rf"\s*({_NUMBER})\s*(?=[\[({{])")
_BEFORE = re.compile(rf"{_NUMBER}\s*(?=[\[({{])")


class _Piece(NamedTuple):
    """A bracket with what is in it, where its line begins, and whether a heading stands before it."""

    text: str
    span: Span
    is_headed: bool


def check_several(text: str, read: Callable[[str], Tree]) -> None:
    """Raises InputError where a text is several trees in brackets, each of which can be read."""
    pieces = _brackets_in_text(text)
    if len(pieces) < 2 or len({piece.is_headed for piece in pieces}) > 1:
        return
    try:
        trees = [read(piece.text) for piece in pieces]
    except InputError:
        return
    if any(not tree.children[0] or not any(tree.children[child] for child in tree.children[0]) for tree in trees):
        return
    lines = [shown_line(tree) for tree in trees]
    joined = "" if pieces[0].is_headed or not all(lines) else f"({' '.join(lines)})"
    facts = {"count": len(trees), "instead": lines[0], "joined": joined if len(joined) < LONGEST else ""}
    raise InputError((Problem("several-trees", pieces[1].span, facts, text=text),))


def check_plural(text: str, tree: Tree) -> None:
    """Raises InputError, which shows the first, where the name of a list says that trees stand in it."""
    named = _PLURAL.match(text)
    tops = tree.children[0]
    deep = all(any(tree.children[below] for below in tree.children[top]) for top in tops)
    if not named or len(tops) < 2 or not deep:
        return
    first, joined = sketch_of(tree).children[0], shown_line(tree)
    if all(len(tree.children[top]) == 2 and not tree.children[tree.children[top][1]] for top in tops):
        first, joined = first.children[0], ""
    first = _without_kinds(first) if goes_by_turns(tree) else first
    line = shown_line(read_sketch(first._replace(name=None)))
    facts = {"count": len(tops), "instead": line, "joined": joined}
    raise InputError((Problem("several-trees", Span(*named.span("name")), facts, text=text),))


def _without_kinds(sketch: Sketch) -> Sketch:
    return sketch._replace(kind=None, children=tuple(map(_without_kinds, sketch.children)))


def _brackets_in_text(text: str) -> list[_Piece]:
    """The brackets of a text, one after the other; nothing where anything but headings stands beside them."""
    found: list[_Piece] = []
    at, end = 0, len(text.rstrip())
    while at < end and len(text) <= LONGEST and len(found) < _MOST:
        start = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
        heading = _HEADED.match(text, start)
        opened = heading.end() if heading else start
        if text[opened : opened + 1] not in ("(", "[", "{") or not (at := closing(text, opened)):
            return []
        found.append(_Piece(text[opened:at], Span(start, at), heading is not None))
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
    return found


def check_number_before_brackets(text: str, read: Callable[[str], Tree]) -> None:
    """Raises InputError where a number stands before the one bracket that a text is.

    If one stands before each bracket in it, the line is the tree without them.
    """
    found = _VALUED.match(text)
    if not found or len(text) > LONGEST or closing(text, found.end()) != len(text.rstrip()):
        return
    line = ""
    if len(_BEFORE.findall(text)) == len(re.findall(r"[\[({]", text)):
        with suppress(InputError):
            line = shown_line(read(_BEFORE.sub("", text)))
    facts = {"text": found[1], "instead": line}
    raise InputError((Problem("values-before-brackets", Span(*found.span(1)), facts, text=text),))
