"""A tree growing piece by piece, in the order of the text.

Each piece of the notation has a method here, named like its terminal in lower case; what a piece says about the
next node waits until that node comes. What is wrong is noted, and the tree goes on growing, until it is too large.
"""

import re
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from treesolve.model.number import INFINITY, Unknown, Value
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import PLAYERS, Kind
from treesolve.notation.number_text import LONGEST, read_number, read_weight

if TYPE_CHECKING:
    from fractions import Fraction

KINDS = ("MAX", "MIN", "CHANCE")

PAIRS = {"(": ")", "[": "]", "{": "}"}


MOST_NODES = 3_000_000
"""So many nodes a tree may have; each needs up to half a kilobyte while it grows."""


class TooManyNodes(Exception):
    """The tree has grown too large; that is noted."""


class TreeBuilder:
    """The columns of a tree, half grown. `levels` gives the kinds by depth where the text's header does.

    `payoff_starts` says where the leaves with payoffs stand, `said` has the nodes whose kind was given.
    """

    def __init__(self, levels: tuple[Kind, ...] | None = None) -> None:
        self.levels = levels
        self.kinds: list[Kind] = []
        self.values: list[Value | None] = []
        self.children: list[Any] = []
        self.parents: list[int | None] = []
        self.ends: list[int] = []
        self.offsets = array("q")
        self.names: dict[int, str] = {}
        self.moves: dict[int, str] = {}
        self.weights: dict[int, Fraction | int] = {}
        self.problems: list[Problem] = []
        self.open_nodes: list[int] = []
        self.brackets: list[tuple[str, int]] = []
        self.siblings: list[int] = []
        self.payoff_starts: dict[int, int] = {}
        self.said: set[int] = set()
        self.parent: int | None = None
        self._pending_kind: tuple[Kind, int] | None = None
        self._start: int | None = None
        self.movers: list[Kind] = [Kind.MIN]
        self._too_deep = False

    @property
    def columns(self) -> tuple[list[Kind], list[Value | None], list[Any], list[int | None], list[int], "array[int]"]:
        """The kinds, values, children, parents, ends and offsets: what has an entry for each node."""
        return self.kinds, self.values, self.children, self.parents, self.ends, self.offsets

    @property
    def room(self) -> int:
        """How many more nodes there may be."""
        return MOST_NODES - len(self.kinds)

    def note(self, code: str, start: int, end: int, **facts: object) -> None:
        """Remember that something is wrong with this stretch of the text."""
        self.problems.append(Problem(code, Span(start, end), facts))

    # Pieces before a node

    def weight(self, piece: str, start: int) -> None:
        """`1/2 *`: the probability of the next node."""
        written = piece[:-1].rstrip()
        weight = self._read_number_noting_faults(written, start, read_weight)
        if weight is not None:
            self.weights[len(self.kinds)] = weight
            if not 0 <= weight <= 1:
                self.note("weight-range", start, start + len(written), weight=written)
        if self.parent is None or self.kinds[self.parent] is not Kind.CHANCE:
            self.note("weight-outside-chance", start, start + len(piece), weight=written)
        self._note_start_of_node(start)

    def move(self, piece: str, start: int) -> None:
        """`left ->`: the name of the move to the next node."""
        self.moves[len(self.kinds)] = self._unquoted_name(piece.removesuffix("->").removesuffix("→"), start)
        self._note_start_of_node(start)

    def name(self, piece: str, start: int) -> None:
        """`A:`: the name of the next node."""
        name = self.names[len(self.kinds)] = self._unquoted_name(piece[:-1], start)
        if name.upper() in KINDS and not piece.startswith('"'):
            self.note("kind-as-name", start, start + len(name), text=name)
        self._note_start_of_node(start)

    def kind(self, piece: str, start: int) -> None:
        """`MAX`: who decides at the next node."""
        self._pending_kind = Kind(piece.lower()), start
        self._note_start_of_node(start)

    def _note_start_of_node(self, start: int) -> None:
        if self._start is None:
            self._start = start

    def _unquoted_name(self, written: str, start: int) -> str:
        name = written.rstrip()
        end = start + len(name)
        if name.startswith('"'):
            name = re.sub(r"\\(.)", r"\1", name[1:-1])
        if not name.strip():
            self.note("empty-name", start, end)
        return name

    # Nodes

    def number(self, piece: str, start: int) -> None:
        """`6`: a leaf with a value."""
        value = self._read_number_noting_faults(piece, start)
        self._add_leaf(0 if value is None else value, start)

    def unknown(self, piece: str, start: int) -> None:
        """`x` or `?`: a leaf whose value nobody wrote down."""
        if not (piece == "?" or piece[0].isalpha()):
            self.note("stray-characters", start, start + len(piece), text=piece)
        self._add_leaf(Unknown(piece), start)

    def payoffs(self, piece: str, start: int) -> None:
        """`<1, 2, 6>`: a leaf with a payoff for each of several players."""
        numbers: list[Any] = []
        for word in re.split(r"[,;]|\s+", re.sub(r"\s*([,;])\s*", r"\1", piece[1:-1].strip())):
            try:
                numbers.append(read_number(word))
            except ValueError:
                numbers = []
                break
        if len(numbers) < 2 or len(numbers) > len(PLAYERS) or INFINITY in map(abs, numbers):
            self.note("payoff-form", start, start + len(piece), text=piece, most=len(PLAYERS))
            numbers = [0, 0]
        self.payoff_starts[len(self.kinds)] = start
        self._add_leaf(tuple(numbers), start)  # type: ignore[arg-type]

    def open(self, piece: str, start: int) -> None:
        """An opening bracket: an inner node begins."""
        node, kind = len(self.kinds), self._inner_kind(start)
        self.movers.append(self.movers[-1] if kind is Kind.CHANCE else kind)
        self._add_node(kind, None, start)
        self.siblings = []
        self.children.append(self.siblings)
        self.open_nodes.append(node)
        self.brackets.append((piece, start))
        self.parent = node

    def close(self, piece: str, start: int) -> None:
        """A closing bracket: the innermost open node is complete."""
        node = self.open_nodes.pop()
        self.movers.pop()
        bracket, opened = self.brackets.pop()
        if PAIRS[bracket] != piece:
            self.note("mismatched", start, start + 1, opened=bracket, closed=piece, wanted=PAIRS[bracket], at=opened)
        children = tuple(self.siblings)
        self.children[node] = children
        self.ends[node] = len(self.kinds)
        self.parent = self.open_nodes[-1] if self.open_nodes else None
        self.siblings = [] if self.parent is None else self.children[self.parent]
        if self.weights and self.kinds[node] is Kind.CHANCE:
            self._check_weights(children, opened)

    def separator(self, piece: str, start: int) -> None:
        """A comma or semicolon says nothing."""

    def _add_leaf(self, value: Value, start: int) -> None:
        self._pending_kind = None
        self._add_node(Kind.LEAF, value, start)
        self.children.append(())

    def _add_node(self, kind: Kind, value: Value | None, start: int) -> None:
        node = len(self.kinds)
        if node == MOST_NODES:
            self._refuse_more_nodes(start)
        self.siblings.append(node)
        self.kinds.append(kind)
        self.values.append(value)
        self.parents.append(self.parent)
        self.ends.append(node + 1)
        self.offsets.append(start if self._start is None else self._start)
        self._start = None

    def _refuse_more_nodes(self, start: int) -> NoReturn:
        self.note("too-many-nodes", start, start + 1, most=MOST_NODES // 1_000_000)
        raise TooManyNodes

    def _read_number_noting_faults(self, written: str, start: int, read: Callable[[str], Any] = read_number) -> Any:
        try:
            return read(written)
        except ValueError as mistake:
            shown = written if len(written) <= LONGEST else written[:20] + "…"
            self.note(str(mistake), start, start + len(written), text=shown)
            return None

    # What follows from where a node stands

    def _inner_kind(self, start: int) -> Kind:
        """The kind as written, as the levels say, or the opponent of the last player above."""
        written, self._pending_kind = self._pending_kind, None
        level = self._kind_of_level(start)
        if written and level and written[0] is not level:
            place = written[1]
            facts = {"depth": len(self.open_nodes), "level": level.value, "kind": written[0].value}
            self.note("levels-contradict", place, place + len(written[0].value), **facts)
        if written or level:
            self.said.add(len(self.kinds))
            return written[0] if written else level  # type: ignore[return-value]
        return self.movers[-1].opponent

    def _kind_of_level(self, start: int) -> Kind | None:
        if self.levels is None:
            return None
        depth = len(self.open_nodes)
        if depth < len(self.levels):
            return self.levels[depth]
        if not self._too_deep:
            self.note("levels-short", start, start + 1, levels=len(self.levels), depth=depth)
        self._too_deep = True
        return None

    def _check_weights(self, children: tuple[int, ...], start: int) -> None:
        given = [self.weights[child] for child in children if child in self.weights]
        if not given:
            return
        if len(given) < len(children):
            self.note("weights-incomplete", start, start + 1, given=len(given), children=len(children))
        elif (total := _sum_of_weights(given)) != 1:
            shown = "…" if total is None or total.denominator.bit_length() >= LONGEST else total
            self.note("weights-sum", start, start + 1, sum=shown)


def _sum_of_weights(weights: "list[Fraction | int]") -> "Fraction | int | None":
    """The sum; None where it takes ever longer to be worked out, since its denominator is no common one."""
    total: Fraction | int = 0
    for weight in weights:
        total += weight
        if total.denominator.bit_length() > 20 * LONGEST:
            return None
    return total
