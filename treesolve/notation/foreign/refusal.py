"""What is said where a notation is told, but not its tree: an error with a line of ours that works."""

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.foreign.decimal_commas import doubtful
from treesolve.notation.foreign.sketch import Sketch, is_missing, nodes, read_sketch, shown_line

_GUESSED = ("graph-roots", "outline-ragged", "lines-joined")
"""Codes of texts in which lines were moved or joined: that is why a node has no value then, or one too many."""


_LINES = ("instead", "plain", "head", "ours", "complete", "flat", "decimals", "joined")
"""The facts of problems that are trees in our notation."""

MOST_SHOWN = 300
"""A tree with more nodes is not shown in a sentence."""


def refusal(code: str, span: Span, sketch: Sketch | None = None, **facts: object) -> InputError:
    """The error to raise; `instead`, among its facts, is the sketch in our notation, or nothing."""
    found = list(nodes(sketch)) if sketch else []
    guessed = code in _GUESSED and any(is_missing(node) or node.own_value for node in found)
    instead = example(sketch) if sketch and not guessed and sum(map(is_missing, found)) <= 1 else ""
    return InputError((Problem(code, span, {"instead": instead, **facts}),))


def check_commas(text: str, start: int) -> None:
    """Raises InputError where a comma in a line of leaves, which begins at `start`, may be that of a decimal."""
    problem = doubtful(text)
    if problem and problem.span:
        span = Span(start + problem.span.start, start + problem.span.end)
        raise InputError((problem._replace(span=span, facts={**problem.facts, "decimals": "", "separators": ""}),))


def shows_tree(error: InputError) -> bool:
    """Whether a refusal shows the tree, as far as it can be told, in our notation."""
    return any("(" in str(problem.facts.get(fact, "")) for problem in error.problems for fact in _LINES)


def cannot_carry(what: str) -> InputError:
    """The error to raise where a notation cannot say what a tree has."""
    return InputError((Problem("foreign-cannot-carry", None, {"what": what}),))


def example(sketch: Sketch) -> str:
    """The sketch in our notation on one line, with ? for what has no value; nothing where that cannot be written.

    >>> example(Sketch(Span(0, 1), "A", children=(Sketch(Span(0, 1), value=3), Sketch(Span(0, 1), "C"))))
    'A: (3 C: ?)'
    """
    whole = _sketch_without_gaps(sketch)
    try:
        return shown_line(read_sketch(whole)) if whole else ""
    except InputError:
        return ""


def _sketch_without_gaps(sketch: Sketch) -> Sketch | None:
    """The sketch with ? for each missing value; None where it is too large to be shown."""
    order = [sketch]
    for node in order:
        order.extend(node.children)
        if len(order) > MOST_SHOWN:
            return None
    made: dict[int, Sketch] = {}
    for node in reversed(order):
        children = tuple(made[id(child)] for child in node.children)
        made[id(node)] = node._replace(children=children, unknown="?" if is_missing(node) else node.unknown)
    return made[id(sketch)]
