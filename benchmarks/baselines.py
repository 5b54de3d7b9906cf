"""Baselines for the benchmarks: other implementations of alpha-beta.

    textbook    recursive functions with max() and min() that record nothing, on nested lists and on the columns of a
                treesolve Tree
    aima style  Russell and Norvig's alpha-beta search, which queries a game object; the game is a dict
    easyAI      Negamax of the package easyAI, if it is installed

Every baseline searches the complete tree with the window (-∞, ∞) and returns the value of the root.
"""

import sys
from collections.abc import Callable
from typing import Any

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.tree import Tree

Baseline = Callable[[], float]
"""A search of a fixed tree, which returns the value of the root."""


# Textbook


def nested(tree: Tree) -> Any:
    """Return the tree as lists of lists of numbers."""
    lists: list[Any] = list(tree.values)
    for node in range(len(tree) - 1, -1, -1):
        if tree.children[node]:
            lists[node] = [lists[child] for child in tree.children[node]]
    return lists[0]


def textbook_max(node: Any, alpha: float, beta: float) -> float:
    """Return the value of a MAX node."""
    if not isinstance(node, list):
        return node  # type: ignore[no-any-return]
    value = -INFINITY
    for child in node:
        value = max(value, textbook_min(child, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def textbook_min(node: Any, alpha: float, beta: float) -> float:
    """Return the value of a MIN node."""
    if not isinstance(node, list):
        return node  # type: ignore[no-any-return]
    value = INFINITY
    for child in node:
        value = min(value, textbook_max(child, alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value


def textbook_on_lists(tree: Tree) -> Baseline:
    """Return the textbook search on nested lists."""
    root = nested(tree)
    return lambda: textbook_max(root, -INFINITY, INFINITY)


def textbook_on_columns(tree: Tree) -> Baseline:
    """Return the textbook search on the columns of the tree."""
    children, values, kinds = tree.children, tree.values, tree.kinds

    def textbook(node: int, alpha: float, beta: float) -> float:
        if not children[node]:
            return values[node]  # type: ignore[return-value]
        if kinds[node] is Kind.MAX:
            value = -INFINITY
            for child in children[node]:
                value = max(value, textbook(child, alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
            return value
        value = INFINITY
        for child in children[node]:
            value = min(value, textbook(child, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
        return value

    return lambda: textbook(0, -INFINITY, INFINITY)


def textbook_that_records(tree: Tree) -> Callable[[], list[tuple[object, ...]]]:
    """Return the textbook search that records a tuple for each event, like the events of treesolve's trace."""
    children, values, kinds = tree.children, tree.values, tree.kinds

    def textbook(node: int, alpha: float, beta: float, record: Callable[[tuple[object, ...]], None]) -> float:
        if not children[node]:
            record(("evaluate", node, values[node]))
            return values[node]  # type: ignore[return-value]
        record(("enter", node, alpha, beta))
        is_max = kinds[node] is Kind.MAX
        best = -INFINITY if is_max else INFINITY
        for child in children[node]:
            value = textbook(child, alpha, beta, record)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            record(("update", node, child, value, alpha, beta))
            if alpha >= beta:
                record(("cut", node, child, alpha, beta))
                break
        record(("leave", node, best))
        return best

    def recorded() -> list[tuple[object, ...]]:
        events: list[tuple[object, ...]] = []
        textbook(0, -INFINITY, INFINITY, events.append)
        return events

    return recorded


# As in Russell and Norvig


class DictGame:
    """A game whose positions are strings; `moves` maps a position and a move to the next position.

    `worth` has the values of final positions, in MAX's view.
    """

    def __init__(self, tree: Tree) -> None:
        names = tree.names
        self.initial = names[0]
        self.moves: dict[str, dict[str, str]] = {}
        self.worth: dict[str, Any] = {}
        self.mover: dict[str, str] = {}
        for node, name in enumerate(names):
            if tree.children[node]:
                self.moves[name] = {f"move {names[child]}": names[child] for child in tree.children[node]}
                self.mover[name] = tree.kinds[node].name
            else:
                self.worth[name] = tree.values[node]

    def actions(self, state: str) -> list[str]:
        """Return the moves at a position."""
        return list(self.moves[state])

    def result(self, state: str, move: str) -> str:
        """Return the position after a move."""
        return self.moves[state][move]

    def terminal_test(self, state: str) -> bool:
        """Return whether the game is over."""
        return state in self.worth

    def utility(self, state: str, player: str) -> float:
        """Return the value of a final position to a player."""
        return self.worth[state] if player == "MAX" else -self.worth[state]  # type: ignore[no-any-return]

    def to_move(self, state: str) -> str:
        """Return the player to move."""
        return self.mover[state]


def alpha_beta_search(game: DictGame, state: str) -> tuple[float, str | None]:
    """Return the value of a position to the player to move, and the best move there."""
    player = game.to_move(state)

    def max_value(state: str, alpha: float, beta: float) -> tuple[float, str | None]:
        if game.terminal_test(state):
            return game.utility(state, player), None
        best, best_move = -INFINITY, None
        for move in game.actions(state):
            value, _ = min_value(game.result(state, move), alpha, beta)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, best)
            if best >= beta:
                break
        return best, best_move

    def min_value(state: str, alpha: float, beta: float) -> tuple[float, str | None]:
        if game.terminal_test(state):
            return game.utility(state, player), None
        best, best_move = INFINITY, None
        for move in game.actions(state):
            value, _ = max_value(game.result(state, move), alpha, beta)
            if value < best:
                best, best_move = value, move
                beta = min(beta, best)
            if best <= alpha:
                break
        return best, best_move

    return max_value(state, -INFINITY, INFINITY)


def aima_style(tree: Tree) -> Baseline:
    """Return Russell and Norvig's search on a dict."""
    game = DictGame(tree)
    return lambda: alpha_beta_search(game, game.initial)[0]


# easyAI


def easy_ai(tree: Tree) -> Baseline | None:
    """Return the Negamax of easyAI on the columns of the tree; None if the package is not installed.

    Moves are node ids and can be undone, which is the fastest kind of game in easyAI.
    """
    try:
        from easyAI import Negamax, TwoPlayerGame
    except ImportError:
        return None
    children, values, parents = tree.children, tree.values, tree.parents

    class TreeGame(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.node = 0

        def possible_moves(self) -> tuple[int, ...]:
            return children[self.node]

        def make_move(self, move: int) -> None:
            self.node = move

        def unmake_move(self, move: int) -> None:
            self.node = parents[move]  # type: ignore[assignment]

        def is_over(self) -> bool:
            return not children[self.node]

        def scoring(self) -> float:
            value: Any = values[self.node]
            return value if self.current_player == 1 else -value  # type: ignore[no-any-return]

    negamax, game = Negamax(max(tree.depths)), TreeGame()

    def value() -> float:
        negamax(game)
        return negamax.alpha  # type: ignore[no-any-return]

    return value


# Counting the visited nodes

VISITING = {"textbook_max", "textbook_min", "textbook", "terminal_test", "negamax"}
"""Functions that a baseline calls exactly once for each visited node."""


def visits(baseline: Baseline) -> int:
    """Return the number of nodes that a baseline visits."""
    count = 0

    def watch(frame: Any, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code.co_name in VISITING

    sys.setprofile(watch)
    try:
        baseline()
    finally:
        sys.setprofile(None)
    return count
