"""Tree text in our own notation to Tree: Lark reads it, and where it cannot, what is wrong is told."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.growing import Columns, TextNode, grow
from treesolve.notation.header_values import HeaderValues, read_values
from treesolve.notation.headers import MOST_PROBLEMS, Headers, read_headers
from treesolve.notation.moment_text import missing_leaf
from treesolve.notation.payoffs import with_headers
from treesolve.notation.plain import read_plain

_PLACES = {
    "weight-outside-chance": "WEIGHT",
    "weights-incomplete": "OPEN",
    "weights-sum": "OPEN",
    "levels-short": "OPEN",
    "levels-contradict": "KIND",
    "leaf-outside-bounds": "VALUE",
    "payoff-tree": "VALUE",
    "payoff-length": "VALUE",
    "payoff-sum": "VALUE",
}
"""The token of its node that a problem is about."""


def read_own(text: str, source: str = "-", *, payoffs: bool = False) -> Tree:
    """The tree that a text in our own notation describes.

    `source` is the name of the text in messages. Only with `payoffs` leaves may have payoffs for several players, which
    is nothing for those who expect MAX and MIN. Raises InputError with everything found wrong in it.
    """
    headers = read_headers(text)
    values, faults = read_values(headers)
    unprintable = islice(UNPRINTABLE.finditer(text), MOST_PROBLEMS)
    problems = [*headers.problems, *(Problem("control-character", Span(*one.span())) for one in unprintable), *faults]
    with without_garbage_collector():
        try:
            columns = _columns(text, headers, values)
            if columns and not problems:
                return _with_leaf_asked_about(with_headers(columns, values, payoffs=payoffs), headers)
        except InputError as error:
            problems += [_narrowed(problem, text, headers) for problem in error.problems]
    problems.sort(key=lambda problem: problem.span or Span(0, 0))
    raise InputError(tuple(problem._replace(source=source, text=text) for problem in problems))


def _with_leaf_asked_about(tree: Tree, headers: Headers) -> Tree:
    """The tree. Raises InputError where its header asks for alpha and beta after a leaf that there is not."""
    line = headers.get("alpha-beta")
    problem = missing_leaf(tree, tree.alpha_beta)
    if line and problem:
        raise InputError((problem._replace(span=line.span),))
    return tree


@contextmanager
def without_garbage_collector() -> Iterator[None]:
    """Without the search for cycles, of which there are none: it would look at a growing tree again and again."""
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()


def _columns(text: str, headers: Headers, values: HeaderValues) -> Columns | None:
    """The columns of the tree in a text; None where the headers leave none."""
    start, leaves = headers.tree_start, headers.get("leaves")
    if start is None and values.shape and leaves:
        from treesolve.notation.complete_tree import complete_tree

        return grow(complete_tree(text, values.shape, leaves), values.levels)
    if start is None:
        return None
    plain = None if values.levels else read_plain(text, start)
    if plain:
        return plain
    root = _root(text, start, parsed=not headers.problems)
    return grow(root, values.levels) if root else None


def _root(text: str, start: int, *, parsed: bool) -> TextNode | None:
    """The root of the tree that begins there; not `parsed`, where headers are wrong, only mistakes are looked for."""
    from lark import UnexpectedInput

    from treesolve.notation.grammar import tree_parser
    from treesolve.notation.mistakes import mistakes, too_many_nodes

    if problems := too_many_nodes(text, start):
        raise InputError(tuple(problems))
    try:
        if parsed:
            return tree_parser().parse(text)  # type: ignore[return-value]
    except (UnexpectedInput, InputError):
        pass
    if problems := mistakes(text, start):
        raise InputError(tuple(problems))
    return None


def _narrowed(problem: Problem, text: str, headers: Headers) -> Problem:
    """A problem of a node at the token that it is about; one without a place at its header."""
    from treesolve.notation.grammar import span_of, tokens
    from treesolve.notation.plain import PAIRS

    if problem.code == "sum-without-payoffs":
        line = headers.get("sum")
        return problem._replace(span=line and line.span)
    wanted = _PLACES.get(problem.code)
    if wanted is None or problem.span is None:
        return problem
    for token in tokens(text, problem.span.start):
        kind = "OPEN" if token in PAIRS else token.type
        if kind == wanted or (wanted == "VALUE" and kind in ("NUMBER", "PAYOFFS")):
            return problem._replace(span=span_of(token))
    return problem
