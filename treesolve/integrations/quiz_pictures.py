"""Pictures and the worked solution of a quiz, shared by the exports for all systems."""

from struct import unpack
from typing import NamedTuple

from treesolve.integrations.quiz import Quiz
from treesolve.rendering.document import Block, Paragraph, Points, Table
from treesolve.rendering.solution_page import SolutionPage
from treesolve.rendering.tree_picture import RESOLUTION, Subject, exercise, made, solved


class QuizPicture(NamedTuple):
    """A picture in PNG or SVG format, with its file name and alternative text."""

    name: str
    alternative_text: str
    content: bytes

    @property
    def size(self) -> tuple[float, float]:
        """The natural width and height of the picture on paper, in centimeters; `content` must be PNG."""
        width, height = unpack(">II", self.content[16:24])
        return width / RESOLUTION * 2.54, height / RESOLUTION * 2.54


def tree_picture(quiz: Quiz, *, vector: bool = False) -> QuizPicture:
    """Return the picture of the unsolved tree, as SVG if `vector` is true and otherwise as PNG.

    Raises InputError if the tree is too large for a picture.
    """
    return _picture("tree", exercise(quiz.exercise.tree, quiz.language), vector)


def solution_picture(quiz: Quiz, *, vector: bool = False) -> QuizPicture:
    """Return the picture of the solved tree, as SVG if `vector` is true and otherwise as PNG.

    Raises InputError if the tree is too large for a picture.
    """
    return _picture("solution", solved(quiz.key.solution, None, quiz.language), vector)


def _picture(name: str, subject: Subject, vector: bool) -> QuizPicture:
    if vector:
        return QuizPicture(f"{name}.svg", subject.alternative, made([subject], "svg").encode())
    return QuizPicture(f"{name}.png", subject.alternative, made([subject], "png"))


def solution_blocks(quiz: Quiz) -> list[Block]:
    """Return the worked solution, which consists of the outcome, the reason for each cut, and the steps."""
    page = SolutionPage(quiz.key.solution, language=quiz.language)
    blocks: list[Block] = [Paragraph(page.outcome)]
    if page.cuts.total:
        blocks.append(Points(page.cuts, page.words.cuts_title()))
    return [*blocks, Table(page.head, page.steps, page.words.steps_title(), (1, 2))]
