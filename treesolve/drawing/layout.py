"""Where the nodes of a tree stand: one layout for every kind of picture.

The method of Reingold and Tilford in the linear-time form of Buchheim, Jünger and Leipert (Improving Walker's
Algorithm to Run in Linear Time, 2002): children in order, parents centred over them, subtrees as close as their
outlines allow, small subtrees spread evenly between large ones. It visits nodes in postorder and preorder instead of
calling itself, so depth does not matter, and nodes may differ in width.

Vocabulary

    width       how much room a node takes on its level, in units of the picture
    contour     the outline of a subtree: its first or last node on every level
    thread      from a node without children to the next node on the contour of a larger subtree
    shift       how far a subtree is moved with everything in it
"""

from collections.abc import Sequence

from treesolve.tree import Tree


def layout(tree: Tree, widths: Sequence[float], gap: float = 1.0) -> list[float]:
    """The horizontal centre of each node, by id; the leftmost edge of the picture is 0.

    `widths` holds the width of each node; neighbours on a level are at least `gap` apart. Levels are the depths of
    the nodes. Takes time linear in the number of nodes.
    """
    walk = _Walk(tree, widths, gap)
    for node in _postorder(tree):
        walk.place(node)
    centres = walk.centres()
    left = min(centre - width / 2 for centre, width in zip(centres, widths, strict=True))
    return [centre - left for centre in centres]


def _postorder(tree: Tree) -> list[int]:
    """Children before parents, left before right: the mirror image of a preorder from the right."""
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(tree.children[node])
    return order[::-1]


class _Walk:
    """What the first pass knows of each node: its place relative to its parent's, and threads and shifts."""

    def __init__(self, tree: Tree, widths: Sequence[float], gap: float) -> None:
        size = len(tree)
        self.tree, self.widths, self.gap = tree, widths, gap
        self.places = [0.0] * size
        self.modifiers = [0.0] * size
        self.shifts = [0.0] * size
        self.changes = [0.0] * size
        self.threads: list[int | None] = [None] * size
        self.ancestors = list(range(size))
        self.numbers = [0] * size
        for children in tree.children:
            for number, child in enumerate(children):
                self.numbers[child] = number
        self.subtrees_placed: dict[int, int] = {}

    def place(self, node: int) -> None:
        """Place a node beside its left sibling, its children being placed already."""
        children = self.tree.children[node]
        parent = self.tree.parents[node]
        left = None
        if parent is not None and self.numbers[node]:
            left = self.tree.children[parent][self.numbers[node] - 1]
        middle = 0.0
        if children:
            self._execute_shifts(children)
            middle = (self.places[children[0]] + self.places[children[-1]]) / 2
        if left is None:
            self.places[node] = middle
        else:
            self.places[node] = self.places[left] + self._apart(left, node)
            if children:
                self.modifiers[node] = self.places[node] - middle
        if parent is not None:
            default = self.subtrees_placed.get(parent, self.tree.children[parent][0])
            self.subtrees_placed[parent] = self._apportion(node, left, default)

    def _apart(self, left: int, right: int) -> float:
        return (self.widths[left] + self.widths[right]) / 2 + self.gap

    def _execute_shifts(self, children: tuple[int, ...]) -> None:
        shift = change = 0.0
        for child in reversed(children):
            self.places[child] += shift
            self.modifiers[child] += shift
            change += self.changes[child]
            shift += self.shifts[child] + change

    def _next_left(self, node: int) -> int | None:
        children = self.tree.children[node]
        return children[0] if children else self.threads[node]

    def _next_right(self, node: int) -> int | None:
        children = self.tree.children[node]
        return children[-1] if children else self.threads[node]

    def _apportion(self, node: int, left: int | None, default: int) -> int:
        """Move the subtree of the node right until it clears everything to its left; the new default ancestor."""
        if left is None:
            return default
        first = self.tree.children[self.tree.parents[node]][0]  # type: ignore[index]
        inside_right, outside_right = node, node
        inside_left, outside_left = left, first
        sum_in_right = sum_out_right = self.modifiers[node]
        sum_in_left, sum_out_left = self.modifiers[left], self.modifiers[first]
        next_left, next_right = self._next_right(inside_left), self._next_left(inside_right)
        while next_left is not None and next_right is not None:
            inside_left, inside_right = next_left, next_right
            outside_left = self._next_left(outside_left)  # type: ignore[assignment]
            outside_right = self._next_right(outside_right)  # type: ignore[assignment]
            self.ancestors[outside_right] = node
            overlap = (
                self.places[inside_left]
                + sum_in_left
                - self.places[inside_right]
                - sum_in_right
                + self._apart(inside_left, inside_right)
            )
            if overlap > 0:
                self._move(self._uncle(inside_left, node, default), node, overlap)
                sum_in_right += overlap
                sum_out_right += overlap
            sum_in_left += self.modifiers[inside_left]
            sum_in_right += self.modifiers[inside_right]
            sum_out_left += self.modifiers[outside_left]
            sum_out_right += self.modifiers[outside_right]
            next_left, next_right = self._next_right(inside_left), self._next_left(inside_right)
        if next_left is not None and self._next_right(outside_right) is None:
            self.threads[outside_right] = next_left
            self.modifiers[outside_right] += sum_in_left - sum_out_right
        if next_right is not None and self._next_left(outside_left) is None:
            self.threads[outside_left] = next_right
            self.modifiers[outside_left] += sum_in_right - sum_out_left
            default = node
        return default

    def _uncle(self, inside_left: int, node: int, default: int) -> int:
        ancestor = self.ancestors[inside_left]
        return ancestor if self.tree.parents[ancestor] == self.tree.parents[node] else default

    def _move(self, left: int, right: int, distance: float) -> None:
        """Move a subtree right, and remember to spread the ones between it and the left one evenly."""
        share = distance / (self.numbers[right] - self.numbers[left])
        self.changes[left] += share
        self.shifts[right] += distance
        self.changes[right] -= share
        self.places[right] += distance
        self.modifiers[right] += distance

    def centres(self) -> list[float]:
        """The second pass: places relative to parents become places in the picture."""
        sums = [0.0] * len(self.tree)
        centres = [0.0] * len(self.tree)
        for node, children in enumerate(self.tree.children):
            centres[node] = self.places[node] + sums[node]
            below = sums[node] + self.modifiers[node]
            for child in children:
                sums[child] = below
        return centres
