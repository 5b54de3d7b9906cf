"""The autograder of CS188's project 2, by its handout: a strict reader of its files, and the agents that it asks for.

Agent 0 takes the greatest value, every other one the least or the average; a state counts as generated when an agent
makes it out of another one, the first one always.
"""

import re
from typing import NamedTuple

_LINE = re.compile(r'([^"]*?):\s*"([^"]*)"\s*')
_HEAD = re.compile(r'([^"]*?):\s*"""\s*')


def fields(text: str) -> dict[str, str]:
    """Return the fields of a file; fails where the autograder would end. What stands behind # is no part of a line."""
    found: dict[str, str] = {}
    raw = text.split("\n")
    lines = iter([line.partition("#")[0] for line in raw])
    for line in lines:
        if message := _LINE.fullmatch(line):
            found[message[1]] = message[2]
        elif message := _HEAD.fullmatch(line):
            block = iter(lambda: next(lines), '"""')
            found[message[1]] = "\n".join(block)
        else:
            assert not line.strip(), line
    return found


class Outcome(NamedTuple):
    """What an agent is compared by."""

    action: str
    generated: str


class Game(NamedTuple):
    """The states of a test; `generated` are those that an agent has made so far."""

    agents: int
    depth: int
    alg: str
    ends: frozenset[str]
    successors: dict[str, dict[str, str]]
    evaluation: dict[str, float]
    generated: set[str]

    def value(self, state: str, ply: int, alpha: float, beta: float) -> float:
        """Return the value that the agent finds for a state so many plies below the first one."""
        if state in self.ends or ply == self.depth * self.agents:
            return self.evaluation[state]
        if ply % self.agents and self.alg == "ExpectimaxAgent":
            below = [self.value(self.made(state, action), ply + 1, alpha, beta) for action in self.successors[state]]
            return sum(below) / len(below)
        return self.chosen(state, ply, alpha, beta)[0]

    def chosen(self, state: str, ply: int, alpha: float, beta: float) -> tuple[float, str]:
        """Return the best value and the first action that has it; only AlphaBetaAgent stops, and not where it is
        equal.
        """
        sign = -1 if ply % self.agents else 1
        best, first = -float("inf"), ""
        for action in self.successors[state]:
            value = sign * self.value(self.made(state, action), ply + 1, alpha, beta)
            if value > best:
                best, first = value, action
            if self.alg == "AlphaBetaAgent" and (sign * best > beta if sign > 0 else sign * best < alpha):
                break
            alpha, beta = (max(alpha, best), beta) if sign > 0 else (alpha, min(beta, -best))
        return sign * best, first

    def made(self, state: str, action: str) -> str:
        """Return the state that an action leads to, which is generated with it."""
        self.generated.add(self.successors[state][action])
        return self.successors[state][action]


def outcome(test: str) -> Outcome:
    """What an agent does that is as the handout says."""
    message = fields(test)
    assert message["class"] == "GraphGameTreeTest"
    assert message["diagram"]
    successors: dict[str, dict[str, str]] = {}
    for line in message["successors"].split("\n"):
        state, action, following = line.split()
        assert action not in successors.setdefault(state, {})
        successors[state][action] = following
    evaluation = {state: float(value) for state, value in map(str.split, message["evaluation"].split("\n"))}
    ends = frozenset(f"{message['win_states']} {message['lose_states']}".split())
    start = message["start_state"]
    game = Game(
        int(message["num_agents"]), int(message["depth"]), message["alg"], ends, successors, evaluation, {start}
    )
    _, action = game.chosen(start, 0, -float("inf"), float("inf"))
    return Outcome(action, " ".join(sorted(game.generated)))


def expected(solution: str) -> Outcome:
    """What the autograder compares an agent with."""
    message = fields(solution)
    return Outcome(message["action"], message["generated"])
