"""Alpha and beta at each reading point, compared with the run of each convention's pseudocode."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.test_search import CUTTING, each, leaves_for, paths
from tests.support.chance_oracle import drawn
from tests.support.effort import examples
from tests.support.oracle import PSEUDOCODE, Nested, Path, Run
from tests.support.strategies import planted
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.bounds_at_reading_point import BoundsByNode, alpha_beta_pairs
from treesolve.search.solution import solve

HSBI = "tree: A: (B: (8 7 3) C: (E: (9 1 6) F: (2 1 1) G: (6 5 2)) D: (2 1 3))"


def value_of(run: Run, tree: Nested, path: Path) -> object:
    """Return the value that a visited node returned; for a leaf, its own value."""
    if path in run.returned:
        return run.returned[path]
    for index in path:
        tree = tree[index]  # type: ignore[index]
    return tree


def finished(run: Run, path: Path, leaf: Path | None) -> Iterator[Path]:
    """Yield the children of a node that are finished after a leaf; without a leaf, all visited children."""
    seen = run.leaves if leaf is None else run.leaves[: run.leaves.index(leaf) + 1]
    for child in dict.fromkeys(one[: len(path) + 1] for one in seen if one[: len(path)] == path):
        if leaf is None or child == leaf or leaf[: len(child)] != child:
            yield child


def pair_of(run: Run, tree: Nested, path: Path, *, maximising: bool, leaf: Path | None = None) -> tuple:
    """Return alpha and beta of a node: those on entry, raised or lowered by the finished children."""
    alpha, beta = run.windows[path]
    values = [value_of(run, tree, child) for child in finished(run, path, leaf)]
    is_max = maximising is (len(path) % 2 == 0)
    return (max([alpha, *values]), beta) if is_max else (alpha, min([beta, *values]))


def row_of(run: Run, tree: Nested, path: Path, *, maximising: bool) -> list:
    """Return alpha and beta of a node on entry and after each child that changes one of them."""
    row = [run.windows[path]]
    is_max = maximising is (len(path) % 2 == 0)
    for child in finished(run, path, None):
        (alpha, beta), value = row[-1], value_of(run, tree, child)
        pair = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        row += [pair] * (pair != row[-1])
    return [end for pair in row for end in pair]


@each(CUTTING)
@examples(60)
@given(data=st.data(), maximising=st.booleans())
def test_the_pairs_are_those_of_the_pseudocode(convention: Convention, data: st.DataObject, maximising: bool):
    """On entry, at last, at each change, and on the path to each evaluated leaf after its evaluation."""
    nested = data.draw(leaves_for(convention).filter(lambda tree: isinstance(tree, list)))
    run = PSEUDOCODE[convention.id](nested, maximising)
    solution = solve(planted(nested, maximising=maximising), convention)
    if solution.is_forced:
        return
    path_of, tree = paths(solution.tree), solution.tree

    def by_path(found: BoundsByNode) -> dict[Path, object]:
        return {path_of[node]: pair for node, pair in found.items()}

    def expected(found: Iterator[Path] | Run, leaf: Path | None = None) -> dict[Path, object]:
        return {path: pair_of(run, nested, path, maximising=maximising, leaf=leaf) for path in found}

    assert by_path(alpha_beta_pairs(solution)) == run.windows
    assert by_path(alpha_beta_pairs(solution, "last")) == expected(run.windows)
    rows = {path: tuple(row_of(run, nested, path, maximising=maximising)) for path in run.windows}
    assert by_path(alpha_beta_pairs(solution, "changes")) == rows
    for leaf in run.leaves:
        above = (leaf[:length] for length in range(len(leaf)))
        name = tree.names[path_of.index(leaf)]
        assert by_path(alpha_beta_pairs(solution, f"after {name}")) == expected(above, leaf)


@pytest.mark.parametrize("chance", ["star1", "star2", "never"])
def test_chance_nodes_keep_their_window_of_entry(chance: str):
    """Players raise alpha or lower beta to their best value, whatever cuts above them."""
    for seed in range(300):
        tree = drawn(Random(seed))
        solution = solve(tree, CONVENTIONS["aima"]._replace(chance=chance))
        entry, last = alpha_beta_pairs(solution, "entry"), alpha_beta_pairs(solution, "last")
        assert entry == {node: solution.window(node) for node in solution.visited_ids if tree.children[node]}
        for node, (alpha, beta) in entry.items():
            up = [solution.returned(child) for child in tree.children[node] if child in solution.visit_of]
            kind = tree.kinds[node]
            own = {
                Kind.MAX: (max([alpha, *up]), beta),
                Kind.MIN: (alpha, min([beta, *up])),
                Kind.CHANCE: (alpha, beta),
            }
            assert last[node] == own[kind], (seed, node)


def named(tree: Tree, found: BoundsByNode) -> dict[str, object]:
    """Return the pairs by node name."""
    return {tree.names[node]: pair for node, pair in found.items()}


def test_a_header_sets_the_reading_point():
    """The expected pairs of a published sheet were computed by hand; the search itself does not change."""
    inf = float("inf")
    tree = read(f"alpha-beta: last\n{HSBI}")
    solution = solve(tree)
    last = {"A": (3, inf), "B": (-inf, 3), "C": (3, 2), "E": (9, inf), "F": (3, 9), "D": (3, 2)}
    assert named(tree, alpha_beta_pairs(solution)) == last
    assert solution.log.alphas == solve(read(HSBI)).log.alphas
    assert solution.window(tree.names.index("C")) == (3, inf)
    assert named(tree, alpha_beta_pairs(solution, "after L4")) == {"A": (3, inf), "C": (3, inf), "E": (9, inf)}
    assert alpha_beta_pairs(solution, "after L10") == {}
