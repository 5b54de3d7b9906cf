"""A solution as slides: a page a step, each with the picture as it stands then and the sentence that tells it."""

from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.typst import typst
from treesolve.frames import Frame
from treesolve.pages.environment import render
from treesolve.pages.label import alternative, labels, widest_labels
from treesolve.pages.solution import SolutionPage
from treesolve.problem import InputError, Problem
from treesolve.solution import Solution

WIDTH, HEIGHT = 770.0, 350.0
"""What a picture may take of a slide, in points."""

LARGEST, SMALLEST = 2.0, 0.45
"""How much a picture may be enlarged and shrunk."""


class Slide(NamedTuple):
    """One slide: the picture, the step it shows, the sentence for it, and the bounds after it, with their names."""

    picture: Markup
    number: int
    node: str
    sentence: str
    bounds: list[tuple[str, str]]


def slides(solution: Solution, **look: Any) -> str:
    """The slides of a solution in Typst, as a piece of a handout; `look` as for SolutionPage.

    Raises InputError where the tree is too large for a slide.
    """
    page = SolutionPage(solution, **look)
    arrangement, scale = _fitted(page)
    shown = [_slide(page, arrangement, scale, frame) for frame in page.film]
    return render("slide", "typst", page.language, p=page, slides=shown, count=len(shown) - 1)


def _fitted(page: SolutionPage) -> tuple[Arrangement, float]:
    """The arrangement that is largest on a slide, and its scale; all slides share it."""
    if len(page.tree) <= MOST_NODES:
        widest = widest_labels(page.film, page.language)
        arrangements = [arrange(page.tree, widest, page.shapes, turned=turned) for turned in (False, True)]
        arrangement = max(arrangements, key=_scale)
        if _scale(arrangement) >= SMALLEST:
            return arrangement, _scale(arrangement)
    raise InputError((Problem("too-large-for-slides", None, {"nodes": len(page.tree)}),))


MOST_NODES = 1000
"""Larger trees are not even tried."""


def _scale(arrangement: Arrangement) -> float:
    return min(LARGEST, WIDTH / arrangement.width, HEIGHT / arrangement.height)


def _slide(page: SolutionPage, arrangement: Arrangement, scale: float, frame: Frame) -> Slide:
    shown = labels(page.tree, frame, page.language)
    picture = typst(arrangement, shown, alternative(page.tree, shown, page.language), scale)
    if not frame.number:
        return Slide(Markup(picture), 0, "", str(page.words.before_search()), [])
    _, node, sentence, *bounds, _ = page.rows[frame.number - 1]
    named = [(name, bound) for name, bound in zip(page.head[3:-1], bounds, strict=True) if bound]
    return Slide(Markup(picture), frame.number, node, sentence, named)
