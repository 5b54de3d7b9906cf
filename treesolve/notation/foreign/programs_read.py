"""A tree in a program: one literal or one call of constructors, and names that are assigned once and used once.

Nothing is run: what a program does beside that is asked about.
"""

import re

from treesolve.model.kind import Kind
from treesolve.notation.foreign.entries import check_one_tree, linked_tree, tree_of_data, tree_of_graph
from treesolve.notation.foreign.labels import folded, is_plural, kind_called, meaning
from treesolve.notation.foreign.literals import Literal, statements
from treesolve.notation.foreign.parts import ParsedNode, ask, refuse
from treesolve.notation.foreign.shapes import Below, grown

NAME = "program"
COMMENTS = ("#", "//", "/*", "--")

_NAMED = r"(?:new[ \t]{1,9})?([^\W\d]\w{0,60})[ \t]{0,9}[(\[\"'{]"
_TYPE = r"(?:[ \t]?:[ \t]{0,9}[^\W\d][\w<>\[\]|, ]{0,60}?)?"
_ASSIGNED = re.compile(
    rf"^[ \t]{{0,40}}(?:export[ \t]{{1,9}})?(?:(?:const|let|var)[ \t]{{1,9}})?[^\W\d]\w{{0,60}}{_TYPE}"
    rf"[ \t]{{0,99}}=\s{{0,9}}(?:[\[({{]|{_NAMED})",
    re.MULTILINE,
)
_CALL = re.compile(rf"\s*{_NAMED}")
_ARGUMENT = re.compile(r"\(\s*(?:[\"']|\w+[ \t]*=[^=])|\bnew[ \t]|\b(?:leaf|terminal)(?:node)?\(", re.IGNORECASE)
"""What stands in calls of programs alone: names in quotation marks, arguments behind keys, objects and leaves made."""

_IMPORT = re.compile(r"^(?:import [^\W\d]|from [\w.]{1,60} import )", re.MULTILINE)


def recognises(text: str) -> bool:
    """Whether a text has an assignment of a literal or a call, an import, or begins with a constructor.

    >>> recognises("a = Node(6)\\nb = Node([a, 5])"), recognises('Node("A", [Leaf(6)])'), recognises("A = max(B, C)")
    (True, True, False)
    """
    called = [found for found in (_CALL.match(text), *_ASSIGNED.finditer(text)) if found]
    has_kind = any(found[1] and kind_called(found[1]) for found in called)
    makes_nodes = any(not found[1] or _makes_nodes(found[1]) for found in called)
    return bool(_IMPORT.search(text) or makes_nodes or (has_kind and _ARGUMENT.search(text)))


def _makes_nodes(word: str) -> bool:
    """Whether a word is that of a constructor, and not of the function that an equation calls."""
    is_kind = kind_called(word) is Kind.LEAF or (kind_called(word) is not None and folded(word).endswith("node"))
    return is_kind or meaning("constructors", word) != "" or folded(word) == "dict"


def read(text: str) -> ParsedNode:
    """The tree. Raises InputError for a statement that may do something to the tree, and where there is none."""
    found = statements(text)
    names = set[str]()
    if len(found) > 1 and all(value.what in ("list", "map") and not name for name, value in found):
        refuse("several-trees", found[1][1].span, count=len(found))
    for name, value in found:
        is_function = value.what == "call" and not name and not _makes_nodes(value.text)
        if name in names or (is_function and len(found) > 1):
            _ask(name, value)
        names.add(name)
    inside = (one for _, value in found for one in value.everything())
    if any(one.what == "word" and one.text in names for one in inside):
        return grown({name: Below(value) for name, value in found}, by=("word",))
    starts = [one for one in found if one[1].what == "text" and meaning("graphs", one[0]) == "root"]
    others = [one for one in found if one not in starts] or found
    whole = [(Literal(value.span, "word", name), value) for name, value in others]
    graph = tree_of_graph(Literal(others[0][1].span, "map", "", tuple(whole))) if all(names) else None
    if graph is None and len(others) > 1:
        _ask(*next((one for one in others[1:] if not meaning("graphs", one[0])), others[1]))
    root = graph or _root(*others[0])
    for name, value in starts:
        if value.text != root.label:
            _ask(name, value)
    return root


def _root(name: str, value: Literal) -> ParsedNode:
    """The tree of one value. Raises InputError where its name is that of several, and none of them names another."""
    if not is_plural(name):
        return tree_of_data(value)
    linked = linked_tree(value)
    if linked is None:
        check_one_tree(value, name)
    return linked or ask("plural", value.span, name)


def _ask(name: str, value: Literal) -> None:
    ask("statement", value.span, name or value.text)
