"""What every foreign text is parsed to, before anybody asks what it means: nested labels, fields and children.

Vocabulary

    label       what is written at a node, as it is written: `A`, `MAX`, `B = 5`
    field       something with a name at a node: a column, an attribute, a keyword
    edge        what is written between a node and the one above
    asked       refused, with the place and with a line of ours for each meaning there may be
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from treesolve.model.problem import InputError, Problem, Span


class Field(NamedTuple):
    """A field of a node: its name as it is written, and its value: a text, a number as it is written, True, None."""

    name: str
    value: Any
    span: Span


class Part(NamedTuple):
    """A node as a foreign text has it, with everything below it; whatever the text does not have is empty.

    `label` is text, with quotation marks only where these say that it is a name. Numbers in fields and labels are
    texts as they are written (`0.5`, `1/2`), never floats.
    """

    span: Span
    label: str = ""
    fields: tuple[Field, ...] = ()
    children: tuple["Part", ...] = ()
    edge: str = ""


def parts_of(root: Part) -> Iterator[Part]:
    """A part and all below it, each before those below it, from left to right."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(reversed(part.children))


def refuse(code: str, span: Span, **facts: object) -> NoReturn:
    """Raises InputError with one problem, at its place in the text that was given to the reader."""
    raise InputError((Problem(code, span, {"instead": "", **facts}),))


def ask(why: str, span: Span, text: object) -> NoReturn:
    """Raises InputError: what stands there may mean more than one thing."""
    refuse("foreign-asked", span, why=why, text=text)
