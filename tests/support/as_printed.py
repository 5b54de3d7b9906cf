"""What the lectures' texts print, written down once more, word for word or as they tell it, without treesolve.

Vocabulary

    nested      a tree as lists in lists, with numbers for leaves; MAX moves at the root
    seen        the leaves a search came to, in order
"""

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

Nested = Any
"""A number, or a list of nested trees; a type that names itself would have to be unfolded by every test."""


# Trees, and what is true of them


def uniform(values: Iterator[float], branching: int, depth: int) -> Nested:
    """The nested tree in which every node has so many children and every leaf lies so deep."""
    return next(values) if depth == 0 else [uniform(values, branching, depth - 1) for _ in range(branching)]


def drawn(random: Random, branching: int, depth: int) -> Nested:
    """A uniform tree whose leaves are all different."""
    leaves = list(range(1, branching**depth + 1))
    random.shuffle(leaves)
    return uniform(iter(leaves), branching, depth)


def uneven(random: Random, depth: int) -> Nested:
    """A tree whose leaves lie at different depths; the root is never one."""
    return [
        random.randint(-9, 9) if depth == 1 or random.random() < 0.3 else uneven(random, depth - 1)
        for _ in range(random.randint(1, 3))
    ]


def minimax(node: Nested, is_max: bool = True) -> float:
    """The value of a nested tree."""
    if not isinstance(node, list):
        return node
    return (max if is_max else min)(minimax(child, not is_max) for child in node)


def alphabeta(node: Nested, seen: list[float], is_max: bool = True, alpha: float = -inf, beta: float = inf) -> float:
    """What the two functions of the slides return, and Algorithm 2 if it returned the bounds."""
    if not isinstance(node, list):
        seen.append(node)
        return node
    for child in node:
        value = alphabeta(child, seen, not is_max, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if is_max else beta


def leaves_of(node: Nested) -> list[float]:
    """All leaves, from left to right."""
    return [leaf for child in node for leaf in leaves_of(child)] if isinstance(node, list) else [node]


def arranged(node: Nested, best_first: bool, is_max: bool = True) -> Nested:
    """The same tree with the children of every node from best to worst for who moves there, or the other way round."""
    if not isinstance(node, list):
        return node
    children = [arranged(child, best_first, not is_max) for child in node]
    return sorted(children, key=lambda child: minimax(child, not is_max), reverse=is_max == best_first)


# Game trees


def partial(node: Nested, w: float, seen: list[float]) -> float:
    """The text's second `eval`: leaves are rated by the player to move there."""
    if not isinstance(node, list):
        seen.append(node)
        return node
    best, rest = -inf, iter(node)
    while best < w and (child := next(rest, None)) is not None:
        best = max(best, -partial(child, -best, seen))
    return best


def first_calls_with_infinity(root: list[Nested]) -> tuple[float, list[float]]:
    """`findMove` as the sentence below the program says: every child of the root gets w = ∞."""
    seen: list[float] = []
    return max(-partial(child, inf, seen) for child in root), seen


# Playing


LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def of_tictactoe(board: str, mover: str = "X") -> Nested:
    """The nested tree of a position, without looking at the game in treesolve."""
    rows = [{place for place, mark in enumerate(board) if mark == player} for player in "XO"]
    for won, value in zip(rows, (1, -1), strict=True):
        if any(line <= won for line in LINES):
            return value
    free = [place for place, mark in enumerate(board) if mark == "."]
    follow = [board[:place] + mover + board[place + 1 :] for place in free]
    return [of_tictactoe(after, "O" if mover == "X" else "X") for after in follow] or 0


def lengths(heaps: tuple[int, ...], equal: bool) -> set[int]:
    """How many moves games can last in which a heap is split into two, of equal size as well or not."""
    found = set()
    for place, heap in enumerate(heaps):
        for part in range(1, heap // 2 + 1):
            if equal or part * 2 != heap:
                rest = (*heaps[:place], *heaps[place + 1 :], part, heap - part)
                found |= {1 + more for more in lengths(rest, equal)}
    return found or {0}


# Three players


class Nim:
    """SearchingPlayer, LimitingPlayer and PruningPlayer on simple Nim, as printed.

    `draw` says what a heap at the horizon is worth, as random() does there.
    """

    def __init__(self, draw: Callable[[int], float], *, prunes: bool, limit: float = inf, low: float = -1) -> None:
        self.draw, self.prunes, self.limit, self.low = draw, prunes, limit, low
        self.positions = 0

    def select_move(self, heap: int) -> int | None:
        """The first of the moves with the best evaluation."""
        self.positions = 1
        moves = [number for number in (1, 2, 3) if number <= heap]
        if len(moves) == 1:
            return moves[0]
        best, chosen = self.low, None
        for number in moves:
            value = 1 - self.search(heap - number, self.limit - 1, -1, 1 - best if self.prunes else 2)
            if value > best:
                best, chosen = value, number
        return chosen

    def search(self, heap: int, limit: float, low: float, high: float) -> float:
        """eval_by_search; without pruning the bounds stay open."""
        self.positions += 1
        if heap == 0 or limit == 0:
            return 1 if heap == 0 else self.draw(heap)
        moves = [number for number in (1, 2, 3) if number <= heap]
        best = low
        for number in moves:
            if best >= high:
                return best
            bounds = (1 - high, 1 - best) if self.prunes else (-1, 2)
            best = max(best, 1 - self.search(heap - number, limit - (len(moves) > 1), *bounds))
        return best


# Minimax


def negamax(node: Nested, player: int, rate: Callable[[float, int], float]) -> tuple[float, int | None]:
    """The NegaMax of the article: the value, and which move was stored."""
    if not isinstance(node, list):
        return rate(node, player), None
    best, stored = -inf, None
    for move, child in enumerate(node):
        value = -negamax(child, -player, rate)[0]
        if value > best:
            best, stored = value, move
    return best, stored


# Alpha-beta


def algorithm_2(node: Nested, seen: list[float], is_max: bool = True, alpha: float = -inf, beta: float = inf) -> float:
    """Algorithm 2 as printed: n is set once, and returned."""
    if not isinstance(node, list):
        seen.append(node)
        return node
    n = -inf if is_max else inf
    for child in node:
        value = algorithm_2(child, seen, not is_max, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            return alpha if is_max else beta
    return n
