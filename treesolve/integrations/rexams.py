"""Export of exercises as R Markdown for R/exams, which creates quizzes for course systems and exams on paper.

An exercise has the type "cloze" and contains all parts or, for systems that do not support cloze, has the type
"mchoice" and contains only the cuts. Pictures are embedded. All text is escaped, so that R does not execute it.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from treesolve.drawing.escaping import escape_markdown, in_one_line, with_math_formulas
from treesolve.integrations.quiz import (
    MULTIPLE_CHOICE,
    SINGLE_CHOICE,
    Quiz,
    QuizChoice,
    QuizField,
    QuizPart,
    format_part_question,
)
from treesolve.integrations.quiz_pictures import QuizPicture, solution_blocks, solution_picture, tree_picture
from treesolve.model.number import DEFAULT_PLACES
from treesolve.model.problem import InputError, Problem, sanitize
from treesolve.model.tree_columns import letters_of_number
from treesolve.notation.number_text import has_more_places
from treesolve.rendering.document import Document, written
from treesolve.rendering.template_environment import words

_TYPES = {SINGLE_CHOICE: "schoice", MULTIPLE_CHOICE: "mchoice"}
_NUMBER = re.compile(r"-?\d+([./]\d+)?")
_TOLERANCE = "0.00501"
"""Tolerance for rounded numbers: half a unit of the second decimal, plus a margin for R's floating-point numbers."""

_MAX_CHOICES = 5
"""Maximum number of choices per question on NOPS forms, the answer forms of R/exams for paper."""
_BASE64_LINE_LENGTH = 72

_MAX_PICTURE_WIDTH_CM, _MAX_PICTURE_HEIGHT_CM = 14, 9
"""Maximum size of a picture in centimeters, so that the picture and its question fit on the same page."""


class _ClozeItem(NamedTuple):
    """A field as R/exams represents it."""

    kind: str
    solution: str
    choices: tuple[str, ...]
    weight: int
    tolerance: str = "0"


def rexams_document(quiz: Quiz, *, choices_only: bool = False) -> str:
    """Return the content of an R Markdown file; if `choices_only` is true, the exercise has the type "mchoice".

    Raises InputError if the tree is too large for a picture, if `choices_only` is true but the quiz does not ask for
    cuts, or if an answer contains a backtick or the character "|", which separates answers in R/exams.
    """
    pictures = tree_picture(quiz), solution_picture(quiz)
    parts = tuple(one for one in quiz.parts if one.part == "pruned" or not choices_only)
    if not parts:
        facts = {"part": "pruned", "form": "r-exams"}
        raise InputError((Problem("quiz-without-cuts", None, facts, quiz.exercise.title),))
    items = [
        _build_item(_with_few_choices(field) if choices_only else field, one, quiz)
        for one in parts
        for field in one.fields
    ]
    typing = words(quiz.language, "quiz.jinja").typing(False)
    question = [*quiz.notes, typing] if not choices_only else quiz.notes
    lines = [
        *_picture_chunk(pictures),
        *_section(
            "Question",
            " ".join(map(_format_markdown, question)),
            _image(pictures[0]),
            *_format_parts(quiz, parts, choices_only),
        ),
        *_answer_list(items),
        *_section("Solution", _image(pictures[1]), _format_solution(quiz)),
        *_section("Meta-information", *_meta_lines(quiz, items, choices_only), between=""),
    ]
    return sanitize("\n".join(lines)) + "\n"


def _exercise_name(title: str) -> str:
    """Convert the title of an exercise to a name that R/exams accepts.

    >>> _exercise_name("Task 1 (v2)")
    'Task-1-v2'
    """
    return re.sub(r"[^\w]+", "-", title).strip("-") or "exercise"


def _format_markdown(text: str) -> str:
    """Escape the text for Markdown, and replace symbols by formulas."""
    return with_math_formulas(_escaped(text))


def _escaped(text: str) -> str:
    return _escape_r_syntax(escape_markdown(in_one_line(text)).replace("\\`", "`"))


def _escape_r_syntax(markdown: str) -> str:
    """Escape the characters that mark code, formulas, superscripts and citations in R Markdown."""
    return re.sub("[`$^@]", lambda sign: f"&#{ord(sign[0])};", markdown)


def _section(title: str, *pieces: str, sign: str = "=", between: str = "\n") -> Iterator[str]:
    yield from (title, sign * len(title))
    yield f"{between}\n".join(pieces)
    yield ""


def _picture_chunk(pictures: Sequence[QuizPicture]) -> Iterator[str]:
    """Yield a chunk of R code that writes the picture files into R's working folder."""
    yield '```{r, echo = FALSE, results = "hide"}'
    for picture in pictures:
        coded = b64encode(picture.content).decode()
        lines = ",\n".join(
            f'  "{coded[start : start + _BASE64_LINE_LENGTH]}"' for start in range(0, len(coded), _BASE64_LINE_LENGTH)
        )
        yield f'writeBin(base64enc::base64decode(paste(c(\n{lines}\n), collapse = "")), "{picture.name}")'
    yield from ("```", "")


def _image(picture: QuizPicture) -> str:
    """Return the Markdown for a picture, which is shrunk to the maximum size if it is larger.

    Both width and height are given, because pandoc would derive the height from a width alone.
    """
    width, height = picture.size
    shrunk = min(1, _MAX_PICTURE_WIDTH_CM / width, _MAX_PICTURE_HEIGHT_CM / height)
    size = f"width={width * shrunk:.2f}cm height={height * shrunk:.2f}cm"
    return f"![{_escaped(picture.alternative_text)}]({picture.name}){{{size}}}\\"


def _format_parts(quiz: Quiz, parts: Sequence[QuizPart], choices_only: bool) -> Iterator[str]:
    """Yield the question of each part with its fields or, if `choices_only` is true, without fields.

    Fields are labeled with the letters that R/exams prints on its answer form.
    """
    number = 0
    for one in parts:
        fields = []
        for field in one.fields:
            number += 1
            label = f"({letters_of_number(number).lower()}) {_format_markdown(field.label)}".strip()
            fields.append(f"{label} \\#\\#ANSWER{number}\\#\\#")
        sentence = _format_markdown(format_part_question(quiz, one, with_signs=False))
        yield sentence if choices_only else f"**{sentence}** {', '.join(fields)}"


def _answer_list(items: Sequence[_ClozeItem]) -> Iterator[str]:
    """Yield the section with the choices, or nothing if all fields are text fields.

    A text field has one empty item in the list.
    """
    listed = [choice for item in items for choice in item.choices]
    if any(listed):
        yield from _section("Answerlist", *(f"* {choice}" for choice in listed), sign="-", between="")


def _with_few_choices(field: QuizField) -> QuizField:
    """Limit the choices to the number allowed on NOPS forms; keep "nothing" and, if possible, right and wrong cuts."""
    *cuts, nothing = field.choices
    right, wrong = [one for one in cuts if one.is_right], [one for one in cuts if not one.is_right]
    selected = [*right[: _MAX_CHOICES - 2], *wrong, *right[_MAX_CHOICES - 2 :]][: _MAX_CHOICES - 1]
    return field._replace(choices=(*(one for one in cuts if one in selected), nothing))


def _build_item(field: QuizField, part: QuizPart, quiz: Quiz) -> _ClozeItem:
    if field.kind in (SINGLE_CHOICE, MULTIPLE_CHOICE):
        choices = _single_choices(field, quiz.language) if field.kind == SINGLE_CHOICE else field.choices
        solution = "".join(str(int(choice.is_right)) for choice in choices)
        return _ClozeItem(
            _TYPES[field.kind], solution, tuple(_format_markdown(one.text) for one in choices), part.weight
        )
    right = field.answer.text
    if "|" in right or "`" in right:
        raise InputError((Problem("quiz-answer-unwritable", None, {"text": right}, quiz.exercise.title),))
    if part.part == "order" or not _NUMBER.fullmatch(right):
        return _ClozeItem("string", right, ("",), part.weight)
    number = Fraction(right)
    decimal = f"{float(number):.12f}" if "/" in right else right
    return _ClozeItem(
        "num", decimal, ("",), part.weight, _TOLERANCE if has_more_places(number, DEFAULT_PLACES) else "0"
    )


def _single_choices(field: QuizField, language: str) -> tuple[QuizChoice, ...]:
    """Return the choices with exactly one right choice, as R/exams requires; other equally good moves are omitted.

    If only one choice remains, "none of these" is added.
    """
    others = [choice for choice in field.choices if choice is field.answer or not choice.is_right]
    none_of_these = [] if len(others) > 1 else [QuizChoice(words(language, "quiz.jinja").none_of_these(), False)]
    return (*others, *none_of_these)


def _format_solution(quiz: Quiz) -> str:
    markdown = written(Document(solution_blocks(quiz), quiz.language), "markdown").strip("\n")
    return with_math_formulas(_escape_r_syntax(re.sub(r"(?m)^#+ (.*)$", r"**\1**", markdown)))


def _meta_lines(quiz: Quiz, items: Sequence[_ClozeItem], choices_only: bool) -> Iterator[str]:
    yield f"exname: {_exercise_name(quiz.exercise.title)}"
    yield f"extype: {items[0].kind if choices_only else 'cloze'}"
    if not choices_only:
        yield f"exclozetype: {'|'.join(item.kind for item in items)}"
        yield f"expoints: {'|'.join(str(item.weight) for item in items)}"
    yield f"exsolution: {'|'.join(item.solution for item in items)}"
    if not choices_only:
        yield f"extol: {'|'.join(item.tolerance for item in items)}"
