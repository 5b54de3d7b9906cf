"""The labels of a picture: the state of each node as texts of a language."""

from collections.abc import Iterable, Sequence

from treesolve.drawing.board import read_board
from treesolve.drawing.label import Label
from treesolve.drawing.markup import in_one_line
from treesolve.drawing.shape import text_width
from treesolve.model.number import Value
from treesolve.model.tree import Kind, Tree
from treesolve.pages.environment import number_text, words
from treesolve.search.frames import Film, Frame, State

_SIGNS = {"=": "", "<=": "≤", ">=": "≥"}

MOST_TOLD = 300
"""So many nodes are told in the place of a picture."""

LONGEST_TEXT, LONGEST_NUMBER = 24, 16
"""So many characters of a name or a move, and of a number, stand in a picture."""


def with_boards(tree: Tree, labels: Sequence[Label]) -> list[Label]:
    """The labels, with boards for all nodes that are called after one; names of others stand before their values."""
    return [_with_board(tree, node, label) for node, label in enumerate(labels)]


def _with_board(tree: Tree, node: int, label: Label) -> Label:
    board = read_board(tree.given_names.get(node, ""))
    if not board or node not in tree.captions:
        return label._replace(board=board)
    name, value = tree.names[node], label.value
    sign = "" if not value or value[0] in "≤≥" else "="
    return label._replace(board=board, value=f"{name}{sign}{value}")


def captioned(tree: Tree, node: int) -> str:
    """The name of a node as pictures have it: with its caption, such as `B (4-3)`."""
    caption = tree.captions.get(node)
    return shortened(tree.names[node] if caption is None else f"{tree.names[node]} ({caption})")


def labels(tree: Tree, frame: Frame, language: str = "en", *, still: bool = False, boards: bool = False) -> list[Label]:
    """What stands at each node of the tree in a frame, by id; a `still` picture marks no node as the current one.

    With `boards`, nodes that are called after a board show it.
    """
    path = frozenset(frame.principal_variation)
    found = [
        Label(
            captioned(tree, node),
            tree.kinds[node],
            value_text(state, language),
            bounds_text(tree.kinds[node], state, language),
            edge_text(tree, node, language),
            state.status,
            node in frame.struck,
            node in path,
            not still and node == frame.current,
        )
        for node, state in enumerate(frame.states)
    ]
    return with_boards(tree, found) if boards else found


def alternative(tree: Tree, labels: Sequence[Label], language: str = "en") -> str:
    """The picture told in one line, for those who cannot see it: `Game tree: S = 5 (A = 5 (L1 = 6, L2 = 5), ...)`.

    Of a very large tree only the beginning is told.
    """
    say = words(language)
    pieces: list[str] = []
    closing: list[int] = []
    for node in range(min(len(tree), MOST_TOLD)):
        while closing and closing[-1] <= node:
            closing.pop()
            pieces.append(")")
        is_first = node == 0 or tree.parents[node] == node - 1
        pieces.append(("" if is_first else "; ") + str(say.told_node(labels[node])).strip())
        if tree.children[node]:
            pieces.append(" (")
            closing.append(tree.ends[node])
    ending = " …" if len(tree) > MOST_TOLD else ""
    return str(say.alternative("".join(pieces) + ending + ")" * len(closing)))


def widest_labels(film: Film, language: str = "en", *, boards: bool = False) -> list[Label]:
    """For each node a label with the widest value and the widest bounds it ever shows: the room a film needs."""
    return [
        label._replace(
            value=_widest(value_text(state, language) for _, state in track),
            window=_widest(bounds_text(label.kind, state, language) for _, state in track),
        )
        for label, track in zip(labels(film.tree, film.last, language, boards=boards), film.tracks, strict=True)
    ]


def _widest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: text_width(text, 1))


def shortened(text: str, longest: int = LONGEST_TEXT) -> str:
    """A text short enough for a picture, in one line."""
    text = in_one_line(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _number(value: Value, language: str) -> str:
    return shortened(number_text(value, language), LONGEST_NUMBER)


def value_text(state: State, language: str = "en") -> str:
    """The value of a node, with the sign of a bound where it is one; nothing where none is proved or known."""
    if state.value is None or state.relation is None:
        return ""
    return _SIGNS[state.relation] + _number(state.value, language)


def bounds_text(kind: Kind, state: State, language: str = "en") -> str:
    """The window of a node, or its one bound with the letter of its player.

    Bounds that have passed each other, as at a cut, are no window: they stand as two numbers.
    """
    if not state.bounds:
        return ""
    if len(state.bounds) == 2:
        low, high = (_number(bound, language) for bound in state.bounds)
        if state.bounds[0] > state.bounds[1]:
            return f"α {low} > β {high}"
        return f"[{low}{words(language).list_mark()} {high}]"
    return f"{'α' if kind is Kind.MAX else 'β'} = {_number(state.bounds[0], language)}"


def edge_text(tree: Tree, node: int, language: str = "en") -> str:
    """The move that leads to a node, and its probability below a chance node."""
    move, weight = shortened(tree.moves.get(node, "")), tree.weight(node)
    return " ".join(filter(None, (move, "" if weight is None else _number(weight, language))))
