"""Formatting of answers as text, in the form in which students write them.

Names are in tree notation, and numbers are in MAX's view. The answer reader parses the result to the same answer.
"""

from collections.abc import Callable, Iterable

from treesolve.model.answer import Answer
from treesolve.model.number import Number
from treesolve.model.reading_point import split_into_pairs
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number, format_value
from treesolve.notation.writer import format_node_name, quote_name
from treesolve.search.solution import Solution
from treesolve.submissions.answer_words import normalize_words, words


def format_answer_name(name: str) -> str:
    """Return a node name as it appears in an answer; it is quoted if it would otherwise have another meaning.

    >>> print(format_answer_name("L1"), format_answer_name("none"), format_answer_name("e2-e4"))
    L1 "none" "e2-e4"
    """
    is_plain = normalize_words(name) not in words("none") and any(sign.isalnum() for sign in name)
    return format_node_name(name) if is_plain else quote_name(name)


_SIGNS = {"=": "=", "<=": "≤", ">=": "≥"}


def _window_as_text(low: Number, high: Number) -> str:
    return f"[{format_number(low)}, {format_number(high)}]"


def format_parts(
    answer: Answer,
    tree: Tree,
    solution: Solution | None = None,
    number: Callable[[Number], str] = format_value,
    window: Callable[[Number, Number], str] = _window_as_text,
) -> dict[str, str]:
    """Return a mapping from each answered part to the text that follows its key, in the order of the parts.

    If a solution is given, values that are only bounds in the solution get a bound sign. This sign does not change how
    the values are parsed.
    `number` and `window` format numbers and windows, for example with local decimal marks.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> tree = read("((6 5) (2 9))")
    >>> format_parts(Answer("", values={0: 5, 4: 2}, pruned=(6,), best=1), tree, solve(tree))
    {'values': 'A=5 C≤2', 'pruned': 'L4', 'best': 'B'}
    """
    names = tree.names
    texts: dict[str, str] = {}
    if answer.values is not None:
        texts["values"] = " ".join(
            f"{format_answer_name(names[node])}{_sign_of_value(node, solution)}{number(v)}"
            for node, v in answer.values.items()
        )
    if answer.windows is not None:
        texts["windows"] = " ".join(
            f"{format_answer_name(names[node])}={' '.join(window(*pair) for pair in split_into_pairs(row))}"
            for node, row in answer.windows.items()
        )
    if answer.pruned is not None:
        texts["pruned"] = _join_names(names[node] for node in answer.pruned) or "none"
    if answer.order is not None:
        texts["order"] = _join_names(names[node] for node in answer.order)
    if answer.best is not None:
        texts["best"] = format_answer_name(names[answer.best])
    if answer.value is not None:
        texts["value"] = _sign_of_value(0, solution).replace("=", "") + number(answer.value)
    return texts


def _sign_of_value(node: int, solution: Solution | None) -> str:
    relation = solution.relation(node) if solution and node in solution.visit_of else "="
    return _SIGNS[relation or "="]


def _join_names(names: Iterable[str]) -> str:
    return " ".join(map(format_answer_name, names))
