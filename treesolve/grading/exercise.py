"""An exercise: a tree, the convention for searching the tree, and the questions about it. Includes the JSON format."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.rubric import Rubric, parse_points
from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.notation.json_text import convention_from_fields, convention_to_json, number_to_json
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.search.solution import Solution
from treesolve.submissions.answer_writer import format_parts

if TYPE_CHECKING:
    from treesolve.grading.question.tree_question import TreeQuestion

MAX_EXERCISE_NODES = 2000
"""Maximum number of nodes of a tree for which answers are marked, because nobody solves larger trees by hand."""


class Exercise(NamedTuple):
    """A tree to be solved in a convention, with the points for each part.

    If `points` is empty, the points in the tree's file apply. `questions` has further questions about the tree, by
    kind.
    """

    name: str
    tree: Tree
    convention: Convention
    points: Mapping[str, Number] = {}
    variant: str | None = None
    questions: Mapping[str, "TreeQuestion"] = {}

    @property
    def title(self) -> str:
        """The name of the exercise, followed by its variant if it has one."""
        return self.name if self.variant is None else f"{self.name} ({self.variant})"

    @property
    def heading(self) -> str:
        """The title of the tree, or else the name of the exercise, followed by the variant if there is one."""
        named = self.tree.title or self.name
        return named if self.variant is None else f"{named} ({self.variant})"

    def answer_key(self, solution: Solution | None = None) -> AnswerKey:
        """Return the answer key with the points of the exercise. The tree is solved unless `solution` is given.

        Raises the same errors as AnswerKey, such as treesolve.search.search.Unsolvable.
        """
        return AnswerKey(self.tree, self.convention, Rubric(points=self.points), self.questions, solution)


def exercise_json(exercise: Exercise) -> dict[str, Any]:
    """Return an exercise as a JSON object."""
    questions = {part: dict(question.to_json()) for part, question in exercise.questions.items()}
    return {
        "exercise": exercise.name,
        "variant": exercise.variant,
        "tree": write(exercise.tree),
        "convention": convention_to_json(exercise.convention),
        "points": {part: number_to_json(points) for part, points in exercise.points.items()},
        **({"questions": questions} if questions else {}),
    }


def solution_texts(key: AnswerKey) -> dict[str, str]:
    """Return the text of a perfect answer to each part, in the order of the points."""
    answer = answer_from_solution(key.solution, key.right, key.search_parts)
    texts = format_parts(answer, key.tree, key.solution)
    questions = {part: key.questions[part] for part in key.points if part in key.questions}
    texts |= {part: question.right_answer(key.solution) for part, question in questions.items()}
    return {part: texts[part] for part in key.points if part in texts}


def read_exercises(entries: Iterable[Any], source: str = "-") -> tuple[Exercise, ...]:
    """Convert JSON objects to exercises.

    Raises InputError for points out of range, and LookupError, TypeError, ValueError or AttributeError if an object is
    otherwise malformed.
    """
    return tuple(_read_exercise(entry, source) for entry in entries)


def _read_exercise(entry: Any, source: str) -> Exercise:
    points = parse_points(entry["points"], source)
    tree = read(str(entry["tree"]), source, payoffs=True)
    convention = convention_from_fields(entry["convention"])
    return Exercise(
        str(entry["exercise"]), tree, convention, points, variant_in_entry(entry), _questions_in(entry, tree)
    )


def _questions_in(entry: Any, tree: Tree) -> "dict[str, TreeQuestion]":
    """Return the questions of an exercise. The registry of questions is imported only if the exercise has any."""
    if not entry.get("questions"):
        return {}
    from treesolve.grading.question.question_registry import read_questions

    return read_questions(entry["questions"], tree)


def variant_in_entry(entry: Mapping[str, Any]) -> str | None:
    """Return the variant in the JSON object of an exercise, or None if the exercise has no variant."""
    return None if entry["variant"] is None else str(entry["variant"])
