"""Conversion of an exercise to a quiz with text fields and choices, for course systems that grade automatically.

The fields and the right answers are the same for all systems. Other modules of this package write the file formats of
the systems.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.integrations.accepted_spellings import bound_pair_spellings, leaf_order_spellings, number_spellings
from treesolve.integrations.cut_choices import CutChoice, cut_choices
from treesolve.model.answer import PARTS
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.reading_point import AT_CHANGES
from treesolve.rendering.question_wording import QuestionWording
from treesolve.rendering.search_rules import legend, remarks, rules
from treesolve.rendering.template_environment import question_for_part, words
from treesolve.search.solution import Solution

TEXT, SINGLE_CHOICE, MULTIPLE_CHOICE = "text", "one", "several"
"""The kinds of fields."""

MAX_MARKS = 90_000
"""Maximum marks for a question, because Moodle stores only five digits before the decimal point."""


class QuizChoice(NamedTuple):
    """A choice, or an accepted spelling of a text field, and whether it is right."""

    text: str
    is_right: bool = True


class QuizField(NamedTuple):
    """A field with its label; for a text field, `choices` contains the accepted spellings.

    `found` is the index of the choice that is the result of the search.
    """

    label: str
    kind: str
    choices: tuple[QuizChoice, ...]
    found: int = 0

    @property
    def answer(self) -> QuizChoice:
        """The choice that is the result of the search, for systems that accept only one right answer."""
        return self.choices[self.found]


class QuizPart(NamedTuple):
    """One part of an exercise: the question, the fields for its answer, and the weight of each field.

    Weights are integers that are proportional to the points per field.
    """

    part: str
    sentence: str
    fields: tuple[QuizField, ...]
    weight: int


class Quiz(NamedTuple):
    """An exercise converted to a quiz.

    `notes` are instructions for students. `left_out` contains the parts that a field cannot ask for.
    """

    exercise: Exercise
    key: AnswerKey
    language: str
    notes: tuple[str, ...]
    parts: tuple[QuizPart, ...]
    left_out: tuple[str, ...] = ()


def quiz(exercise: Exercise, solution: Solution | None = None, language: str = "en") -> Quiz:
    """Convert the exercise to a quiz with the points that the exercise itself defines.

    Raises InputError if no field can ask for any of the parts, or if the tree has payoffs, which fields do not support.
    Raises treesolve.search.search.Unsolvable in the same cases as AnswerKey.
    """
    if exercise.tree.has_payoffs:
        raise InputError((Problem("quiz-payoffs", None, {}, exercise.title),))
    key = exercise.answer_key(solution)
    builder = _FieldBuilder(key, language)
    parts = [part for part in key.points if key.points[part]]
    fields = {part: found for part in parts if (found := tuple(builder.fields(part)))}
    if not fields:
        raise InputError((Problem("quiz-nothing-asked", None, {"known": ", ".join(PARTS)}, exercise.title),))
    weights = _weights(key.points, {part: len(found) for part, found in fields.items()})
    quiz_parts = tuple(QuizPart(part, builder.sentence(part), found, weights[part]) for part, found in fields.items())
    left_out = tuple(part for part in exercise.questions if part not in fields)
    return Quiz(exercise, key, language, tuple(builder.notes()), quiz_parts, left_out)


def quiz_by_rubric(exercise: Exercise, solution: Solution, rubric: Rubric, language: str = "en") -> Quiz:
    """Convert the exercise to a quiz with the points and questions that a rubric defines.

    Raises the same errors as `quiz`.
    """
    tree = rubric.with_reading_point(exercise.tree)
    pointed = exercise._replace(tree=tree, points=rubric.points or exercise.points)
    return quiz(pointed, solution.of_tree(tree), language)


def format_part_question(quiz: Quiz, part: QuizPart, *, with_signs: bool) -> str:
    """Return the question for a part, with notes if bounds or rounded numbers are accepted.

    `with_signs` must be true if the quiz system accepts several spellings of an answer, such as `<=3` for a bound.
    """
    convention, say = quiz.exercise.convention, words(quiz.language, "quiz.jinja")
    is_narrow = convention.window != convention.widest
    may_be_bound = convention.cuts and (part.part == "values" or (part.part == "value" and is_narrow))
    notes = [say.bounds(with_signs)] if may_be_bound else []
    notes += [say.rounding(with_signs)] if quiz.key.may_be_rounded(part.part) else []
    return " ".join([part.sentence, *notes])


def _weights(points: Mapping[str, Number], counts: Mapping[str, int]) -> dict[str, int]:
    """Return the weight of the fields of each part.

    The weights are the smallest integers that are proportional to the points per field. If their sum would be too large
    for Moodle, they are approximated.

    >>> _weights({"values": 4, "pruned": 4, "best": 2}, {"values": 3, "pruned": 1, "best": 1})
    {'values': 2, 'pruned': 6, 'best': 3}
    """
    shares = {part: Fraction(points[part]) / count for part, count in counts.items()}
    common = lcm(*(share.denominator for share in shares.values()))
    whole = {part: int(share * common) for part, share in shares.items()}
    marks = sum(whole[part] * count for part, count in counts.items())
    unit = max(Fraction(gcd(*whole.values())), Fraction(marks, MAX_MARKS))
    return {part: max(1, round(weight / unit)) for part, weight in whole.items()}


class _FieldBuilder:
    """Builds the fields of each part, with labels in the given language."""

    def __init__(self, key: AnswerKey, language: str) -> None:
        self.key, self.tree, self.language = key, key.tree, language
        self.say, self.sheet = words(language, "quiz.jinja"), words(language, "sheet.jinja")
        self.found = answer_from_solution(key.solution, key.right)

    def notes(self) -> Iterator[str]:
        """Yield the instructions: a legend, the rules of the convention, remarks, and the point of view of numbers."""
        convention = self.key.solution.convention
        yield str(legend(self.tree, "triangles", self.language).words)
        yield rules(self.tree, convention, self.language, for_max=True)
        yield from remarks(self.tree, convention, self.language)
        if convention.perspective != "minimax":
            yield self.say.view()

    def sentence(self, part: str) -> str:
        """Return the question that asks for a part."""
        question, solution = self.key.questions.get(part), self.key.solution
        if question is None:
            return question_for_part(self.say, self.say.ask, part, solution.convention)
        return QuestionWording(solution, self.language).text(question.asking(solution))

    def fields(self, part: str) -> Iterator[QuizField]:
        """Yield the fields of a part; for an additional question, this is a field only if its answer is one number."""
        question = self.key.questions.get(part)
        if question is None:
            yield from _FIELDS[part](self)
        elif question.asks_for_number:
            yield self._number_field("", (question.number_expected(self.key.solution),))

    def values(self) -> Iterator[QuizField]:
        """Yield a field for each node that needs a value; a value that is only a bound may have a bound sign."""
        for node in self.key.required_nodes:
            accepted = self.found.values[node], *self.key.right.values[node]  # type: ignore[index]
            yield self._number_field(f"{self.tree.names[node]} =", accepted, node)

    def value(self) -> Iterator[QuizField]:
        """Yield a field for the value of the root."""
        accepted = self.found.value, *self.key.right.value
        yield self._number_field(f"{self.tree.names[0]} =", accepted, 0)  # type: ignore[arg-type]

    def _number_field(self, label: str, accepted: tuple[Number, ...], node: int | None = None) -> QuizField:
        """Return a text field for a number; the first of the accepted numbers must be the result of the search."""
        sign = "=" if node is None or self.key.solution.is_forced else self.key.solution.relation(node) or "="
        name = "" if node is None else self.tree.names[node]
        spelled = [text for value in accepted for text in number_spellings(value, sign, name)]
        return QuizField(label, TEXT, tuple(map(QuizChoice, dict.fromkeys(spelled))))

    def windows(self) -> Iterator[QuizField]:
        """Yield two fields per node with a window, or one field if the convention asks for a sequence of windows."""
        for node, window in sorted(self.key.right.windows.items()):
            if self.key.solution.convention.alpha_beta == AT_CHANGES:
                yield QuizField(f"{self.tree.names[node]}:", TEXT, tuple(map(QuizChoice, bound_pair_spellings(window))))
                continue
            for bound, value in zip(("α", "β"), window, strict=True):
                yield self._number_field(self.say.bound({"bound": bound, "node": self.tree.names[node]}), (value,))

    def pruned(self) -> Iterator[QuizField]:
        """Yield one field in which the choices are cuts and "nothing"."""
        choices = cut_choices(self.key)
        shown = [QuizChoice(self._cut_in_words(one), one.is_right) for one in choices]
        yield QuizField(
            "", MULTIPLE_CHOICE, (*shown, QuizChoice(self.say.nothing(), not any(one.is_right for one in choices)))
        )

    def _cut_in_words(self, choice: CutChoice) -> str:
        names = self.tree.names
        after = None if choice.after is None else names[choice.after]
        skipped = [names[node] for node in choice.skipped]
        return self.say.cut({"node": names[choice.node], "after": after, "names": skipped})

    def order(self) -> Iterator[QuizField]:
        """Yield one text field for the sequence of evaluated leaves."""
        yield QuizField("", TEXT, tuple(map(QuizChoice, leaf_order_spellings(self.tree, self.key.right.order))))

    def best(self) -> Iterator[QuizField]:
        """Yield one field for the best child of the root, which is a text field if the root has only one child."""
        right, children = self.key.right.best, self.tree.children[0]
        kind = SINGLE_CHOICE if len(children) > 1 else TEXT
        choices = tuple(QuizChoice(self.tree.names[child], child in right) for child in children)
        yield QuizField("", kind, choices, children.index(right[0]))


_FIELDS: Mapping[str, Callable[[_FieldBuilder], Iterator[QuizField]]] = {
    "values": _FieldBuilder.values,
    "windows": _FieldBuilder.windows,
    "pruned": _FieldBuilder.pruned,
    "order": _FieldBuilder.order,
    "best": _FieldBuilder.best,
    "value": _FieldBuilder.value,
}
