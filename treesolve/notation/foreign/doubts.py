"""What brackets, blanks and points may mean beside what was read."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.decimal_commas import mixed, thousands
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.other_movers import problem_of_other_movers
from treesolve.notation.foreign.sketch import LONGEST_LINE, shown_line
from treesolve.notation.matrix import MATRIX

_MARKED = {
    "(": re.compile(r"(?<=[\s,;(])\[\s*[+\-−]?[0-9][0-9./]*\s*\]"),
    "[": re.compile(r"(?<=[\s,;\[])\(\s*[+\-−]?[0-9][0-9./]*\s*\)"),
}
"""One number in brackets of another shape, by the bracket in which the root opens."""
_PAIR = r"\(\s*[+\-−]?[0-9]+\s*,\s*[+\-−]?[0-9]+\s*\)\s*,?\s*"
_LISTS_OF_PAIRS = re.compile(rf"\[\s*(?:\[\s*(?:{_PAIR})+\]\s*,?\s*){{2,}}\]")

_LEAST, _MOST = 3, 26
"""So many letters stand before the leaves in a list of all nodes."""
_TELLING = ("weight", "value", "name", "id", "kind", "children")
"""Fields that say something of a node, and are no moves."""
_BRACE = re.compile(r"[\[\s]*\{")


def problem_of_unclear_meaning(text: str, tree: Tree) -> Problem | None:
    """What may mean something else in a text that was read as this tree; None where nothing does."""
    numbers = mixed(text, tree.offsets[0]) or thousands(text, tree)
    brackets = _problem_of_unclear_brackets(text, tree) or problem_of_other_movers(tree, text)
    return brackets or numbers or _problem_of_unknown_fields(text, tree)


def _problem_of_unclear_brackets(text: str, tree: Tree) -> Problem | None:
    """That brackets may be pairs of payoffs, edges or levels; None where they are not."""
    start = tree.offsets[0]
    span = Span(start, min(len(text.rstrip()), start + 60))
    if chances := _line_with_weighted_pairs(text, tree):
        return Problem("chance-untold", span, {"instead": chances})
    if matrix := MATRIX.match(text, start):
        line = " ".join(f"({' '.join(row.split())})" for row in matrix[1].split(";"))
        return Problem("rows-of-lines", Span(*matrix.span()), {"instead": f"({line})"})
    if heap := _line_with_level_order(tree):
        return Problem("brackets-untold", span, {"what": "levels", "levels": heap, "nodes": shown_line(tree)})
    what = _meaning_of_rows(text[start:], tree)
    if not what:
        return _problem_of_lone_number(text, start)
    levels = _line_with_rows_as_levels(tree) if what == "levels" else ""
    return Problem("brackets-untold", span, {"what": what, "levels": levels, "nodes": shown_line(tree)})


def _line_with_level_order(tree: Tree) -> str:
    """The binary tree whose nodes stand in one list, level by level: A, B, C, then its leaves; nothing elsewhere."""
    values = [tree.values[child] for child in tree.children[0]]
    letters = [value.letter for value in values if isinstance(value, Unknown)]
    count = len(letters)
    in_order = letters == [chr(ord("A") + place) for place in range(count)]
    if not in_order or not _LEAST <= count <= _MOST or len(tree) != 2 * count + 2 or isinstance(values[-1], Unknown):
        return ""
    if any(isinstance(value, Unknown) for value in values[count:]) or any(tree.children[1:]):
        return ""
    from treesolve.notation.foreign.refusal import example
    from treesolve.notation.foreign.sketch import Sketch, sketch_of

    made = list(sketch_of(tree).children)
    for place in reversed(range(count)):
        below = (made[2 * place + 1], made[2 * place + 2])
        made[place] = Sketch(made[place].span, letters[place], children=below)
    return example(made[0])


def _line_with_rows_as_levels(tree: Tree) -> str:
    """The tree whose levels the rows of brackets are."""
    from treesolve.notation.foreign.levels import tree_with_rows_as_levels
    from treesolve.notation.foreign.refusal import example

    found = tree_with_rows_as_levels(tree)
    return example(found) if found else ""


def _meaning_of_rows(text: str, tree: Tree) -> str:
    """What the rows of leaves may be, if not nodes: "payoffs", "edges", "levels"; nothing where they are nodes."""
    rows = [tuple(tree.values[leaf] for leaf in each) for each in tree.children if _are_all_leaves(tree, each)]
    widths = [len(tree.children[child]) for child in tree.children[0]]
    are_all = len(rows) == len(widths) > 2 and all(widths)
    if len(rows) > 1 and all(len(row) == 2 for row in rows):
        numbers = not any(map(_is_pair_not_of_integers, rows))
        sums = {row[0] + row[1] for row in rows} if numbers and "[(" in text[:100] else set()  # type: ignore[operator]
        if len(sums) == 1 or (numbers and _LISTS_OF_PAIRS.fullmatch(text.strip())):
            return "payoffs"
        return "edges" if are_all and _are_edges(rows) else ""
    grows = are_all and widths[:2] == [1, 2] and widths[-1] > 2
    return "levels" if grows and all(below % above == 0 for above, below in pairwise(widths)) else ""


def _problem_of_lone_number(text: str, start: int) -> Problem | None:
    """That a number in brackets of another shape may be marked, and no node; between commas it may be a list."""
    found = _MARKED[text[start]].search(text, start) if text[start] in _MARKED and "," not in text else None
    return Problem("brackets-untold", Span(*found.span()), {"what": "mark", "text": found[0]}) if found else None


def _problem_of_unknown_fields(text: str, tree: Tree) -> Problem | None:
    """That a name which stands again and again before the only child of a node may be that of a field."""
    alone = [children[0] for children in tree.children if len(children) == 1]
    names = Counter(tree.given_names[child] for child in alone if child in tree.given_names)
    name, count = names.most_common(1)[0] if names else ("", 0)
    if not _BRACE.match(text, tree.offsets[0]):
        return None
    if again := _field_again(tree):
        name = again
    elif count < 2:
        return None
    start = text.find(name, tree.offsets[0])
    return Problem("unknown-field", Span(start, start + len(name)), {"text": name})


def _field_again(tree: Tree) -> str:
    """A word for a field that stands below several nodes with the same names below them; nothing where none does."""
    names = [tuple(tree.given_names.get(child, "") for child in children) for children in tree.children if children]
    alike = [each for each, count in Counter(names).items() if count > 1 and all(each)]
    return next((name for each in alike for name in each if field(name) in _TELLING and len(name) > 1), "")


def _line_with_weighted_pairs(text: str, tree: Tree) -> str:
    """The tree with weights, where some of what stands below its chance nodes may be these, if they can be told.

    What has a kind or a name before it is a node.
    """
    below = [child for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE for child in tree.children[node]]
    if tree.weights or len(tree) > LONGEST_LINE or all(text[tree.offsets[child]].isalpha() for child in below):
        return ""
    from treesolve.notation.foreign.chances import with_weights
    from treesolve.notation.foreign.sketch import read_sketch, sketch_of

    try:
        weighted = read_sketch(with_weights(sketch_of(tree), ""))
    except InputError as error:
        (problem,) = error.problems[:1]
        return str(problem.facts.get("instead", "")) if problem.code == "chance-untold" else ""
    return shown_line(weighted) if weighted.weights else ""


def _are_all_leaves(tree: Tree, children: tuple[int, ...]) -> bool:
    return bool(children) and not any(tree.children[child] for child in children)


def _is_pair_not_of_integers(pair: tuple[object, ...]) -> bool:
    return not all(isinstance(value, int) for value in pair)


def _are_edges(pairs: Sequence[tuple[object, ...]]) -> bool:
    """Whether each pair but those of the first number begins with the second of one before."""
    known = {pairs[0][0]}
    for above, below in pairs:
        if above not in known or below in known:
            return False
        known.add(below)
    return True
