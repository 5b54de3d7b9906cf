"""Export of exercises as questions in Moodle XML.

Pictures are embedded as PNG, or as SVG if Typst is not installed. Questions have the type "cloze", in which all parts
of an exercise form one text with a field for each answer. All variants of an exercise share a category, so that a quiz
can draw one of them at random.

A field has the form `{weight:TYPE:=right~wrong}` within the text. The percentages that Moodle allows before each choice
are omitted, because `=` means full marks or, if several choices are right, an equal share of the marks, and each wrong
choice then loses such a share. Numbers are text fields, because in a field of type NUMERICAL an English Moodle would
read 2,5 as 25, and Moodle would never accept "= 6", 5/2 or the minus sign −.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from treesolve.integrations.quiz import (
    MULTIPLE_CHOICE,
    SINGLE_CHOICE,
    TEXT,
    Quiz,
    QuizField,
    QuizPart,
    format_part_question,
)
from treesolve.integrations.quiz_pictures import QuizPicture, solution_blocks, solution_picture, tree_picture
from treesolve.model.optional_package import missing_package
from treesolve.model.problem import sanitize
from treesolve.rendering.document import Printer
from treesolve.rendering.template_environment import words

QUESTION_TAG = '<question type="cloze">'
"""The start tag of every question."""

_TYPES = {TEXT: "SHORTANSWER", SINGLE_CHOICE: "MULTICHOICE", MULTIPLE_CHOICE: "MULTIRESPONSE"}


def format_cloze_field(field: QuizField, weight: int) -> str:
    """Return a field in the syntax of cloze questions.

    >>> from treesolve.integrations.quiz import QuizChoice
    >>> format_cloze_field(QuizField("C =", TEXT, (QuizChoice("3"), QuizChoice("3.0"))), 2)
    '{2:SHORTANSWER:=3~=3.0}'
    >>> format_cloze_field(QuizField("", MULTIPLE_CHOICE, (QuizChoice("L4"), QuizChoice("L5 ~ L6", False))), 4)
    '{4:MULTIRESPONSE:=L4~L5 &#126; L6}'
    """
    choices = "~".join(
        ("=" if choice.is_right else "") + _format_choice(choice.text, field.kind) for choice in field.choices
    )
    return f"{{{weight}:{_TYPES[field.kind]}:{choices}}}"


def _format_choice(text: str, kind: str) -> str:
    r"""Escape a choice or accepted spelling for a cloze field.

    Moodle decodes character references, then replaces \} by } and \# by #, and shows choices as HTML. In text fields,
    an unescaped * is a wildcard.
    """
    decoded = re.sub(r"\\(?=[}#])", r"\\\\", text)
    return _encode_characters(
        r"[{}~#=%&<>\\]", decoded.replace("*", r"\*") if kind == TEXT else escape(decoded, quote=False)
    )


def escape_cloze_text(text: str) -> str:
    """Escape the text for HTML, and also escape braces and brackets, so that no field begins in the text.

    >>> escape_cloze_text("{a} & b")
    '&#123;a&#125; &#38; b'
    """
    return _encode_characters("[{}&<>]", text)


def _encode_characters(signs: str, text: str) -> str:
    """Replace all characters that match the pattern `signs` by numeric character references."""
    return re.sub(signs, lambda sign: f"&#{ord(sign[0])};", text)


CATEGORY = "$course$/top/treesolve"
"""The category in Moodle's question bank that contains the categories of all exercises."""

_MAX_CATEGORY_LENGTH = 200
"""Maximum length of a category name.

Moodle's database allows 255 characters, and a longer name would make the import of the whole file fail.
"""


class MoodleQuestion(NamedTuple):
    """A question with the path of its category and its XML."""

    category: str
    xml: str


def moodle_document(questions: Iterable[MoodleQuestion]) -> Iterator[str]:
    """Yield the fragments of an XML file with the questions."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    category = ""
    for question in questions:
        if question.category != category:
            category = question.category
            yield f'<question type="category"><category>{_name(category)}</category></question>\n'
        yield question.xml
    yield "</quiz>\n"


def moodle_question(quiz: Quiz) -> MoodleQuestion:
    """Convert a quiz to a question.

    Raises InputError if the tree is too large for a picture.
    """
    return MoodleQuestion(_category(quiz), _question(quiz))


def _category(quiz: Quiz) -> str:
    """Return the category path for an exercise.

    Slashes in the exercise's name are doubled, as Moodle requires, or removed at the ends of the name.
    """
    name = quiz.exercise.name[:_MAX_CATEGORY_LENGTH].strip("/ ") or "-"
    return f"{CATEGORY}/{name.replace('/', '//')}"


def _question(quiz: Quiz) -> str:
    vector = missing_package("typst") is not None
    tree, solution = tree_picture(quiz, vector=vector), solution_picture(quiz, vector=vector)
    solution_html = f"{_image(solution)}{Printer('html', quiz.language).blocks(solution_blocks(quiz))}"
    parts = [
        f"<name>{_name(quiz.exercise.heading)}</name>",
        _element_with_picture("questiontext", question_text(quiz, _image(tree)), tree),
        _element_with_picture("generalfeedback", solution_html, solution),
        "<penalty>0.3333333</penalty>\n<hidden>0</hidden>",
        f"<tags>{''.join(f'<tag>{_name(tag)}</tag>' for tag in _tags(quiz))}</tags>",
    ]
    return f"{QUESTION_TAG}\n" + "\n".join(parts) + "\n</question>\n"


def _image(picture: QuizPicture) -> str:
    """Return the HTML image element for a picture."""
    alternative_text = escape_cloze_text(picture.alternative_text).replace('"', "&quot;")
    return f'<p><img src="@@PLUGINFILE@@/{picture.name}" alt="{alternative_text}" style="max-width:100%"></p>'


def _element_with_picture(element: str, html: str, picture: QuizPicture) -> str:
    file = f'<file name="{picture.name}" path="/" encoding="base64">{b64encode(picture.content).decode()}</file>'
    return f'<{element} format="html">{_text_element(html)}{file}</{element}>'


def _name(text: str) -> str:
    """Return the text element of a name, in which "<" is escaped twice because Moodle strips HTML tags from names."""
    return _text_element(text.replace("<", "&lt;"))


def _text_element(text: str) -> str:
    return f"<text>{escape(sanitize(text), quote=False)}</text>"


def _tags(quiz: Quiz) -> tuple[str, ...]:
    """Return the tags of a question, which name the program, the convention, the language and the parts."""
    return ("treesolve", quiz.exercise.convention.id, quiz.language, *(part.part for part in quiz.parts))


def question_text(quiz: Quiz, image: str = "") -> str:
    """Return the question text with its fields as HTML; `image` is placed between the notes and the parts."""
    notes = [*quiz.notes, words(quiz.language, "quiz.jinja").typing(True)]
    notes_html = " ".join(map(escape_cloze_text, notes))
    return f"<p>{notes_html}</p>{image}{''.join(_format_part(quiz, part) for part in quiz.parts)}"


def _format_part(quiz: Quiz, part: QuizPart) -> str:
    fields = ", ".join(_format_labeled_field(field, part.weight) for field in part.fields)
    sentence = escape_cloze_text(format_part_question(quiz, part, with_signs=True))
    return f"<p><strong>{sentence}</strong></p><p>{fields}</p>"


def _format_labeled_field(field: QuizField, weight: int) -> str:
    """Return a field with its label, if it has one, and prevent a line break between them."""
    formatted = format_cloze_field(field, weight)
    if not field.label:
        return formatted
    return f'<span style="white-space:nowrap">{escape_cloze_text(field.label)} {formatted}</span>'
