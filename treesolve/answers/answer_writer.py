"""Answers in the text form, as a student would write them: the counterpart of the reader.

Names stand as the notation writes them, numbers as they are kept, in MAX's view; whatever is written here is read back
as the same answer.
"""

from collections.abc import Callable, Iterable

from treesolve.answers.words import folded_words, words
from treesolve.model.answer import Answer
from treesolve.model.asked_moment import in_pairs
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number, write_value
from treesolve.notation.writer import quoted_name, write_name
from treesolve.search.solution import Solution


def written_name(name: str) -> str:
    """A name as an answer has it: in quotes, unless it is a word that means nothing else there.

    >>> print(written_name("L1"), written_name("none"), written_name("e2-e4"))
    L1 "none" "e2-e4"
    """
    is_plain = folded_words(name) not in words("none") and any(sign.isalnum() for sign in name)
    return write_name(name) if is_plain else quoted_name(name)


_SIGNS = {"=": "=", "<=": "≤", ">=": "≥"}


def _window_as_text(low: Number, high: Number) -> str:
    return f"[{write_number(low)}, {write_number(high)}]"


def written_parts(
    answer: Answer,
    tree: Tree,
    solution: Solution | None = None,
    number: Callable[[Number], str] = write_value,
    window: Callable[[Number, Number], str] = _window_as_text,
) -> dict[str, str]:
    """For each part that is answered what stands behind its key, in the order of the parts.

    With a solution, a value that is a mere bound there has the sign of one; it is read back as the same number.
    `number` and `window` write these as the people of a country do.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> tree = read("((6 5) (2 9))")
    >>> written_parts(Answer("", values={0: 5, 4: 2}, pruned=(6,), best=1), tree, solve(tree))
    {'values': 'A=5 C≤2', 'pruned': 'L4', 'best': 'B'}
    """
    names = tree.names
    written: dict[str, str] = {}
    if answer.values is not None:
        written["values"] = " ".join(
            f"{written_name(names[node])}{_sign_of_value(node, solution)}{number(v)}"
            for node, v in answer.values.items()
        )
    if answer.windows is not None:
        written["windows"] = " ".join(
            f"{written_name(names[node])}={' '.join(window(*pair) for pair in in_pairs(row))}"
            for node, row in answer.windows.items()
        )
    if answer.pruned is not None:
        written["pruned"] = _names_as_list(names[node] for node in answer.pruned) or "none"
    if answer.order is not None:
        written["order"] = _names_as_list(names[node] for node in answer.order)
    if answer.best is not None:
        written["best"] = written_name(names[answer.best])
    if answer.value is not None:
        written["value"] = _sign_of_value(0, solution).replace("=", "") + number(answer.value)
    return written


def _sign_of_value(node: int, solution: Solution | None) -> str:
    relation = solution.relation(node) if solution and node in solution.visit_of else "="
    return _SIGNS[relation or "="]


def _names_as_list(names: Iterable[str]) -> str:
    return " ".join(map(written_name, names))
