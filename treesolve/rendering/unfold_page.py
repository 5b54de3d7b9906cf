"""Titles and size limits of unfolded game trees, and state spaces as pages.

A state space is shown as a list of its states, or as a picture that contains every state once. The picture is arranged
like a tree: each state is below one of its predecessors, and extra lines are the edges from its other predecessors.
This requires that every step leads to the next level.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.board import read_board
from treesolve.drawing.label import Label
from treesolve.drawing.size_limit import MAX_LEVELS
from treesolve.drawing.svg import svg
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Budget, BudgetSpent, Horizon, Positions
from treesolve.games.registry import GAMES
from treesolve.games.state_space import State, StateSpace
from treesolve.games.tree_expansion import MAX_ESTIMATE, PositionsFactory, estimate_size, find_max_depth
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.rendering.chart import Chart
from treesolve.rendering.document import Charts, Document, Listing, Opening, Paragraph, Table
from treesolve.rendering.picture_label import MAX_NODES_DESCRIBED
from treesolve.rendering.template_environment import MAX_DIGITS, about, group_digits, number_text, shortened, words
from treesolve.rendering.tree_picture import arrangement_document, resolution

MAX_DRAWN = 2000
"""Maximum number of states in a picture."""


def state_space_page(
    space: StateSpace, title: str, tree_size: int, language: str = "en", shapes: str = "triangles", **look: bool
) -> Document:
    """Return the page of a state space.

    The page contains the size of the space and that of the tree, the picture, and all states with their successors.
    """
    say = words(language, "unfolding.jinja")
    is_exact = tree_size < 10**MAX_DIGITS
    sizes: dict[str, object] = {
        "states": group_digits(len(space.states)),
        "count": len(space.states),
        "exact": is_exact,
    }
    sizes["nodes"] = group_digits(tree_size) if is_exact else about(tree_size)
    best = {"value": _value_text(space.states[0], language), "names": [step.move for step in space.best]}
    head = [say.column(column).strip() for column in ("level", "state", "mover", "value", "steps")]
    summary = Paragraph([say.sizes(sizes).strip(), say.best(best).strip()])

    def pictures() -> list[Chart]:
        with suppress(InputError):
            arrangement, labels, alt_text = _drawn_space(space, language, shapes, **look)
            return [Chart(alt_text, svg(arrangement, labels, alt_text, standalone=False), arrangement.width)]
        return []

    rows = Listing(len(space.states), lambda: (_row_of_state(space, state, language) for state in space.states), "")
    table = Table(head, rows, words=(1, 2, 4))
    return Document([Opening(title), summary, Charts(pictures), table], language)


def _row_of_state(space: StateSpace, state: State, language: str) -> list[str]:
    steps = ", ".join(
        f"{space.states[step.state].name} ({_value_text(space.states[step.state], language)})" for step in state.steps
    )
    mover = "" if state.kind is Kind.LEAF else state.kind.name
    return [str(state.level), state.name, mover, _value_text(state, language), steps]


def _value_text(state: State, language: str) -> str:
    return number_text(state.value, language)


def state_space_picture(
    space: StateSpace,
    form: str,
    language: str = "en",
    *,
    boards: bool = False,
    shapes: str = "triangles",
    title: str = "",
) -> Any:
    """Return the picture in an output format, as bytes for "pdf" and "png", and as text for "svg", "typst" and "dot".

    Raises InputError if the space is too large, or if steps skip a level. Only "dot" supports such steps.
    """
    if form == "dot":
        _check_size_of_space(space)
        from treesolve.drawing.dot import format_graph_dot

        labels = [_label_of_state(state, language, boards=boards) for state in space.states]
        links = [(number, step.state) for number, state in enumerate(space.states) for step in state.steps]
        return format_graph_dot(labels, links, [state.level for state in space.states], shapes)
    arrangement, labels, alt_text = _drawn_space(space, language, shapes, boards=boards)
    if form == "svg":
        return svg(arrangement, labels, alt_text)
    source = arrangement_document(arrangement, labels, alt_text, title or alt_text, language)
    if form == "typst":
        return source
    from treesolve.rendering.pdf import pdf, png

    return pdf(source) if form == "pdf" else png(source, resolution(arrangement))[0]


def _check_size_of_space(space: StateSpace) -> None:
    levels = max(state.level for state in space.states) + 1
    if len(space.states) > MAX_DRAWN or levels > MAX_LEVELS:
        facts = {"states": len(space.states), "levels": levels, "most": MAX_DRAWN, "deepest": MAX_LEVELS}
        raise InputError((Problem("states-not-drawn", None, facts),))


_Drawn = tuple[Arrangement, list[Label], str]
"""The arrangement of the states as a tree with all links, the labels of the states, and the text alternative."""


def _drawn_space(space: StateSpace, language: str, shapes: str, *, boards: bool = False) -> _Drawn:
    _check_size_of_space(space)
    tree, states = _space_as_tree(space)
    labels = [_label_of_state(space.states[state], language, boards=boards) for state in states]
    nodes = {state: node for node, state in enumerate(states)}
    links = [
        (nodes[number], nodes[step.state])
        for number, state in enumerate(space.states)
        for step in state.steps
        if tree.parents[nodes[step.state]] != nodes[number]
    ]
    return arrange(tree, labels, shapes, links=links), labels, _space_alt_text(space, language)


def _space_as_tree(space: StateSpace) -> tuple[Tree, list[int]]:
    """Return the space as a tree, and the state of each node. Raises InputError if a step skips a level."""
    above: list[list[int]] = [[] for _ in space.states]
    for number, state in enumerate(space.states):
        for step in state.steps:
            if space.states[step.state].level != state.level + 1:
                facts = {"name": state.name, "other": space.states[step.state].name}
                raise InputError((Problem("state-levels", None, facts),))
            above[step.state].append(number)
    children_of_state: list[list[int]] = [[] for _ in space.states]
    for number, predecessors in enumerate(above):
        if predecessors:
            children_of_state[predecessors[len(predecessors) // 2]].append(number)
    return _tree_in_preorder(space, children_of_state)


def _tree_in_preorder(space: StateSpace, children_of_state: Sequence[Sequence[int]]) -> tuple[Tree, list[int]]:
    states: list[int] = []
    stack = [0]
    while stack:
        states.append(stack.pop())
        stack += reversed(children_of_state[states[-1]])
    nodes = {state: node for node, state in enumerate(states)}
    children = tuple(tuple(nodes[below] for below in children_of_state[state]) for state in states)
    kinds, values = zip(*((space.states[state].kind, space.states[state].value) for state in states), strict=True)
    return Tree(kinds, values, children), states


def _label_of_state(state: State, language: str, *, boards: bool) -> Label:
    board = read_board(state.name) if boards else ()
    return Label(shortened(state.name), state.kind, _value_text(state, language), board=board)


def _space_alt_text(space: StateSpace, language: str) -> str:
    """Return the text alternative of the picture."""
    alt_text = [
        f"{state.name} = {_value_text(state, language)}"
        + (" → " + ", ".join(space.states[step.state].name for step in state.steps) if state.steps else "")
        for state in space.states[:MAX_NODES_DESCRIBED]
    ]
    ending = " …" if len(space.states) > MAX_NODES_DESCRIBED else ""
    return words(language, "unfolding.jinja").told_space({"told": "; ".join(alt_text) + ending}).strip()


def default_title(game: Game, horizon: Horizon, heuristic: str | None, language: str = "en") -> str:
    """Return the title of a tree: the game, its position unless the board is empty, the depth and the heuristic."""
    say = words(language, "unfolding.jinja")
    shown = game.show()
    is_empty = "/" in shown and shown == game.start
    facts = {"game": game_name(game.name, language), "position": "" if is_empty else shown, "depth": horizon.depth or 0}
    facts |= {"counting": horizon.depth_unit, "heuristic": (heuristic or "").rpartition(":")[2]}
    return say.title(facts).strip()


def game_name(name: str, language: str = "en") -> str:
    """Return the display name of a game with its setting. Games from user files keep their names."""
    known, colon, setting = name.partition(":")
    if colon and known in GAMES:
        return f"{game_name(known, language)} ({setting})"
    return words(language, "unfolding.jinja").game(name).strip()


MAX_NODES = 1_000_000
"""Maximum number of nodes in the tree or states in the state space of a game."""

_FITTING = 20_000
"""The target size of the smaller tree that an error message suggests."""

_Result = TypeVar("_Result")


def unfold_within_limit(
    name: str,
    make_positions: PositionsFactory,
    horizon: Horizon,
    unfold: Callable[[Positions], _Result],
    *,
    in_python: bool = False,
) -> _Result:
    """Return the result of `unfold`.

    Raises InputError if the tree is too large, in most cases before building the tree.
    """
    size = round(estimate_size(make_positions(horizon, None)))
    if size <= 3 * MAX_NODES:  # the estimate may be wrong by a factor of three
        with suppress(BudgetSpent):
            return unfold(make_positions(horizon, Budget(MAX_NODES)))
    raise InputError((_too_large(name, size, make_positions, horizon, in_python=in_python),))


def _too_large(name: str, size: int, make_positions: PositionsFactory, horizon: Horizon, *, in_python: bool) -> Problem:
    """Return the problem that a game's tree is too large, with the estimated size of the tree and a feasible depth."""
    depth, nodes = find_max_depth(make_positions, horizon, _FITTING) or (0, 0)
    facts: dict[str, object] = {
        "nodes": about(size),
        "beyond": size >= MAX_ESTIMATE,
        "limit": group_digits(MAX_NODES),
        "depth_as": "depth=" if in_python else "--depth ",
        "depth": depth,
        "fitting": group_digits(nodes),
    }
    return Problem("unfolding-too-large", None, facts, name)
