"""Pictures as SVG: well-formed for any names, with each node and edge once, marks as classes, and nothing invisible."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.strategies import any_trees, nested, planted
from tests.support.trees import HOSTILE
from treesolve.drawing.arrangement import arrange
from treesolve.drawing.label import Label
from treesolve.drawing.shape import SHAPES
from treesolve.drawing.svg import css_classes, svg
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.picture_label import MAX_TEXT_LENGTH, alternative, labels
from treesolve.rendering.tree_picture import exercise, made
from treesolve.search.search import Unsolvable
from treesolve.search.search_frames import Animation
from treesolve.search.solution import solve

SVG = "{http://www.w3.org/2000/svg}"

VICIOUS = (*HOSTILE, "<script>alert(1)</script>", "</svg>", "]]>", "<!--", "&lt;", "&#x1F600;", "a\u0301", "שלום", "😀")


def parsed(text: str) -> ElementTree.Element:
    """Return the picture as XML."""
    return ElementTree.fromstring(text)


def groups(root: ElementTree.Element, name: str) -> dict[int, ElementTree.Element]:
    """Return the groups of nodes or edges by id, in order; each id must occur once."""
    found = [element for element in root.iter() if f"data-{name}" in element.attrib]
    ids = [int(element.attrib[f"data-{name}"]) for element in found]
    assert ids == sorted(set(ids))
    return dict(zip(ids, found, strict=True))


def texts(element: ElementTree.Element) -> dict[str, str]:
    """Return the texts in a group by class; each class must occur once."""
    found = [(text.attrib["class"], text.text or "") for text in element.iter() if text.tag.endswith("text")]
    assert len(dict(found)) == len(found)
    return dict(found)


def picture(
    tree: Tree, shapes: str = "triangles", *, standalone: bool = True
) -> tuple[ElementTree.Element, list[Label]]:
    """Return the parsed picture of the finished search, or of the tree if it cannot be searched."""
    try:
        shown = labels(tree, Animation(solve(tree)).last, still=True)
    except Unsolvable:
        shown = exercise(tree).labels
    drawn = svg(arrange(tree, shown, shapes), shown, alternative(tree, shown), standalone=standalone)
    return parsed(drawn if standalone else drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')), shown


@pytest.mark.parametrize("shapes", sorted(SHAPES))
@pytest.mark.parametrize("standalone", [True, False], ids=["alone", "in a page"])
@examples(60)
@given(tree=any_trees() | nested().map(planted))
def test_each_node_and_edge_occurs_once_with_its_texts_and_classes(shapes: str, standalone: bool, tree: Tree):
    """Texts are those of the label, and both groups have the classes for its marks."""
    root, shown = picture(tree, shapes, standalone=standalone)
    nodes, edges = groups(root, "node"), groups(root, "edge")

    assert list(nodes) == list(range(len(tree)))
    assert list(edges) == [node for node, parent in enumerate(tree.parents) if parent is not None]
    for node, label in enumerate(shown):
        group_texts = texts(nodes[node])
        assert group_texts["value"] == label.value
        assert group_texts["name"] == ("" if label.name == label.value else label.name)
        assert group_texts.get("window", "") == label.window
        assert group_texts.get("move", "") == (label.edge if node else "")
        assert group_texts.keys() <= {"value", "name", "window", "move"}
        assert nodes[node].attrib["class"] == css_classes(label)
        if node in edges:
            assert edges[node].attrib["class"] == css_classes(label)
            assert [path.attrib["class"] for path in edges[node]] == ["edge", "strike"]


@pytest.mark.parametrize("name", VICIOUS)
def test_names_are_printed_literally(name: str):
    """In texts and in the alternative text, names never become markup."""
    tree = Tree(*_columns("((1 2) 3)"), given_names={0: name}, moves={1: name}, title=name)
    root = parsed(made([exercise(tree)], "svg"))
    nodes = groups(root, "node")

    assert texts(nodes[0])["name"] == texts(nodes[1])["move"] == shown(name)
    assert shown(name) in root.attrib["aria-label"]
    assert root.findtext(f"{SVG}title") == root.attrib["aria-label"]
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "style", "rect", "g", "path", "text", "polygon", "ellipse",
    }  # fmt: skip


def shown(name: str) -> str:
    """Return a name as displayed in a picture."""
    return name if len(name) <= MAX_TEXT_LENGTH else name[: MAX_TEXT_LENGTH - 1] + "…"


def _columns(text: str) -> tuple[object, object, object]:
    tree = read(text)
    return tree.kinds, tree.values, tree.children


@examples(200)
@given(st.text(max_size=30))
def test_the_picture_is_xml_for_any_names(name: str):
    """The notation rejects control characters, but programs can use them; XML permits neither these nor surrogates."""
    root = parsed(made([exercise(Tree(*_columns("(1 2)"), given_names={0: name}, title=name))], "svg"))

    assert len(groups(root, "node")) == 3
