r"""Trees in LaTeX: `[A [B [3] [5]]]` of forest, `\Tree [.A [.B 3 5 ] ]`, TikZ's `child`, and games of istgame."""

from collections.abc import Callable

from treesolve.model.problem import Span
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.latex_text import Tokens
from treesolve.notation.foreign.neutral import Field, Part, refuse

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
    command = r"\forest" if tokens.environments[-1:] == ["forest"] else tokens.all[at].text
    if command not in _READERS:
        tokens.refuse(at)
    root, at = _READERS[command](tokens, at)
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
    while (text := tokens.all[at := tokens.blanks(at)].text) != "{":
        if text not in ("[", "(", "at"):
            tokens.refuse(at)
        at = _options(tokens, node, at) if text == "[" else tokens.behind_sign(at, ")") if text == "(" else at + 1
    behind, where = tokens.behind(at), "edge" if node.is_at_edge else "label"
    if getattr(node, where) is not None:
        tokens.refuse(at)
    setattr(node, where, tokens.label(at + 1, behind - 1))
    return behind


def _options(tokens: Tokens, node: _Node, at: int) -> int:
    """The token behind options, if there are any, which are put into the node; looks of edges say nothing."""
    if tokens.all[at := tokens.blanks(at)].text != "[":
        return at
    fields = tokens.fields(at + 1, tokens.behind(at) - 1)
    node.fields += [field for field in fields if not node.is_at_edge or field.name.endswith("=")]
    return tokens.blanks(tokens.behind(at))


def _nodes_at_edge(tokens: Tokens, node: _Node, at: int) -> int:
    """The token behind all nodes that are written at an edge."""
    node.is_at_edge = True
    at = _options(tokens, node, at)
    while tokens.all[at].text == "node":
        at = tokens.blanks(_node(tokens, node, at + 1))
    return at


def _read_forest(tokens: Tokens, at: int) -> tuple[Part, int]:
    start = at
    while tokens.all[at].text != "[":
        at = tokens.behind(at)
    if tokens.fields(start, at):
        tokens.refuse(tokens.blanks(start))
    return _tree(tokens, *_forest(tokens, _Node(tokens.all[at].span), at), _forest)


def _forest(tokens: Tokens, _: _Node, at: int) -> tuple[_Node, int]:
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
            if tokens.all[begins].text != "{" or behind != tokens.mates[begins] or tokens.blanks(behind + 1) != ends:
                tokens.refuse(begins)
    return node, end


def _read_tikz(tokens: Tokens, at: int) -> tuple[Part, int]:
    root = _Node(tokens.all[at].span, tokens.behind_sign(at, ";") - 1)
    return _tree(tokens, root, _node(tokens, root, at + 1), _tikz)


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


def _read_qtree(tokens: Tokens, at: int) -> tuple[Part, int]:
    return _tree(tokens, *_bracket_of_qtree(tokens, _Node(tokens.all[at].span), tokens.blanks(at + 1)), _qtree)


def _bracket_of_qtree(tokens: Tokens, node: _Node, at: int) -> tuple[_Node, int]:
    if tokens.all[at].text != "[":
        tokens.refuse(at)
    node.mate, node.label = tokens.behind(at) - 1, ""
    return node, _word(tokens, node, at + 1, ".") if tokens.all[at + 1].text.startswith(".") else at + 1


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


def _read_istgame(tokens: Tokens, at: int) -> tuple[Part, int]:
    """The tree of all roots and their branches; a later root stands where its second bracket says, at a branch."""
    places: dict[str, _Node] = {}
    root = above = _Node(tokens.all[at].span)
    nodes, place, branches = list[tuple[_Node, _Node]](), "", 0
    while (command := tokens.all[at]).text in (r"\istroot", r"\istb"):
        start, is_root = at, command.text == r"\istroot"
        names, labels, at = _arguments(tokens, at + 1)
        if len(labels) > 2 - is_root or bool(names) is not is_root or (place and is_root and names[-1] not in places):
            tokens.refuse(start)
        if is_root:
            above, place, branches = places.pop(names[-1]) if place else root, names[0], 0
            if above.label:
                tokens.refuse(start)
            is_player = bool(labels) and number(labels[0]) is not None
            above.label, above.fields = (
                "" if is_player else "".join(labels),
                [Field("player", "".join(labels), command.span)] * is_player,
            )
        else:
            nodes.append((_Node(command.span), above))
            nodes[-1][0].edge, outcome = [*labels, "", ""][:2]
            nodes[-1][0].label = _first_payoff(outcome, command.span)
            branches += 1
            places[f"{place}-{branches}"] = nodes[-1][0]
        at = tokens.around(at)
    for node, parent in reversed(nodes):
        node.children.reverse()
        parent.children.append(node.part())
    root.children.reverse()
    return root.part(), at


def _first_payoff(label: str, span: Span) -> str:
    """The first player's payoff, where a label has those of two; else the label. Raises InputError if both can win."""
    said = label.strip("() ").split(",")
    payoffs = [value for value in map(number, said) if value is not None]
    if len(payoffs) < 2 or len(payoffs) < len(said):
        return label
    if len(payoffs) > 2 or payoffs[0] != -payoffs[1]:
        refuse("efg-not-zero-sum", span)
    return said[0].strip()


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


_READERS = {r"\forest": _read_forest, r"\Tree": _read_qtree, r"\node": _read_tikz, r"\istroot": _read_istgame}
