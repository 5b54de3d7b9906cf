"""Lectures as pages: all of them in a table, or one with all its fields."""

import textwrap
from collections.abc import Iterable

from treesolve.model.convention import Convention
from treesolve.pages.environment import render, window_text, words

_MEANING_WIDTH = 60
"""So many columns the meaning of a field takes in a terminal."""

_TABLE = ("id", "cut", "bounds", "returns", "test", "perspective", "source")


def conventions_page(conventions: Iterable[Convention], form: str = "text", language: str = "en") -> str:
    """The table of lectures as "text" or "markdown"."""
    rows = [[_field(convention, name, language) for name in _TABLE] for convention in conventions]
    say = words(language, "conventions.jinja")
    return render("conventions", form, language, head=[say.heading(name) for name in _TABLE], rows=rows, say=say)


def convention_page(convention: Convention, form: str = "text", language: str = "en") -> str:
    """One lecture as "text" or "markdown": its rules in words, every field with its meaning, and remarks."""
    say = words(language, "conventions.jinja")
    fields = [name for name in Convention._fields if name not in ("id", "title", "source")]
    rows = [[name.replace("_", "-"), _field(convention, name, language), str(say.meaning(name))] for name in fields]
    if form == "text":
        rows = [line for row in rows for line in _wrapped(row)]
    head = [str(say.heading(name)) for name in ("field", "value", "meaning")]
    traps = [str(words(language).trap(code)) for code in convention.traps]
    return render(
        "convention",
        form,
        language,
        c=convention,
        head=head,
        rows=rows,
        traps=traps,
        remark=str(say.remark(convention.id)),
    )


def _wrapped(row: list[str]) -> list[list[str]]:
    """A row as several, so that its last cell fits a terminal."""
    first, *rest = textwrap.wrap(row[-1], _MEANING_WIDTH)
    return [[*row[:-1], first], *([*([""] * (len(row) - 1)), line] for line in rest)]


def _field(convention: Convention, name: str, language: str) -> str:
    if name == "window":
        return window_text(*convention.window, language)
    return str(getattr(convention, name))
