"""Test files of project 2 in Berkeley's course CS188.

A file lists under `successors` each state, a move and the state after the move, and under `evaluation` the values of
states. The kinds follow from the algorithm and the number of agents.
"""

import re
from collections import defaultdict
from typing import Any

from lark import Token, Transformer

from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.grammar import span_of
from treesolve.notation.importers.exported_text import unsupported_feature_error
from treesolve.notation.importers.lark_parser import parsed
from treesolve.notation.importers.parsed_node import GraphBuilder, ParsedField, ParsedNode, reject
from treesolve.notation.number_text import format_number
from treesolve.notation.writer import quote_name

NAME = "CS188"
COMMENTS = ("#",)

_SIGN = re.compile(r'^[ \t]*successors[ \t]*:\s*"""', re.MULTILINE)


def recognizes(text: str) -> bool:
    """Return whether the text contains the key `successors` with a value in triple quotes."""
    return bool(_SIGN.search(text))


def read(text: str) -> ParsedNode:
    """Return the tree that a test describes, with kinds and values.

    Raises InputError if a key is unknown or the states do not form a tree.
    """
    entries = parsed(text, "cs188", _TestTransformer)
    edges = GraphBuilder()
    for parent, move, child in entries["successors"]:
        edges.edge(quote_name(parent), quote_name(child), span_of(child), quote_name(move) if move != child else "")
    for state, value in entries["evaluation"]:
        edges.field(quote_name(state), ParsedField("value", str(value), span_of(state)))
    for state in (*entries["win_states"], *entries["lose_states"]):
        edges.field(quote_name(state), ParsedField("terminal", True, span_of(state)))
    root = edges.tree()
    if [root.label] != [quote_name(start) for start in entries["start_state"]]:
        reject("foreign-form", root.span, text=root.label)
    return _with_players(root, entries)


class _TestTransformer(Transformer[Token, dict[str, list[Any]]]):
    """A transformer that returns the values of each key: words, or rows of words.

    Raises InputError for a repeated key.
    """

    def start(self, fields: list[tuple[Token, list[Any]]]) -> dict[str, list[Any]]:
        entries = defaultdict[str, list[Any]](list)
        for key, values in fields:
            if key in entries:
                reject("foreign-form", span_of(key), text=str(key))
            entries[key] = values
        return entries

    def field(self, parts: list[Any]) -> tuple[Token, list[Any]]:
        """Return a key and its values."""
        return parts[0], parts[1:]

    def row(self, words: list[Token]) -> list[Token]:
        """Return the words in a line of a block."""
        return words


def _with_players(root: ParsedNode, entries: dict[str, list[Any]]) -> ParsedNode:
    """Return the tree with the kinds of its nodes, down to the search depth of the test.

    If a state at that depth has both a value and successors, it gets an unknown field, about which the user is asked.
    """
    (agents,) = map(int, entries["num_agents"] or ["2"])
    (depth,) = entries["depth"] or ["1000000"]
    kinds = ["max"] + ["chance" if "ExpectimaxAgent" in entries["alg"] else "min"] * (agents - 1)
    order = [(root, 0)]
    for node, ply in order:
        order += [(child, ply + 1) for child in node.children]
    built: dict[str, ParsedNode] = {}
    for node, ply in reversed(order):
        children = tuple(built.pop(child.label) for child in node.children)
        fields = [ParsedField("kind", kinds[ply % agents], node.span)] if children else []
        if children and node.fields and ply >= int(depth) * agents:
            children, fields = (), [ParsedField(f"successors below depth {depth}", True, node.span)]
        # The values of inner nodes are dropped, because they are only estimates.
        own_fields = [one for one in node.fields if one.name != "value" or not children]
        built[node.label] = node._replace(children=children, fields=(*own_fields, *fields))
    return built[root.label]


AGENTS = {Kind.MIN: "AlphaBetaAgent", Kind.CHANCE: "ExpectimaxAgent"}
"""The agent that the test needs, by the kind of the nodes that follow MAX."""

_ALG = re.compile('(?<=^alg: ")[^"]+', re.MULTILINE)


def for_agent(test: str, agent: str) -> str:
    """Return the test with its agent replaced by another one."""
    return _ALG.sub(agent, test, count=1)


def actions(tree: Tree) -> dict[int, str]:
    """Return the move to each node except the root. A move without a name is called like the state that it leads to."""
    return {node: tree.moves.get(node, tree.names[node]) for node in range(1, len(tree))}


def write(tree: Tree) -> str:
    """Return the tree as a test of AlphaBetaAgent, or of ExpectimaxAgent if it has chance nodes.

    Raises InputError if a name contains `#`, two moves of a node are equal, a value has no finite decimal expansion,
    siblings have different weights, or the kinds do not fit agents that move in turn level by level.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 5)")), end="")
    class: "GraphGameTreeTest"
    alg: "AlphaBetaAgent"
    depth: "1"
    diagram: \"\"\"
    A max
      L1 6
      L2 5
    \"\"\"
    num_agents: "2"
    start_state: "A"
    win_states: "L1 L2"
    lose_states: ""
    successors: \"\"\"
    A left L1
    A L2 L2
    \"\"\"
    evaluation: \"\"\"
    L1 6
    L2 5
    \"\"\"
    """
    others, agents = _players(tree)
    names, moves = tree.names, actions(tree)
    if any(len({moves[child] for child in below}) < len(below) for below in tree.children):
        raise unsupported_feature_error("same-moves")
    # CS188's parser would treat the rest of the line as a comment
    if any("#" in word for word in (*tree.names, *tree.moves.values())):
        raise unsupported_feature_error("words")
    values = {leaf: format_number(tree.values[leaf]) for leaf in tree.leaf_ids}  # type: ignore[arg-type]
    if any("/" in value for value in values.values()):  # Python's float() does not parse fractions
        raise unsupported_feature_error("fractions")
    diagram = (
        f"{'  ' * tree.depths[node]}{name} {values.get(node, tree.kinds[node].value)}"
        for node, name in enumerate(names)
    )
    edges = ((node, child) for node in tree.level_order for child in tree.children[node])
    entries = {
        "class": "GraphGameTreeTest",
        "alg": AGENTS[others],
        "depth": str(-(-max(tree.depths) // agents)),
        "diagram": diagram,
        "num_agents": str(agents),
        "start_state": names[0],
        "win_states": " ".join(names[leaf] for leaf in values),
        "lose_states": "",
        "successors": (f"{names[node]} {moves[child]} {names[child]}" for node, child in edges),
        "evaluation": (f"{names[leaf]} {value}" for leaf, value in values.items()),
    }
    blocks = {key: one if isinstance(one, str) else '""\n{}\n""'.format("\n".join(one)) for key, one in entries.items()}
    return "".join(f'{key}: "{block}"\n' for key, block in blocks.items())


def _players(tree: Tree) -> tuple[Kind, int]:
    """Return the kind that follows MAX (MIN or CHANCE), and the number of agents, which move in turn level by level.

    Raises InputError if no number of agents fits the kinds on the levels, or if siblings have different weights.
    """
    others = Kind.CHANCE if Kind.CHANCE in tree.kinds else Kind.MIN
    if any(len({tree.weight(child) for child in below}) > 1 for below in tree.children):
        raise unsupported_feature_error("weights")
    levels: dict[int, set[Kind]] = {}
    for node, kind in enumerate(tree.kinds):
        if kind is not Kind.LEAF:
            levels.setdefault(tree.depths[node], set()).add(kind)
    for agents in (*range(2, len(levels) + 2), 1):
        if all(kinds == {others if depth % agents else Kind.MAX} for depth, kinds in levels.items()):
            return others, agents
    raise unsupported_feature_error("chance" if others is Kind.CHANCE else "kinds")
