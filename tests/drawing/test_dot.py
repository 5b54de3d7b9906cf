"""Pictures for Graphviz: complete, safe for any names, and accepted by Graphviz."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples, size
from tests.support.places import exercise_files
from tests.support.strategies import any_trees
from tests.support.tex import NEEDED
from tests.support.trees import hostile_tree
from treesolve.drawing.dot import dot, quote_dot_string
from treesolve.drawing.label import Label
from treesolve.drawing.shape import SHAPES
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.picture_label import labels
from treesolve.search.search_frames import Animation, blank_frame
from treesolve.search.solution import solve


def dotted(tree: Tree, texts: Sequence[Label], shapes: str = "triangles") -> str:
    """Return a tree with the given labels as DOT."""
    return dot(tree, texts, shapes)


def picture(tree: Tree) -> str:
    """Return the finished search of a tree."""
    return dotted(tree, labels(tree, Animation(solve(tree)).last, still=True))


@examples(200)
@given(any_trees(), st.sampled_from(sorted(SHAPES)))
def test_every_node_and_edge_occurs_once_in_order(tree: Tree, shapes: str):
    """Each node has the outline of its kind."""
    texts = labels(tree, blank_frame(tree))
    source = dotted(tree, texts, shapes)

    assert [int(node) for node in re.findall(r"^  n(\d+) \[.*shape=", source, re.MULTILINE)] == list(range(len(tree)))
    edges = [(int(parent), int(child)) for parent, child in re.findall(r"^  n(\d+) -- n(\d+)", source, re.MULTILINE)]
    assert edges == [(parent, node) for node, parent in enumerate(tree.parents) if parent is not None]
    assert source.count("{") == source.count("}")


@examples(300)
@given(st.text(max_size=30))
def test_strings_are_escaped(text: str):
    """Quotation marks, backslashes and entities are escaped."""
    inside = quote_dot_string(text)[1:-1]

    assert re.fullmatch(r'(\\["\\]|[^"\\])*', inside)
    assert re.sub(r"&amp;", "", inside).count("&") == 0


def test_depth_does_not_matter():
    """Trees with thousands of plies are formatted without recursion."""
    tree = read("(1 " * size(20_000) + "5" + ")" * size(20_000))

    assert dotted(tree, labels(tree, blank_frame(tree))).count(" -- n") == len(tree) - 1


# Graphviz


def require_graphviz() -> None:
    """Skip the test without Graphviz, or fail it if Graphviz is required."""
    if shutil.which("dot") is None:
        if os.environ.get(NEEDED):
            pytest.fail(f"{NEEDED} is set, but Graphviz is not installed")
        pytest.skip("not installed: Graphviz")


def graphviz(sources: Sequence[str], *command: str) -> list[dict[str, Any]]:
    """Return the graphs as parsed and arranged by Graphviz, which must not print warnings."""
    require_graphviz()
    run = subprocess.run([*command, "-Tjson0"], input="".join(sources), capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    decoder, at, graphs = json.JSONDecoder(), 0, []
    while at < len(run.stdout.rstrip()):
        graph, at = decoder.raw_decode(run.stdout, at)
        at += len(run.stdout[at:]) - len(run.stdout[at:].lstrip())
        graphs.append(graph)
    return graphs


def places(graph: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Return the positions of the nodes."""
    found = ((node["name"], node["pos"].rstrip("!").split(",")) for node in graph["objects"] if "pos" in node)
    return {name: (float(x), float(y)) for name, (x, y) in found if name.startswith("n")}


def test_graphviz_reads_every_exercise():
    """Levels have the same height, and children are in order."""
    trees = [read(path.read_text("utf-8")) for path in exercise_files()]

    graphs = graphviz([picture(tree) for tree in trees], "dot")

    assert len(graphs) == len(trees)
    for tree, graph in zip(trees, graphs, strict=True):
        at = places(graph)
        for node, depth in enumerate(tree.depths):
            assert at[f"n{node}"][1] == pytest.approx(at[f"n{tree.depths.index(depth)}"][1], abs=1)
            columns = [at[f"n{child}"][0] for child in tree.children[node]]
            assert columns == sorted(columns)


def test_hostile_names_are_printed_literally():
    """Escape sequences in names are printed literally in Graphviz's SVG."""
    extra = (r"\N", r"\G\n", "&lt;b&gt;", "<b>x</b>", '"; n0 -- n9; "', "]", "-->")
    hostile = hostile_tree()
    named = dict(zip(hostile.leaf_ids, extra, strict=False))
    tree = Tree(hostile.kinds, hostile.values, hostile.children, given_names={**hostile.given_names, **named})
    texts = labels(tree, blank_frame(tree))
    texts = [label._replace(edge=label.name, window=label.name) for label in texts]
    require_graphviz()

    source = dotted(tree, texts)
    drawn = subprocess.run(["dot", "-Tsvg"], input=source, capture_output=True, text=True, check=True)

    assert drawn.stderr == ""
    shown = [unescape(text).replace("\u00a0", " ") for text in re.findall("<text[^>]*>([^<]*)</text>", drawn.stdout)]
    for label in texts[1:]:
        assert shown.count(label.name) >= 2, label.name
