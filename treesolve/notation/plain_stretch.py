"""What is nothing but brackets and whole numbers, as nearly all of a large tree is: read in one go, not by pieces.

A stretch begins behind an opened bracket and goes on as long as nothing can be wrong: two nodes have a blank between
them, or a comma and a blank. What comes then is left to those who read piece by piece and name mistakes.

Vocabulary

    group       brackets that open, leaves side by side, brackets that close; a stretch is one group after the other
    base        how many nodes are open where the stretch begins; it closes none of them
"""

import re

from treesolve.model.tree import Kind
from treesolve.notation.builder import PAIRS, TreeBuilder
from treesolve.notation.scanner import Acceptor

_GROUP = re.compile(
    r"""
    (?: (?<=[0-9)\]}]) ,?[ ] | (?<=[(\[{]) | (?=[(\[{]) )  # what parts it from the node before
    ([(\[{]{0,50}+)                                          # looked at again where no leaf follows, so not too many
    (-?[0-9]{1,18} (?: (?:,[ ]-?[0-9]{1,18})++ | (?:[ ]-?[0-9]{1,18})*+ ))
    ([)\]}]++ | (?= ,?[ ][(\[{] ))
    """,
    re.VERBOSE,
)


def read_plain_stretch(builder: TreeBuilder, acceptor: Acceptor, text: str, start: int) -> tuple[str, int]:
    """Let the tree grow by the stretch behind an opened bracket, if there is one: its last terminal, and where it ends.

    Of all that a node holds the acceptor is told as of one leaf, since for the rest of the parse these are alike.
    """
    base = len(builder.open_nodes)
    end = _add_groups(builder, text, start)
    if end == start:
        return "OPEN", end
    still_open = builder.open_nodes[base:]
    for terminal in ["OPEN"] * len(still_open) + ["NUMBER"]:
        acceptor.feed(terminal)
    builder.movers += [builder.kinds[node] for node in still_open]
    builder.parent = builder.open_nodes[-1]
    builder.siblings = builder.children[builder.parent]
    return "CLOSE" if text[end - 1] in PAIRS.values() else "NUMBER", end


def _add_groups(builder: TreeBuilder, text: str, at: int) -> int:
    """The loop over all groups, and where they end; in one piece, since calls would take as long again."""
    kinds, values, children, parents, ends, offsets = builder.columns
    open_nodes, brackets = builder.open_nodes, builder.brackets
    node, base, parent, siblings = len(kinds), len(open_nodes), open_nodes[-1], builder.siblings
    kind, other, leaf = builder.movers[-1].opponent, builder.movers[-1].opponent.opponent, Kind.LEAF
    most = node + builder.room
    while group := _GROUP.match(text, at):
        opened, leaves, closed = group.groups()
        parting = ", " if "," in leaves else " "
        numbers = leaves.split(parting)
        if node + len(opened) + len(numbers) > most:
            break
        at = group.start(1)
        for bracket in opened:
            siblings.append(node)
            children.append(siblings := [])
            kinds.append(kind)
            values.append(None)
            parents.append(parent)
            ends.append(0)
            offsets.append(at)
            open_nodes.append(node)
            brackets.append((bracket, at))
            parent, kind, other = node, other, kind
            node += 1
            at += 1
        for number in numbers:
            siblings.append(node)
            children.append(())
            kinds.append(leaf)
            values.append(int(number))
            parents.append(parent)
            node += 1
            ends.append(node)
            offsets.append(at)
            at += len(number) + len(parting)
        at -= len(parting)
        for bracket in closed:
            if len(open_nodes) == base or PAIRS[brackets[-1][0]] != bracket:
                break
            brackets.pop()
            children[parent] = tuple(siblings)
            ends[open_nodes.pop()] = node
            parent, kind, other = open_nodes[-1], other, kind
            siblings = children[parent]
            at += 1
    return at
