"""However large a tree, its parts show every node as it should be, and all of them fit the paper and can be read."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import crossed, examples, size
from tests.support.geometry import items
from tests.support.strategies import any_trees, nested, planted
from tests.support.trees import uneven, uniform
from treesolve.drawing.fit import CAPTION, HEADING, READABLE, Paper, Part, fit, part_labels, whole
from treesolve.drawing.label import Label
from treesolve.drawing.shape import SHAPES
from treesolve.model.tree import Kind, Tree
from treesolve.notation.reader import read
from treesolve.pages.tree_picture import PAPERS

LONG = Label("a name that is long …", Kind.MAX, "123456789012345678901234", "[−12345.678, 40000541/144]", "Nf3xd4 1/6")
SHORT = Label("L12", Kind.MAX, "−12", "[3, 5]", "")

papers = pytest.mark.parametrize("paper", sorted(PAPERS))


def labelled(tree: Tree, look: Label = SHORT) -> list[Label]:
    """Every node with texts of the same widths, and its id as its name."""
    return [
        look._replace(
            name=f"{node}{look.name}",
            kind=kind,
            window="" if kind is Kind.LEAF else look.window,
            edge=look.edge if node else "",
        )
        for node, kind in enumerate(tree.kinds)
    ]


def check_parts(tree: Tree, parts: Sequence[Part]) -> None:
    """Each node is shown with its children exactly once, and stubs say where."""
    shown_below: dict[int, list[int]] = {}
    roots = [part.nodes[0] for part in parts]
    assert roots[0] == 0
    for number, part in enumerate(parts, 1):
        assert len(part.nodes) == len(part.tree) == len(part.arrangement.places)
        for here, node in enumerate(part.nodes):
            children = [part.nodes[child] for child in part.tree.children[here]]
            assert part.tree.kinds[here] is tree.kinds[node]
            assert part.tree.values[here] == tree.values[node]
            if node in part.stubs:
                assert here != 0
                assert children == []
                assert roots[part.stubs[node] - 1] == node
                assert node not in roots[: part.stubs[node] - 1]
            elif here == 0:
                shown_below.setdefault(node, []).extend(children)
                check_run(tree, part, children)
            else:
                assert children == list(tree.children[node])
                assert node not in roots
                shown_below[node] = children
        assert part.stubs.keys() <= set(part.nodes)
        assert number not in part.stubs.values() or roots[number - 1] != 0
    for node, children in enumerate(tree.children):
        assert shown_below.get(node, []) == list(children)
    stubs = Counter(stub for part in parts for stub in part.stubs)
    assert stubs == Counter(set(roots) - {0})


def check_run(tree: Tree, part: Part, children: list[int]) -> None:
    """The run counts children from 1, and is left out where all are shown."""
    every = list(tree.children[part.nodes[0]])
    first, last = part.run or (1, len(every))
    assert every[first - 1 : last] == children
    assert (part.run is None) == (children == every)


def check_sizes(parts: Sequence[Part], width: float, height: float, *, readable: bool = True) -> None:
    """No part is larger than the paper, or smaller than anyone can read."""
    for part in parts:
        assert part.arrangement.width * part.scale <= width + 0.01
        assert part.arrangement.height * part.scale <= height + 0.01
        assert part.scale <= 1
        assert not readable or part.scale >= READABLE


def check_labels(tree: Tree, parts: Sequence[Part], labels: Sequence[Label]) -> None:
    """Beside a stub stands the number of its part; nothing sticks out of any part."""
    for part in parts:
        shown = part_labels(part, labels)
        assert [label.window for label in shown] == [
            f"→ {part.stubs[node]}" if node in part.stubs else labels[node].window for node in part.nodes
        ]
        for item in items(part.arrangement, shown):
            for x, y in item.polygon:
                assert 0 <= x <= part.arrangement.width
                assert 0 <= y <= part.arrangement.height


def fitted(tree: Tree, labels: Sequence[Label], paper: str = "a4", shapes: str = "triangles") -> list[Part]:
    """The parts of a tree, all checks made."""
    size = PAPERS[paper]
    parts = fit(tree, labels, size, shapes)
    check_parts(tree, parts)
    check_sizes(parts, size.width, size.height)
    check_labels(tree, parts, labels)
    return parts


@papers
@pytest.mark.parametrize("shapes", sorted(SHAPES))
@examples(30)
@given(data=st.data())
def test_small_trees_fit_in_one_part_or_a_few(paper: str, shapes: str, data: st.DataObject):
    """Whatever their kinds."""
    tree = data.draw(any_trees() | nested().map(planted))
    fitted(tree, labelled(tree), paper, shapes)


@papers
@pytest.mark.parametrize("look", [SHORT, LONG], ids=["short", "long"])
@examples(25)
@given(count=st.integers(2, 400), seed=st.integers(0, 10**6))
def test_uneven_trees(paper: str, look: Label, count: int, seed: int):
    """Grown at random places; only a node and its children that are too wide by themselves are shrunk further."""
    tree = read(uneven(count, seed))
    size = PAPERS[paper]
    parts = fit(tree, labels := labelled(tree, look), size)

    check_parts(tree, parts)
    check_labels(tree, parts, labels)
    check_sizes(parts, size.width, size.height, readable=False)
    for part in parts:
        assert part.scale >= READABLE or max(part.tree.depths) == 1


@examples(25)
@given(tree=nested().map(planted), width=st.integers(60, 400), height=st.integers(60, 400))
def test_tiny_paper(tree: Tree, width: int, height: int):
    """Even where hardly a node fits, nothing is larger than the paper, nothing is lost, and there is an end."""
    parts = fit(tree, labels := labelled(tree), Paper(width, height))

    check_parts(tree, parts)
    check_labels(tree, parts, labels)
    check_sizes(parts, width, height, readable=False)


def test_a_wide_tree_is_shrunk_then_turned_then_split():
    """In that order, as it grows."""
    looks = [fitted(tree := read(uniform(width, 2)), labelled(tree)) for width in (3, 4, 6, 7)]

    assert [(len(parts), parts[0].turned) for parts in looks] == [(1, False), (1, False), (1, True), (2, True)]
    assert looks[0][0].scale == 1
    assert READABLE <= looks[1][0].scale < 1


@pytest.mark.parametrize(("paper", "leaf"), crossed(sorted(PAPERS), ["", "1 ", "1 2 3 "]))
def test_a_chain_of_five_hundred(paper: str, leaf: str):
    """A deep tree is cut into pieces that fill the paper, each but the lowest continuing at the bottom."""
    tree = read(f"({leaf}" * 500 + "5" + ")" * 500)
    parts = fitted(tree, labelled(tree), paper)

    assert sorted(len(part.stubs) for part in parts) == [0] + [1] * (len(parts) - 1)
    assert pages_of(parts, PAPERS[paper].height) <= {"": 18, "1 ": 36, "1 2 3 ": 72}[leaf]


def pages_of(parts: Sequence[Part], height: float) -> int:
    """How many pages the parts take, one below the other as they come."""
    pages, room = 1, height
    for part in parts:
        needed = part.arrangement.height * part.scale + CAPTION
        if needed > room:
            pages, room = pages + 1, height + HEADING
        room -= needed
    return pages


def test_huge_texts_shrink_their_part_only():
    """A node that is wider than the paper by itself; the others stay readable, and legible beside it."""
    tree = read(uniform(3, 4))
    labels = labelled(tree)
    labels[3] = labels[3]._replace(window="[" + "1234567890" * 20 + "]")
    size = PAPERS["a4"]
    parts = fit(tree, labels, size)

    check_parts(tree, parts)
    check_labels(tree, parts, labels)
    check_sizes(parts, size.width, size.height, readable=False)
    small = [part for part in parts if part.scale < READABLE]
    assert all(3 in part.nodes for part in small)
    assert small


@papers
@pytest.mark.parametrize("text", [uniform(5, 3), uniform(2, 8), uneven(700), uniform(14, 2)], ids=str.__len__)
def test_parts_fill_their_pages(paper: str, text: str):
    """Put one below the other as they come, they leave no more than a third of the paper empty on the whole."""
    tree = read(text)
    size = PAPERS[paper]
    parts = fitted(tree, labelled(tree), paper)
    used = sum(part.arrangement.height * part.scale + CAPTION for part in parts)

    assert used >= 0.62 * (pages_of(parts, size.height) - 1) * (size.height + HEADING)


LARGE = max(1000, size(5000))


@pytest.mark.parametrize(
    "text",
    [
        uneven(LARGE),
        uniform(int(LARGE**0.5), 2),
        uniform(2, LARGE.bit_length() - 2),
        "(" + "5 " * (LARGE - 1) + ")",
        "(1 " * (LARGE // 2) + "5" + ")" * (LARGE // 2),
    ],
    ids=["uneven", "wide", "binary", "flat", "deep"],
)
def test_the_largest_trees_are_divided(text: str):
    """Thousands of nodes of any form."""
    parts = fitted(tree := read(text), labelled(tree))

    assert len(parts) > 3


def test_a_tree_in_one_piece_is_never_shrunk():
    """For forms without pages."""
    part = whole(tree := read(uniform(5, 3)), labelled(tree))

    check_parts(tree, [part])
    assert (part.scale, part.turned) == (1, False)
    assert part.arrangement.width > 2000
