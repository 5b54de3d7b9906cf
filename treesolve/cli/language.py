"""The language of a run: which there are, what people call them, and which one is spoken."""

import os
from collections.abc import Sequence
from itertools import pairwise

import click

from treesolve.cli.lecturer import usual_language
from treesolve.model.resources import languages


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
