"""The lecturer's defaults as a run has them: read from `treesolve.toml` when they are asked for first."""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click

from treesolve.cli.sentences import template
from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.model.resources import languages
from treesolve.model.tree import Tree

NAME = "treesolve.toml"

DEFAULTS = "what treesolve.toml says"
"""What a run keeps under this gives the defaults."""


def find_defaults_file() -> Path | None:
    """Return the file of defaults in the working directory, or else the one in the nearest folder above it."""
    try:
        folder = Path.cwd()
    except OSError:  # it has been deleted
        return None
    return next((each / NAME for each in (folder, *folder.parents) if os.path.isfile(each / NAME)), None)  # noqa: PTH113


class Defaults(NamedTuple):
    """What holds where nobody says otherwise; `path` is that of the file, as it is shown to people.

    `style` is a Style, None where nothing is said of looks. `folder` is that of the letterhead.
    `describe` says in a sentence what of it holds in a command, points only if asked.
    """

    path: str = ""
    language: str | None = None
    convention: Convention | None = None
    style: Any = None
    points: Mapping[str, Number] = {}
    folder: str = ""
    describe: Callable[["Defaults", click.Context, bool], str] | None = None


def lecturer_defaults() -> Defaults:
    """Return the defaults of this run; empty ones where there is no file of them."""
    context = click.get_current_context(silent=True)
    read = context.meta.get(DEFAULTS) if context else None
    return (read and read()) or Defaults()


def describe_defaults(*, points: bool = False) -> str:
    """Return a sentence on the defaults that hold in this run; those of points count only if asked."""
    defaults = lecturer_defaults()
    return defaults.describe(defaults, click.get_current_context(), points) if defaults.describe else ""


def default_language() -> str:
    """Return the language where nobody asks for one."""
    return lecturer_defaults().language or "en"


def default_points(tree: Tree) -> Mapping[str, Number]:
    """Return the points for a tree whose file gives none; none where that gives some."""
    return {} if tree.points else lecturer_defaults().points


def find_language(written: str) -> str | None:
    """Return the language that a word means; None where it means none.

    >>> find_language("Deutsch"), find_language("de_DE.UTF-8"), find_language("nl")
    ('de', 'de', None)
    """
    word = written.strip().lower()
    code = word.replace("_", "-").partition("-")[0]
    return code if code in languages() else _language_by_name(word)


def _language_by_name(word: str) -> str | None:
    """Return the language that people call so."""
    return next((each for each in languages() if word in template(each, "words.jinja").called().split()), None)


def current_language() -> str:
    """Return the language of the command that runs; while its options are still being read, that of the environment."""
    context = click.get_current_context(silent=True)
    asked = context.params.get("language") if context else None
    return find_language(asked or os.environ.get("TREESOLVE_LANGUAGE") or default_language()) or "en"


def requested_language(words: Sequence[str]) -> str:
    """Return the language that a line of words asks for, before it is known what else is in it.

    >>> requested_language(["solve", "--cut", ">", "--language", "de"]), requested_language(["--language=de", "solve"])
    ('de', 'de')
    """
    joined = [word.partition("=")[2] for word in words if word.startswith("--language=")]
    apart = [value for word, value in pairwise(words) if word == "--language"]
    return next(filter(None, map(find_language, (*apart, *joined))), None) or current_language()
