"""Brackets with words and commands that nobody knows: told, with the tree that brackets and numbers alone are."""

import re
from collections.abc import Iterator

from treesolve.model.problem import Span
from treesolve.notation.foreign.label import number, probability, read_label
from treesolve.notation.foreign.pasted import CHANGED
from treesolve.notation.foreign.patch import closing
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, groups, read_terms

NAME = "brackets"

_COMMAND = re.compile(r"(?:\\[A-Za-z]{2,}|(?<![\w\\])[A-Za-z]\w+)[ \t]{0,9}[({\[]")
_COMMANDS = 3
_STRAY = re.compile(r"[\\@$&%^~<>]")
"""Signs that say nothing of brackets and numbers."""
_APART = re.compile(
    r"=|max|min|chance|\b(?:p|prob\w*|depth|width|weight|alpha|beta|player)\b|[0-9]\s*%|:-|\bfor\b|\brange\b",
    re.IGNORECASE,
)
"""What numbers may be of that are no leaves; and kinds, which would be lost."""


LONGEST = 50_000
"""No longer text is looked at."""

_BEFORE = re.compile(r"\s*[^\s(\[{]")
_OPENS = re.compile(r"(?<!\w)\(|[\[{]")
_LIST = "\0"
"""What stands for a list, where only what is around it counts."""
_TELLING = re.compile(
    r"[\])}\0]\s*[.*+\-\[]|[*+\-]\s*[\w.]*[(\[\0]|\bfor\b|\bif\b|[.\w]*(?:sort|revers|shuffl|flip|map|zip|swap|negat)\w*|\.T\b"
    r"|(?<!\w)(?:min|max|chance|costs?|player|spieler|root|order|last|first|levels?|kinds?)\b|(?<![\w.])[0-9]",
    re.IGNORECASE,
)
"""What may change a tree, or says something of it."""
_NUMBERS = re.compile(r"(?:[\s0-9.,;+\-−/()\[\]{}∞]|inf|None|null)+")


def recognises(text: str) -> bool:
    """Whether several words or commands stand before brackets, and the numbers in these are a tree of two levels."""
    return len(_COMMAND.findall(text)) >= _COMMANDS and _tree(text) is not None


def read(text: str) -> Sketch:
    """Never a tree: raises InputError, which shows what the brackets and numbers alone are."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    raise refusal("brackets-alone", Span(start, min(end if end > 0 else len(text), start + 60)), _tree(text))


def list_alone(text: str) -> Sketch | None:
    """The one list of lists of numbers in a text, where nothing around it may change it; None where there is none."""
    if len(text) > LONGEST or not _BEFORE.match(text):
        return None
    lists = _lists_of_numbers(text)
    found = next(iter(lists.values())) if len(lists) == 1 else None
    return found if found and _is_plain_around(text, found.span) else None


def brackets_with_all_numbers(text: str) -> Iterator[Span]:
    """From the outermost in, each bracket that has all numbers of a text in it, and more than a list of them."""
    whole = all(text.count(opens) == text.count(closes) for opens, closes in ("()", "[]", "{}"))
    at = 0 if whole and len(text) <= LONGEST and _BEFORE.match(text) else len(text)
    while opened := re.compile(r"[\[{]").search(text, at):
        span = Span(opened.start(), closing(text, opened.start()))
        at = span.start + 1
        if span.end and re.search(r"[\[{(]", text[span.start + 1 : span.end]) and _is_plain_around(text, span):
            yield span


def _is_plain_around(text: str, span: Span) -> bool:
    """Whether nothing beside a bracket may change what is in it, or say more of it; texts in quotation marks apart."""
    around = f"{text[: span.start]}{_LIST}{text[span.end :]}"
    plain = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", around)
    return not CHANGED.search(plain) and not _TELLING.search(plain)


def _lists_of_numbers(text: str) -> dict[str, Sketch]:
    """The lists in a text that have lists in them, and otherwise numbers, by how they are written."""
    found: dict[str, Sketch] = {}
    at = 0
    while opened := _OPENS.search(text, at):
        start, end = opened.start(), closing(text, opened.start())
        at = start + 1
        if end and _NUMBERS.fullmatch(text, start, end):
            at = end
            terms = read_terms(text[start:end])
            sketch = _without_result(_node(terms)) if terms else None
            if sketch and any(child.children for child in sketch.children):
                found[re.sub(r"\s", "", text[start:end])] = sketch._replace(span=Span(start, end))
    return found


def _without_result(sketch: Sketch | None) -> Sketch | None:
    """The tree in a pair with what it comes to: `([[3, 5], [2, 9]], 3)`."""
    children = sketch.children if sketch else ()
    if len(children) != 2 or children[1].children or not any(each.children for each in children[0].children):
        return sketch
    return children[0]


def _tree(text: str) -> Sketch | None:
    """The tree of the brackets that hold numbers; None where they may be something else."""
    terms = None if _APART.search(text) else read_terms(_STRAY.sub(" ", text))
    found = _node(terms) if terms else None
    if terms is None or found is None or not any(child.children for child in found.children):
        return None
    written = [item.text for group in groups(terms) for item in group.items if item.sort == "number"]
    chances = [probability(each) for each in written]
    return None if any(chance is not None and 0 < chance < 1 for chance in chances) else found


def _node(item: Term) -> Sketch | None:
    """The leaf that a number is, or the node of a bracket with several of them; the only one of another bracket."""
    if not isinstance(item, Group):
        written = item.sort in ("number", "text") and number(item.text) is not None
        return read_label(item.text, inner=False).sketch(item.span) if written else None
    below = [node for each in item.items if (node := _node(each))]
    if len(below) < 2:
        return below[0] if below else None
    return Sketch(item.span, children=tuple(below))
