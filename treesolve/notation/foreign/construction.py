"""Nodes that a program makes and joins, as far as constants and names tell it.

Vocabulary

    construction    a call that makes a node: `Node("B", parent=a)`, `Max([Leaf(3), Leaf(5)])`
    slot            a place for one child: `left`, `right`
"""

import ast
import re

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.constructor_words import CONSTRUCTORS
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.flags import FLAGS
from treesolve.notation.foreign.graph import Entry, Graph
from treesolve.notation.foreign.label import KIND_WORDS, quoted, read_label
from treesolve.notation.foreign.python_text import PythonText, dotted_name, is_none
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.number_text import write_number

_SLOTS = {"left": 0, "middle": 1, "right": 2}
ADD = re.compile(
    r"(?:add|append|push|insert|attach|extend|set)_?(?:child(?:ren)?|subtree|node|back|left|right|s)?", re.IGNORECASE
)
"""What methods are called that put a node below another."""
_GIVES_CHILD = re.compile("child|node", re.IGNORECASE)
_BUILDS = re.compile(r"(?:build|parse|load|read|generate|print|draw|show)_?\w*tree\Z", re.IGNORECASE)
"""What is called that makes a whole tree of what it is given, in a way that nobody knows."""
_PLAIN = {"list", "dict", "set", "defaultdict"}


class Untold(Exception):
    """What a statement does is not told by constants and names alone."""


class Construction:
    """The nodes made so far, by their variables, in one graph; with `parent_second`, `Node("B", a)` stands below a."""

    def __init__(self, python: PythonText, *, parent_second: bool) -> None:
        self.python = python
        self.parent_second = parent_second
        self.graph = Graph()
        self.nodes: dict[str, Entry] = {}
        self.lists: dict[str, list[ast.expr]] = {}
        self.used: set[int] = set()
        self.taken: set[str] = set()
        self.slots: dict[tuple[str, str], int] = {}
        self.weights: dict[str, list[Number | None]] = {}
        self.called: list[tuple[Entry, str]] = []
        self.flags: list[tuple[Entry, str]] = []
        self.built = 0
        self.span = Span(0, 0)

    def is_construction(self, node: ast.expr) -> bool:
        """Whether a call makes a node, by the name of what is called."""
        if not isinstance(node, ast.Call):
            return False
        name = dotted_name(node.func).removesuffix(".new").rpartition(".")[2]
        told = name.lower() in CONSTRUCTORS or name.lower().endswith(("node", "leaf")) or name.lower().endswith("tree")
        if _BUILDS.match(name):
            return False
        given = bool(node.args or node.keywords) or not name.lower().endswith("tree")
        return told and given and name not in _PLAIN and name not in ("max", "min")

    def makes(self, value: ast.expr) -> bool:
        """Whether a node is made anywhere in a value, or the value is one that was made."""
        made = any(isinstance(each, ast.Call) and self.is_construction(each) for each in ast.walk(value))
        return made or (isinstance(value, ast.Name) and value.id in self.nodes)

    def node(self, node: ast.expr, *, make: bool = True) -> Entry | None:
        """The node that an expression is; None where it is none."""
        if isinstance(node, ast.Name):
            return self.nodes.get(node.id)
        if isinstance(node, ast.Subscript):
            return self.nodes.get(ast.unparse(node)) or self.node_among_children(node)
        if isinstance(node, ast.Attribute) and field(node.attr) in _SLOTS:
            owner = self.node(node.value, make=False)
            slot = _SLOTS[field(node.attr) or ""]
            if owner is None:
                return None
            found = [edge.child for edge in owner.edges if self.slots.get((owner.key, edge.child)) == slot]
            return self.graph.entries[found[0]] if found else None
        if not make or not isinstance(node, ast.Call):
            return None
        return self._new_node_of_call(node) if self.is_construction(node) else self._added(node)

    def made(self, value: ast.expr) -> Entry:
        """The node that a call makes, which is known to make one."""
        node = self.node(value)
        assert node is not None
        return node

    def _added(self, call: ast.Call) -> Entry | None:
        """The node that `parent.add_child("B")` makes and gives back; None where another call stands there."""
        if not isinstance(call.func, ast.Attribute) or not ADD.fullmatch(call.func.attr):
            return None
        if isinstance(call.func.value, ast.Call):
            return self._node_of_chained_calls(call, call.func.value)
        owner = self.node(call.func.value, make=False)
        if owner is None or not call.args:
            return None
        if len(call.args) == 1 and self.is_construction(call.args[0]) and _GIVES_CHILD.search(call.func.attr):
            given = self.made(call.args[0])
            self.join(owner, given)
            return given
        if not isinstance(call.args[0], ast.Constant):
            return None
        child = self._new_node_of_call(ast.copy_location(ast.Call(ast.Name("Node"), call.args, call.keywords), call))
        self.join(owner, child)
        return child

    def node_among_children(self, node: ast.expr) -> Entry | None:
        """The node in `a.children[0]`."""
        if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Attribute):
            return None
        owner = self.node(node.value.value, make=False)
        if owner is None or field(node.value.attr) != "children":
            return None
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if not isinstance(place, int) or not -len(owner.edges) <= place < len(owner.edges):
            raise Untold
        return self.graph.entries[owner.edges[place].child]

    def _node_of_chained_calls(self, call: ast.Call, receiver: ast.Call) -> Entry | None:
        """The node of `Node("A").add(b).add(c)`, which each call gives back."""
        owner = self.node(receiver)
        for each in call.args if owner else []:
            self.adopt(owner, each)  # type: ignore[arg-type]
        return owner

    def _new_node_of_call(self, call: ast.Call) -> Entry:
        """A new node from what its maker is given."""
        entry = self.graph.unnamed(self.span)
        self.built += 1
        entry.kind = KIND_WORDS.get(dotted_name(call.func).rpartition(".")[2].lower().removesuffix("node"))
        numbers = [value for each in call.args if (value := self.python.number(each)) is not None]
        if len(numbers) > 1:
            raise Untold
        entry.value = numbers[0] if numbers else None
        for place, argument in enumerate(call.args):
            self._apply_argument(entry, argument, place, len(call.args))
        for keyword in call.keywords:
            if not self._give_listed_weights(entry, keyword):
                self.set(entry, keyword.arg or "", keyword.value)
        return entry

    def _give_listed_weights(self, entry: Entry, keyword: ast.keyword) -> bool:
        """Whether the children of a node are given their probabilities in a list; each has its own then."""
        told = keyword.value.elts if isinstance(keyword.value, ast.List | ast.Tuple) else None
        if told is None or field((keyword.arg or "").removesuffix("s")) != "weight":
            return False
        self.weights[entry.key] = [self.python.number(each) for each in told]
        return True

    def _apply_argument(self, entry: Entry, argument: ast.expr, place: int, count: int) -> None:
        """What an argument without a name says: a label, a kind, children, a parent."""
        known = argument.id if isinstance(argument, ast.Name) else ""
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            self._apply_text_argument(entry, argument.value)
        elif isinstance(argument, ast.List | ast.Tuple) or known in self.lists:
            self.adopt(entry, argument)
        elif known in self.nodes:
            self._join_neighbour(entry, self.nodes[known], alone=count - place == 1 == place)
        elif self.is_construction(argument):
            self.adopt(entry, argument)
        elif isinstance(argument, ast.Constant) and str(argument.value) in FLAGS and entry.kind is None:
            entry.kind = FLAGS[str(argument.value)]
            self.flags.append((entry, str(argument.value)))
        elif dotted_name(argument).rpartition(".")[2].lower() in KIND_WORDS:
            entry.kind = KIND_WORDS[dotted_name(argument).rpartition(".")[2].lower()]
        elif self.python.number(argument) is None and not is_none(argument):
            raise Untold

    def _apply_text_argument(self, entry: Entry, words: str) -> None:
        """What a text among the arguments says: the name, which comes first, or a kind."""
        label = read_label(words, inner=False)
        if entry.name and label.name and words.lower() not in ("leaf", "terminal"):
            raise Untold
        entry.kind = label.kind or entry.kind
        entry.value = label.value if entry.value is None else entry.value
        entry.name, entry.unknown = entry.name or label.name, label.unknown

    def _join_neighbour(self, entry: Entry, other: Entry, *, alone: bool) -> None:
        """A node that another is made with: the parent where the library says so, else one child of several."""
        if self.parent_second:
            self.join(other, entry)
        elif alone:
            raise Untold
        else:
            self.join(entry, other)

    def set(self, owner: Entry, attribute: str, value: ast.expr) -> None:
        """Say of a node what `owner.attribute = value` says. Raises Untold where that may matter and is not told."""
        what = field(attribute) or ""
        number = self.python.number(value)
        words = value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
        if is_none(value):
            return
        if what == "children":
            if owner.edges:
                raise Untold
            self.adopt(owner, value)
        elif what in _SLOTS:
            self.adopt(owner, value, slot=_SLOTS[what])
        elif attribute == "parent":
            parent = self.node(value)
            if parent is None:
                raise Untold
            self.join(parent, owner)
        elif number is not None and (what == "value" or attribute == "terminal"):
            owner.value = number
        elif what == "kind":
            spoken = words if words is not None else dotted_name(value).rpartition(".")[2]
            owner.kind = KIND_WORDS.get(spoken.lower(), owner.kind)
        elif what == "name" and words:
            owner.name = words
        elif what in ("maximizing", "minimizing") and isinstance(value, ast.Constant):
            owner.kind = KIND_WORDS["max" if bool(value.value) == (what == "maximizing") else "min"]
        elif (what == "value" and not isinstance(value, ast.Constant)) or (not what and self.makes(value)):
            raise Untold

    def adopt(self, owner: Entry, value: ast.expr, *, slot: int | None = None) -> None:
        """Make a node, a number, or all in a list, children of a node."""
        number = self.python.number(value)
        items = self.lists.get(value.id) if isinstance(value, ast.Name) else None
        if items is not None and isinstance(value, ast.Name):
            self.taken.add(value.id)
        if isinstance(value, ast.List | ast.Tuple) or items is not None:
            self.used.update(id(each) for each in items or [])
            for each in value.elts if isinstance(value, ast.List | ast.Tuple) else items or []:
                self.adopt(owner, each)
        elif number is not None:
            self.graph.leaf(owner.key, self.span, number)
            self.built += 1
        elif is_none(value):
            return
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            self.called.append((owner, value.value))
        elif child := self.node(value):
            self.join(owner, child, slot)
        else:
            raise Untold

    def grow_list(self, name: str, items: list[ast.expr]) -> None:
        """Put nodes into a list. Raises Untold where it has its owner already: there they may be missing or not."""
        if name in self.taken:
            raise Untold
        self.lists[name] = [*self.lists[name], *items]

    def adopt_with_weight(self, owner: Entry, arguments: list[ast.expr]) -> bool:
        """Whether a node and its probability are given, below a chance node; it is done then."""
        weight = self.python.number(arguments[1]) if len(arguments) == 2 else None
        if weight is None or isinstance(weight, float) or owner.kind is not Kind.CHANCE:
            return False
        before = len(owner.edges)
        self.adopt(owner, arguments[0])
        owner.edges[before:] = [edge._replace(weight=weight) for edge in owner.edges[before:]]
        return True

    def join(self, parent: Entry, child: Entry, slot: int | None = None) -> None:
        """Put a node below another. Raises Untold where its place is taken."""
        self.built += 1
        if slot is not None:
            old = [edge for edge in parent.edges if self.slots.get((parent.key, edge.child)) == slot]
            if old and old[0].child != child.key:
                raise Untold
            self.slots[parent.key, child.key] = slot
        self.graph.edge(parent.key, child.key, self.span, again=True)

    def edge(self, parent: ast.expr, child: ast.expr, move: str | None) -> None:
        """An edge between two nodes by their names in a graph."""
        self.graph.edge(self.key(parent), self.key(child), self.span, quoted(move) if move else None)

    def key(self, node: ast.expr) -> str:
        """What a graph calls the node that a constant, or a variable, is. Raises Untold where it is neither."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
            return str(node.value)
        found = self.node(node)
        if found is None:
            raise Untold
        return found.key

    def in_order(self) -> None:
        """Put left before right, wherever they were set, and forget what stands alone beside a tree.

        Raises InputError where that has a value.
        """
        entries = self.graph.entries
        for owner, name in self.called:
            named = [entry for entry in entries.values() if entry.name == name]
            if len(named) != 1:
                raise refusal("statement-untold", owner.span, text=name)
            self.join(owner, named[0])
        for key, weights in self.weights.items():
            _give_weights(entries[key], weights)
        for entry in entries.values():
            entry.edges.sort(key=lambda edge, key=entry.key: self.slots.get((key, edge.child), -1))  # type: ignore[misc]
        alone = [key for key, entry in entries.items() if not entry.edges and not entry.parents]
        for key in alone if len(alone) < len(entries) else []:
            entry = entries.pop(key)
            if entry.value is not None:
                raise refusal("number-left-out", entry.span, text=write_number(entry.value))
        for each in (each for elements in self.lists.values() for each in elements):
            if id(each) not in self.used and isinstance(each, ast.Call) and self.makes(each):
                raise refusal("number-left-out", self.python.span(each), text=ast.unparse(each)[:40])


def _give_weights(entry: Entry, weights: list[Number | None]) -> None:
    """Give the edges below a node their probabilities. Raises InputError where there are more or fewer."""
    told = [weight for weight in weights if weight is not None and not isinstance(weight, float)]
    if len(told) != len(entry.edges) or len(told) != len(weights):
        raise refusal("chance-untold", entry.span)
    entry.edges[:] = [edge._replace(weight=weight) for edge, weight in zip(entry.edges, told, strict=True)]
