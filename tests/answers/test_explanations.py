"""Reasons are passed over where they are so; what may be more than a reason, or is not so, is left to a person."""

import pytest

from treesolve.answers.claim import Remark
from treesolve.answers.explanations import explanation_in
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span
from treesolve.notation.reader import read

NODES = Nodes(read("((3 12 8) (2 4 6) (14 5 2))"))


def told(text: str, nodes: Nodes = NODES) -> list[tuple[list[str], list[str]]]:
    """The parts and the nodes that a clause speaks of, behind another sentence's beginning."""
    before = "pruned, "
    found = explanation_in(before + text, Span(len(before), len(before) + len(text)), nodes)
    remarks = [one for one in found if isinstance(one, Remark)]
    return [(sorted(one.parts), [nodes.tree.names[node] for node in one.nodes]) for one in remarks]


@pytest.mark.parametrize(
    ("text", "parts", "about"),
    [
        ("at C the leaf L4 gives beta = 2", ["order"], ["L4"]),
        ("bei C reicht L4=2", ["order"], ["L4"]),
        ("L4 = 2 < 3", ["order"], ["L4"]),
        ("after L4 = 2", ["order"], ["L4"]),
        ("alpha = 3 after B", [], []),
        ("bei C ist es L4 mit 2 < 3", ["order"], ["L4"]),
        ("bei C wird nach L4=2 abgebrochen", ["pruned"], ["C"]),
        ("in C we stop after L4", ["pruned"], ["C"]),
    ],
)
def test_a_reason_is_passed_over(text: str, parts: list[str], about: list[str]):
    """It speaks of the leaves it names, or of the node at which it says that something is pruned."""
    assert told(text) == [(parts, about)]


@pytest.mark.parametrize(
    "text",
    [
        "at D the leaf L4 gives beta = 2",
        "at C the leaf L4 gives beta = 4",
        "L4 = 4 < 3",
        "after L4 = 6",
        "alpha = 4 after B",
        "C is 2 after L4",
        "L4 < 3, so L5",
        "C = 2",
        "C: L5, L6",
        "L5 is skipped",
        "L4 ≤ 2",
        "at C L4 = 2 is cut",
        "at C the leaf L4 gives perhaps 2 < 3",
        "at C the leaf L4 does not give beta = 2",
        "last leaf: L8",
        "B sees L1=3, L2=12 and returns 3",
    ],
)
def test_anything_else_is_none(text: str):
    """Another leaf or number, a value, a list, a word that is not known, a leaf that is pruned."""
    assert not told(text)


def test_what_begins_a_sentence_is_not_said_at_its_end():
    """`After L4, C = 2` is a value that may still change."""
    assert not explanation_in("After L4", Span(0, 8), NODES)


def test_an_article_is_no_node():
    """Even where one is called so."""
    assert told("at B a leaf gives beta = 3", Nodes(read("((a: 3 12 8) (2 4 6))"))) == [([], [])]


def test_leaves_may_be_seen_from_the_right():
    """After L8 the node has what L9 brought."""
    nodes = Nodes(NODES.tree, right_to_left=True)

    assert told("at D the leaf L8 gives beta = 2", nodes) == [(["order"], ["L8"])]
    assert not told("at D the leaf L8 gives beta = 2")
