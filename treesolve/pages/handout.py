"""Worked solutions bound as one document: the pages of HTML, LaTeX and Typst need a head and an end around them."""

from collections.abc import Iterable, Iterator
from typing import Any

from markupsafe import Markup

from treesolve.pages.environment import rendered

BOUND = ("html", "latex", "typst")
"""The forms whose pages stand in a document."""


def handout(pieces: Iterable[str], form: str, language: str = "en", **things: Any) -> Iterator[str]:
    """The document around the pieces, in order, as texts to be written one after the other.

    `pieces` are pages in the same form; each is asked for when its place comes.
    """
    return rendered("handout", form, language, pieces=map(Markup, pieces), **things)
