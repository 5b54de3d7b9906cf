"""A tree as a picture of its own, in every form pictures come in: as an exercise, or as a search has left it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, sqrt
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.arrangement import arrange
from treesolve.drawing.forest import forest
from treesolve.drawing.geometry import Arrangement
from treesolve.drawing.label import Label
from treesolve.drawing.paper_fit import (
    MIN_SCALE,
    ORIENTATIONS,
    READABLE_SCALE,
    FittedTree,
    Paper,
    arrange_unscaled,
    fit,
)
from treesolve.drawing.shape import LARGE_PRINT, VALUE_SIZE
from treesolve.drawing.size_limit import LIMITS, is_drawable
from treesolve.drawing.svg import svg
from treesolve.drawing.text import draw_text
from treesolve.drawing.typst import typst
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.rendering.picture_label import alternative, labels, size_facts, widest_labels, with_boards
from treesolve.rendering.template_environment import render
from treesolve.search.frames import Animation, blank_frame
from treesolve.search.solution import Solution

LARGE = 1.35
"""How much larger everything is in large print."""

LARGE_SIZE = 14.0
"""The least size of a number in large print, in points."""

READABLE_IN_LARGE = LARGE_SIZE / VALUE_SIZE
"""The least scale of a picture in large print."""

MIN_SCALE_IN_COLUMNS = 0.5
"""The least scale of a picture in the columns of a lying page."""

MIN_SOLUTION_SCALE = 0.5
"""The least scale of a solution that has the orientation of its exercise."""

BESIDE_TEXT = 0.75
"""So much of the height of a page is left to a picture by answers, heading and result."""

PAPERS: Mapping[str, Paper] = {"a4": Paper(481, 640), "letter": Paper(498, 590)}
"""The papers there are: margins of two centimetres, and room for a heading over each picture."""

LANDSCAPE: Mapping[str, Paper] = {
    "a4": Paper(724, 393, landscape=True),
    "letter": Paper(674, 410, landscape=True),
}
"""The same papers in landscape."""

SHEETS: Mapping[str, Sequence[Paper]] = {
    **{name: (PAPERS[name], LANDSCAPE[name]) for name in PAPERS},
    **{
        f"{name}-large": tuple(
            paper._replace(
                width=paper.width - 4,
                readable_scale=READABLE_IN_LARGE,
                min_scale=READABLE_IN_LARGE,
                max_scale=LARGE,
                setting=LARGE_PRINT,
            )
            for paper in (PAPERS[name], LANDSCAPE[name])
        )
        for name in PAPERS
    },
    "a4-columns": (Paper(460, 330, READABLE_SCALE, MIN_SCALE_IN_COLUMNS),),
    "letter-columns": (Paper(430, 340, READABLE_SCALE, MIN_SCALE_IN_COLUMNS),),
}
"""The papers of a sheet, the preferred one first. In columns pictures are printed up to a quarter smaller."""

RESOLUTION, MIN_RESOLUTION = 200.0, 48.0
"""Pixels per inch of a PNG, and the least that can be read."""

MAX_PIXELS, MAX_PIXELS_IN_ALL = 16_000, 25_000_000
"""The most pixels across, and in the whole picture: each takes ten bytes while it is made."""


class Picture(NamedTuple):
    """One picture in the form of its page, its width and height on paper, in points, and its scale."""

    source: Markup
    width: float
    height: float
    scale: float = 1.0


_RENDERERS: Mapping[str, Callable[[FittedTree, Sequence[Label], str, str], str]] = {
    "typst": lambda fitted, shown, alt, _: typst(fitted.arrangement, shown, alt, fitted.scale, fitted.setting),
    "html": lambda fitted, shown, alt, _: svg(fitted.arrangement, shown, alt, standalone=False, setting=fitted.setting),
    "latex": lambda fitted, shown, _, shapes: forest(
        fitted.tree, shown, shapes, turned=fitted.turned, setting=fitted.setting
    ),
}
"""How a tree is drawn on a page of each form: from its labels, from what tells it in words, and a key of SHAPES."""


def picture(
    form: str, fitted: FittedTree, labels: Sequence[Label], language: str = "en", shapes: str = "triangles"
) -> Picture:
    """Draw a fitted tree for a page in a form."""
    alt = alternative(fitted.tree, labels, language)
    return Picture(Markup(_RENDERERS[form](fitted, labels, alt, shapes)), fitted.width, fitted.height, fitted.scale)


def fit_on(
    paper: Paper,
    tree: Tree,
    widest: Sequence[Label],
    shapes: str = "triangles",
    orientations: Sequence[bool] = ORIENTATIONS,
) -> FittedTree | None:
    """Fit a tree on a paper; None if it is too wide. `widest` are the widest labels its nodes will have.

    If the picture can leave room for what is said of it on the same page, it does.
    """
    beside_text = fit(tree, widest, paper._replace(height=paper.height * BESIDE_TEXT), shapes, orientations)
    return beside_text or fit(tree, widest, paper, shapes, orientations)


class SheetPaper(NamedTuple):
    """The paper for a tree on a sheet: a key of SHEETS, and whether it may be portrait or landscape.

    `height` is what the first page has for pictures, 0 for all; `above` is the height of what is kept with the tree.
    In large print `normal_print` is the tree in normal print.
    """

    name: str
    formats: Sequence[bool] = (False,)
    height: float = 0.0
    above: float = 0.0
    normal_print: FittedTree | None = None

    @property
    def papers(self) -> Iterator[Paper]:
        """The papers to be tried, the preferred one first."""
        for paper in SHEETS[self.name]:
            if paper.landscape in self.formats:
                if self.height and not paper.landscape:
                    yield paper._replace(height=self.height)
                yield paper._replace(height=paper.height - self.above)


def fit_on_sheet(
    sheet: SheetPaper, tree: Tree, widest: Sequence[Label], shapes: str, orientations: Sequence[bool]
) -> FittedTree | None:
    """Fit a tree on a sheet; None if it is too wide, or, in large print, not to be had in this size."""
    return next(filter(None, (fit_on(paper, tree, widest, shapes, orientations) for paper in sheet.papers)), None)


def fit_in_smaller_print(
    sheet: SheetPaper, tree: Tree, widest: Sequence[Label], shapes: str, orientations: Sequence[bool]
) -> FittedTree | None:
    """Return the largest picture of a tree that does not fit otherwise; in large print never smaller than in normal
    print.

    A solution that has the orientation of its exercise may take a landscape page.
    """
    min_scale = MIN_SCALE
    if orientations != ORIENTATIONS:
        sheet, min_scale = sheet._replace(formats=(False, True)), MIN_SOLUTION_SCALE
    papers = [paper._replace(min_scale=min_scale) for paper in sheet.papers]
    papers += [paper._replace(readable_scale=inf) for paper in papers]  # set closer together
    fitted = (fit(tree, widest, paper, shapes, [turned]) for paper in papers for turned in orientations)
    found = [one for one in fitted if one and (sheet.normal_print is None or one.scale >= sheet.normal_print.scale)]
    normal_print = sheet.normal_print if False in sheet.formats else None
    return max(found, key=lambda one: one.scale * min(VALUE_SIZE, one.setting.name), default=normal_print)


class Subject(NamedTuple):
    """What is drawn. `labels` are the texts, `widest` those the arrangement leaves room for."""

    tree: Tree
    labels: list[Label]
    widest: list[Label]
    language: str
    shapes: str

    def with_boards(self) -> "Subject":
        """Return the same with boards in the nodes that are called after one."""
        return self._replace(labels=with_boards(self.tree, self.labels), widest=with_boards(self.tree, self.widest))

    @property
    def has_boards(self) -> bool:
        """Whether any node shows a board."""
        return any(label.board for label in self.labels)

    @property
    def alternative(self) -> str:
        """The picture in words."""
        return alternative(self.tree, self.labels, self.language)


def exercise(tree: Tree, language: str = "en", shapes: str = "triangles") -> Subject:
    """Return the tree as an exercise shows it, not searched at all."""
    shown = labels(tree, blank_frame(tree), language)
    return Subject(tree, shown, shown, language, shapes)


def solved(solution: Solution, step: int | None = None, language: str = "en", shapes: str = "triangles") -> Subject:
    """Return the tree after a step of the search, or, without one, when it is finished.

    Pictures of different steps have the same arrangement. Raises InputError where there is no such step.
    """
    animation = Animation(solution)
    if step is None:
        shown = labels(animation.tree, animation.last, language, convention=solution.convention, still=True)
        return Subject(animation.tree, shown, shown, language, shapes)
    if not 0 <= step < len(animation):
        raise InputError((Problem("step-range", None, {"step": step, "last": len(animation) - 1}),))
    shown = labels(animation.tree, animation.frame(step), language, convention=solution.convention)
    return Subject(animation.tree, shown, widest_labels(animation, language), language, shapes)


def made(subjects: Sequence[Subject], form: str, paper: str = "a4", width: int = 100) -> Any:
    """Return the pictures in a form: bytes for "pdf" and "png", else text; "svg", "png" and "dot" hold only the first.

    Raises InputError where a tree is too large, or too wide for the paper.
    """
    if form == "text":
        return "\n".join(_text_drawing(subject, width) for subject in subjects)
    if form in _SINGLE_RENDERERS:
        check_size(subjects[0].tree, form)
        return _SINGLE_RENDERERS[form](subjects[0])
    if form == "latex":
        return _latex_document(subjects, paper)
    source = _typst_document(subjects, [fit_on_page(subject, paper) for subject in subjects])
    if form == "typst":
        return source
    from treesolve.rendering.pdf import pdf

    return pdf(source)


def check_size(tree: Tree, form: str) -> None:
    """Raise InputError where the tree is too large for a form."""
    medium = form if form in LIMITS else "paper"
    if not is_drawable(tree, medium):
        facts = size_facts(tree, medium) | {"form": form, "instead": "svg" if is_drawable(tree, "svg") else ""}
        raise InputError((Problem("too-large-to-draw", None, facts),))


def _text_drawing(subject: Subject, width: int) -> str:
    """Return the picture in the characters of a terminal, at most so many columns wide where that can be done."""
    check_size(subject.tree, "text")
    return "\n".join(draw_text(subject.tree, subject.labels, width) or []) + "\n"


def fit_on_page(subject: Subject, paper: str) -> FittedTree:
    """Fit a tree on a page of the paper, upright or lying. Raises InputError where it is too large or too wide."""
    check_size(subject.tree, "pdf")
    size = PAPERS[paper]
    portrait_fit = fit(subject.tree, subject.widest, size, subject.shapes)
    if portrait_fit and not portrait_fit.turned:
        return portrait_fit
    landscape_fit = fit(subject.tree, subject.widest, Paper(size.height + 80, size.width - 40), subject.shapes)
    found = landscape_fit if landscape_fit and not landscape_fit.turned else portrait_fit or landscape_fit
    if found is None:
        raise InputError((Problem("too-wide-for-paper", None, {}),))
    return found


def _typst_document(subjects: Sequence[Subject], fitted: Sequence[FittedTree]) -> str:
    """Return the pictures of the subjects, a page for each."""
    drawn = [
        picture("typst", one, subject.labels, subject.language) for subject, one in zip(subjects, fitted, strict=True)
    ]
    title = (subjects[0].tree.title or "").strip() or subjects[0].alternative
    return render("picture", "typst", subjects[0].language, pictures=drawn, title=title)


def arrangement_document(arrangement: Arrangement, labels: Sequence[Label], alt: str, title: str, language: str) -> str:
    """Return an arrangement of its own as a Typst document of one page; `alt` says it to those who cannot see it."""
    drawn = Picture(Markup(typst(arrangement, labels, alt)), arrangement.width, arrangement.height)
    return render("picture", "typst", language, pictures=[drawn], title=title)


def _latex_document(subjects: Sequence[Subject], paper: str) -> str:
    """Return the pictures as a LaTeX document, a page for each; each can be copied from it."""
    drawn = [picture("latex", fit_on_page(each, paper), each.labels, each.language, each.shapes) for each in subjects]
    return render("picture", "latex", subjects[0].language, pictures=drawn)


def _svg_drawing(subject: Subject) -> str:
    return svg(arrange(subject.tree, subject.widest, subject.shapes), subject.labels, subject.alternative)


def _png_drawing(subject: Subject) -> bytes:
    """Return the picture in one piece; with the root at the left where it would be coarse otherwise."""
    from treesolve.rendering.pdf import png

    upright, turned = (
        arrange_unscaled(subject.tree, subject.widest, subject.shapes, turned=turned) for turned in (False, True)
    )
    fine, fine_turned = resolution(upright.arrangement), resolution(turned.arrangement)
    fitted, most = (upright, fine) if fine >= min(RESOLUTION / 2, fine_turned) else (turned, fine_turned)
    if most < MIN_RESOLUTION:
        raise InputError((Problem("too-wide-for-png", None, {}),))
    return png(_typst_document([subject], [fitted]), most)[0]


def resolution(arrangement: Arrangement) -> float:
    """Return the pixels per inch with which a picture has no more pixels than allowed."""
    longest_side, area = max(arrangement.width, arrangement.height), arrangement.width * arrangement.height
    return min(RESOLUTION, MAX_PIXELS * 72 / longest_side, 72 * sqrt(MAX_PIXELS_IN_ALL / area))


def _dot_drawing(subject: Subject) -> str:
    """Return the picture for Graphviz."""
    from treesolve.drawing.dot import dot

    return dot(subject.tree, subject.labels, subject.shapes)


_SINGLE_RENDERERS: Mapping[str, Callable[[Subject], str | bytes]] = {
    "svg": _svg_drawing,
    "png": _png_drawing,
    "dot": _dot_drawing,
}
"""What makes a picture of one tree, in a form of its own."""
