"""The labels of a picture, which show the state of each node as text in one language."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from treesolve.drawing.board import read_board
from treesolve.drawing.label import Label
from treesolve.drawing.shape import text_width
from treesolve.drawing.size_limit import LIMITS, level_count
from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number, Value
from treesolve.model.perspective import window_seen_by
from treesolve.model.tree import Tree
from treesolve.rendering.template_environment import (
    MAX_LABEL_LENGTH,
    display_text,
    format_window_row,
    number_text,
    shortened,
    weight_text,
    words,
)
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_frames import Animation, Frame, NodeState, blank_frame
from treesolve.search.solution import Solution
from treesolve.search.step_table import viewer

_SIGNS = {"=": "", "<=": "≤", ">=": "≥"}

_SHORT = 3
"""Maximum length of a number that fits into every shape, in characters."""

_HANDWRITING = "00"
"""Text as wide as the extra space for handwritten payoffs."""

MAX_NODES_DESCRIBED = 300
"""Maximum number of nodes in the text alternative of a picture."""

MAX_TEXT_LENGTH, MAX_NUMBER_LENGTH = MAX_LABEL_LENGTH, 16
"""Maximum length in characters of a name or move, and of a number, in a picture."""


def with_boards(tree: Tree, labels: Sequence[Label]) -> list[Label]:
    """Return the labels, with a board for each node whose name is a board.

    If a label has a board and a caption, its name is shown before its value.
    """
    return [_label_with_board(tree, node, label) for node, label in enumerate(labels)]


def _label_with_board(tree: Tree, node: int, label: Label) -> Label:
    board = read_board(tree.given_names.get(node, ""))
    if not board or node not in tree.captions:
        return label._replace(board=board, bare_value=label.value)
    name, value = tree.names[node], label.value
    sign = "" if not value or value[0] in "≤≥" else "="
    return label._replace(board=board, value=f"{name}{sign}{value}", bare_value=value)


def name_with_caption(tree: Tree, node: int) -> str:
    """Return the name of a node as in pictures, with its caption if there is one, such as `B (4-3)`."""
    caption = tree.captions.get(node)
    return shortened(tree.names[node] if caption is None else f"{tree.names[node]} ({caption})")


def labels(
    tree: Tree,
    frame: Frame,
    language: str = "en",
    *,
    convention: Convention | None = None,
    still: bool = False,
    boards: bool = False,
) -> list[Label]:
    """Return the label of each node in a frame, indexed by ID; a `still` picture marks no node as current.

    Windows are worded as in the convention; without a convention, they are intervals in MAX's view. With `boards`,
    nodes whose names are boards show these boards.
    """
    path = frozenset(frame.principal_variation)
    found = [
        Label(
            name_with_caption(tree, node),
            tree.kinds[node],
            value_text(state, language),
            bounds_text(tree, node, state, language, convention),
            edge_text(tree, node, language),
            state.status,
            node in frame.struck,
            node in path,
            not still and node == frame.current,
        )
        for node, state in enumerate(frame.states)
    ]
    return with_boards(tree, found) if boards else found


def exercise_labels(tree: Tree, language: str = "en", *, bounds: bool = False) -> list[Label]:
    """Return the label of each node of an exercise; inner nodes have space for the student's value.

    With `bounds`, there is also space for a relation sign before each number.
    """
    shown = labels(tree, blank_frame(tree), language, still=True)
    widest = _widest_text(shown[leaf].value for leaf in tree.leaf_ids)
    if bounds:
        widest = _SIGNS[">="] + widest
    elif len(widest) <= _SHORT:
        return shown
    if tree.has_payoffs:
        widest += _HANDWRITING
    return [label._replace(reserved=widest) if tree.children[node] else label for node, label in enumerate(shown)]


def alternative(tree: Tree, labels: Sequence[Label], language: str = "en") -> str:
    """Return the text alternative of a picture in one line: `Game tree: S = 5 (A = 5 (L1 = 6, L2 = 5), ...)`.

    Only the first MAX_NODES_DESCRIBED nodes are described.
    """
    say = words(language)
    fragments: list[str] = []
    closing: list[int] = []
    for node in range(min(len(tree), MAX_NODES_DESCRIBED)):
        while closing and closing[-1] <= node:
            closing.pop()
            fragments.append(")")
        is_first = node == 0 or tree.parents[node] == node - 1
        fragments.append(("" if is_first else "; ") + say.told_node(labels[node].without_board).strip())
        if tree.children[node]:
            fragments.append(" (")
            closing.append(tree.ends[node])
    ending = " …" if len(tree) > MAX_NODES_DESCRIBED else ""
    return say.alternative("".join(fragments) + ending + ")" * len(closing))


def widest_labels(animation: Animation, language: str = "en", *, boards: bool = False) -> list[Label]:
    """Return for each node a label with the widest value and bounds it ever shows, for layouts of animations."""
    convention = animation.solution.convention
    last = labels(animation.tree, animation.last, language, convention=convention, boards=boards)
    return [
        label._replace(
            value=_widest_text(value_text(state, language) for _, state in track),
            window=_widest_text(bounds_text(animation.tree, node, state, language, convention) for _, state in track),
        )
        for node, (label, track) in enumerate(zip(last, animation.tracks, strict=True))
    ]


def _widest_text(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: text_width(text, 1))


def _short_number_text(value: Value, language: str) -> str:
    return shortened(number_text(value, language), MAX_NUMBER_LENGTH)


def value_text(state: NodeState, language: str = "en") -> str:
    """Return the value of a node with its relation sign, or an empty string while no value is known."""
    if state.value is None or state.relation is None:
        return ""
    return _SIGNS[state.relation] + _short_number_text(state.value, language)


def value_with_relation(solution: Solution | MaxnSolution, node: int, value: Any, number: Callable[[Any], str]) -> str:
    """Return the value that a solution shows at a node, with its sign; the bound if the search finds only a bound."""
    is_visited = not isinstance(solution, MaxnSolution) and node in solution.visit_of
    sign = _SIGNS.get(solution.relation(node) or "") if is_visited else ""
    returned = solution.returned(node) if sign else None
    return f" {sign} {number(returned)}" if returned is not None else f" = {number(value)}"


def bounds_text(
    tree: Tree, node: int, state: NodeState, language: str = "en", convention: Convention | None = None
) -> str:
    """Return the window of a node. If the node has only one bound, return this bound with its name.

    If the convention passes a single bound, it is shown as `w`, in the view of the player to move. After a cut, alpha
    may exceed beta; such bounds are shown as two numbers. More than two bounds are shown as a row of pairs.
    """
    if not state.bounds:
        return ""
    if len(state.bounds) == 1:
        return f"{'α' if tree.kinds[node] is Kind.MAX else 'β'} = {_short_number_text(state.bounds[0], language)}"
    if len(state.bounds) > 2:
        return format_window_row(state.bounds, language)
    low, high = (_short_number_text(bound, language) for bound in state.bounds)
    wording = convention.wording if convention else "window"
    if convention and wording == "single-parameter" and tree.kinds[node] is not Kind.CHANCE:
        return f"w = {_short_number_text(given_bound(tree, node, state.bounds, convention), language)}"
    if state.bounds[0] <= state.bounds[1]:
        return f"[{low}{words(language).list_mark()} {high}]"
    return f"{low} > {high}" if wording == "unit" else f"α {low} > β {high}"


def given_bound(tree: Tree, node: int, window: Sequence[Number], convention: Convention) -> Number:
    """Return the single bound that a node receives, which is the upper bound in the view of the player to move."""
    return window_seen_by(viewer(tree, node), window[0], window[1], convention.perspective)[1]


def edge_text(tree: Tree, node: int, language: str = "en") -> str:
    """Return the move that leads to a node; below a chance node, return it with its probability."""
    move, weight = shortened(tree.moves.get(node, "")), tree.weight(node)
    return " ".join(
        filter(None, (move, "" if weight is None else shortened(weight_text(weight, language), MAX_NUMBER_LENGTH)))
    )


def display_tree(tree: Tree) -> Tree:
    """Return the tree with names and moves made safe for display, without its headers."""
    names, moves = (
        {node: display_text(text) for node, text in texts.items()} for texts in (tree.given_names, tree.moves)
    )
    shape: dict[str, Any] = {"weights": tree.weights, "bounds": tree.bounds, "total": tree.total}
    return Tree(tree.kinds, tree.values, tree.children, given_names=names, moves=moves, **shape)


def display_solution(solution: Solution) -> Solution:
    """Return the solution with its tree made safe for display; the same object if nothing changes."""
    tree, shown = solution.tree, display_tree(solution.tree)
    is_same = (shown.given_names, shown.moves) == (tree.given_names, tree.moves)
    return solution if is_same else solution.of_tree(shown)


def size_facts(tree: Tree, medium: str) -> dict[str, Any]:
    """Return the size of the tree and the limits of a medium, for templates."""
    limit = LIMITS[medium]
    return {"nodes": len(tree), "levels": level_count(tree), "most": limit.nodes, "deepest": limit.levels}
