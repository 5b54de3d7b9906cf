"""Tests and solutions for CS188's autograder, compared with agents written according to its handout."""

import random
from pathlib import Path

import pytest

from tests.support.cs188 import expected, outcome
from tests.support.effort import seeds
from tests.support.places import EXERCISES, exercise_files
from treesolve.grading.exercise import Exercise
from treesolve.integrations.cs188_solution import agent_test
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.reader import read

CS188 = CONVENTIONS["cs188"]


def random_tree(rng: random.Random) -> Tree:
    """Return a tree with one to three ghosts, all minimizing or all random; values are often equal."""
    ghosts, kind = rng.randint(1, 3), rng.choice(["MIN", "MIN", "CHANCE"])

    def node(depth: int) -> str:
        if depth and (depth == 5 or rng.random() < 0.25):
            return str(rng.randint(-4, 4))
        below = " ".join(node(depth + 1) for _ in range(rng.choice([1, 2, 2, 4])))
        return f"{kind if depth % (ghosts + 1) else 'MAX'} ({below})"

    return read(node(0))


def test_agents_by_the_handout_come_to_the_solution():
    """The action and exactly the generated states agree."""
    agents = set()
    for seed in seeds(2000):
        tree = random_tree(random.Random(seed))
        convention = CONVENTIONS["minimax"] if seed % 5 == 0 else CS188
        found = agent_test(Exercise("x", tree, convention))
        assert outcome(found.test) == expected(found.solution), found.test
        agents.add(found.test.split('"')[3])
    assert agents == {"AlphaBetaAgent", "MinimaxAgent", "ExpectimaxAgent"}


@pytest.mark.parametrize("path", exercise_files(), ids=lambda path: path.stem)
def test_every_exercise_becomes_a_test_or_is_rejected(path: Path):
    """The notation's limits decide."""
    try:
        found = agent_test(Exercise(path.stem, read(path.read_text("utf-8"), payoffs=True), CS188))
    except InputError as error:
        assert error.problems[0].code == "foreign-cannot-carry"
        return
    assert outcome(found.test) == expected(found.solution)


def test_pacman_meets_two_ghosts():
    """Checks the participating agents, their depth, and the names of moves; the second ghost cuts."""
    tree = read((EXERCISES / "cs188" / "two-ghosts.tree").read_text("utf-8"))
    test, solution = agent_test(Exercise("two-ghosts", tree, CS188))

    assert 'num_agents: "3"' in test
    assert 'depth: "1"' in test
    assert "A left B" in test
    assert solution == (
        f'# AlphaBetaAgent, convention cs188: cut >\naction: "left"\ngenerated: "{expected(solution).generated}"\n'
    )


def test_other_conventions_cut_where_they_do():
    """They cut on equality, and the solution says so."""
    tree = read("((6 5) (5 9))")
    solutions = {name: agent_test(Exercise("x", tree, CONVENTIONS[name])).solution for name in ("cs188", "aima")}

    assert expected(solutions["cs188"]).generated == "A B C L1 L2 L3 L4"
    assert expected(solutions["aima"]).generated == "A B C L1 L2 L3"
    assert "convention aima: cut >=" in solutions["aima"]


def test_an_agent_meets_chance_without_cuts():
    """Limits of the leaves make no difference."""
    tree = read("bounds: 0 9\ntree: (CHANCE (9 9) CHANCE (0 0))")
    found = agent_test(Exercise("x", tree, CS188))

    assert 'alg: "ExpectimaxAgent"' in found.test
    assert expected(found.solution).generated == "A B C L1 L2 L3 L4"
    assert found.solution.startswith("# ExpectimaxAgent\n")


def test_conventions_from_right_to_left_are_rejected():
    """No agent of CS188 searches in this order."""
    with pytest.raises(InputError) as refused:
        agent_test(Exercise("x", read("(6 5)"), CS188.override(order="right-left")))
    assert refused.value.problems[0].code == "agent-order"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("(left -> 6 left -> 5)", "same-moves"),
        ('("a#b": 6 5)', "words"),
        ("CHANCE (6 5)", "chance"),
        ("(CHANCE (1/4 * 6 3/4 * 5) 2)", "weights"),
        ("(CHANCE (6 5) MIN (2 3))", "chance"),
        ("MIN (6 5)", "kinds"),
        ("(1/3 2)", "fractions"),
    ],
)
def test_trees_that_a_test_cannot_represent_are_rejected(text: str, what: str):
    """Moves of one name would be the same action, and # would end a line."""
    with pytest.raises(InputError) as refused:
        agent_test(Exercise("x", read(text), CS188))
    assert refused.value.problems[0].facts["what"] == [what]
