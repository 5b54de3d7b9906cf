"""The last check of a variant before its files are written, which verifies that everything on its pages is true.

The values from which the pages are made, and the printed answers, are compared with values that are recomputed from the
tree as serialized in the key.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from treesolve.authoring.sheet_plan import Task
from treesolve.authoring.tree_generator import with_all_constraints
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.rendering.question_wording import question_key
from treesolve.rendering.sheet_task import TaskPage
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_frames import NodeState
from treesolve.search.solution import Solution
from treesolve.submissions.answer_reader import read_answer


class Fault(NamedTuple):
    """A failed check: the code, the label of the task, and the text that is wrong."""

    code: str
    label: str
    found: str = ""


def faults(page: TaskPage) -> Iterator[Fault]:
    """Yield the errors on the page of a task."""
    exercise = page.exercise
    again = read(write(exercise.tree), payoffs=True)
    if _columns_of_tree(again) != _columns_of_tree(exercise.tree) or _columns_of_tree(again) != _columns_of_tree(
        page.key.tree
    ):
        yield Fault("tree-text", page.task.label)
        return
    grader = Grader(again, exercise.convention, Rubric(points=exercise.points), exercise.questions)
    yield from _search_faults(page.task, grader.solution)
    yield from _answer_faults(page, grader)
    yield from _picture_faults(page)


def _columns_of_tree(tree: Tree) -> tuple[object, ...]:
    return tree.kinds, tree.values, tree.children


def _search_faults(task: Task, solution: Solution) -> Iterator[Fault]:
    """Yield a fault for each difference between the search and plain minimax, and for each violated constraint."""
    values = plain_minimax(solution.tree)
    if tuple(values) != tuple(solution.values):
        yield Fault("minimax", task.label)
    returned = solution.returned(0)
    if solution.result == "exact" and None not in (returned, values[0]) and returned != values[0]:
        yield Fault("search", task.label, str(returned))
    for constraint in () if isinstance(task.source, Solution) else with_all_constraints(task.source).constraints:
        if not constraint.holds(solution):
            yield Fault("constraint", task.label, str(constraint))


def plain_minimax(tree: Tree) -> list[Number | None]:
    """Return the minimax value of each node in MAX's view, computed independently of the search.

    Values are computed twice, with all unknown leaves at their minimum and at their maximum. If the two values of a
    node differ, its value is None.
    """
    worst, best = (_backed_up(tree, unknown) for unknown in tree.bounds or (-INFINITY, INFINITY))
    return [least if least == most else None for least, most in zip(worst, best, strict=True)]


def _backed_up(tree: Tree, unknown: Number) -> list[Any]:
    """Return the value of each node if every unknown leaf has the value `unknown`.

    The value is NaN if infinities cancel.
    """
    values: list[Any] = [unknown if isinstance(value, Unknown) else value for value in tree.values]
    for node in reversed(range(len(tree))):
        below = [values[child] for child in tree.children[node]]
        if below and tree.kinds[node] is Kind.CHANCE:
            values[node] = sum(tree.weight(child) * values[child] for child in tree.children[node])
        elif below:
            values[node] = _chosen_value(tree.kinds[node], below)
    return values


def _chosen_value(kind: Kind, below: list[Any]) -> Any:
    """Return the value of a node, given the values of its children.

    This is the maximum for MAX, the minimum for MIN, and the first best payoff vector for a player of max^n.
    """
    if kind in PLAYERS:
        most = max(payoffs[PLAYERS.index(kind)] for payoffs in below)
        return next(payoffs for payoffs in below if payoffs[PLAYERS.index(kind)] == most)
    return (max if kind is Kind.MAX else min)(below)


def _answer_faults(page: TaskPage, grader: Grader) -> Iterator[Fault]:
    """Yield the errors in the printed answers.

    To find them, the printed answers are parsed and graded in the same way as the answer of a student.
    """
    label, exercise = page.task.label, page.exercise
    printed = [answer_text for _, _, answer_text in page.answers]
    if len(printed) != len(grader.points):
        yield Fault("answers-missing", label, str(len(printed)))
        return
    asked = exercise.questions
    keys = [question_key(part, asked[part]) if part in asked else part for part in page.points_by_part]
    text = "".join(f"{key}: {answer}\n" for key, answer in zip(keys, printed, strict=True))
    answer, problems = read_answer(text, grader.nodes)
    for problem in problems:
        yield Fault("answer-unread", label, problem.code)
    report = grader.report(answer)
    if report.points != grader.possible:
        yield Fault("answer-wrong", label, text)


def _picture_faults(page: TaskPage) -> Iterator[Fault]:
    """Yield the labels in the picture of the solution that contradict plain minimax."""
    states, values = page.solution.finished.states, plain_minimax(page.exercise.tree)
    found, names = page.key.solution, page.exercise.tree.names
    stopped = found.stopped if isinstance(found, MaxnSolution) else ()
    for node, (state, value) in enumerate(zip(states, values, strict=True)):
        if (
            node not in stopped
            and None not in (state.value, state.relation, value)
            and not _is_label_true(state, value)
        ):
            yield Fault("picture", page.task.label, f"{names[node]}: {state.relation} {state.value}")


def _is_label_true(state: NodeState, value: Any) -> bool:
    """Return whether the value or bound that the picture shows at a node agrees with the node's value."""
    shown: Any = state.value
    return bool({"=": value == shown, "<=": value <= shown, ">=": value >= shown}[str(state.relation)])
