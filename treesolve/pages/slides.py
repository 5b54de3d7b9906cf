"""A solution as slides: a page a step, each with the picture as it stands then and the sentence that tells it.

A tree that would be too small on a slide is split into parts, and each step shows the part in which it happens.

Vocabulary

    stage       the parts of the tree, in the one arrangement that all slides share
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.fit import Part, fit, part_labels, whole
from treesolve.drawing.limit import LIMITS
from treesolve.drawing.typst import typst
from treesolve.model.number import Value
from treesolve.model.problem import InputError, Problem
from treesolve.pages.drawn import size_facts
from treesolve.pages.environment import render
from treesolve.pages.maxn_page import MaxnPage
from treesolve.pages.picture import part_caption
from treesolve.pages.picture_label import LONGEST_NUMBER, alternative, labels, widest_labels
from treesolve.pages.shown import shortened, shown_title
from treesolve.pages.solution_page import SolutionPage
from treesolve.pages.wording import Wording
from treesolve.search.frames import Frame
from treesolve.search.maxn import MaxnSolution
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow

WIDTH, HEIGHT = 770.0, 350.0
"""What a picture may take of a slide, in points."""

LARGEST, SMALLEST = 2.0, 0.7
"""How much a picture may be enlarged, and how much a whole tree may be shrunk."""

ENLARGED = 1.2
"""At least so much larger than on paper a part is drawn."""

MOST_SLIDES = 200
"""A longer search is not put on slides: each of them holds a picture."""

LONGEST_TITLE = 60
"""So many characters of a title stand on a slide."""


class Slide(NamedTuple):
    """One slide: the picture and which part it shows, the step, the sentence for it, and the bounds after it, named."""

    picture: Markup
    caption: str | None
    number: int
    node: str
    sentence: str
    bounds: Sequence[tuple[str, str]]


class _Told(NamedTuple):
    """What is told of a step: the node, a sentence, and the bounds after it, named."""

    node: str
    sentence: str
    bounds: Sequence[tuple[str, str]] = ()


class _Short(Wording):
    """Names and numbers no longer than in the picture."""

    def name(self, node: int) -> str:
        return shortened(super().name(node))

    def number(self, value: Value) -> str:
        return shortened(super().number(value), LONGEST_NUMBER)


class _Spoken(_Short, SolutionPage):
    """The solution in sentences for a slide."""

    def told(self) -> Iterator[_Told]:
        """What is told of each step."""
        for _, node, sentence, *bounds, _ in self.steps.each():
            named = [(name, bound) for name, bound in zip(self.head[3:-1], bounds, strict=True) if bound]
            yield _Told(node, sentence, named)


class _SpokenByMaxn(_Short, MaxnPage):
    """The same of a tree with payoffs; the last step tells the result, too."""

    boards = False

    def told(self) -> Iterator[_Told]:
        """What is told of each step."""
        arrivals = self.solution.arrivals
        for number, step in enumerate(arrivals, 1):
            _, node, sentence, _ = self.row(number, step)
            yield _Told(node, f"{sentence}. {self.result}" if number == len(arrivals) else sentence)
        if not arrivals:
            yield _Told(self.name(0), self.result)


def slides(solution: Solution, **look: Any) -> str:
    """The slides of a solution in Typst, as a piece of a handout; `look` as for SolutionPage.

    Raises InputError where the tree is too large for slides.
    """
    page: _Spoken | _SpokenByMaxn
    if isinstance(solution, MaxnSolution):
        page = _SpokenByMaxn(solution, **{name: look[name] for name in look.keys() - {"boards", "chosen"}})
    else:
        page = _Spoken(solution, **look)
    stage = _stage(page)
    told = [_Told("", page.words.before_search()), *page.told()]
    shown = [_slide_of_step(page, stage, frame, one) for frame, one in zip(page.film, told, strict=True)]
    title = shortened(shown_title(page.tree) or "", LONGEST_TITLE)
    return render("slide", "typst", page.language, title=title, slides=shown, count=len(shown) - 1)


def _stage(page: _Spoken | _SpokenByMaxn) -> list[Part]:
    """The whole tree as large as a slide can show it, or, where that is too small, its parts."""
    slides = len(page.film)
    if not LIMITS["slides"].holds(page.tree) or slides > MOST_SLIDES:
        facts = size_facts(page.tree, "slides") | {"slides": slides, "most_slides": MOST_SLIDES}
        raise InputError((Problem("too-large-for-slides", None, facts),))
    widest = widest_labels(page.film, page.language, boards=page.boards)
    parts = [
        max(
            (whole(page.tree, widest, page.drawn.shapes, turned=turned) for turned in (False, True)),
            key=_scale_on_slide,
        )
    ]
    if _scale_on_slide(parts[0]) < SMALLEST:
        parts = fit(page.tree, widest, WIDTH / ENLARGED, HEIGHT / ENLARGED, page.drawn.shapes)
    scale = min(map(_scale_on_slide, parts))
    return [part._replace(scale=scale) for part in parts]


def _scale_on_slide(part: Part) -> float:
    """The scale at which a part fills a slide."""
    return min(LARGEST, WIDTH / part.arrangement.width, HEIGHT / part.arrangement.height)


def _slide_of_step(page: _Spoken | _SpokenByMaxn, stage: Sequence[Part], frame: Frame, told: _Told) -> Slide:
    convention = page.solution.convention
    everything = labels(page.tree, frame, page.language, convention=convention, boards=page.boards)
    part = _part_of_step(stage, frame.row)
    shown = part_labels(part, everything)
    picture = Markup(typst(part.arrangement, shown, alternative(part.tree, shown, page.language), part.scale))
    caption = part_caption(part, stage.index(part) + 1, len(stage), shown[0].name, page.language)
    return Slide(picture, caption, frame.number, *told)


def _part_of_step(stage: Sequence[Part], row: StepRow | None) -> Part:
    """The part in which a step happens: it shows the node, and the child whose value arrives there."""
    if row is None:
        return stage[0]
    child = row.facts.get("child", row.facts.get("after"))
    showing = [part for part in stage if row.node in part.nodes and row.node not in part.stubs]
    return next((part for part in showing if child in part.nodes), showing[0])
