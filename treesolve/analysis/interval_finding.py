"""What a search says of a tree for the values of a letter in an interval, and neighbours that say the same as one.

Vocabulary

    finding     what a search says about the tree; it holds in an interval of the domain
    obstacle    why the search cannot be carried out there, such as another unknown that it needs
    steady      said of a finding in which the value of the root does not change with the letter
"""

from collections.abc import Iterable
from typing import NamedTuple

from treesolve.analysis.piecewise import Linear, Piece
from treesolve.model.number import Number


class Obstacle(NamedTuple):
    """Why there is no search: the code of treesolve.search.search.Unsolvable, and the node it happened at."""

    code: str
    node: int


class Finding(NamedTuple):
    """What holds in an interval.

    `value` is the minimax value of the root, None where other unknowns leave it open; `returned` what the search
    returned at the root, and `result` what that says: "exact", "upper" or "lower" (see Solution.result). `best` is the
    root's chosen child, `pruned_roots` are the topmost pruned nodes by id, `evaluated` the leaves in order. With an
    `obstacle` only `value` is known.
    """

    value: Linear | None = None
    result: str | None = None
    returned: Linear | None = None
    best: int | None = None
    pruned_roots: tuple[int, ...] = ()
    evaluated: tuple[int, ...] = ()
    obstacle: Obstacle | None = None

    def at(self, point: Number) -> "Finding":
        """The same for one value of the letter."""
        value, returned = self.value, self.returned
        return self._replace(value=value and value.at(point), returned=returned and returned.at(point))

    @property
    def is_steady(self) -> bool:
        """Whether the value of the root does not change with the letter."""
        return self.value is None or not self.value.slope


def merged_pieces(pieces: Iterable[Piece[Finding]]) -> tuple[Piece[Finding], ...]:
    """Neighbours that say the same as one; a point goes to the neighbour that fits, rather to a steady one."""
    listed = list(pieces)
    found: list[Piece[Finding]] = []
    for piece, following in zip(listed, [*listed[1:], None], strict=True):
        together = _joined_neighbours(found[-1], piece) if found else None
        if together and not (following and _is_point_of_next_piece(piece, following, together.answer)):
            found[-1] = together
        else:
            found.append(piece)
    return tuple(map(_with_numbers_at_point, found))


def _with_numbers_at_point(piece: Piece[Finding]) -> Piece[Finding]:
    """The piece; at a single point with numbers in place of formulas."""
    interval, finding = piece
    return Piece(interval, finding.at(interval.low)) if interval.is_point else piece


def _is_point_of_next_piece(piece: Piece[Finding], following: Piece[Finding], finding: Finding) -> bool:
    """Whether a point that fits on both sides belongs to the piece after it, being the only one that is steady."""
    steady = not finding.is_steady and following.answer.is_steady
    return piece.interval.is_point and steady and _joined_neighbours(piece, following) is not None


def _joined_neighbours(left: Piece[Finding], right: Piece[Finding]) -> Piece[Finding] | None:
    """Two neighbours as one piece, if what one of them says holds for both."""
    for finding in (left.answer, right.answer):
        if _is_finding_of_piece(finding, left) and _is_finding_of_piece(finding, right):
            return Piece(left.interval.up_to(right.interval), finding)
    return None


def _is_finding_of_piece(finding: Finding, piece: Piece[Finding]) -> bool:
    if finding == piece.answer:
        return True
    point = piece.interval.low
    return piece.interval.is_point and finding.at(point) == piece.answer.at(point)
