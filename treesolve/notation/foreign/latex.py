r"""Trees in LaTeX: forest, qtree, TikZ's `child` and istgame, as grammars/latex.lark has them.

Vocabulary

    hidden      said of options by which something is drawn otherwise than it is written, or not at all
    sign        what a label has beside words, and what is printed of it: a command, a brace, a dollar sign
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lark import Token, Transformer

from treesolve.model.problem import Span
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.parsed import all_of, parsed
from treesolve.notation.foreign.word_lists import folded, meanings
from treesolve.notation.grammar import span_of

NAME = "LaTeX"
COMMENTS = ("%",)

_BEGINNINGS = (r"\begin{", r"\Tree", r"\node", r"\istroot", r"\documentclass", r"\usepackage")
_FRACTION = r"\\frac\{(?P<above>[^{}\\]+)\}\{(?P<below>[^{}\\]+)\}"
_SIGN = re.compile(rf"{_FRACTION}|\\(?:[A-Za-z@]+|[\s\S])|\A\[\.|[$~{{}}&#%]")


class _Label(NamedTuple):
    """What is printed of a label."""

    text: str
    span: Span


class _Edge(NamedTuple):
    """What is written at the edge to a node: a label, and options that are more than looks."""

    label: str
    fields: tuple[Field, ...]


class _Root(NamedTuple):
    """A root of istgame: its name, the branch where it stands, and its node."""

    name: str
    place: str
    node: Part


def recognises(text: str) -> bool:
    """Whether a text has a command of LaTeX that stands in drawings, or around them."""
    return any(beginning in text for beginning in _BEGINNINGS)


def read(text: str) -> Part:
    """The tree. Raises InputError for everything that is neither the tree nor known to stand around it."""
    if hidden := _hidden().search(text):
        refuse("foreign-form", Span(*hidden.span()), text=hidden[0])
    root: Part = parsed(text, "latex", _TreeMaker)
    return root


@cache
def _words(section: str) -> dict[str, str]:
    """What each word of a section of `latex_words.toml` says."""
    sections = tomllib.loads((files(__package__) / "latex_words.toml").read_text(encoding="utf-8"))
    return {word: meaning for meaning, listed in sections[section].items() for word in listed}


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_words('hidden'))})(?![A-Za-z])")


class _TreeMaker(Transformer[Token, Part]):
    """A Part of each rule that is a node. Raises InputError where the grammar takes what has no meaning here."""

    def start(self, pieces: Sequence[Any]) -> Part:
        """The tree without what is around."""
        (root,) = all_of(Part, pieces)
        return root

    qtree = start

    def forest(self, pieces: Sequence[Any]) -> Part:
        """The tree of forest, behind options that say nothing."""
        for option in all_of(Field, pieces):
            refuse("foreign-form", option.span, text=option.value)
        return self.start(pieces)

    def environment(self, pieces: Sequence[Any]) -> Part:
        """The tree within an environment."""
        begin, end = all_of(Token, pieces)
        if begin.removeprefix(r"\begin") != end.removeprefix(r"\end"):
            refuse("foreign-unclosed", span_of(end), text=str(end))
        return self.start(pieces)

    def around(self, _: Sequence[Any]) -> None:
        """What says nothing of the tree."""

    def option(self, pieces: Sequence[Any]) -> Field | None:
        """What an option says of a node: who moves, how it looks, nothing, or something that is asked about."""
        key, value = pieces
        name = key.strip()
        if name.startswith(("for ", "where ")) or name.endswith("/.style"):
            return None
        unlisted = f"{name}=" if value else "kind" if folded(name) in meanings("kinds") else "shape"
        role = _words("options").get(name, unlisted)
        return None if role == "nothing" else Field(role, (value or name).strip(), span_of(key))

    def label(self, pieces: Sequence[Any]) -> _Label:
        """What is printed of a label, without markup."""
        (token,) = pieces
        span, signs = span_of(token), list(_SIGN.finditer(token))
        for sign in signs:
            if not sign["above"] and sign[0] not in _words("signs"):
                refuse("foreign-form", Span(span.start + sign.start(), span.start + sign.end()), text=sign[0])
        if sum(sign[0] == "$" for sign in signs) % 2:
            refuse("foreign-form", span, text=str(token))
        return _Label(" ".join(_SIGN.sub(_printed, token).split()), span)

    def node(self, pieces: Sequence[Any]) -> Part:
        """The node in which all this stands; it begins with its label, or with a token."""
        (label,) = all_of(_Label, pieces) or [_Label("", span_of(pieces[0]))]
        edges = all_of(_Edge, pieces)
        if len(edges) > 1:
            refuse("foreign-form", label.span, text=edges[1].label)
        node = Part(label.span, label.text, tuple(all_of(Field, pieces)), tuple(all_of(Part, pieces)))
        return self.below([*edges, node])

    def below(self, pieces: Sequence[Any]) -> Part:
        """A node, with what is written at the edge to it, if there is anything."""
        *edges, node = pieces
        for label, fields in edges:
            node = node._replace(edge=label, fields=(*node.fields, *fields))
        return node  # type: ignore[no-any-return]

    def edge(self, pieces: Sequence[Any]) -> _Edge:
        """What is written at an edge; its looks say nothing."""
        fields = tuple(field for field in all_of(Field, pieces) if field.name.endswith("="))
        return _Edge("".join(label.text for label in all_of(_Label, pieces)), fields)

    def istb(self, pieces: Sequence[Any]) -> Part:
        """A branch of istgame: the node at its end, with the move to it and its value."""
        move, value = [*(label.text for label in all_of(_Label, pieces)), "", ""][:2]
        return Part(span_of(pieces[0]), value, edge=move)

    def root(self, pieces: Sequence[Any]) -> _Root:
        """A root of istgame; a number in the place of its label says which player moves."""
        _, *names = all_of(Token, pieces)
        node = self.node(pieces)
        if number(node.label) is not None:
            node = node._replace(label="", fields=(Field("player", node.label, node.span),))
        return _Root(names[0].strip("()"), names[-1].strip("()"), node)

    def istgame(self, pieces: Sequence[Any]) -> Part:
        """The tree of all roots, each but the first at a branch of one before it."""
        roots = all_of(_Root, pieces)
        below: dict[str, Part] = {}
        for name, place, node in reversed(roots):
            branches = [_continued(end, below.pop(f"{name}-{at}", None)) for at, end in enumerate(node.children, 1)]
            if place in below:
                refuse("foreign-form", node.span, text=place)
            below[place] = node._replace(children=tuple(branches))
        tree = below.pop(roots[0].place)
        for place, node in below.items():
            refuse("foreign-form", node.span, text=place)
        return tree


def _continued(end: Part, root: Part | None) -> Part:
    """The end of a branch, or the root that stands there. Raises InputError where the game has a value and goes on."""
    if root is None:
        return end
    if end.label:
        refuse("foreign-form", root.span, text=end.label)
    return root._replace(edge=end.edge)


def _printed(sign: re.Match[str]) -> str:
    return f"{sign['above']}/{sign['below']}" if sign["above"] else _words("signs")[sign[0]]
