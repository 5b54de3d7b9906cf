"""The lecturer's defaults in a run, read from `treesolve.toml` on first use."""

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
"""Key of the function that returns the defaults in the context's `meta`."""


def find_defaults_file() -> Path | None:
    """Return the file of defaults in the working directory or the nearest folder above it, if any."""
    try:
        folder = Path.cwd()
    except OSError:  # the working directory has been deleted
        return None
    return next((each / NAME for each in (folder, *folder.parents) if os.path.isfile(each / NAME)), None)  # noqa: PTH113


class Defaults(NamedTuple):
    """Default values of options; `path` is the file's path as displayed in messages.

    `style` is a Style or None, `folder` the folder of the letterhead. `describe` returns a sentence about the defaults
    that apply to a command, with points only if its last argument is true.
    """

    path: str = ""
    language: str | None = None
    convention: Convention | None = None
    style: Any = None
    points: Mapping[str, Number] = {}
    folder: str = ""
    describe: Callable[["Defaults", click.Context, bool], str] | None = None


def lecturer_defaults() -> Defaults:
    """Return the defaults of this run, empty without a file."""
    context = click.get_current_context(silent=True)
    read = context.meta.get(DEFAULTS) if context else None
    return (read and read()) or Defaults()


def describe_defaults(*, points: bool = False) -> str:
    """Return a sentence about the defaults that apply to this run, including those of points if requested."""
    defaults = lecturer_defaults()
    return defaults.describe(defaults, click.get_current_context(), points) if defaults.describe else ""


def default_language() -> str:
    """Return the default language."""
    return lecturer_defaults().language or "en"


def default_points(tree: Tree) -> Mapping[str, Number]:
    """Return the default points of parts if a tree's file sets none, else an empty mapping."""
    return {} if tree.points else lecturer_defaults().points


def find_language(text: str) -> str | None:
    """Return the code of a language given by code, locale or name; None if it is unknown.

    >>> find_language("Deutsch"), find_language("de_DE.UTF-8"), find_language("nl")
    ('de', 'de', None)
    """
    word = text.strip().lower()
    code = word.replace("_", "-").partition("-")[0]
    return code if code in languages() else _language_by_name(word)


def _language_by_name(word: str) -> str | None:
    """Return the code of the language with a name, or None."""
    return next((each for each in languages() if word in template(each, "words.jinja").called().split()), None)


def current_language() -> str:
    """Return the language of the running command; before its options are parsed, the environment's or the default."""
    context = click.get_current_context(silent=True)
    chosen = context.params.get("language") if context else None
    return find_language(chosen or os.environ.get("TREESOLVE_LANGUAGE") or default_language()) or "en"


def requested_language(words: Sequence[str]) -> str:
    """Return the language that a command line selects, before it is parsed.

    >>> requested_language(["solve", "--cut", ">", "--language", "de"]), requested_language(["--language=de", "solve"])
    ('de', 'de')
    """
    joined = [word.partition("=")[2] for word in words if word.startswith("--language=")]
    apart = [value for word, value in pairwise(words) if word == "--language"]
    return next(filter(None, map(find_language, (*apart, *joined))), None) or current_language()
