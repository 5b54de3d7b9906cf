r"""Trees in LaTeX: `[A [B [3] [5]]]` of forest, `\Tree [.A [.B 3 5 ] ]`, TikZ's `child`, and games of istgame."""

from collections.abc import Callable

from treesolve.model.problem import Span
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.latex_text import Tokens
from treesolve.notation.foreign.neutral import Field, Part

NAME = "LaTeX"
COMMENTS = ("%",)

_SIGNS = (r"\begin{", r"\Tree", r"\node", r"\istroot", r"\documentclass", r"\usepackage")


class _Node:
    """A node that is being read: where it ends, what has been read of it, and whether what follows is its edge's."""

    def __init__(self, span: Span, mate: int = -1) -> None:
        self.span, self.mate = span, mate
        self.label: str | None = None
        self.edge: str | None = None
        self.is_at_edge = False
        self.fields: list[Field] = []
        self.children: list[Part] = []
        self.begun: _Node | None = None

    def part(self) -> Part:
        """The node with all that is below it."""
        return Part(self.span, self.label or "", tuple(self.fields), tuple(self.children), self.edge or "")


_Piece = Callable[[Tokens, _Node, int], tuple[_Node | None, int]]
"""Reads on within a node: the child that begins there, if one does, and the token behind what was read."""


def recognises(text: str) -> bool:
    """Whether a text has a command of LaTeX that stands in drawings, or around them."""
    return any(sign in text for sign in _SIGNS)


def read(text: str) -> Part:
    """The tree. Raises InputError for everything that is neither the tree nor known to stand around it."""
    tokens = Tokens(text)
    at = tokens.around(0)
    command = tokens.all[at].text
    if tokens.environments[-1:] == ["forest"]:
        root, at = _tree(tokens, *_root_of_forest(tokens, at), _forest)
    elif command == r"\Tree":
        root, at = _tree(tokens, *_bracket_of_qtree(tokens, _Node(tokens.all[at].span), tokens.blanks(at + 1)), _qtree)
    elif command in (r"\node", r"\path"):
        root, at = _tree(tokens, *_root_of_tikz(tokens, at), _tikz)
    elif command in (r"\istroot", r"\istrooto"):
        root, at = _istgame(tokens, at)
    else:
        tokens.refuse(at)
    at = tokens.around(at)
    if tokens.all[at].what != "end" or tokens.environments:
        tokens.refuse(at)
    return root


def _tree(tokens: Tokens, root: _Node, at: int, piece: _Piece) -> tuple[Part, int]:
    """The tree below a root, of which it has been read up to a token; and the token behind the tree."""
    above = [root]
    while True:
        at = tokens.blanks(at)
        node = above[-1]
        if at != node.mate:
            child, at = piece(tokens, node, at)
            above += [child] if child else []
            continue
        if node.begun or node.label is None:
            tokens.refuse(at)
        at += 1
        above.pop()
        if not above:
            return node.part(), at
        above[-1].children.append(node.part())


def _node(tokens: Tokens, node: _Node, at: int) -> int:
    """The token behind options, name, place and label, which stand behind `node` and are put into it, or its edge."""
    fields: list[Field] = []
    while tokens.all[at := tokens.blanks(at)].text != "{":
        start = at
        at = tokens.behind_sign(at, ")") if tokens.all[at].text == "(" else tokens.behind(at)
        if tokens.all[start].text == "[":
            fields += tokens.fields(start + 1, at - 1)
        elif tokens.all[start].text not in ("(", "at"):
            tokens.refuse(start)
    if (node.edge if node.is_at_edge else node.label) is not None:
        tokens.refuse(at)
    said = tokens.label(at + 1, tokens.behind(at) - 1)
    if node.is_at_edge:
        node.edge = said
    else:
        node.label = said
    node.fields += [field for field in fields if not node.is_at_edge or field.name.endswith("=")]
    return tokens.behind(at)


def _options(tokens: Tokens, node: _Node, at: int) -> int:
    """The token behind options, if there are any, which are put into the node."""
    if tokens.all[at := tokens.blanks(at)].text != "[":
        return at
    end = tokens.behind(at)
    fields = tokens.fields(at + 1, end - 1)
    node.fields += [field for field in fields if not node.is_at_edge or field.name.endswith("=")]
    return tokens.blanks(end)


def _nodes_at_edge(tokens: Tokens, node: _Node, at: int) -> int:
    """The token behind all nodes that are written at an edge."""
    node.is_at_edge = True
    at = _options(tokens, node, at)
    while tokens.all[at].text == "node":
        at = tokens.blanks(_node(tokens, node, at + 1))
    return at


def _root_of_forest(tokens: Tokens, at: int) -> tuple[_Node, int]:
    start = at
    while tokens.all[at].text != "[":
        at = tokens.behind(at)
    if tokens.fields(start, at):
        tokens.refuse(tokens.blanks(start))
    return _forest(tokens, None, at)


def _forest(tokens: Tokens, above: _Node | None, at: int) -> tuple[_Node, int]:
    """The node whose bracket opens here; its label and its options stand before its children."""
    if tokens.all[at].text != "[":
        tokens.refuse(at)
    node = _Node(tokens.all[at].span, tokens.behind(at) - 1)
    start = comma = at + 1
    while tokens.all[comma].text not in ",[]":
        comma = tokens.behind(comma)
    end = comma
    while tokens.all[end].text not in "[]":
        end = tokens.behind(end)
    node.label, node.fields = tokens.label(start, comma), tokens.fields(comma + 1, end)
    node.span = Span(tokens.all[at].span.start, tokens.all[end].span.start)
    for name, begins, ends in tokens.options(comma + 1, end):
        if name == "edge label":
            begins = tokens.blanks(begins)
            behind = _nodes_at_edge(tokens, node, begins + 1)
            if tokens.all[begins].text != "{" or behind != tokens.all[begins].mate or tokens.blanks(behind + 1) != ends:
                tokens.refuse(begins)
    return node, end


def _root_of_tikz(tokens: Tokens, at: int) -> tuple[_Node, int]:
    root = _Node(tokens.all[at].span, tokens.behind_sign(at, ";") - 1)
    if tokens.all[at].text == r"\path":
        at = tokens.blanks(at + 1)
        if tokens.all[at].text != "node":
            tokens.refuse(at)
    return root, _node(tokens, root, at + 1)


def _tikz(tokens: Tokens, above: _Node, at: int) -> tuple[_Node | None, int]:
    text = tokens.all[at].text
    if text == "child" and above.label is not None:
        node = _Node(tokens.all[at].span)
        at = _options(tokens, node, at + 1)
        if tokens.all[at].text != "{":
            tokens.refuse(at)
        node.mate = tokens.behind(at) - 1
        return node, at + 1
    if text == "node":
        return None, _node(tokens, above, at + 1)
    if tokens.written(at, at + 5) == "edge from parent":
        return None, _nodes_at_edge(tokens, above, at + 5)
    if text != "[":
        tokens.refuse(at)
    return None, _options(tokens, above, at)


def _bracket_of_qtree(tokens: Tokens, node: _Node, at: int) -> tuple[_Node, int]:
    if tokens.all[at].text != "[":
        tokens.refuse(at)
    node.mate, node.label = tokens.behind(at) - 1, ""
    has_label = tokens.all[at + 1].text.startswith(".")
    return node, _word(tokens, node, at + 1, ".") if has_label else at + 1


def _qtree(tokens: Tokens, above: _Node, at: int) -> tuple[_Node | None, int]:
    token = tokens.all[at]
    if token.text == r"\edge" and not above.begun:
        above.begun = _Node(token.span)
        at = _nodes_at_edge(tokens, above.begun, at + 1)
        if tokens.all[at].text != ";":
            tokens.refuse(at)
        above.begun.is_at_edge = False
        return None, at + 1
    node, above.begun = above.begun or _Node(token.span), None
    if token.text == "[":
        return _bracket_of_qtree(tokens, node, at)
    if tokens.all[at - 1].text == "]":
        tokens.refuse(at)
    at = _word(tokens, node, at)
    above.children.append(node.part())
    return None, at


def _word(tokens: Tokens, node: _Node, start: int, mark: str = "") -> int:
    """The token behind the label of a node of qtree, which is put into it: words, groups, mathematics; or a node."""
    at = start + (tokens.all[start].text == mark)
    if tokens.all[at].text == r"\node":
        node.label = None
        at = _node(tokens, node, at + 1)
        return at + (tokens.all[at].text == ";")
    while tokens.all[at].text not in "[]" and tokens.all[at].what != "blank":
        at = tokens.behind_sign(at + 1, "$") if tokens.all[at].text == "$" else tokens.behind(at)
    node.label = tokens.label(start, at).removeprefix(mark)
    node.span = Span(tokens.all[start].span.start, tokens.all[at].span.start)
    if not tokens.written(start, at).removeprefix(mark):
        tokens.refuse(start)
    return at


def _istgame(tokens: Tokens, at: int) -> tuple[Part, int]:
    """The tree of all roots and their branches; a later root stands where its second bracket says, at a branch."""
    places: dict[str, _Node] = {}
    nodes: list[tuple[_Node, _Node | None]] = []
    while (command := tokens.all[at]).text in (r"\istroot", r"\istrooto", r"\istb"):
        start, node = at, _Node(command.span)
        names, labels, at = _arguments(tokens, at + 1)
        if command.text == r"\istb" and nodes and not names and len(labels) in (1, 2):
            node.edge, node.label = [*labels, ""][:2]
            branches += 1
            places[f"{place}-{branches}"] = node
            nodes.append((node, above))
        elif command.text != r"\istb" and names and len(labels) < 2 and (not nodes or names[-1] in places):
            above = places.pop(names[-1]) if nodes else node
            nodes += [] if nodes else [(node, None)]
            if above.label:
                tokens.refuse(start)
            place, branches, above.label = names[0], 0, "".join(labels)
            if number(above.label) is not None:
                above.fields, above.label = [Field("player", above.label, command.span)], ""
        else:
            tokens.refuse(start)
        at = tokens.around(at)
    for node, parent in reversed(nodes):
        node.children.reverse()
        if parent:
            parent.children.append(node.part())
    return nodes[0][0].part(), at


def _arguments(tokens: Tokens, at: int) -> tuple[list[str], list[str], int]:
    """What stands in round brackets and in braces behind a command, and the token behind all its arguments."""
    names, labels = list[str](), list[str]()
    while (bracket := tokens.all[at].text) in ("(", "[", "{", "<"):
        start = at + 1
        at = tokens.behind_sign(at, {"(": ")", "<": ">"}[bracket]) if bracket in "(<" else tokens.behind(at)
        if bracket == "(":
            names.append(tokens.written(start, at - 1))
        elif bracket == "{":
            labels.append(tokens.label(start, at - 1))
    return names, labels, at
