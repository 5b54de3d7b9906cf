"""Tests and solutions for the autograder of project 2 of Berkeley's course CS188.

The autograder compares the action that an agent chooses and the states that it generates. Agents try actions in the
order in which the test lists them, and generate a state when they search it. The course's own AlphaBetaAgent cuts if
v > beta or v < alpha, like the convention `cs188`, whereas its ExpectimaxAgent never cuts.
"""

from typing import NamedTuple

from treesolve.grading.exercise import Exercise
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.notation.importers.cs188_test import AGENTS, actions, for_agent
from treesolve.notation.importers.format_capabilities import write
from treesolve.search.solution import solve


class AgentTest(NamedTuple):
    """A test of an agent and the solution of the test, as the contents of the files `.test` and `.solution`."""

    test: str
    solution: str


def config(count: int) -> str:
    """Return the content of the CONFIG file for a folder with `count` tests, each of which is worth one point.

    >>> print(config(3), end="")
    max_points: "3"
    class: "NumberPassedQuestion"
    """
    return f'max_points: "{count}"\nclass: "NumberPassedQuestion"\n'


def agent_test(exercise: Exercise) -> AgentTest:
    """Convert the exercise to a test of the agent that searches as the exercise's convention does.

    Raises InputError if the format cannot represent the tree, or if the convention searches from right to left.

    >>> from treesolve.model.convention import CONVENTIONS
    >>> from treesolve.notation.reader import read
    >>> print(agent_test(Exercise("x", read("((6 5) (2 9))"), CONVENTIONS["cs188"])).solution, end="")
    # AlphaBetaAgent, convention cs188: cut >
    action: "B"
    generated: "A B C L1 L2 L3"
    """
    tree, convention = exercise.tree, exercise.convention
    if convention.order != "left-right":
        raise InputError((Problem("agent-order", None, {"convention": convention.id}),))
    test = write(tree, "test")
    if Kind.CHANCE in tree.kinds:
        convention, agent = convention.override(cut="never"), AGENTS[Kind.CHANCE]
    else:
        agent = AGENTS[Kind.MIN] if convention.cuts else "MinimaxAgent"
    solution = solve(tree, convention)
    lines = [
        f"# {agent}" + (f", convention {convention.id}: cut {convention.cut}" if convention.cuts else ""),
        f'action: "{actions(tree)[solution.best_id]}"',  # type: ignore[index]
        f'generated: "{" ".join(sorted(tree.names[node] for node in solution.visited_ids))}"',
    ]
    return AgentTest(for_agent(test, agent), "\n".join(lines) + "\n")
