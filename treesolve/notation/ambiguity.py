"""The two questions that are asked of a text in our notation, and the signs that a text is in another one."""

import re

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_own
from treesolve.notation.growing import TextNode
from treesolve.notation.writer import has_letter_first, shown_line

_ASIDE = re.compile(r"#[^\n]*|\"[^\"\n]*\"|<[^<>\n]*>")
"""Where commas and kinds mean nothing to the tree, or always the same."""

_KIND = re.compile(r"\b(?:max|min|chance)\b", re.IGNORECASE)
_KIND_FIRST = re.compile(r"[(\[{]\s*(?:max|min|chance|p[1-9])\s*[(\[{]", re.IGNORECASE)
_CALL_OR_KEY = re.compile(r"(?:max|min|chance)\(\[|\{\s*[^\W\d]\w*\s*:", re.IGNORECASE)
_OBJECT = re.compile(r"\{\s*(?:\"[^\"\n]*\"|(?P<word>[^\W\d]\w+))\s*:")
_STRETCH = re.compile(r"[^()\[\]{}]+")
_NUMBERS = re.compile(r"(?<![\w.:*])[+\-−]?[0-9][0-9./]*(?P<between>[\s,;]+)(?=[+\-−]?[0-9])")
_TIGHT = re.compile(r"(?<=[0-9]),(?=[0-9])")
_NO_DECIMAL = re.compile(r"[./,][0-9]+,[0-9]|[0-9],[0-9]+[./]")
"""A comma between digits that only separates: as a decimal comma it would give no number."""

LONGEST = 300
"""A longer tree is not shown with its commas read otherwise."""


def question(text: str, tree: Tree) -> Problem | None:
    """What is asked of a text that our grammar reads as this tree: about decimal commas, or about a kind as a head.

    >>> question("(2,5 3,5)", read_own("(2,5 3,5)")).code
    'decimal-commas'
    """
    start = tree.offsets[0]
    commas = None if is_object(text[start:]) else comma_question(text, start)
    if commas and commas.facts["decimals"] and not _shown(str(commas.facts["decimals"])):
        commas = None  # no tree has these decimals
    return commas or _head_question(text, tree)


def kinds_in(text: str) -> list[str]:
    """The words for kinds in a text in our notation, without comments and names."""
    return _KIND.findall(_ASIDE.sub("", text))


# Other notations that our grammar takes as well


def is_object(text: str) -> bool:
    """Whether a text begins as an object of JSON or JavaScript does, with a key in quotation marks or that of a field.

    >>> is_object('[{"A": 3}]'), is_object("{value: 3}"), is_object("{A: 3}")
    (True, True, False)
    """
    found = _OBJECT.match(text.lstrip(" \t\n[("))
    if not found or not found["word"]:
        return found is not None
    from treesolve.notation.foreign.labels import folded, meaning, word_lists

    return bool(meaning("fields", found["word"])) or folded(found["word"]) in word_lists()["children"]["names"]


def has_other_signs(text: str, tree: Tree) -> bool:
    """Whether words head all brackets, an object has one key, or kinds call lists as in Python.

    >>> texts = "(A (B 6 5) (C 2 9))", "{A: {B: 3, C: 5}}", "max([6, 5])", "(x (3 5))"
    >>> [has_other_signs(text, read_own(text)) for text in texts]
    [True, True, True, False]
    """
    if has_letter_first(tree) and not _KIND.match(text, tree.offsets[0]):
        return True
    alone = (node for node, below in enumerate(tree.children) if len(below) == 1 and tree.children[below[0]])
    return any(_CALL_OR_KEY.match(text, tree.offsets[node]) for node in alone)


def shares_as_names(text: str, tree: Tree) -> Problem | None:
    """What is asked where the keys of an object may be names or probabilities: `A: {"0.3": 6, "0.7": 4}`."""
    if not _OBJECT.search(text):
        return None
    from treesolve.notation.foreign.labels import are_shares, number

    for below in tree.children:
        names = [tree.given_names.get(child, "") for child in below]
        if are_shares([number(name) for name in names]):
            span = Span(tree.offsets[below[0]], tree.offsets[below[0]] + 1)
            facts = {"why": "probabilities", "text": " ".join(names), "instead": shown_line(tree)}
            return Problem("foreign-asked", span, facts)
    return None


# A kind as a head


def _head_question(text: str, tree: Tree) -> Problem | None:
    """What is asked of a kind that is first in a bracket, with others behind it that have none: `(MAX (3 9) (5 6))`.

    It may be the kind of the bracket, if that has none of its own.
    """
    if not _KIND_FIRST.search(text, tree.offsets[0]):
        return None
    from treesolve.notation.grammar import tree_parser

    nodes: list[TextNode] = [tree_parser().parse(text)]  # type: ignore[list-item]
    for node in nodes:
        nodes += node.children
    heads = [node for node in nodes if node.children and _has_kind_alone(node.children[0])]
    doubtful = [node for node in heads if not node.kind and any(map(_has_no_kind, node.children[1:]))]
    if not doubtful:
        return None
    moved = text
    for node in sorted(heads, key=lambda one: -one.start):
        first, end = _span_of_kind(node.children[0])
        bracket = max(text.rfind(sign, 0, first) for sign in "([{")
        moved = f"{moved[:bracket]}{moved[first:end]} {moved[bracket:first]}{moved[end:]}"
    span = _span_of_kind(doubtful[0].children[0])
    line = shown_line(tree)
    facts = {"why": "kind-head", "text": text[slice(*span)], "instead": _shown(moved) if line else "", "other": line}
    return Problem("foreign-asked", span, facts)


def _has_kind_alone(node: TextNode) -> bool:
    return node.kind is not None and not node.name and not node.move and node.weight is None


def _has_no_kind(node: TextNode) -> bool:
    return bool(node.children) and node.kind is None


def _span_of_kind(node: TextNode) -> Span:
    return Span(node.start, node.start + len(node.kind.value if node.kind else ""))


def _shown(text: str) -> str:
    try:
        return shown_line(read_own(text))
    except InputError:
        return ""


# Numbers


def comma_question(text: str, start: int) -> Problem | None:
    """What is asked of commas between digits, from `start` on, where numbers are separated in another way as well.

    >>> comma_question("(2,5 3,5)", 0)[:2], comma_question("(2, 5, 3)", 0), comma_question("(3,5,2 4)", 0)
    (('decimal-commas', Span(start=1, end=4)), None, None)
    """
    if "," not in text:
        return None
    blanked = _ASIDE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for stretch in _STRETCH.finditer(blanked, start):
        marks = {found["between"] for found in _NUMBERS.finditer(stretch[0])}
        is_mixed = len({mark.strip() or " " if mark != "," else "tight" for mark in marks}) > 1
        if is_mixed and _TIGHT.search(stretch[0]) and not _NO_DECIMAL.search(stretch[0]):
            return _comma_problem(text, start, stretch)
    return None


def _comma_problem(text: str, start: int, stretch: re.Match[str]) -> Problem:
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
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", " ".join(re.sub("[,;]", " ", tree).split()))
