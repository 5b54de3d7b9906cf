r"""Trees in LaTeX: `[A [B [3] [5]]]` of forest, `\Tree [.A [.B 3 5 ] ]`, TikZ's `child`, and games of istgame."""

from treesolve.model.problem import Span
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.latex_text import Tokens
from treesolve.notation.foreign.neutral import Field, Part, refuse

NAME = "LaTeX"
COMMENTS = ("%",)

_SIGNS = (r"\begin{", r"\Tree", r"\node", r"\istroot", r"\documentclass", r"\usepackage", r"\tikz")


class _Node:
    """A node that is being read: where it stands, and what has been read of it."""

    def __init__(self, span: Span, mate: int = -1) -> None:
        self.span, self.mate = span, mate
        self.label: str | None = None
        self.edge: str | None = None
        self.has_edge = False
        self.fields: list[Field] = []
        self.children: list[Part] = []

    def part(self) -> Part:
        """The node with all that is below it."""
        return Part(self.span, self.label or "", tuple(self.fields), tuple(self.children), self.edge or "")


def recognises(text: str) -> bool:
    """Whether a text has a command of LaTeX that stands in drawings, or around them."""
    return any(sign in text for sign in _SIGNS)


def read(text: str) -> Part:
    """The tree. Raises InputError for everything that is neither the tree nor known to stand around it."""
    tokens = Tokens(text)
    at = tokens.around(0)
    command = tokens.all[at].text
    if tokens.environments and tokens.environments[-1][0] == "forest":
        root, at = _forest(tokens, at)
    elif command == r"\Tree":
        root, at = _qtree(tokens, tokens.blanks(at + 1))
    elif command in (r"\node", r"\path"):
        root, at = _tikz(tokens, at)
    elif command in (r"\istroot", r"\istrooto"):
        root, at = _istgame(tokens, at)
    else:
        tokens.refuse(at)
    at = tokens.around(at)
    if tokens.all[at].what != "end":
        tokens.refuse(at)
    if tokens.environments:
        refuse("foreign-unclosed", tokens.environments[-1][1], text=tokens.environments[-1][0])
    return root


def _labelled(tokens: Tokens, node: _Node, at: int, *, is_edge: bool = False) -> int:
    """The token behind options, name, place and label, which stand behind `node` and are put into it."""
    fields: list[Field] = []
    while True:
        at = tokens.blanks(at)
        token, start = tokens.all[at], at
        if token.text == "(":
            at = tokens.behind_mark(at, ")")
        elif token.what == "open":
            at = tokens.behind(at)
            if token.text == "{":
                break
            fields += tokens.fields(start + 1, at - 1)
        elif token.text == "at":
            at += 1
        else:
            tokens.refuse(at)
    if (node.edge if is_edge else node.label) is not None:
        tokens.refuse(start)
    said = tokens.label(start + 1, at - 1)
    if is_edge:
        node.edge, fields = said, [field for field in fields if field.name != "shape"]
    else:
        node.label = said
    node.fields += fields
    return at


def _forest(tokens: Tokens, at: int) -> tuple[Part, int]:
    """The tree behind the beginning of the environment, and the token behind it."""
    start = at
    while tokens.all[at].text != "[":
        at = tokens.behind(at)
        if tokens.all[at].what == "end":
            tokens.refuse(at)
    for field in tokens.fields(start, at):
        refuse("foreign-form", field.span, text=field.name)
    above: list[_Node] = []
    while True:
        token = tokens.all[at]
        if token.text == "[":
            node = _Node(token.span)
            above.append(node)
            at = _content(tokens, node, at + 1)
        elif token.text == "]" and len(above) > 1:
            part = above.pop().part()
            above[-1].children.append(part)
            at += 1
        elif token.text == "]":
            return above[0].part(), at + 1
        elif token.what == "blank":
            at += 1
        else:
            tokens.refuse(at)


def _content(tokens: Tokens, node: _Node, start: int) -> int:
    """The bracket behind the label and the options of a node of forest, which are put into it."""
    end, comma = start, 0
    while tokens.all[end].text not in ("[", "]", ""):
        comma = comma or (end if tokens.all[end].text == "," else 0)
        end = tokens.behind(end)
    node.label = tokens.label(start, comma or end)
    if end > start:
        node.span = Span(tokens.all[start].span.start, tokens.all[end - 1].span.end)
    for option in tokens.options(comma + 1, end) if comma else ():
        name, _, begins, ends = option
        if name == "edge label":
            _edge_label(tokens, node, begins, ends)
        elif field := tokens.field(*option):
            node.fields.append(field)
    return end


def _edge_label(tokens: Tokens, node: _Node, begins: int, ends: int) -> None:
    """Puts what an option of forest writes at an edge into the node: `{node[midway]{left}}`."""
    begins = tokens.blanks(begins)
    if tokens.all[begins].text != "{" or tokens.blanks(tokens.behind(begins)) != ends:
        tokens.refuse(begins)
    at = tokens.blanks(begins + 1)
    while tokens.all[at].text == "node":
        at = tokens.blanks(_labelled(tokens, node, at + 1, is_edge=True))
    if at != tokens.all[begins].mate:
        tokens.refuse(at)


def _tikz(tokens: Tokens, at: int) -> tuple[Part, int]:
    """The tree of the node at this command, and the token behind the semicolon."""
    above = [_Node(tokens.all[at].span)]
    if tokens.all[at].text == r"\path":
        at = tokens.blanks(at + 1)
        if tokens.all[at].text != "node":
            tokens.refuse(at)
    at = _labelled(tokens, above[0], at + 1)
    while True:
        at = tokens.blanks(at)
        node, token = above[-1], tokens.all[at]
        if token.text == "child" and node.label is not None:
            above.append(_Node(token.span))
            at = _opened(tokens, above[-1], at + 1)
        elif token.text == "node":
            at = _labelled(tokens, node, at + 1, is_edge=node.has_edge)
        elif token.text == "edge" and tokens.written(at, at + 5) == "edge from parent":
            node.has_edge = True
            at = _optioned(tokens, node, at + 5)
        elif at == node.mate and node.label is not None:
            above.pop()
            above[-1].children.append(node.part())
            at += 1
        elif token.text == ";" and len(above) == 1:
            return node.part(), at + 1
        elif token.text == "[":
            at = _optioned(tokens, node, at)
        else:
            tokens.refuse(at)


def _opened(tokens: Tokens, node: _Node, at: int) -> int:
    """The first token within the braces of a child, behind its options."""
    at = tokens.blanks(_optioned(tokens, node, at))
    if tokens.all[at].text != "{":
        tokens.refuse(at)
    node.mate = tokens.behind(at) - 1
    return at + 1


def _optioned(tokens: Tokens, node: _Node, at: int) -> int:
    """The token behind options, if there are any, which are put into the node."""
    opened = tokens.blanks(at)
    if tokens.all[opened].text != "[":
        return at
    end = tokens.behind(opened)
    fields = tokens.fields(opened + 1, end - 1)
    node.fields += [field for field in fields if not node.has_edge or field.name != "shape"]
    return end


def _qtree(tokens: Tokens, at: int) -> tuple[Part, int]:
    """The tree at this bracket, and the token behind it."""
    above: list[_Node] = []
    edge: str | None = None
    while True:
        at = tokens.blanks(at)
        token = tokens.all[at]
        if token.text == r"\edge" and above and edge is None:
            edge, at = _edge_of_qtree(tokens, at + 1)
        elif token.text == "[":
            above.append(_Node(token.span))
            above[-1].edge, edge, at = edge, None, at + 1
            if tokens.all[at].text.startswith("."):
                at = _word(tokens, above[-1], at)
        elif token.text == "]" and edge is None and above:
            part, at = above.pop().part(), at + 1
            if not above:
                return part, at
            above[-1].children.append(part)
        elif above and tokens.all[at - 1].text != "]":
            leaf = _Node(token.span)
            leaf.edge, edge = edge, None
            at = _word(tokens, leaf, at)
            above[-1].children.append(leaf.part())
        else:
            tokens.refuse(at)


def _edge_of_qtree(tokens: Tokens, at: int) -> tuple[str, int]:
    """What is written at an edge, and the token behind its semicolon."""
    node = _Node(tokens.all[at].span)
    node.has_edge = True
    at = tokens.blanks(_optioned(tokens, node, at))
    while tokens.all[at].text == "node":
        at = tokens.blanks(_labelled(tokens, node, at + 1, is_edge=True))
    if tokens.all[at].text != ";" or node.fields:
        tokens.refuse(at)
    return node.edge or "", at + 1


def _word(tokens: Tokens, node: _Node, start: int) -> int:
    """The token behind the label of a node of qtree, which is put into it: a word, a group, mathematics, or a node."""
    is_head = tokens.all[start - 1].text == "["
    if is_head and tokens.all[start].text == ".":
        start += 1
    if tokens.all[start].text == r"\node":
        at = _labelled(tokens, node, start + 1)
        return at + (tokens.all[at].text == ";")
    at = start
    while tokens.all[at].text not in ("[", "]", "") and tokens.all[at].what != "blank":
        at = tokens.behind_mark(at + 1, "$") if tokens.all[at].text == "$" else tokens.behind(at)
    if at == start:
        tokens.refuse(at)
    label = tokens.label(start, at)
    node.label = label.removeprefix(".") if is_head else label
    return at


class _Game:
    """A game of istgame as far as it has been read: the node at each place, and all nodes, each with its parent."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.places: dict[str, _Node] = {}
        self.nodes: list[tuple[_Node, _Node | None]] = []
        self.place, self.branches = "", 0

    def root(self, node: _Node, names: list[str], labels: list[str]) -> bool:
        """Begins with the branches of the node at a place, if a branch leads there or it is the first."""
        found = self.places.get(names[-1]) if names and self.nodes else node
        if not found or found.label or len(labels) > 1 or len(names) > 2 or not names:
            return False
        if found is node:
            self.nodes.append((node, None))
        label = labels[0] if labels else ""
        found.label = "" if number(label) else label
        found.fields = [Field("player", label, node.span)] if number(label) else []
        self.place, self.branches, self.above = names[0], 0, found
        return True

    def branch(self, node: _Node, names: list[str], labels: list[str]) -> bool:
        """Adds a branch to the node at which the last root stands."""
        if not self.place or names or len(labels) > 2:
            return False
        node.edge, node.label = [*labels, "", ""][:2]
        self.branches += 1
        self.places[f"{self.place}-{self.branches}"] = node
        self.nodes.append((node, self.above))
        return True

    def end(self, node: _Node, names: list[str], labels: list[str]) -> bool:
        """Ends the branches of a root."""
        self.place = ""
        return not names and not labels


def _istgame(tokens: Tokens, at: int) -> tuple[Part, int]:
    """The tree of all roots and their branches, and the token behind them."""
    game = _Game(tokens)
    steps = {r"\istroot": game.root, r"\istrooto": game.root, r"\istb": game.branch, r"\endist": game.end}
    while step := steps.get(tokens.all[at].text):
        start, node = at, _Node(tokens.all[at].span)
        names, labels, at = _arguments(tokens, at + 1)
        if not step(node, names, labels):
            tokens.refuse(start)
        at = tokens.around(at)
    for node, parent in reversed(game.nodes):
        node.children.reverse()
        if parent:
            parent.children.append(node.part())
    return game.nodes[0][0].part(), at


def _arguments(tokens: Tokens, at: int) -> tuple[list[str], list[str], int]:
    """What stands in round brackets and in braces behind a command, and the token behind all its arguments."""
    names, labels = list[str](), list[str]()
    while (bracket := tokens.all[at].text) in ("(", "[", "{", "<"):
        start = at
        at = tokens.behind_mark(at, {"(": ")", "<": ">"}[bracket]) if bracket in "(<" else tokens.behind(at)
        if bracket == "(":
            names.append(tokens.written(start + 1, at - 1))
        elif bracket == "{":
            labels.append(tokens.label(start + 1, at - 1))
        else:
            tokens.seen(start, at)
    return names, labels, at
