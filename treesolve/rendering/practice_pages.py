"""Practice pages as Python objects."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treesolve.authoring.trainer_pool import Trainer, pool, read_trainer, trainer_of_fields
from treesolve.model.convention import DEFAULT
from treesolve.model.exportable import Exportable
from treesolve.model.input_file import read_with
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.practice_page import PRACTICED, PracticePage, practice_document
from treesolve.rendering.python_arguments import convention_argument, refusal, solution_argument
from treesolve.rendering.saving import EXPORTS, Export, RenderOptions, chosen
from treesolve.rendering.trainer_page import trainer_document
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.rendering.python_arguments import ConventionLike, TreeLike


@dataclass(frozen=True)
class Practice(Exportable):
    """A practice page or a trainer, as HTML that works without a network.

    `solutions` are the solutions of the trees on the page. For a trainer, which generates its trees, `solutions` is
    empty.
    """

    solutions: tuple[Solution, ...]
    make_html: Callable[[RenderOptions], Iterable[str]]

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return f"<Practice: {len(self.solutions) or 'many'} trees>"


EXPORTS[Practice] = Export(
    ("html",), lambda practice, _form, options: "".join(practice.make_html(options)), ("language", "shapes", "boards")
)


def practice(
    *trees: "TreeLike",
    ask: str | Iterable[str] = (),
    convention: "ConventionLike" = None,
    trainer: "bool | os.PathLike[str]" = False,
) -> Practice:
    """Return a practice page on which students solve the trees; the page checks answers and gives hints.

    `ask` names the parts to ask, as in "values, best". By default, these are the parts to which the tree assigns
    points, or all parts except windows if it assigns none. With `trainer`, the page contains a pool of trees instead: a
    Path to a TOML file describes the pool, and True selects the default pool. Raises InputError if a tree is invalid or
    too large, or if there is nothing to ask. Source: docs/practice.md.

    >>> from treesolve import practice
    >>> practice("((6 5) (2 9))", ask="values, best").render("html", language="de")[:15]
    '<!DOCTYPE html>'
    """
    if trainer:
        if trees or ask:
            raise InputError((Problem("trainer-files"),))
        return _trainer(None if trainer is True else Path(trainer), convention)
    if not trees:
        raise refusal("argument-no-tree", trees)
    names = tuple(ask.lower().replace(",", " ").split() if isinstance(ask, str) else ask)
    parts = tuple(chosen("ask", part, PRACTICED) for part in names)
    solutions = tuple(solution_argument(tree, convention) for tree in trees)

    def pages(options: RenderOptions) -> list[PracticePage]:
        shown: dict[str, Any] = {"language": options.language, "shapes": options.shapes, "boards": options.boards}
        return [PracticePage(one, wanted=parts, file=one.tree.origin.source, **shown) for one in solutions]

    pages(RenderOptions())
    return Practice(solutions, lambda options: practice_document(pages(options), options.language))


def _trainer(path: Path | None, convention: Any) -> Practice:
    default_convention = DEFAULT if convention is None else convention_argument(convention)

    def asked(language: str) -> Trainer:
        if path is None:
            return trainer_of_fields(default_convention, {"language": language})
        return read_with(lambda file: read_trainer(file, default_convention, language), path)

    asked("en")
    return Practice((), lambda options: trainer_document(found := asked(options.language), pool(found)))
