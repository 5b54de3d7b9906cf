"""The lecturer's defaults for a run, which are read from `treesolve.toml` on first use."""

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
"""Key under which the context's `meta` stores the function that returns the defaults."""


def find_defaults_file() -> Path | None:
    """Return the path of the defaults file, or None if there is none.

    The file is in the working directory or in the nearest folder above it.
    """
    try:
        folder = Path.cwd()
    except OSError:  # the working directory has been deleted
        return None
    return next((each / NAME for each in (folder, *folder.parents) if os.path.isfile(each / NAME)), None)  # noqa: PTH113


class Defaults(NamedTuple):
    """Default values of options; `path` is the path of their file as displayed in messages.

    `style` is a Style or None; `folder` is the folder of the letterhead. `describe` returns a sentence about the
    defaults that apply to a command, and mentions points only if its last argument is true.
    """

    path: str = ""
    language: str | None = None
    convention: Convention | None = None
    style: Any = None
    points: Mapping[str, Number] = {}
    folder: str = ""
    describe: Callable[["Defaults", click.Context, bool], str] | None = None


def lecturer_defaults() -> Defaults:
    """Return the defaults for this run, which are empty if there is no file."""
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
    """Return the default points of the parts, or an empty mapping if the tree's file sets points itself."""
    return {} if tree.points else lecturer_defaults().points


def find_language(text: str) -> str | None:
    """Return the code of a language given by its code, locale or name, or None if the language is unknown.

    >>> find_language("Deutsch"), find_language("de_DE.UTF-8"), find_language("nl")
    ('de', 'de', None)
    """
    word = text.strip().lower()
    code = word.replace("_", "-").partition("-")[0]
    return code if code in languages() else _language_by_name(word)


def _language_by_name(word: str) -> str | None:
    """Return the code of the language with this name, or None if the name is unknown."""
    return next((each for each in languages() if word in template(each, "words.jinja").called().split()), None)


def current_language() -> str:
    """Return the language of the running command.

    Before the options are parsed, this is the language set in the environment, or the default language.
    """
    context = click.get_current_context(silent=True)
    chosen = context.params.get("language") if context else None
    return find_language(chosen or os.environ.get("TREESOLVE_LANGUAGE") or default_language()) or "en"


def requested_language(words: Sequence[str]) -> str:
    """Return the language that a command line requests, determined before the command line is parsed.

    >>> requested_language(["solve", "--cut", ">", "--language", "de"]), requested_language(["--language=de", "solve"])
    ('de', 'de')
    """
    joined = [word.partition("=")[2] for word in words if word.startswith("--language=")]
    apart = [value for word, value in pairwise(words) if word == "--language"]
    return next(filter(None, map(find_language, (*apart, *joined))), None) or current_language()
