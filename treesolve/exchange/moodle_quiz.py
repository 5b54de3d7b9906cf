"""Exercises as questions for Moodle: its XML, with pictures as PNG inside.

A question is of the kind "cloze": all parts of an exercise in one text, with a field for each answer. Questions of one
exercise stand in one category, so that a quiz can draw one of its variants.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from treesolve.exchange.cloze import cloze_field, text_beside_fields
from treesolve.exchange.quiz import Asked, Field, Quiz
from treesolve.model.problem import harmless
from treesolve.pages.document import Block, Paragraph, Points, Printer, Table
from treesolve.pages.drawing import Subject, exercise, png_drawing, solved
from treesolve.pages.environment import words
from treesolve.pages.solution import SolutionPage

CATEGORY = "$course$/top/treesolve"
"""Where questions come to stand in the question bank."""


class Picture(NamedTuple):
    """A PNG beside a text: the name of its file, what it shows in words, its bytes."""

    name: str
    told: str
    content: bytes

    @property
    def image(self) -> str:
        """The picture where it stands in the text."""
        told = text_beside_fields(self.told).replace('"', "&quot;")
        return f'<p><img src="@@PLUGINFILE@@/{self.name}" alt="{told}" style="max-width:100%"></p>'

    @property
    def file(self) -> str:
        """The picture as Moodle's XML has it."""
        return f'<file name="{self.name}" path="/" encoding="base64">{b64encode(self.content).decode()}</file>'


def moodle_document(quizzes: Iterable[Quiz]) -> Iterator[str]:
    """The XML file, piece by piece. Raises InputError where a tree is too large for a picture."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    category = ""
    for quiz in quizzes:
        if (named := _category(quiz)) != category:
            category = named
            yield f'<question type="category"><category>{_text(category)}</category></question>\n'
        yield _question(quiz)
    yield "</quiz>\n"


def _category(quiz: Quiz) -> str:
    name = quiz.exercise.name.replace("/", "//")
    return f"{CATEGORY}/{name}"


def _question(quiz: Quiz) -> str:
    asked = _picture("tree.png", exercise(quiz.exercise.tree, quiz.language))
    found = _picture("solution.png", solved(quiz.key.solution, None, quiz.language))
    parts = [
        f"<name>{_text(quiz.exercise.heading)}</name>",
        _html("questiontext", question_text(quiz, asked.image), asked),
        _html("generalfeedback", found.image + _feedback(quiz), found),
        "<penalty>0.3333333</penalty>\n<hidden>0</hidden>",
        f"<tags>{''.join(f'<tag>{_text(tag)}</tag>' for tag in _tags(quiz))}</tags>",
    ]
    return '<question type="cloze">\n' + "\n".join(parts) + "\n</question>\n"


def _picture(name: str, subject: Subject) -> Picture:
    return Picture(name, subject.alternative, png_drawing(subject))


def _html(element: str, html: str, picture: Picture) -> str:
    return f'<{element} format="html">{_text(html)}{picture.file}</{element}>'


def _text(text: str) -> str:
    return f"<text>{escape(harmless(text), quote=False)}</text>"


def _tags(quiz: Quiz) -> tuple[str, ...]:
    """What questions can be looked for by: the program, the lecture, the language and the parts."""
    return ("treesolve", quiz.exercise.convention.id, quiz.language, *(asked.part for asked in quiz.asked))


def question_text(quiz: Quiz, image: str = "") -> str:
    """The text of the question as HTML, with its fields; `image` stands between the notes and what is asked."""
    notes = [*quiz.notes, words(quiz.language, "quiz.jinja").typing()]
    told = " ".join(map(text_beside_fields, notes))
    return f"<p>{told}</p>{image}{''.join(map(_asked, quiz.asked))}"


def _asked(asked: Asked) -> str:
    fields = ", ".join(_labelled(field, asked.weight) for field in asked.fields)
    return f"<p><strong>{text_beside_fields(asked.sentence)}</strong></p><p>{fields}</p>"


def _labelled(field: Field, weight: int) -> str:
    return f"{text_beside_fields(field.label)} {cloze_field(field, weight)}".strip()


def _feedback(quiz: Quiz) -> str:
    """What came out, the reason for each cut, and the steps."""
    page = SolutionPage(quiz.key.solution, language=quiz.language)
    blocks: list[Block] = [Paragraph(page.outcome)]
    if page.cuts.total:
        blocks.append(Points(page.cuts, page.words.cuts_title()))
    blocks.append(Table(page.head, page.steps, page.words.steps_title(), (1, 2)))
    return str(Printer("html", quiz.language).blocks(blocks))
