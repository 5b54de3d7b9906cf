"""Exercises for R/exams, as R Markdown: what its programs write for Moodle, ILIAS, OpenOlat, Canvas and on paper.

An exercise is of the kind "cloze", with all parts; or of the kind "mchoice", with the cuts alone, for systems that can
do no more. Pictures are inside, and nothing in a tree is taken for R.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from treesolve.drawing.markup import in_one_line, markdown_escaped, with_formulas
from treesolve.exchange.quiz import ONE, SEVERAL, Quiz, QuizChoice, QuizField, QuizPart, asking_sentence
from treesolve.exchange.quiz_pictures import QuizPicture, feedback, solution_picture, tree_picture
from treesolve.model.number import PLACES
from treesolve.model.problem import InputError, Problem, harmless
from treesolve.model.tree_columns import letters_of_number
from treesolve.notation.number_text import has_more_places
from treesolve.pages.document import Document, written
from treesolve.pages.environment import words

_TYPES = {ONE: "schoice", SEVERAL: "mchoice"}
_NUMBER = re.compile(r"-?\d+([./]\d+)?")
_TOLERANCE = "0.00501"
"""Half of the second decimal, and a little more for the floating-point numbers of R."""

_MAX_CHOICES = 5
"""Maximum number of choices on the forms of NOPS."""
_LINE = 72

_WIDEST, _TALLEST = 14, 9
"""So many centimetres a picture is wide and high at most: its question stands on the same page."""


class _Item(NamedTuple):
    """A field as R/exams has it: its kind, its solution, what can be chosen, its weight, its tolerance."""

    kind: str
    solution: str
    choices: tuple[str, ...]
    weight: int
    tolerance: str = "0"


def rexams_document(quiz: Quiz, *, choices_only: bool = False) -> str:
    """The exercise as an R Markdown file; with `choices_only` of the kind "mchoice".

    Raises InputError where a tree is too large for a picture, where there are no cuts to choose from but only these
    are wanted, and where an answer holds the bar that parts answers.
    """
    pictures = tree_picture(quiz), solution_picture(quiz)
    asked = tuple(one for one in quiz.asked if one.part == "pruned" or not choices_only)
    if not asked:
        facts = {"part": "pruned", "form": "r-exams"}
        raise InputError((Problem("quiz-without-cuts", None, facts, quiz.exercise.title),))
    items = [
        _item(_with_few_choices(field) if choices_only else field, one, quiz) for one in asked for field in one.fields
    ]
    typing = words(quiz.language, "quiz.jinja").typing(False)
    question = [*quiz.notes, typing] if not choices_only else quiz.notes
    lines = [
        *_chunk(pictures),
        *_section("Question", " ".join(map(_plain, question)), _image(pictures[0]), *_asked(quiz, asked, choices_only)),
        *_answer_list(items),
        *_section("Solution", _image(pictures[1]), _solution(quiz)),
        *_section("Meta-information", *_meta(quiz, items, choices_only), between=""),
    ]
    return harmless("\n".join(lines)) + "\n"


def _exercise_name(title: str) -> str:
    """The title of an exercise as R/exams takes it for a name.

    >>> _exercise_name("Task 1 (v2)")
    'Task-1-v2'
    """
    return re.sub(r"[^\w]+", "-", title).strip("-") or "exercise"


def _plain(text: str) -> str:
    """Text as Markdown shows it, with its symbols as formulas."""
    return with_formulas(_escaped(text))


def _escaped(text: str) -> str:
    return _not_run(markdown_escaped(in_one_line(text)).replace("\\`", "`"))


def _not_run(markdown: str) -> str:
    """Markdown without the signs that say more to R and to pandoc: run this, a formula, raise this, a citation."""
    return re.sub("[`$^@]", lambda sign: f"&#{ord(sign[0])};", markdown)


def _section(title: str, *pieces: str, sign: str = "=", between: str = "\n") -> Iterator[str]:
    yield from (title, sign * len(title))
    yield f"{between}\n".join(pieces)
    yield ""


def _chunk(pictures: Sequence[QuizPicture]) -> Iterator[str]:
    """R that writes the pictures beside the exercise."""
    yield '```{r, echo = FALSE, results = "hide"}'
    for picture in pictures:
        coded = b64encode(picture.content).decode()
        lines = ",\n".join(f'  "{coded[start : start + _LINE]}"' for start in range(0, len(coded), _LINE))
        yield f'writeBin(base64enc::base64decode(paste(c(\n{lines}\n), collapse = "")), "{picture.name}")'
    yield from ("```", "")


def _image(picture: QuizPicture) -> str:
    """The picture, no larger than a page has room for; of a width alone pandoc would make a height, too."""
    width, height = picture.size
    shrunk = min(1, _WIDEST / width, _TALLEST / height)
    size = f"width={width * shrunk:.2f}cm height={height * shrunk:.2f}cm"
    return f"![{_escaped(picture.told)}]({picture.name}){{{size}}}\\"


def _asked(quiz: Quiz, asked: Sequence[QuizPart], choices_only: bool) -> Iterator[str]:
    """What asks for each part, and its fields by their numbers; there are none where choices are all there is.

    Fields have the letters that R/exams prints on its form for answers.
    """
    number = 0
    for one in asked:
        fields = []
        for field in one.fields:
            number += 1
            label = f"({letters_of_number(number).lower()}) {_plain(field.label)}".strip()
            fields.append(f"{label} \\#\\#ANSWER{number}\\#\\#")
        sentence = _plain(asking_sentence(quiz, one, with_signs=False))
        yield sentence if choices_only else f"**{sentence}** {', '.join(fields)}"


def _answer_list(items: Sequence[_Item]) -> Iterator[str]:
    """What can be chosen, with an empty line for each item to be typed; of these alone R/exams takes no list."""
    listed = [choice for item in items for choice in item.choices]
    if any(listed):
        yield from _section("Answerlist", *(f"* {choice}" for choice in listed), sign="-", between="")


def _with_few_choices(field: QuizField) -> QuizField:
    """The field with as many choices as NOPS takes: the last one, which is no cut, and cuts of both kinds."""
    *cuts, nothing = field.choices
    right, wrong = [one for one in cuts if one.is_right], [one for one in cuts if not one.is_right]
    kept = [*right[: _MAX_CHOICES - 2], *wrong, *right[_MAX_CHOICES - 2 :]][: _MAX_CHOICES - 1]
    return field._replace(choices=(*(one for one in cuts if one in kept), nothing))


def _item(field: QuizField, asked: QuizPart, quiz: Quiz) -> _Item:
    if field.kind in (ONE, SEVERAL):
        choices = _single(field, quiz.language) if field.kind == ONE else field.choices
        solution = "".join(str(int(choice.is_right)) for choice in choices)
        return _Item(_TYPES[field.kind], solution, tuple(_plain(one.text) for one in choices), asked.weight)
    right = field.answer.text
    if "|" in right or "`" in right:
        raise InputError((Problem("quiz-answer-unwritable", None, {"text": right}, quiz.exercise.title),))
    if asked.part == "order" or not _NUMBER.fullmatch(right):
        return _Item("string", right, ("",), asked.weight)
    number = Fraction(right)
    decimal = f"{float(number):.12f}" if "/" in right else right
    return _Item("num", decimal, ("",), asked.weight, _TOLERANCE if has_more_places(number, PLACES) else "0")


def _single(field: QuizField, language: str) -> tuple[QuizChoice, ...]:
    """The choices with only one that is right, for one alone may be: of others as good nothing is said."""
    others = [choice for choice in field.choices if choice is field.answer or not choice.is_right]
    further = [] if len(others) > 1 else [QuizChoice(words(language, "quiz.jinja").none_of_these(), False)]
    return (*others, *further)


def _solution(quiz: Quiz) -> str:
    told = written(Document(feedback(quiz), quiz.language), "markdown").strip("\n")
    return with_formulas(_not_run(re.sub(r"(?m)^#+ (.*)$", r"**\1**", told)))


def _meta(quiz: Quiz, items: Sequence[_Item], choices_only: bool) -> Iterator[str]:
    yield f"exname: {_exercise_name(quiz.exercise.title)}"
    yield f"extype: {items[0].kind if choices_only else 'cloze'}"
    if not choices_only:
        yield f"exclozetype: {'|'.join(item.kind for item in items)}"
        yield f"expoints: {'|'.join(str(item.weight) for item in items)}"
    yield f"exsolution: {'|'.join(item.solution for item in items)}"
    if not choices_only:
        yield f"extol: {'|'.join(item.tolerance for item in items)}"
