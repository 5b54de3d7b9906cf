r"""Trees in LaTeX: forest, qtree, TikZ's `child` and istgame, according to grammars/latex.lark."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lark import Token, Transformer

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.grammar import span_of
from treesolve.notation.importers.exported_text import (
    TextFragment,
    format_edge_label,
    format_name_and_value,
    format_nested,
    unsupported_feature_error,
)
from treesolve.notation.importers.labels import number, word_category
from treesolve.notation.importers.lark_parser import all_of, parsed
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, reject
from treesolve.notation.number_text import format_number

NAME = "LaTeX"
COMMENTS = ("%",)

_BEGINNINGS = (r"\begin{", r"\Tree", r"\node", r"\istroot", r"\documentclass", r"\usepackage")
_FRACTION = r"\\frac\{(?P<above>[^{}\\]+)\}\{(?P<below>[^{}\\]+)\}"
_SIGN = re.compile(rf"{_FRACTION}|\\(?:[A-Za-z@]+|[\s\S])|\A\[\.|[$~{{}}&#%]")


class _Label(NamedTuple):
    """The text of a label as LaTeX prints it, and the span of the label."""

    text: str
    span: Span


class _Edge(NamedTuple):
    """An edge to a node: its label, and its options except styles."""

    label: str
    fields: tuple[ParsedField, ...]


class _Root(NamedTuple):
    """The root of a subgame in istgame: its name, the branch to which it is attached, and its node."""

    name: str
    branch: str
    node: ParsedNode


def recognizes(text: str) -> bool:
    """Return whether the text contains a LaTeX command that is typical of a document or a drawing of a tree."""
    return any(beginning in text for beginning in _BEGINNINGS)


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if the text contains anything but the tree and known commands around it."""
    if hidden := _hidden().search(text):
        reject("foreign-form", Span(*hidden.span()), text=hidden[0])
    root: ParsedNode = parsed(text, "latex", _TreeTransformer)
    return root


@cache
def _command_categories(section: str) -> dict[str, str]:
    """Return the category of each command in a section of `latex_words.toml`."""
    sections = tomllib.loads((files(__package__) / "latex_words.toml").read_text(encoding="utf-8"))
    return {word: word_category for word_category, listed in sections[section].items() for word in listed}


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_command_categories('hidden'))})(?![A-Za-z])")


class _TreeTransformer(Transformer[Token, ParsedNode]):
    """A transformer that builds ParsedNodes from the rules of the grammar.

    Raises InputError for syntax that has no meaning in trees.
    """

    def start(self, parts: Sequence[Any]) -> ParsedNode:
        """Return the tree, ignoring what is around it."""
        (root,) = all_of(ParsedNode, parts)
        return root

    qtree = start

    def forest(self, parts: Sequence[Any]) -> ParsedNode:
        """Return the tree of a forest environment. Raises InputError if a global option has an effect on the tree."""
        for option in all_of(ParsedField, parts):
            reject("foreign-form", option.span, text=option.value)
        return self.start(parts)

    def environment(self, parts: Sequence[Any]) -> ParsedNode:
        """Return the tree inside an environment. Raises InputError if the names at its begin and end differ."""
        begin, end = all_of(Token, parts)
        if begin.removeprefix(r"\begin") != end.removeprefix(r"\end"):
            reject("foreign-unclosed", span_of(end), text=str(end))
        return self.start(parts)

    def around(self, _: Sequence[Any]) -> None:
        """Ignore the text around the tree."""

    def option(self, parts: Sequence[Any]) -> ParsedField | None:
        """Return the field that an option sets, or None if the option is irrelevant.

        The field can be a kind, a style or an unknown field.
        """
        key, value = parts
        name = key.strip()
        if name.startswith(("for ", "where ")) or name.endswith("/.style"):
            return None
        is_unknown = value or number(name) is not None
        unlisted = f"{name}=" if is_unknown else "kind" if word_category("kinds", name) else "shape"
        role = _command_categories("options").get(name, unlisted)
        return None if role == "nothing" else ParsedField(role, (value or name).strip(), span_of(key))

    def label(self, parts: Sequence[Any]) -> _Label:
        """Return a label without its markup. Raises InputError for an unknown command or an unmatched `$`."""
        (token,) = parts
        span, signs = span_of(token), list(_SIGN.finditer(token))
        for sign in signs:
            if not sign["above"] and sign[0] not in _command_categories("signs"):
                reject("foreign-form", Span(span.start + sign.start(), span.start + sign.end()), text=sign[0])
        if sum(sign[0] == "$" for sign in signs) % 2:
            reject("foreign-form", span, text=str(token))
        return _Label(" ".join(_SIGN.sub(_printed, token).split()), span)

    def node(self, parts: Sequence[Any]) -> ParsedNode:
        """Return a node, given its parts. A node without a label has the span of its first token."""
        (label,) = all_of(_Label, parts) or [_Label("", span_of(parts[0]))]
        edges = all_of(_Edge, parts)
        if len(edges) > 1:
            reject("foreign-form", label.span, text=edges[1].label)
        fields = tuple(all_of(ParsedField, parts))
        digits = [field.value for field in fields if field.name == f"{field.value}="]
        if digits and number(label.text) is not None:
            words = f"{label.text},{digits[0]}"
            reject("decimal-commas", label.span, text=words, decimals=words.replace(",", "."), separators="")
        node = ParsedNode(label.span, label.text, fields, tuple(all_of(ParsedNode, parts)))
        return self.below([*edges, node])

    def below(self, parts: Sequence[Any]) -> ParsedNode:
        """Return a node to which the label and options of the edge above it have been added."""
        *edges, node = parts
        for label, fields in edges:
            node = node._replace(edge=label, fields=(*node.fields, *fields))
        return node  # type: ignore[no-any-return]

    def edge(self, parts: Sequence[Any]) -> _Edge:
        """Return the label and the options of an edge. Its style is ignored."""
        fields = tuple(field for field in all_of(ParsedField, parts) if field.name.endswith("="))
        return _Edge("".join(label.text for label in all_of(_Label, parts)), fields)

    def istb(self, parts: Sequence[Any]) -> ParsedNode:
        """Return the node at the end of a branch in istgame, with the move to the node and its value."""
        move, value = [*(label.text for label in all_of(_Label, parts)), "", ""][:2]
        return ParsedNode(span_of(parts[0]), value, edge=move)

    def root(self, parts: Sequence[Any]) -> _Root:
        """Return the root of a subgame in istgame. If its label is a number, this is the player to move."""
        _, *names = all_of(Token, parts)
        node = self.node(parts)
        if number(node.label) is not None:
            node = node._replace(label="", fields=(ParsedField("player", node.label, node.span),))
        return _Root(names[0].strip("()"), names[-1].strip("()"), node)

    def istgame(self, parts: Sequence[Any]) -> ParsedNode:
        """Return the tree that the subgames form.

        Each subgame except the first must be attached to a branch of an earlier one.
        """
        roots = all_of(_Root, parts)
        below: dict[str, ParsedNode] = {}
        for name, branch, node in reversed(roots):
            branches = [
                _attach_subgame(end, below.pop(f"{name}-{at}", None)) for at, end in enumerate(node.children, 1)
            ]
            if branch in below:
                reject("foreign-form", node.span, text=branch)
            below[branch] = node._replace(children=tuple(branches))
        tree = below.pop(roots[0].branch)
        for branch, node in below.items():
            reject("foreign-form", node.span, text=branch)
        return tree


def _attach_subgame(end: ParsedNode, root: ParsedNode | None) -> ParsedNode:
    """Return the root that replaces the end of a branch, or the end itself if `root` is None.

    Raises InputError if the end has a value although a root is attached to it.
    """
    if root is None:
        return end
    if end.label:
        reject("foreign-form", root.span, text=end.label)
    return root._replace(edge=end.edge)


def _printed(sign: re.Match[str]) -> str:
    return f"{sign['above']}/{sign['below']}" if sign["above"] else _command_categories("signs")[sign[0]]


AT_EDGE = r"node[midway, fill=white, font=\footnotesize]"
"""Options of an edge label. Its white background prevents the edge from crossing the text."""


def forest(tree: Tree) -> str:
    r"""Return the tree as a `forest` environment with moves and weights as edge labels.

    >>> from treesolve.notation.reader import read
    >>> print(forest(read("A: (left -> -6 5)")), end="")
    \begin{forest}
    for tree={s sep=8mm, l sep=10mm}
    [{A (MAX)}
      [{$-6$}, edge label={node[midway, fill=white, font=\footnotesize]{left}}]
      [5]
    ]
    \end{forest}
    """
    longest = max(len(_edge(tree, node)) for node in range(len(tree)))
    spacing = f"for tree={{s sep={2 * longest}mm, l sep=10mm}}\n" if longest else ""
    brackets = format_nested(tree, lambda node: _forest_fragment(tree, node))
    return f"\\begin{{forest}}\n{spacing}{brackets}\n\\end{{forest}}\n"


def _forest_fragment(tree: Tree, node: int) -> TextFragment:
    edge = _edge(tree, node)
    opening = f"[{_label(tree, node)}" + (f", edge label={{{AT_EDGE}{{{edge}}}}}" if edge else "")
    return TextFragment(f"{opening} ", "]") if tree.children[node] else TextFragment(f"{opening}]")


def qtree(tree: Tree) -> str:
    r"""Return the tree for the package tikz-qtree, which supports edge labels.

    >>> from treesolve.notation.reader import read
    >>> print(qtree(read("A: (left -> (6 5) 2)")), end="")
    \Tree [.{A (MAX)} \edge node[midway, fill=white, font=\footnotesize]{left}; [.MIN 6 5 ] 2 ]
    """
    return f"\\Tree {format_nested(tree, lambda node: _qtree_fragment(tree, node))}\n"


def _qtree_fragment(tree: Tree, node: int) -> TextFragment:
    edge = _edge(tree, node)
    opening, label = f"\\edge {AT_EDGE}{{{edge}}}; " if edge else "", _label(tree, node)
    return TextFragment(f"{opening}[.{label} ", " ]") if tree.children[node] else TextFragment(opening + label)


def tikz(tree: Tree) -> str:
    r"""Return the tree as a TikZ node with children.

    >>> from treesolve.notation.reader import read
    >>> print(tikz(read("A: (left -> 6 5)")), end="")
    \node {A (MAX)}
      child {node {6} edge from parent node[midway, fill=white, font=\footnotesize] {left}}
      child {node {5}};
    """
    return format_nested(tree, lambda node: _tikz_fragment(tree, node)) + ";\n"


def _tikz_fragment(tree: Tree, node: int) -> TextFragment:
    edge, node_text = _edge(tree, node), f"node {{{_label(tree, node).strip('{}')}}}"
    if not node:
        return TextFragment(f"\\{node_text} ")
    closing = f" edge from parent {AT_EDGE} {{{edge}}}}}" if edge else "}"
    return (
        TextFragment(f"child {{{node_text} ", closing)
        if tree.children[node]
        else TextFragment(f"child {{{node_text}{closing}")
    )


def _label(tree: Tree, node: int) -> str:
    """Return the name of a node with its kind or value, in braces unless it is a single word."""
    value = tree.values[node]
    words = _escaped(format_name_and_value(tree, node))
    shown = "" if value is None else format_number(value)
    if shown.startswith("-") or shown == "inf":
        words = f"{words.removesuffix(shown)}${shown.replace('inf', chr(92) + 'infty')}$"
    return words if re.fullmatch(r"\w+", words) else f"{{{words}}}"


def _edge(tree: Tree, node: int) -> str:
    """Return the label of the edge to a node, or an empty string if the edge has neither a move nor a weight."""
    return _escaped(format_edge_label(tree, node))


def _escaped(words: str) -> str:
    """Return the words with the special characters of TeX escaped.

    Raises InputError if the words contain a backslash, a brace, `~` or `^`, because these are not supported.
    """
    if re.search(r"[\\{}~^]", words):
        raise unsupported_feature_error("words")
    return re.sub(r"([_%&#$])", r"\\\1", words)
