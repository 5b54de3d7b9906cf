"""A counterexample in the feedback names every leaf that must have a value, so that a student can check it."""

import json
import random
import re
from pathlib import Path

import pytest

import treesolve as ts
from tests.support.effort import cases, dice
from tests.support.program import run

SENTENCE = {
    "en": re.compile(
        r"(?P<node>\w+) must be visited: (?:it|every leaf below it) may still be (?P<value>−?[\d.]+)"
        r"(?: \(with (?P<others>[^()]*)\))?; then \w+ = (?P<root>−?[\d.]+), "
        r"but (?:(?P<without>−?[\d.]+) without (?P<dropped>\w+)|without \w+ no move is left)\."
    ),
    "de": re.compile(
        r"(?P<node>\w+) muss besucht werden: Noch kann (?:\w+ =|jedes Blatt darunter den Wert) (?P<value>−?[\d,]+) "
        r"(?:sein|haben)(?: \(mit (?P<others>[^()]*)\))?; dann ist \w+ = (?P<root>−?[\d,]+), "
        r"(?:ohne (?P<dropped>\w+) aber (?P<without>−?[\d,]+)|und ohne \w+ bliebe kein Zug)\."
    ),
}
RANGE = re.compile(r"(\w+) (?:to|bis) (\w+)")
SEPARATOR = re.compile(r", (?:and )?| and | und ")


def number(text: str) -> float:
    """Return a number as people write it."""
    return float(text.replace("−", "-").replace(",", "."))


def values_named(others: str, leaves: list[str]) -> dict[str, float]:
    """Return the values in the parentheses, by leaf."""
    found: dict[str, float] = {}
    for group in filter(None, others.split("; ")):
        names, value = group.rsplit(" = ", 1)
        for name in SEPARATOR.split(names):
            run_of_leaves = RANGE.fullmatch(name)
            first, last = run_of_leaves.groups() if run_of_leaves else (name, name)
            found |= dict.fromkeys(leaves[leaves.index(first) : leaves.index(last) + 1], number(value))
    return found


def minimax(node: ts.Node, values: dict[str, float], without: str | None = None) -> float | None:
    """Return the value of a node with these values at the leaves; None where nothing is left below it."""
    if node.name == without:
        return None
    if not node.children:
        return values[node.name]
    below = [value for child in node.children if (value := minimax(child, values, without)) is not None]
    return (max if node.kind is ts.Kind.MAX else min)(below) if below else None


def check_counterexample(sentence: re.Match[str], solution: ts.Solution) -> None:
    """Fill in the values that the sentence names, and nothing else; the root is worth what it says."""
    below = leaves_below(next(one for one in solution.visited if one.name == sentence["node"]))
    leaves = [leaf.name for leaf in solution.tree.leaves]
    evaluated = [leaf.name for leaf in solution.evaluated]
    seen = {leaf.name: float(leaf.value) for leaf in solution.evaluated}
    before = [name for name in evaluated if leaves.index(name) < leaves.index(below[0])]
    values = {name: seen[name] for name in before} | dict.fromkeys(below, number(sentence["value"]))
    named = values_named(sentence["others"] or "", leaves)

    assert not named.keys() & values.keys(), sentence[0]
    values |= named
    assert values.keys() == set(leaves), sentence[0]
    assert minimax(solution.tree.root, values) == number(sentence["root"]), sentence[0]
    if sentence["without"]:
        assert minimax(solution.tree.root, values, sentence["dropped"]) == number(sentence["without"]), sentence[0]


def leaves_below(node: ts.Node) -> list[str]:
    """Return the names of the leaves of a subtree."""
    return [name for child in node.children for name in leaves_below(child)] or [node.name]


def random_tree(rng: random.Random, depth: int, most: int) -> str:
    """Return a tree of equal depth whose nodes have up to so many children."""
    if depth == 0:
        return str(rng.randint(0, 20))
    return f"({' '.join(random_tree(rng, depth - 1, most) for _ in range(rng.randint(2, most)))})"


def sentences(tree: str, node: str, folder: Path, language: str) -> list[re.Match[str]]:
    """Return the counterexamples in the feedback to an answer that prunes a node."""
    (folder / "x.tree").write_text(f"points: pruned 1\ntree: {tree}")
    (folder / "1.txt").write_text(f"pruned: {node}\n")
    graded = run("grade", folder / "x.tree", folder / "1.txt", "--format", "json", "--language", language)
    feedback = json.loads(graded.stdout)["results"][0]["feedback"]
    assert not re.search(r"\d+ (more|weitere)\) =", feedback)
    return [*SENTENCE[language].finditer(feedback)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_leaf_that_must_have_a_value_is_named(language: str, tmp_path: Path):
    """Random trees, of up to some hundred leaves; a node in each is pruned that must be visited."""
    rng, found, ranges = dice(f"counterexamples {language}"), 0, 0
    for at in range(cases(480)):
        tree = random_tree(rng, rng.randint(2, 3), 9 if at % 3 == 0 else 4)
        solution = ts.solve(ts.read(tree))
        node = rng.choice([one for one in solution.visited if one.parent is not None])
        for sentence in sentences(tree, node.name, tmp_path, language):
            found += 1
            ranges += bool(RANGE.search(sentence["others"] or ""))
            check_counterexample(sentence, solution)

    assert found > cases(480) / 3
    assert ranges > 0


def test_many_leaves_are_ranges(tmp_path: Path):
    """A sentence stays short, whatever the size of the tree."""
    wide = f"({' '.join(['5'] * 450)})"
    (sentence,) = sentences(f"(({wide} {wide}) ({wide} {wide}))", "B", tmp_path, "en")

    assert len(sentence[0]) < 400
    check_counterexample(sentence, ts.solve(ts.read(f"(({wide} {wide}) ({wide} {wide}))")))


def test_the_right_order_is_shown_in_full(tmp_path: Path):
    """A list that ends in a count cannot be compared with one's own."""
    (tmp_path / "x.tree").write_text(f"points: order 1\ntree: ({' '.join(['(1 2 3 4 5 6 7 8 9)'] * 9)})")
    (tmp_path / "1.txt").write_text("order: L2 L1\n")
    graded = run("grade", tmp_path / "x.tree", tmp_path / "1.txt", "-c", "minimax", "--format", "json")

    assert f"Right: {' '.join(f'L{leaf}' for leaf in range(1, 82))}." in graded.stdout
