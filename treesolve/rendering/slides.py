"""A solution as slides: a page a step, each with the picture as it stands then and the sentence that tells it.

Numbers are to be read from the last row: where a tree is too large for that, everything stands closer, and what is told
elsewhere goes.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.label import Label
from treesolve.drawing.paper_fit import READABLE_SCALE, FittedTree, arrange_unscaled
from treesolve.drawing.shape import VALUE_SIZE, DrawingMetrics
from treesolve.drawing.size_limit import LIMITS
from treesolve.drawing.typst import typst
from treesolve.model.kind import Kind
from treesolve.model.number import Value
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.rendering.handout import handout
from treesolve.rendering.maxn_page import MaxnPage
from treesolve.rendering.picture_label import (
    MAX_NUMBER_LENGTH,
    alternative,
    labels,
    size_facts,
    widest_labels,
    with_boards,
)
from treesolve.rendering.solution_page import SolutionPage
from treesolve.rendering.template_environment import Wording, display_title, render, shortened, text_sizes
from treesolve.search.frames import Frame
from treesolve.search.maxn import MaxnSolution
from treesolve.search.solution import Solution

WIDTH, HEIGHT = 702.0, 330.0
"""What a picture may take of a slide of 254 x 143 mm, in points."""

LEGIBLE = 18 / VALUE_SIZE
"""The scale at which numbers can be read from the last row: 18 points high."""

MAX_SCALE = 2.2
"""How much a picture may be enlarged."""

PROJECTOR_SETTING = DrawingMetrics(name=8.0, window=VALUE_SIZE, edge=VALUE_SIZE, side=7.0)
"""How pictures are set: all numbers in one size."""

SETTINGS = [
    PROJECTOR_SETTING._replace(node_spacing=node_spacing, level_spacing=level_spacing, outline_scale=outline_scale)
    for node_spacing, outline_scale in ((1.0, 1.0), (0.5, 0.85), (0.3, 0.75))
    for level_spacing in (1.0, 0.7, 0.45)
]
"""The same, closer and closer together."""

HEADING = 24.0
"""So much of the height the heading takes, where it is free."""

MAX_SLIDES = 200
"""A longer search is not put on slides: each of them holds a picture."""

MAX_TITLE_LENGTH = 60
"""So many characters of a title stand on a slide."""


class Slide(NamedTuple):
    """One slide: the picture, the step, the sentence for it, and the bounds after it, named.

    It is `headed` where there is room for what the tree is called.
    """

    picture: Markup
    headed: bool
    number: int
    node: str
    sentence: str
    bounds: Sequence[tuple[str, str]]


StepDescription = tuple[str, str, Sequence[tuple[str, str]]]
"""What is told of a step: the node, a sentence, and the bounds after it, named."""


class _ShortWording(Wording):
    """Names and numbers no longer than in the picture."""

    def name(self, node: int) -> str:
        return shortened(super().name(node))

    def number(self, value: Value) -> str:
        return shortened(super().number(value), MAX_NUMBER_LENGTH)


class _SlideSentences(_ShortWording, SolutionPage):
    """The solution in sentences for a slide."""

    def told(self) -> Iterator[StepDescription]:
        """What is told of each step."""
        for _, node, sentence, *bounds, _ in self.steps.each():
            yield node, sentence, [named for named in zip(self.head[3:-1], bounds, strict=True) if named[1]]


class _MaxnSlideSentences(_ShortWording, MaxnPage):
    """The same of a tree with payoffs; the last step tells the result, too."""

    def told(self) -> Iterator[StepDescription]:
        """What is told of each step."""
        arrivals = self.solution.arrivals
        for number, step in enumerate(arrivals, 1):
            _, node, sentence, _ = self.row(number, step)
            yield node, f"{sentence}. {self.result}" if number == len(arrivals) else sentence, ()
        if not arrivals:
            yield self.name(0), self.result, ()


def slides(solution: Solution, **look: Any) -> str:
    """Return the slides of a solution in Typst, as a piece of a handout; `look` as for SolutionPage.

    Raises InputError where the tree is too large for slides.
    """
    page = (
        _MaxnSlideSentences(solution, **look)
        if isinstance(solution, MaxnSolution)
        else _SlideSentences(solution, **look)
    )
    layout = _fit_slide_layout(page)
    told: list[StepDescription] = [("", page.words.before_search(), ()), *page.told()]
    shown = [_slide_of_step(page, layout, frame, one) for frame, one in zip(page.animation, told, strict=True)]
    title = shortened(display_title(page.tree) or "", MAX_TITLE_LENGTH)
    return render("slide", "typst", page.language, title=title, slides=shown, count=len(shown) - 1)


def bound_slides(pieces: Sequence[str], language: str, title: str) -> str:
    """Return the slides of some trees as one document in Typst."""
    sizes = text_sizes(PROJECTOR_SETTING)
    return "".join(handout(pieces, "typst", language, title=title, frame="slides", script=False, sizes=sizes))


class _SlideLayout(NamedTuple):
    """A tree as it is arranged, and how labels are spared in its pictures."""

    fitted: FittedTree
    simplify_label: Callable[[Label], Label]

    @property
    def headed(self) -> bool:
        """Whether there is room above the picture."""
        return self.fitted.height <= HEIGHT - HEADING


def _fit_slide_layout(page: _SlideSentences | _MaxnSlideSentences) -> _SlideLayout:
    """Return the tree as large as a slide can show it. Raises InputError where it is too large or too wide."""
    slides = len(page.animation)
    if not LIMITS["slides"].allows(page.tree) or slides > MAX_SLIDES:
        facts = size_facts(page.tree, "slides") | {"slides": slides, "most_slides": MAX_SLIDES}
        raise InputError((Problem("too-large-for-slides", None, facts),))
    widest = widest_labels(page.animation, page.language)
    if page.boards:
        widest = with_boards(page.tree, widest)
    layout, largest = None, 0.0
    for found in _candidate_layouts(page.tree, widest, page.drawn.shapes):
        scale = min(LEGIBLE, _scale_on_slide(found.fitted))
        if scale > largest:
            layout, largest = found, scale
        if scale == LEGIBLE:
            break
    if layout is None or largest < READABLE_SCALE:
        raise InputError((Problem("too-wide-for-slides", None, {}),))
    return layout._replace(fitted=layout.fitted._replace(scale=_scale_on_slide(layout.fitted)))


def _candidate_layouts(tree: Tree, widest: Sequence[Label], shapes: str) -> Iterator[_SlideLayout]:
    """Yield the ways to show a tree in one picture, the one that shows most and stands as trees do first."""
    for turned in (False, True):
        for simplify_label in (_with_everything, _without_window, _with_fewest_texts):
            shown = [*map(simplify_label, widest)]
            for setting in SETTINGS:
                yield _SlideLayout(
                    arrange_unscaled(tree, shown, shapes, turned=turned, setting=setting), simplify_label
                )


def _with_everything(label: Label) -> Label:
    return label


def _without_window(label: Label) -> Label:
    """Return the window of the current node stands below the picture."""
    return label._replace(window="")


def _with_fewest_texts(label: Label) -> Label:
    """Return a leaf is known by its value; the others are called by name when something happens there."""
    return label._replace(window="", name="" if label.kind is Kind.LEAF else label.name)


def _scale_on_slide(fitted: FittedTree) -> float:
    """Return the scale at which a picture fills a slide."""
    return min(MAX_SCALE, WIDTH / fitted.arrangement.width, HEIGHT / fitted.arrangement.height)


def _slide_of_step(
    page: _SlideSentences | _MaxnSlideSentences, layout: _SlideLayout, frame: Frame, told: StepDescription
) -> Slide:
    convention = page.solution.convention
    everything = labels(page.tree, frame, page.language, convention=convention, boards=page.boards)
    fitted, shown = layout.fitted, [*map(layout.simplify_label, everything)]
    picture = Markup(typst(fitted.arrangement, shown, alternative(page.tree, everything, page.language), fitted.scale))
    return Slide(picture, layout.headed, frame.number, *told)
