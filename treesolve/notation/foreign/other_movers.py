"""Trees in which names say that somebody else than MAX and MIN decides: chance, or players with payoffs."""

import re
from collections.abc import Mapping

from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.sketch import LONGEST_LINE, Sketch, nodes, sketch_of
from treesolve.notation.mover_names import CHANCES, PLAYER_WORDS
from treesolve.notation.number_text import write_payoffs
from treesolve.notation.writer import write_name

_PLAYER = re.compile(rf"(?:(?P<move>.*\w)\W+)?(?:{'|'.join(PLAYER_WORDS)})(?P<number>[1-9])")
"""The name of a node at which a player moves, or a move and that name behind it."""

_SEARCH = "expecti"
"""How names begin of searches of which MAX decides, and chance below it."""


def problem_of_other_movers(tree: Tree, text: str = "") -> Problem | None:
    """What the names of inner nodes say that was not read; None where they say nothing.

    In `text`, if it is in our notation, quotation marks say that a name is one.

    >>> from treesolve.notation.grammar_reader import read_own
    >>> problem_of_other_movers(read_own("P1: (P2: ((3 1) (1 1)) P2: ((2 1) (0 0)))")).facts["instead"]
    'P1 (P2 (<3, 1> <1, 1>) P2 (<2, 1> <0, 0>))'
    """
    if tree.has_payoffs or len(tree) > LONGEST_LINE:
        return None
    names = {node: name for node, name in tree.given_names.items() if tree.children[node] and f'"{name}"' not in text}
    for node, name in names.items():
        if name.casefold() in CHANCES and tree.kinds[node] is not Kind.CHANCE:
            return _problem("chance-as-name", tree, node, _line_with_chance(tree, node))
    players = {node: found for node, name in names.items() if (found := _PLAYER.fullmatch(name))}
    line = _line_with_payoffs(tree, players)
    return _problem("player-as-name", tree, 0, line) if line else None


def _problem(code: str, tree: Tree, node: int, instead: str) -> Problem:
    name, start = tree.given_names[node], tree.offsets[node]
    return Problem(code, Span(start, start + len(name)), {"text": name, "instead": instead})


def _line_with_chance(tree: Tree, node: int) -> str:
    """The tree with a chance node in the place of a node that is called so; below it where it is called as a search."""
    from treesolve.notation.foreign.refusal import example

    is_search = tree.given_names[node].casefold().startswith(_SEARCH)
    chances = {child for child in tree.children[node] if tree.children[child]} if is_search else {node}
    made: dict[int, Sketch] = {}
    for place, one in zip(reversed(range(len(tree))), reversed([*nodes(sketch_of(tree))]), strict=True):
        below = one._replace(children=tuple(made[child] for child in tree.children[place]))
        named = below._replace(name=None) if place == node else below
        made[place] = named._replace(kind=Kind.CHANCE) if place in chances else named
    return example(made[0])


def _line_with_payoffs(tree: Tree, players: Mapping[int, re.Match[str]]) -> str:
    """The tree with payoffs, where the lowest nodes have a leaf a player, and the others are called after players."""
    inner = [node for node, below in enumerate(tree.children) if below]
    rows = {node for node in inner if not any(tree.children[child] for child in tree.children[node])}
    widths = {len(tree.children[row]) for row in rows}
    if not players or players.keys() != {*inner} - rows:
        return ""
    if widths != {max(2, *(int(found["number"]) for found in players.values()))}:
        return ""
    made: dict[int, str] = {}
    for node in reversed(inner):
        children = tree.children[node]
        if found := players.get(node):
            move = f"{write_name(found['move'])} -> " if found["move"] and node else ""
            made[node] = f"{move}P{found['number']} ({' '.join(made[child] for child in children)})"
        else:
            name = f"{write_name(tree.given_names[node])}: " if node in tree.given_names else ""
            made[node] = name + write_payoffs(tuple(tree.values[child] for child in children))  # type: ignore[misc]
    return made[0]
