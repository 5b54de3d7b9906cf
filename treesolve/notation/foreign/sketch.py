"""What every foreign notation is read to, and the tree that this is.

Vocabulary

    sketch      a node as some notation has it, with everything below it
    written     said by the text, and not found out from where a node stands
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import Number, Unknown
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.builder import TooManyNodes, TreeBuilder
from treesolve.notation.number_text import write_number

LONGEST_LINE = 1000
"""So many characters of a tree are shown in a sentence; a longer one is not."""

_HAS_NUMBER = re.compile(r"(?<!\w)[+\-−]?[0-9](?![0-9]*$)|[^\w\s+\-−.]\s*[0-9]|[-−–.]\s+[0-9]")
"""A number in what was taken for a name; a line that leaves it out is another tree."""
_NOBODY = ("None", "null", "nil", "NULL")


class Sketch(NamedTuple):
    """A node of a foreign notation, with everything below it; what the text does not say is None.

    `span` says where it stands in the text. `value` is a leaf's number, `unknown` the letter of an unknown leaf, or
    "?". With `own_value` an inner node had a number of its own, which is passed over.
    """

    span: Span
    name: str | None = None
    kind: Kind | None = None
    value: Number | None = None
    unknown: str | None = None
    children: tuple["Sketch", ...] = ()
    move: str | None = None
    weight: Fraction | int | None = None
    own_value: bool = False


def nodes(sketch: Sketch) -> Iterator[Sketch]:
    """The node and all below it, in preorder, however deep."""
    waiting = [sketch]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def read_sketch(sketch: Sketch) -> Tree:
    """The tree of a sketch.

    Kinds that the text does not say follow from those that it says, where levels alternate. Raises InputError where a
    leaf has neither a value nor a letter, where levels do not alternate and not every kind is written, and where the
    tree itself is none. The problems have spans; source and text are the caller's to fill in.

    >>> from treesolve.notation.writer import write_line
    >>> leaves = tuple(Sketch(Span(0, 1), value=value) for value in (6, 5))
    >>> write_line(read_sketch(Sketch(Span(0, 1), "A", children=leaves)))
    'A: (6 5)'
    """
    kinds, problems = _kinds_in_preorder(sketch)
    problems += [
        Problem("leaf-without-value", node.span, {"name": node.name or ""})
        for node in nodes(sketch)
        if is_missing(node)
    ]
    builder = _built_from_sketch(sketch, kinds)
    builder.problems += [
        Problem("control-character", node.span)
        for node in nodes(sketch)
        if UNPRINTABLE.search(f"{node.name or ''}{node.move or ''}")
    ]
    if builder.problems:
        raise InputError(tuple(builder.problems))
    tree = _tree_of_builder(builder)
    if problems:
        lost = problems[0].code != "leaf-without-value" and any(is_missing(node) for node in nodes(sketch))
        lost = lost or any(_is_word_for_nothing(str(problem.facts.get("name", ""))) for problem in problems)
        lost = lost or any(_HAS_NUMBER.search(str(problem.facts.get("name", ""))) for problem in problems)
        lost = lost or _are_heads(sketch)
        facts = {"instead": "" if lost else shown_line(tree), "count": len(problems)}
        raise InputError((problems[0]._replace(facts={**problems[0].facts, **facts}),))
    return tree


def _are_heads(sketch: Sketch) -> bool:
    """Whether all leaves without a value, of which there are several, stand first: they may be names."""
    missing = [is_missing(child) for node in nodes(sketch) for child in node.children]
    first = [is_missing(node.children[0]) for node in nodes(sketch) if len(node.children) > 1]
    return 1 < sum(missing) == sum(first)


def _is_word_for_nothing(name: str) -> bool:
    """Whether a name is a word for nothing, or has no letter in it."""
    return name in _NOBODY or (bool(name) and not re.search(r"\w", name))


def sketch_of(tree: Tree) -> Sketch:
    """The sketch of a tree, whose spans say nothing.

    >>> from treesolve.notation.reader import read
    >>> sketch_of(read("A: (6 5)")).name
    'A'
    """
    made: dict[int, Sketch] = {}
    for node in reversed(range(len(tree))):
        value, children = tree.values[node], tuple(made[child] for child in tree.children[node])
        is_number = value is not None and not isinstance(value, Unknown | tuple)
        made[node] = Sketch(
            Span(0, 0),
            tree.given_names.get(node),
            tree.kinds[node] if children else None,
            value if is_number else None,  # type: ignore[arg-type]
            value.letter if isinstance(value, Unknown) else None,
            children,
            tree.moves.get(node),
            tree.weights.get(node),
        )
    return made[0]


def shown_line(tree: Tree) -> str:
    """The tree in our notation on one line, for a sentence; nothing where it is too long for one."""
    from treesolve.notation.writer import write_line

    line = write_line(tree) if len(tree) <= LONGEST_LINE else ""
    return line if len(line) <= LONGEST_LINE else ""


def _kinds_in_preorder(sketch: Sketch) -> tuple[list[Kind | None], list[Problem]]:
    """The kind of each node in preorder, None where nobody says and the builder knows; what cannot be told."""
    written: list[tuple[Sketch, Kind | None, int]] = []
    waiting = [(sketch, 0)]
    while waiting:
        node, plies = waiting.pop()
        kind = _written_kind(node)
        written.append((node, kind, plies % 2))
        below = plies + (kind is not Kind.CHANCE)
        waiting.extend((child, below) for child in reversed(node.children))
    first = {kind.opponent if odd else kind for _, kind, odd in written if kind in (Kind.MAX, Kind.MIN)}
    unsaid = [node for node, kind, _ in written if node.children and kind is None]
    if len(first) > 1:
        problems = [Problem("kinds-incomplete", node.span, {"name": node.name or ""}) for node in unsaid]
        return [kind for _, kind, _ in written], problems
    if not first:
        return [kind for _, kind, _ in written], []
    (begins,) = first
    return [kind or (begins.opponent if odd else begins) for _, kind, odd in written], []


def is_missing(node: Sketch) -> bool:
    """Whether a leaf has neither a value nor a letter."""
    return not node.children and node.value is None and node.unknown is None


def _written_kind(node: Sketch) -> Kind | None:
    """The kind that the text says; children with weights say CHANCE."""
    if node.kind is None and any(child.weight is not None for child in node.children):
        return Kind.CHANCE
    return node.kind if node.children else None


def _built_from_sketch(sketch: Sketch, kinds: list[Kind | None]) -> TreeBuilder:
    """The sketch, fed to the builder; a leaf without a value is an unknown one."""
    builder = TreeBuilder()
    waiting: list[Sketch | Span] = [sketch]
    try:
        while waiting:
            node = waiting.pop()
            if isinstance(node, Span):
                builder.close(")", node.start)
                continue
            _build_node(builder, node, kinds[len(builder.kinds)])
            if node.children:
                waiting.append(node.span)
                waiting.extend(reversed(node.children))
    except TooManyNodes:
        pass
    return builder


def _build_node(builder: TreeBuilder, node: Sketch, kind: Kind | None) -> None:
    """One node without what is below it."""
    at = node.span.start
    if node.weight is not None:
        builder.weight(f"{write_number(node.weight)} *", at)
    if node.move:
        builder.moves[len(builder.kinds)] = node.move
    if node.name:
        builder.names[len(builder.kinds)] = node.name
    if not node.children:
        letter = node.unknown or "?"
        builder.unknown(letter, at) if node.value is None else builder.number(write_number(node.value), at)
        return
    if kind is not None:
        builder.kind(kind.value, at)
    builder.open("(", at)


def _tree_of_builder(grown: TreeBuilder) -> Tree:
    return Tree(
        tuple(grown.kinds),
        tuple(grown.values),
        tuple(grown.children),
        given_names=grown.names,
        moves=grown.moves,
        weights=grown.weights,
        offsets=tuple(grown.offsets),
    )
