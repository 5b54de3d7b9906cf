"""Templates and words of a language, and how names and numbers become text in each form of page."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import Environment

from treesolve.drawing.terminal import display_width
from treesolve.notation.number import write_number
from treesolve.pages.engine import engine, loader_for
from treesolve.resources import PACKAGE, resource
from treesolve.value import Value

SUFFIXES = {"text": "txt", "markdown": "md"}
"""The forms of a page, each with the ending of its templates."""


@cache
def environment(language: str) -> Environment:
    """The templates of a language."""
    return engine(loader_for(PACKAGE, resource("templates"), language))


@cache
def words(language: str, template: str = "words.jinja") -> Any:
    """The macros of one template of a language."""
    return environment(language).get_template(template).module


def number_text(value: Value, language: str = "en") -> str:
    """A number as people write it, with a real minus sign and the infinity sign.

    >>> number_text(-3), number_text(float("-inf"))
    ('−3', '−∞')
    """
    text = write_number(value).replace("-", "−").replace("inf", "∞")
    mark = str(words(language).decimal_mark())
    return text if mark == "." else text.replace(".", mark)


def plain(text: str) -> str:
    """Text for a terminal: as it is."""
    return text


def markdown_escaped(text: str) -> str:
    r"""Text that Markdown prints as it is.

    >>> print(markdown_escaped("a*b <i>"))
    a\*b \<i\>
    """
    text = re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", text)
    return re.sub(r"^([0-9]*)([-+.)])", r"\1\\\2", text)  # at its beginning a line could become a list


ESCAPES: Mapping[str, Callable[[str], str]] = {"text": plain, "markdown": markdown_escaped}


def render(template: str, form: str, language: str, **things: Any) -> str:
    """A page from the template of that name and form."""
    tools = {
        "table": text_table if form == "text" else markdown_table,
        "number": number_text,
        "w": words(language),
        "escape": ESCAPES[form],
    }
    return environment(language).get_template(f"{template}.{SUFFIXES[form]}.jinja").render(**tools, **things)


def text_table(head: list[str], rows: list[list[str]]) -> str:
    """A table with aligned columns, a rule under the headings, no trailing blanks.

    >>> print(text_table(["a", "b"], [["1", "22"], ["333", "4"]]))
    a    b
    ───  ──
    1    22
    333  4
    """
    widths = [max(map(display_width, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["─" * width for width in widths], *rows]
    return "\n".join(
        "  ".join(cell + " " * (width - display_width(cell)) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def markdown_table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown's pipe syntax; the cells must be escaped already.

    >>> print(markdown_table(["a"], [["1"]]))
    | a |
    |---|
    | 1 |
    """
    lines = [head, *rows]
    printed = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([printed[0], "|" + "---|" * len(head), *printed[1:]])
