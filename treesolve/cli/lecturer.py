"""The lecturer's defaults as a run has them: read from `treesolve.toml` when they are asked for first."""

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from treesolve.model.number import Number
from treesolve.model.resources import languages
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


def language_named(written: str) -> str | None:
    """The language that a word means; None where it means none.

    >>> language_named("Deutsch"), language_named("de_DE.UTF-8"), language_named("nl")
    ('de', 'de', None)
    """
    word = written.strip().lower()
    code = word.replace("_", "-").partition("-")[0]
    return code if code in languages() else _language_called(word)


def _language_called(word: str) -> str | None:
    """The language that people call so."""
    from treesolve.pages.environment import words

    return next((each for each in languages() if word in words(each).called().split()), None)


def spoken_language() -> str:
    """The language of the command that runs; while its options are still being read, that of the environment."""
    context = click.get_current_context(silent=True)
    asked = context.params.get("language") if context else None
    return language_named(asked or os.environ.get("TREESOLVE_LANGUAGE") or usual_language()) or "en"


def asked_language(words: Sequence[str]) -> str:
    """The language that a line of words asks for, before it is known what else is in it.

    >>> asked_language(["solve", "--cut", ">", "--language", "de"]), asked_language(["--language=de", "solve"])
    ('de', 'de')
    """
    joined = [word.partition("=")[2] for word in words if word.startswith("--language=")]
    apart = [value for word, value in pairwise(words) if word == "--language"]
    return next(filter(None, map(language_named, (*apart, *joined))), None) or spoken_language()
