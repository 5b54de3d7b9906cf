"""A tree as a standalone picture in any output format, as an exercise, after a search, or after one of its steps."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, sqrt
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.arrangement import arrange
from treesolve.drawing.geometry import Arrangement
from treesolve.drawing.label import Label
from treesolve.drawing.latex_forest import forest
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
from treesolve.search.search_frames import Animation, blank_frame
from treesolve.search.solution import Solution

LARGE = 1.35
"""The scale of large print."""

LARGE_SIZE = 14.0
"""Minimum size of numbers in large print, in points."""

READABLE_IN_LARGE = LARGE_SIZE / VALUE_SIZE
"""Minimum scale of a picture in large print."""

MIN_SCALE_IN_COLUMNS = 0.5
"""Minimum scale of a picture in the columns of a landscape page."""

MIN_SOLUTION_SCALE = 0.5
"""Minimum scale of a solution that keeps the orientation of its exercise."""

BESIDE_TEXT = 0.75
"""Share of the page height for a picture that has answers, heading and result on the same page."""

PAPERS: Mapping[str, Paper] = {"a4": Paper(481, 640), "letter": Paper(498, 590)}
"""The paper sizes, with margins of two centimeters and space for a heading above each picture."""

LANDSCAPE: Mapping[str, Paper] = {
    "a4": Paper(724, 393, landscape=True),
    "letter": Paper(674, 410, landscape=True),
}
"""The same paper sizes in landscape."""

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
"""The paper of sheets, in order of preference. In columns, pictures may be up to a quarter smaller."""

RESOLUTION, MIN_RESOLUTION = 200.0, 48.0
"""Resolution of a PNG in pixels per inch, and the minimum resolution of legible pictures."""

MAX_PIXELS, MAX_PIXELS_IN_ALL = 16_000, 25_000_000
"""Maximum number of pixels per side, and in total. Rendering takes ten bytes per pixel."""


class Picture(NamedTuple):
    """A picture in an output format, with its width and height on paper, in points, and its scale."""

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
"""The function with which each format draws a fitted tree, given labels, the text alternative and a key of SHAPES."""


def picture(
    form: str, fitted: FittedTree, labels: Sequence[Label], language: str = "en", shapes: str = "triangles"
) -> Picture:
    """Return the picture of a fitted tree in an output format."""
    alt = alternative(fitted.tree, labels, language)
    return Picture(Markup(_RENDERERS[form](fitted, labels, alt, shapes)), fitted.width, fitted.height, fitted.scale)


def fit_on(
    paper: Paper,
    tree: Tree,
    widest: Sequence[Label],
    shapes: str = "triangles",
    orientations: Sequence[bool] = ORIENTATIONS,
) -> FittedTree | None:
    """Return a tree fitted to a paper, or None if the tree is too wide. `widest` are the widest labels of its nodes.

    If possible, the picture leaves space for text on the same page.
    """
    beside_text = fit(tree, widest, paper._replace(height=paper.height * BESIDE_TEXT), shapes, orientations)
    return beside_text or fit(tree, widest, paper, shapes, orientations)


class SheetPaper(NamedTuple):
    """The paper for a tree on a sheet, which is a key of SHEETS, and the allowed orientations.

    `height` is the height left on the first page, or 0 if the whole page is left. `above` is the height of the texts
    that must stay on the tree's page. In large print, `normal_print` is the tree as fitted in normal print.
    """

    name: str
    formats: Sequence[bool] = (False,)
    height: float = 0.0
    above: float = 0.0
    normal_print: FittedTree | None = None

    @property
    def papers(self) -> Iterator[Paper]:
        """The papers to try, in order of preference."""
        for paper in SHEETS[self.name]:
            if paper.landscape in self.formats:
                if self.height and not paper.landscape:
                    yield paper._replace(height=self.height)
                yield paper._replace(height=paper.height - self.above)


def fit_on_sheet(
    sheet: SheetPaper, tree: Tree, widest: Sequence[Label], shapes: str, orientations: Sequence[bool]
) -> FittedTree | None:
    """Return a tree fitted to a sheet, or None if it is too wide or does not fit in the size of large print."""
    return next(filter(None, (fit_on(paper, tree, widest, shapes, orientations) for paper in sheet.papers)), None)


def fit_in_smaller_print(
    sheet: SheetPaper, tree: Tree, widest: Sequence[Label], shapes: str, orientations: Sequence[bool]
) -> FittedTree | None:
    """Return the largest picture of a tree that does not fit a sheet in its regular size.

    In large print, the picture is never smaller than in normal print. A solution that keeps the orientation of its
    exercise may use a landscape page.
    """
    min_scale = MIN_SCALE
    if orientations != ORIENTATIONS:
        sheet, min_scale = sheet._replace(formats=(False, True)), MIN_SOLUTION_SCALE
    papers = [paper._replace(min_scale=min_scale) for paper in sheet.papers]
    papers += [paper._replace(readable_scale=inf) for paper in papers]  # with denser spacing
    fitted = (fit(tree, widest, paper, shapes, [turned]) for paper in papers for turned in orientations)
    found = [one for one in fitted if one and (sheet.normal_print is None or one.scale >= sheet.normal_print.scale)]
    normal_print = sheet.normal_print if False in sheet.formats else None
    return max(found, key=lambda one: one.scale * min(VALUE_SIZE, one.setting.name), default=normal_print)


class Subject(NamedTuple):
    """A tree to draw; `labels` are shown, and the layout leaves space for the `widest` labels."""

    tree: Tree
    labels: list[Label]
    widest: list[Label]
    language: str
    shapes: str

    def with_boards(self) -> "Subject":
        """Return the subject with boards in all nodes whose names are boards."""
        return self._replace(labels=with_boards(self.tree, self.labels), widest=with_boards(self.tree, self.widest))

    @property
    def has_boards(self) -> bool:
        """Whether any node shows a board."""
        return any(label.board for label in self.labels)

    @property
    def alternative(self) -> str:
        """The text alternative."""
        return alternative(self.tree, self.labels, self.language)


def exercise(tree: Tree, language: str = "en", shapes: str = "triangles") -> Subject:
    """Return the tree as an exercise, before any search."""
    shown = labels(tree, blank_frame(tree), language)
    return Subject(tree, shown, shown, language, shapes)


def solved(solution: Solution, step: int | None = None, language: str = "en", shapes: str = "triangles") -> Subject:
    """Return the tree after a step of the search, or without `step` after the whole search.

    Pictures of different steps have the same layout. Raises InputError if the step does not exist.
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
    """Return pictures in an output format, as bytes for "pdf" and "png", otherwise as text.

    "svg", "png" and "dot" contain only the first picture. Raises InputError if a tree is too large, or too wide for the
    paper.
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
    """Raise InputError if the tree is too large for a format."""
    medium = form if form in LIMITS else "paper"
    if not is_drawable(tree, medium):
        facts = size_facts(tree, medium) | {"form": form, "instead": "svg" if is_drawable(tree, "svg") else ""}
        raise InputError((Problem("too-large-to-draw", None, facts),))


def _text_drawing(subject: Subject, width: int) -> str:
    """Return the picture as text, if possible at most `width` columns wide."""
    check_size(subject.tree, "text")
    return "\n".join(draw_text(subject.tree, subject.labels, width) or []) + "\n"


def fit_on_page(subject: Subject, paper: str) -> FittedTree:
    """Return a tree fitted to a page in portrait or landscape. Raises InputError if it is too large or too wide."""
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
    """Return the pictures as a Typst document, one page each."""
    drawn = [
        picture("typst", one, subject.labels, subject.language) for subject, one in zip(subjects, fitted, strict=True)
    ]
    title = (subjects[0].tree.title or "").strip() or subjects[0].alternative
    return render("picture", "typst", subjects[0].language, pictures=drawn, title=title)


def arrangement_document(arrangement: Arrangement, labels: Sequence[Label], alt: str, title: str, language: str) -> str:
    """Return a layout as a Typst document with one page; `alt` is the text alternative."""
    drawn = Picture(Markup(typst(arrangement, labels, alt)), arrangement.width, arrangement.height)
    return render("picture", "typst", language, pictures=[drawn], title=title)


def _latex_document(subjects: Sequence[Subject], paper: str) -> str:
    """Return the pictures as a LaTeX document, one page each. Each picture can be copied out of the document."""
    drawn = [picture("latex", fit_on_page(each, paper), each.labels, each.language, each.shapes) for each in subjects]
    return render("picture", "latex", subjects[0].language, pictures=drawn)


def _svg_drawing(subject: Subject) -> str:
    return svg(arrange(subject.tree, subject.widest, subject.shapes), subject.labels, subject.alternative)


def _png_drawing(subject: Subject) -> bytes:
    """Return the picture as PNG. If the resolution would be too low otherwise, the root is on the left."""
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
    """Return the highest resolution, in pixels per inch, at which the picture respects the limits on pixels."""
    longest_side, area = max(arrangement.width, arrangement.height), arrangement.width * arrangement.height
    return min(RESOLUTION, MAX_PIXELS * 72 / longest_side, 72 * sqrt(MAX_PIXELS_IN_ALL / area))


def _dot_drawing(subject: Subject) -> str:
    """Return the picture in Graphviz's DOT language."""
    from treesolve.drawing.dot import dot

    return dot(subject.tree, subject.labels, subject.shapes)


_SINGLE_RENDERERS: Mapping[str, Callable[[Subject], str | bytes]] = {
    "svg": _svg_drawing,
    "png": _png_drawing,
    "dot": _dot_drawing,
}
"""The functions that render formats with a single picture."""
