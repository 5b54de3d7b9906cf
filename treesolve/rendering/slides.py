"""A solution as slides, with one page per step that shows the state of the picture and the sentence of the step.

Numbers must be legible from the last row. If a tree is too large for that, its layout becomes denser, and the picture
omits text that the sentence repeats.
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
from treesolve.rendering.template_environment import Wording, display_title, picture_text_sizes, render, shortened
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_frames import Frame
from treesolve.search.solution import Solution

WIDTH, HEIGHT = 702.0, 330.0
"""Space for a picture on a slide of 254 x 143 mm, in points."""

LEGIBLE = 18 / VALUE_SIZE
"""The scale at which numbers are legible from the last row, because they are 18 points high."""

MAX_SCALE = 2.2
"""Maximum enlargement of a picture."""

PROJECTOR_SETTING = DrawingMetrics(name=8.0, window=VALUE_SIZE, edge=VALUE_SIZE, side=7.0)
"""Font sizes of pictures on slides, on which all numbers have the same size."""

SETTINGS = [
    PROJECTOR_SETTING._replace(node_spacing=node_spacing, level_spacing=level_spacing, outline_scale=outline_scale)
    for node_spacing, outline_scale in ((1.0, 1.0), (0.5, 0.85), (0.3, 0.75))
    for level_spacing in (1.0, 0.7, 0.45)
]
"""The same sizes with increasingly dense spacing."""

HEADING = 24.0
"""Height of the heading, in points. The heading appears only if the picture leaves enough space."""

MAX_SLIDES = 200
"""Maximum number of slides. Longer searches are rejected, because each slide contains a picture."""

MAX_TITLE_LENGTH = 60
"""Maximum length of a title on a slide, in characters."""


class Slide(NamedTuple):
    """One slide, with the picture, the step, the sentence of the step, and the named bounds after the step.

    `headed` is true if there is enough space for a heading.
    """

    picture: Markup
    headed: bool
    number: int
    node: str
    sentence: str
    bounds: Sequence[tuple[str, str]]


StepDescription = tuple[str, str, Sequence[tuple[str, str]]]
"""The description of a step: the node, a sentence, and the named bounds after the step."""


class _ShortWording(Wording):
    """Names and numbers, shortened as in pictures."""

    def name(self, node: int) -> str:
        return shortened(super().name(node))

    def number(self, value: Value) -> str:
        return shortened(super().number(value), MAX_NUMBER_LENGTH)


class _SlideSentences(_ShortWording, SolutionPage):
    """The sentences of a solution for slides."""

    def step_descriptions(self) -> Iterator[StepDescription]:
        """Yield the description of each step."""
        for _, node, sentence, *bounds, _ in self.steps.each():
            yield node, sentence, [named for named in zip(self.head[3:-1], bounds, strict=True) if named[1]]


class _MaxnSlideSentences(_ShortWording, MaxnPage):
    """The sentences of a max^n solution for slides. The sentence of the last step includes the result."""

    def step_descriptions(self) -> Iterator[StepDescription]:
        """Yield the description of each step."""
        arrivals = self.solution.arrivals
        for number, step in enumerate(arrivals, 1):
            _, node, sentence, _ = self.row(number, step)
            yield node, f"{sentence}. {self.result}" if number == len(arrivals) else sentence, ()
        if not arrivals:
            yield self.name(0), self.result, ()


def slides(solution: Solution, **look: Any) -> str:
    """Return the slides of a solution as a part of a Typst handout; `look` holds the style options of SolutionPage.

    Raises InputError if the tree is too large for slides.
    """
    page = (
        _MaxnSlideSentences(solution, **look)
        if isinstance(solution, MaxnSolution)
        else _SlideSentences(solution, **look)
    )
    layout = _fit_slide_layout(page)
    steps: list[StepDescription] = [("", page.words.before_search(), ()), *page.step_descriptions()]
    shown = [_slide_of_step(page, layout, frame, one) for frame, one in zip(page.animation, steps, strict=True)]
    title = shortened(display_title(page.tree) or "", MAX_TITLE_LENGTH)
    return render("slide", "typst", page.language, title=title, slides=shown, count=len(shown) - 1)


def bound_slides(pieces: Sequence[str], language: str, title: str) -> str:
    """Return the slides of several trees as one Typst document."""
    sizes = picture_text_sizes(PROJECTOR_SETTING)
    return "".join(handout(pieces, "typst", language, title=title, frame="slides", script=False, sizes=sizes))


class _SlideLayout(NamedTuple):
    """The layout of a tree on slides, and a function that removes texts from its labels."""

    fitted: FittedTree
    simplify_label: Callable[[Label], Label]

    @property
    def headed(self) -> bool:
        """Whether there is enough space for a heading above the picture."""
        return self.fitted.height <= HEIGHT - HEADING


def _fit_slide_layout(page: _SlideSentences | _MaxnSlideSentences) -> _SlideLayout:
    """Return the layout with the largest scale. Raises InputError if the tree is too large or too wide for slides."""
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
    """Yield the possible layouts of a tree; layouts with the most text and the usual orientation come first."""
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
    """Return the label without its window, because the window of the current node is shown below the picture."""
    return label._replace(window="")


def _with_fewest_texts(label: Label) -> Label:
    """Return the label without its window; also omit the name of a leaf, because its value identifies the leaf."""
    return label._replace(window="", name="" if label.kind is Kind.LEAF else label.name)


def _scale_on_slide(fitted: FittedTree) -> float:
    """Return the scale at which the picture fills a slide."""
    return min(MAX_SCALE, WIDTH / fitted.arrangement.width, HEIGHT / fitted.arrangement.height)


def _slide_of_step(
    page: _SlideSentences | _MaxnSlideSentences, layout: _SlideLayout, frame: Frame, step_descriptions: StepDescription
) -> Slide:
    convention = page.solution.convention
    everything = labels(page.tree, frame, page.language, convention=convention, boards=page.boards)
    fitted, shown = layout.fitted, [*map(layout.simplify_label, everything)]
    picture = Markup(typst(fitted.arrangement, shown, alternative(page.tree, everything, page.language), fitted.scale))
    return Slide(picture, layout.headed, frame.number, *step_descriptions)
