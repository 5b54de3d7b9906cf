"""The layout algorithm for drawings of trees.

This is the method of Reingold and Tilford in the linear-time form of Buchheim, Jünger and Leipert (Improving Walker's
Algorithm to Run in Linear Time, 2002). Children are in order, parents are centered above their children, subtrees are
as close together as their contours permit, and small subtrees are spread evenly between large ones. Nodes can have
different widths. Because nodes are numbered in preorder, iterating backwards visits children before their parents, so
that no recursion is needed and the depth is not limited.
"""

from array import array
from collections.abc import Sequence

from treesolve.model.tree import Tree


def layout(tree: Tree, widths: Sequence[float], gap: float = 1.0) -> list[float]:
    """Return the horizontal center of each node, by id; the left edge of the picture is 0.

    `widths` are the widths of the nodes. Neighbors on the same level, that is, with the same depth, are at least `gap`
    apart. The running time is linear in the number of nodes.
    """
    walk = _LayoutPasses(tree, widths, gap)
    for node in reversed(range(len(tree))):
        if tree.children[node]:
            walk.join(node)
    centers = walk.centers()
    left = min(center - width / 2 for center, width in zip(centers, widths, strict=True))
    return [center - left for center in centers]


_NO_NODE = -1


class _LayoutPasses:
    """The two passes of the algorithm, with the relative position, thread and shifts of each node as their state.

    The state is stored in arrays instead of lists, because arrays need less memory for large trees.
    """

    def __init__(self, tree: Tree, widths: Sequence[float], gap: float) -> None:
        size = len(tree)
        nothing = bytes(8 * size)
        self.children, self.parents, self.gap = tree.children, tree.parents, gap
        self.half_widths = array("d", [width / 2 for width in widths])
        self.positions, self.modifiers = array("d", nothing), array("d", nothing)
        self.shifts, self.changes = array("d", nothing), array("d", nothing)
        self.threads = array("q", [_NO_NODE]) * size
        self.ancestors = array("q", range(size))
        self.numbers = array("q", nothing)

    def join(self, node: int) -> None:
        """Place the subtrees of the node's children side by side, and center the node above them.

        Until the node itself is joined with its siblings, its position is the center of its children.
        """
        children = self.children[node]
        default = left = children[0]
        moved = False
        for number, child in enumerate(children):
            if number:
                self.numbers[child] = number
                self._put_beside_sibling(left, child)
                if self.children[child] or self.children[left] or self.threads[left] != _NO_NODE:
                    default, moved = self._apportion(child, left, children[0], default), True
                left = child
        if moved:
            self._execute_shifts(children)
        self.positions[node] = (self.positions[children[0]] + self.positions[left]) / 2

    def _put_beside_sibling(self, left: int, right: int) -> None:
        """Place a node and its subtree to the right of its sibling."""
        position = self.positions[left] + self.half_widths[left] + self.half_widths[right] + self.gap
        if self.children[right]:
            self.modifiers[right] = position - self.positions[right]
        self.positions[right] = position

    def _execute_shifts(self, children: tuple[int, ...]) -> None:
        shift = change = 0.0
        for child in reversed(children):
            self.positions[child] += shift
            self.modifiers[child] += shift
            change += self.changes[child]
            shift += self.shifts[child] + change

    def _next_on_left_contour(self, node: int) -> int:
        """Return the next node on the left contour of a subtree; -1 at the end of the contour."""
        children = self.children[node]
        return children[0] if children else self.threads[node]

    def _next_on_right_contour(self, node: int) -> int:
        children = self.children[node]
        return children[-1] if children else self.threads[node]

    def _apportion(self, node: int, left: int, first: int, default: int) -> int:
        """Move the subtree of `node` to the right until it no longer overlaps the subtrees to its left.

        Return the new default ancestor.
        """
        positions, modifiers, half_widths = self.positions, self.modifiers, self.half_widths
        inside_right, outside_right, inside_left, outside_left = node, node, left, first
        sum_in_right = sum_out_right = modifiers[node]
        sum_in_left, sum_out_left = modifiers[left], modifiers[first]
        next_left, next_right = self._next_on_right_contour(left), self._next_on_left_contour(node)
        while next_left != _NO_NODE and next_right != _NO_NODE:
            inside_left, inside_right = next_left, next_right
            outside_left = self._next_on_left_contour(outside_left)
            outside_right = self._next_on_right_contour(outside_right)
            self.ancestors[outside_right] = node
            separation = half_widths[inside_left] + half_widths[inside_right] + self.gap
            overlap = positions[inside_left] + sum_in_left - positions[inside_right] - sum_in_right + separation
            if overlap > 0:
                self._move_subtree(self._sibling_above_contour_node(inside_left, node, default), node, overlap)
                sum_in_right += overlap
                sum_out_right += overlap
            sum_in_left += modifiers[inside_left]
            sum_in_right += modifiers[inside_right]
            sum_out_left += modifiers[outside_left]
            sum_out_right += modifiers[outside_right]
            next_left, next_right = self._next_on_right_contour(inside_left), self._next_on_left_contour(inside_right)
        if next_left != _NO_NODE and self._next_on_right_contour(outside_right) == _NO_NODE:
            self.threads[outside_right] = next_left
            modifiers[outside_right] += sum_in_left - sum_out_right
        if next_right != _NO_NODE and self._next_on_left_contour(outside_left) == _NO_NODE:
            self.threads[outside_left] = next_right
            modifiers[outside_left] += sum_in_right - sum_out_left
            default = node
        return default

    def _sibling_above_contour_node(self, inside_left: int, node: int, default: int) -> int:
        """Return the sibling of `node` whose subtree contains the contour node `inside_left`."""
        ancestor = self.ancestors[inside_left]
        return ancestor if self.parents[ancestor] == self.parents[node] else default

    def _move_subtree(self, left: int, right: int, distance: float) -> None:
        """Move a subtree to the right, and record that the subtrees in between must be spread evenly."""
        share = distance / (self.numbers[right] - self.numbers[left])
        self.changes[left] += share
        self.shifts[right] += distance
        self.changes[right] -= share
        self.positions[right] += distance
        self.modifiers[right] += distance

    def centers(self) -> list[float]:
        """Run the second pass, which converts relative to absolute positions, and return the absolute positions."""
        positions, modifiers = self.positions, self.modifiers
        sums = array("d", bytes(8 * len(positions)))
        for node, children in enumerate(self.children):
            above = sums[node]
            positions[node] += above
            below = above + modifiers[node]
            for child in children:
                sums[child] = below
        return positions.tolist()
