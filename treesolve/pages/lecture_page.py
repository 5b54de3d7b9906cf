"""Lectures as pages: all of them in a table, or one with all its fields."""

from collections.abc import Iterable

from treesolve.model.asked_moment import ENTRY
from treesolve.model.convention import Convention
from treesolve.pages.document import Document, Opening, Paragraph, Table, listing
from treesolve.pages.engine import capitalized
from treesolve.pages.environment import window_text, words

_MEANING_WIDTH = 60
"""So many columns the meaning of a field takes in a terminal."""

_TABLE = ("id", "cut", "bounds", "returns", "test", "perspective", "source")


def conventions_page(conventions: Iterable[Convention], language: str = "en") -> Document:
    """The table of lectures, and how to see more of one."""
    rows = [[_value_of_field(convention, name, language) for name in _TABLE] for convention in conventions]
    say = words(language, "conventions.jinja")
    table = Table([say.heading(name) for name in _TABLE], listing(rows))
    return Document([Opening(None, say.title()), table, Paragraph([say.more()], "note")], language)


def convention_page(convention: Convention, language: str = "en") -> Document:
    """One lecture: its rules in words, remarks, what to beware of, and every field with its meaning."""
    say, general = words(language, "conventions.jinja"), words(language)
    untold = ("id", "title", "source", *(["alpha_beta"] if convention.alpha_beta == ENTRY else []))
    fields = [name for name in Convention._fields if name not in untold]
    rows = [[name.replace("_", "-"), _value_of_field(convention, name, language), say.meaning(name)] for name in fields]
    rules = capitalized(general.rules(convention).strip()) + "."
    traps = [general.trap(code) for code in convention.traps]
    head = [say.heading(name) for name in ("field", "value", "meaning")]
    return Document(
        [
            Opening(f"{convention.id}: {convention.title}", source=convention.source),
            Paragraph([each for each in (rules, say.remark(convention.id), *traps) if each]),
            Table(head, listing(rows), widest=_MEANING_WIDTH),
        ],
        language,
    )


def _value_of_field(convention: Convention, name: str, language: str) -> str:
    if name == "window":
        return window_text(*convention.window, language)
    return str(getattr(convention, name))
