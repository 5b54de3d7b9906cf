"""XML whose elements are nodes, `<node name="A"><leaf value="3"/></node>`, `<max><min>3</min></max>`; lists of HTML.

Numbers at inner nodes are passed over.
"""

import re
from html import unescape
from operator import itemgetter
from typing import Any
from xml.sax.saxutils import quoteattr

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.fields import SIDES, changes
from treesolve.notation.foreign.label import KIND_WORDS, Label, number, probability, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number

NAME = "XML"

_TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<data>.*?)\]\]>|<!\w[^<>]*>"
    r"|</(?P<end>[\w:.-]+)\s*>|<(?P<start>[\w:.-]+)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>|(?P<text>[^<]+)|(?P<stray><)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BEGIN = re.compile(r"\s*(?:<\?xml|<!--|<[A-Za-z][\w:.-]*[\s/>])")
_WRAPPERS = {
    *("tree", "gametree", "game_tree", "game-tree", "map", "xml", "ul", "ol", "children", "nodes"),
    *("opml", "body", "document", "head"),
}
_FIELDS = {
    "name": "name label text title caption",
    "value": "value val utility util score payoff v wert eval",
    "kind": "type kind player role minmax nodetype turn",
    "move": "move action edge zug",
    "weight": "prob probability weight p gewicht",
    "id": "id key",
}
_NO_SIDE = -1
_FIELD_OF = {word: field for field, words in _FIELDS.items() for word in words.split()}


class _Element:
    """An element on its way: its tag, what it says, its children, its text."""

    def __init__(self, tag: str, span: Span, fields: dict[str, str]) -> None:
        self.tag, self.span, self.fields = tag, span, fields
        self.children: list[Sketch] = []
        self.sides: list[int] = []
        self.words: list[str] = []


def recognises(text: str) -> bool:
    """Whether a text begins with a tag, and closes one."""
    return bool(_BEGIN.match(text)) and ("</" in text or "/>" in text)


def read(text: str) -> Sketch:
    """The tree of the elements. Raises InputError where tags do not match, or a value is no number."""
    top = _Element("tree", Span(0, 0), {})
    open_elements = [top]
    for found in _TOKEN.finditer(text):
        if found["stray"]:
            raise refusal("foreign-form", Span(*found.span()), text="<")
        if found["start"]:
            element = _Element(
                _tag_without_namespace(found["start"]), Span(*found.span()), _fields_of_attributes(found["attributes"])
            )
            open_elements.append(element)
            if found["attributes"].endswith("/"):
                _close_innermost_element(open_elements)
        elif found["end"]:
            if open_elements[-1].tag != _tag_without_namespace(found["end"]) or len(open_elements) == 1:
                raise refusal("foreign-form", Span(*found.span()), text=found[0])
            _close_innermost_element(open_elements)
        elif words := (found["data"] or found["text"] or "").strip():
            if re.search(r"=\s*[\"']|>", words):
                raise refusal("foreign-form", Span(*found.span()), text=words[:40])
            open_elements[-1].words.append(unescape(words))
    if len(open_elements) > 1:
        raise refusal("foreign-unclosed", open_elements[-1].span, text=open_elements[-1].tag)
    return _only_root(top)


def _only_root(top: _Element) -> Sketch:
    if not top.children:
        raise refusal("graph-empty", Span(0, 0))
    (root, *others) = top.children
    if not others and len(root.children) == 1 and not root.name and not root.kind and root.children[0].kind:
        return root.children[0]
    if len(top.children) > 1:
        names = {"first": top.children[0].name or "?", "second": top.children[1].name or "?"}
        raise refusal("graph-roots", top.children[1].span, Sketch(top.span, children=tuple(top.children)), **names)
    return top.children[0]


def _tag_without_namespace(words: str) -> str:
    return words.rpartition(":")[2].lower()


def _fields_of_attributes(attributes: str) -> dict[str, str]:
    found = {}
    for attribute in _ATTRIBUTE.finditer(attributes):
        word, said = _tag_without_namespace(attribute[1]), attribute[2] if attribute[2] is not None else attribute[3]
        if word in _FIELD_OF or changes(word, said):
            found[_FIELD_OF.get(word, word)] = unescape(said)
    return found


def _close_innermost_element(open_elements: list[_Element]) -> None:
    """Make the innermost element a node of the one around it, or what it says of that one."""
    element = open_elements.pop()
    above = open_elements[-1]
    words = " ".join(element.words)
    field = _FIELD_OF.get(element.tag)
    if element.tag in _WRAPPERS and not element.fields and not (element.tag in ("tree",) and _is_node_itself(element)):
        above.children += element.children
        above.sides += element.sides
    elif field and not element.children and words and not element.fields and len(open_elements) > 1:
        above.fields.setdefault(field, words)
    else:
        is_side = element.sides == [_NO_SIDE] and element.tag in SIDES and not words and not element.fields
        above.children.append(element.children[0] if is_side else _node_of_element(element, words))
        above.sides.append(SIDES.get(element.tag, _NO_SIDE))


def _is_node_itself(element: _Element) -> bool:
    """Whether what usually stands around a tree is a node itself: it has several children, or is one leaf."""
    return len(element.children) != 1


def _add_numbers_as_leaves(element: _Element, words: str) -> None:
    """Let several numbers in an element without others be its leaves."""
    values = [number(each) for each in re.split(r"[\s,;]+", words)]
    if not element.children and len(values) > 1 and all(value is not None for value in values):
        element.children = [Sketch(element.span, value=value) for value in values]


def _node_of_element(element: _Element, words: str) -> Sketch:
    """The node that an element is: its attributes first, then its text, then its tag."""
    if any(side != _NO_SIDE for side in element.sides):
        placed = sorted(zip(element.sides, element.children, strict=True), key=itemgetter(0))
        element.children = [child for _, child in placed]
    _add_numbers_as_leaves(element, words)
    for word, said in element.fields.items():
        if changes(word, said):
            raise refusal("meant-otherwise", element.span, text=word)
    words = "" if element.children and not words.strip("0123456789 ,;.+-/") else words
    fields, inner = element.fields, bool(element.children)
    label = read_label(words, inner=inner) if words else Label()
    value: Any = label.value
    unknown = label.unknown
    if written := fields.get("value", "").strip():
        value = number(written)
        unknown = written if re.fullmatch(r"\?|[^\W\d_][0-9]*", written) else None
        if value is None and not unknown and not inner:
            raise refusal("value-no-number", element.span, name=fields.get("name", element.tag), text=written)
    kind = KIND_WORDS.get(fields.get("kind", "").lower()) or KIND_WORDS.get(element.tag) or label.kind
    name = fields.get("name") or label.name or fields.get("id")
    if "name" in fields and value is None and unknown is None and kind is None and "value" not in fields:
        told = read_label(fields["name"], inner=inner)
        name, kind, value, unknown = told.name, kind or told.kind, told.value, told.unknown
    move = fields.get("move") or label.move
    weight = probability(fields["weight"]) if "weight" in fields else label.weight
    return Label(name, kind, value, unknown, move, weight).sketch(element.span, tuple(element.children))


def write(tree: Tree) -> str:
    """The tree as elements, a line each.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 B: 5)")), end="")
    <max>
      <leaf value="6" move="left"/>
      <leaf name="B" value="5"/>
    </max>
    """
    lines: list[str] = []
    open_nodes: list[int] = []
    for node in range(len(tree)):
        while open_nodes and tree.ends[open_nodes[-1]] <= node:
            lines.append(_closing_tag(tree, open_nodes, open_nodes.pop()))
        indent, end = "  " * len(open_nodes), "" if tree.children[node] else "/"
        lines.append(f"{indent}<{tree.kinds[node].value}{_attributes_as_written(tree, node)}{end}>\n")
        if tree.children[node]:
            open_nodes.append(node)
    while open_nodes:
        lines.append(_closing_tag(tree, open_nodes, open_nodes.pop()))
    return "".join(lines)


def _closing_tag(tree: Tree, above: list[int], node: int) -> str:
    return f"{'  ' * len(above)}</{tree.kinds[node].value}>\n"


def _attributes_as_written(tree: Tree, node: int) -> str:
    value = tree.values[node]
    given = {
        "name": tree.given_names.get(node),
        "value": None if value is None else write_number(value),
        "move": tree.moves.get(node),
        "prob": write_number(tree.weights[node]) if node in tree.weights else None,
    }
    return "".join(f" {key}={quoteattr(words)}" for key, words in given.items() if words is not None)
