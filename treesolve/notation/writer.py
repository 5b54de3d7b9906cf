"""Tree to tree text, laid out by treesolve.notation.text_layout, whose words are used here."""

import re
from collections.abc import Iterator
from typing import Any

from treesolve.model.number import Unknown
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import PLAYERS, Kind, Tree
from treesolve.notation.headers import KEYS, PUBLISHED
from treesolve.notation.number_text import write_number, write_value, write_weight
from treesolve.notation.payoffs import following
from treesolve.notation.text_layout import Item, Layout, flat

LONGEST_LINE = 1000
"""So many characters of a tree are shown in a sentence; a longer one is not."""

_IDENTIFIER = re.compile(r"[^\W\d][\w']*")
_RESERVED = {*KEYS, *(kind.value for kind in Kind)} - {*PUBLISHED, *(player.value for player in PLAYERS)}


def write(tree: Tree) -> str:
    """The text of a tree, with its headers where it has any; reading it gives an equal tree.

    Raises InputError where a name, a move or a header has a character that no tree file has.

    >>> from treesolve.notation.reader import read
    >>> write(read("[6, 5; {2 −∞}]"))
    '(6 5 (2 -inf))\\n'
    """
    points = ", ".join(f"{part} {write_number(number)}" for part, number in tree.points.items())
    bounds = " ".join(map(write_number, tree.bounds or ()))
    values = {"title": tree.title, "source": tree.source, "convention": tree.convention}
    values |= {"alpha-beta": tree.alpha_beta, "points": points, "bounds": bounds}
    values["sum"] = "" if tree.total is None else write_number(tree.total)
    headers = [f"{key}: {' '.join(value.splitlines()).strip()}" for key, value in values.items() if value]
    layout = Layout("tree: " if headers else "")
    layout.lay([*map(Item, _items_in_order(tree))])
    text = "".join(f"{line}\n" for line in [*headers, *layout.lines])
    unprintable = UNPRINTABLE.search(text)
    if unprintable:
        raise InputError((Problem("control-character", Span(*unprintable.span()), {}, text=text),))
    return text


def write_line(tree: Tree) -> str:
    """The tree alone on one line, without headers and without a line feed; reading it gives the same tree.

    >>> from treesolve.notation.reader import read
    >>> write_line(read("title: t\\ntree: [6, 5; {2 −∞}]"))
    '(6 5 (2 -inf))'
    """
    return flat([*map(Item, _items_in_order(tree))])


def shown_line(tree: Tree) -> str:
    """The same line, for a sentence; nothing where it is too long for one."""
    line = write_line(tree) if len(tree) <= LONGEST_LINE else ""
    return line if len(line) <= LONGEST_LINE else ""


def _items_in_order(tree: Tree) -> Iterator[str]:
    """The items of a tree in the order of the text."""
    ends: list[int] = []
    says_root = has_letter_first(tree)
    for node in range(len(tree)):
        while ends and ends[-1] == node:
            yield ")"
            ends.pop()
        yield _item_of_node(tree, node, says_kind=says_root and node == 0)
        if tree.children[node]:
            ends.append(tree.ends[node])
    yield from ")" * len(ends)


def has_letter_first(tree: Tree) -> bool:
    """Whether letters stand first in brackets where people may take them for names: capitals beside brackets, or all.

    >>> from treesolve.notation.reader import read
    >>> write_line(read("MAX (X (6 5))")), write_line(read("(x (6 5))"))
    ('MAX (X (6 5))', '(x (6 5))')
    """
    if tree.given_names or tree.moves or tree.weights or not any(isinstance(one, Unknown) for one in tree.values):
        return False
    heads = [_letter(tree.values[below[0]]) for below in tree.children if below]
    if all(heads) and len(set(heads)) > 1:
        return True
    families = (below for below in tree.children if below and _letter(tree.values[below[0]]).isupper())
    return any(tree.children[child] for family in families for child in family)


def _letter(value: Any) -> str:
    """The letter of an unknown leaf; nothing for any other value."""
    return value.letter if isinstance(value, Unknown) and value.letter != "?" else ""


def _item_of_node(tree: Tree, node: int, *, says_kind: bool) -> str:
    parts = []
    if node in tree.weights:
        parts.append(f"{write_weight(tree.weights[node])} *")
    if node in tree.moves:
        parts.append(f"{write_name(tree.moves[node])} ->")
    if node in tree.given_names:
        parts.append(f"{_name_of_node(tree, node)}:")
    kind = tree.kinds[node]
    value: Any = tree.values[node]
    if value is not None:
        return " ".join([*parts, write_value(value)])
    if says_kind or kind is not expected_kind(tree, node):
        parts.append(kind.value.upper())
    return " ".join([*parts, "("])


def _name_of_node(tree: Tree, node: int) -> str:
    """The name of a node; in quotation marks where it may be read as saying who else than MAX and MIN decides there."""
    name = tree.given_names[node]
    is_doubtful = tree.kinds[node] in (Kind.MAX, Kind.MIN) and is_name_of_mover(name)
    return quoted_name(name) if is_doubtful else write_name(name)


def expected_kind(tree: Tree, node: int) -> Kind:
    """The kind a node has where none is written: that of the player to move."""
    parent = tree.parents[node]
    if tree.kinds[0] in PLAYERS:
        return following(PLAYERS[: len(tree.values[tree.leaves[0]])], tree.kinds, parent)  # type: ignore[arg-type]
    if parent is None:
        return Kind.MAX
    mover = tree.movers[parent]
    return mover if tree.kinds[parent] is Kind.CHANCE else mover.opponent


def write_name(name: str) -> str:
    r"""A name as the notation takes it: in quotes, unless it is a word without another meaning.

    >>> print(write_name("left"), write_name("e2-e4"), write_name("max"))
    left "e2-e4" "max"
    """
    if _IDENTIFIER.fullmatch(name) and name.lower() not in _RESERVED:
        return name
    return quoted_name(name)


def quoted_name(name: str) -> str:
    """A name in quotation marks."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


CHANCES = frozenset(
    (
        *("zufall", "zufallsknoten", "random", "nature", "natur", "dice", "würfel", "coin", "münze", "lottery"),
        *("expectation", "average", "avg", "expecti", "expectimax", "expectiminimax", "expectiminmax"),
    )
)
"""How people call nodes at which chance decides, or the search that has such nodes."""

PLAYER_WORDS = ("P", "Player ", "player ", "Player", "player", "Spieler ")
"""What stands before the number of a player."""

PLAYER_NAMES = frozenset(f"{word}{number}" for word in PLAYER_WORDS for number in range(1, 10))
"""How people call nodes after the players who move there."""


def is_name_of_mover(name: str) -> bool:
    """Whether a node that is called so may be one at which chance decides, or one of several players."""
    return name in PLAYER_NAMES or name.casefold() in CHANCES
