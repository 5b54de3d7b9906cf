"""The lecturer's defaults as a run has them: read from `treesolve.toml` when they are asked for first."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from treesolve.model.number import Number
from treesolve.model.tree import Tree

NAME = "treesolve.toml"

DEFAULTS = "what treesolve.toml says"
"""What a run keeps under this gives the defaults."""


def found_file() -> Path | None:
    """The file of defaults in the working directory, or else the one in the nearest folder above it."""
    try:
        folder = Path.cwd()
    except OSError:  # it has been deleted
        return None
    return next((each / NAME for each in (folder, *folder.parents) if os.path.isfile(each / NAME)), None)  # noqa: PTH113


def lecturer_defaults() -> Any:
    """The defaults, as treesolve.cli.defaults has them; None where there are none."""
    context = click.get_current_context(silent=True)
    read = context.meta.get(DEFAULTS) if context else None
    return read() if read else None


def applied_defaults(*, points: bool = False) -> str:
    """A sentence on the defaults that hold in this run; those of points count only if asked."""
    usual = lecturer_defaults()
    return str(usual.applied(click.get_current_context(), points=points)) if usual else ""


def hold_templates(context: click.Context) -> None:
    """Write everything with the lecturer's own templates until the context ends, where there are any."""
    usual = lecturer_defaults()
    if usual and usual.templates:
        from treesolve.pages.own_templates import holding

        context.with_resource(holding(usual.templates))


def usual_language() -> str:
    """The language where nobody asks for one."""
    usual = lecturer_defaults()
    return (usual and usual.language) or "en"


def usual_points(tree: Tree) -> Mapping[str, Number]:
    """The points for a tree whose file gives none; none where that gives some."""
    usual = lecturer_defaults()
    return usual.points if usual and not tree.points else {}
