"""Pictures for paper: a tree with its labels, in as many parts as the paper takes, each with its caption.

Vocabulary

    paper       the size of a page, and what of it pictures may fill
    caption     which part of the tree a picture shows; a tree in one picture has none
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from treesolve.drawing.fit import Paper, Part, fit, fit_whole, part_labels
from treesolve.drawing.forest import forest
from treesolve.drawing.label import Label
from treesolve.drawing.svg import svg
from treesolve.drawing.typst import typst
from treesolve.model.tree import Tree
from treesolve.pages.environment import words
from treesolve.pages.picture_label import alternative

LARGE = 1.35
"""How much larger everything is in large print."""

READABLE_IN_LARGE = 0.8
"""No picture in large print is smaller than this share of its natural size."""

BESIDE_TEXT = 0.75
"""So much of the height of a page is left to a picture by answers, heading and result."""

PAPERS: Mapping[str, Paper] = {"a4": Paper(481, 640), "letter": Paper(498, 590)}
"""The papers there are: margins of two centimetres, and room for a heading over each picture."""

SHEETS: Mapping[str, Paper] = {
    **PAPERS,
    **{
        f"{name}-large": Paper(one.width / LARGE, one.height / LARGE, READABLE_IN_LARGE / LARGE)
        for name, one in PAPERS.items()
    },
    "a4-columns": Paper(460, 330),
    "letter-columns": Paper(430, 340),
}
"""The same, and what pictures on sheets are made for beside them.

In large print pictures are made for a smaller paper, and printed larger; in the columns of a lying page they are
printed up to a quarter smaller.
"""


class Picture(NamedTuple):
    """One picture in the form of its page, with its caption, and its width and height on paper, in points."""

    caption: str | None
    source: Markup
    width: float
    height: float


_DRAWN: Mapping[str, Callable[[Part, list[Label], str, str], str]] = {
    "typst": lambda part, shown, told, _: typst(part.arrangement, shown, told, part.scale),
    "html": lambda part, shown, told, _: svg(part.arrangement, shown, told, alone=False),
    "latex": lambda part, shown, _, shapes: forest(part.tree, shown, shapes, turned=part.turned),
}
"""How a part is drawn on a page of each form: from its labels, from what tells it in words, and a key of SHAPES."""


def pictures(
    form: str, parts: Sequence[Part], labels: Sequence[Label], language: str = "en", shapes: str = "triangles"
) -> list[Picture]:
    """The parts of a tree for a page in a form; `labels` are those of the whole tree."""
    found = []
    for number, part in enumerate(parts, 1):
        shown = part_labels(part, labels)
        told = alternative(part.tree, shown, language)
        caption = part_caption(part, number, len(parts), shown[0].name, language)
        size = part.arrangement.width * part.scale, part.arrangement.height * part.scale
        found.append(Picture(caption, Markup(_DRAWN[form](part, shown, told, shapes)), *size))
    return found


def parts_on(paper: Paper, tree: Tree, widest: Sequence[Label], shapes: str = "triangles") -> list[Part]:
    """The parts in which a tree fits on a paper; `widest` are the widest labels its nodes will have.

    Where one picture can leave room for what is said of it on the same page, it does.
    """
    beside_text = fit_whole(tree, widest, paper._replace(height=paper.height * BESIDE_TEXT), shapes)
    return [beside_text] if beside_text else fit(tree, widest, paper, shapes)


def part_caption(part: Part, number: int, count: int, root: str, language: str = "en") -> str | None:
    """Which part this is, what it shows, and what its arrows mean; None where it is the whole tree."""
    if count == 1:
        return None
    facts = {"number": number, "count": count, "root": root, "run": part.run, "continues": bool(part.stubs)}
    return words(language).part(facts).strip()
