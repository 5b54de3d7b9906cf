"""Test files of Berkeley's CS188, project 2: `successors` with a move each, `evaluation`, and how many agents play."""

import re
from collections.abc import Iterator
from typing import Any

from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import number, quoted
from treesolve.notation.foreign.refusal import cannot_carry, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number

NAME = "CS188"

_KEY = re.compile(r'^[ \t]*(\w+)[ \t]*:\s*(?:"""(.*?)"""|"([^"\n]*)")', re.MULTILINE | re.DOTALL)
_SYNONYMS = {"nextstates": "successors", "next_states": "successors", "initial_state": "start_state"}
_LINE = re.compile(r"[^\n]+")


def recognises(text: str) -> bool:
    """Whether a text has successors in three quotation marks."""
    return bool(re.search(r'^[ \t]*(?:successors|next_?states)[ \t]*:\s*"""', text, re.MULTILINE | re.IGNORECASE))


def read(text: str) -> Sketch:
    """The tree down to the depth that the test asks for. Raises InputError where it is none."""
    fields = {
        _SYNONYMS.get(found[1].lower(), found[1].lower()): _text_behind_key(found) for found in _KEY.finditer(text)
    }
    graph = Graph()
    rows = list(_words_of_lines(*fields.get("successors", ("", 0))))
    for words, span in rows:
        if len(words) != 3:
            raise refusal("foreign-form", span, text=" ".join(words))
        graph.edge(words[0], words[2], span, quoted(words[1]) if words[1] != words[2] else None)
    for words, span in _words_of_lines(*fields.get("evaluation", ("", 0))):
        value = number(words[-1])
        if value is None or len(words) != 2:
            raise refusal("value-no-number", span, name=words[0], text=" ".join(words[1:]))
        if words[0] not in graph.entries:
            raise refusal("number-left-out", span, text=" ".join(words))
        graph.entries[words[0]].value = value
    written, begin = fields.get("start_state", ("", 0))
    start = written.strip() or next(iter(graph.entries), "")
    graph.node(start, Span(begin, begin + len(written)))
    if _states_reached(graph, start) == graph.entries.keys():
        _cut_off_below_depth(graph, fields, start)
    return graph.sketch()


def _text_behind_key(found: re.Match[str]) -> tuple[str, int]:
    """What stands behind a key, and where."""
    return (found[2], found.start(2)) if found[2] is not None else (found[3], found.start(3))


def _words_of_lines(field: str, begin: int) -> Iterator[tuple[list[str], Span]]:
    for found in _LINE.finditer(field):
        if words := found[0].split():
            yield words, Span(begin + found.start(), begin + found.end())


def _states_reached(graph: Graph, start: str) -> set[str]:
    """The states to which moves lead, and the first one."""
    reached, waiting = {start}, [start]
    while waiting:
        below = {edge.child for edge in graph.entries[waiting.pop()].edges} - reached
        reached |= below
        waiting += below
    return reached


def _cut_off_below_depth(graph: Graph, fields: dict[str, tuple[str, int]], start: str) -> None:
    """Say whose turn it is on each level, and forget what lies below ends of the game and below the depth asked for."""
    agents = int(_whole_number(fields.get("num_agents", ("2", 0))[0], 2))
    chance = "expectimax" in fields.get("alg", ("", 0))[0].lower()
    deepest = int(_whole_number(fields.get("depth", ("", 0))[0], 10**6)) * agents
    ends = {word for key in ("win_states", "lose_states") for word in fields.get(key, ("", 0))[0].split()}
    plies = {start: 0}
    for key in (order := list(plies)):
        entry = graph.entries[key]
        turn = plies[key] % agents
        entry.kind = Kind.MAX if turn == 0 else Kind.CHANCE if chance else Kind.MIN
        if entry.value is not None and (key in ends or plies[key] >= deepest):
            for edge in entry.edges:
                graph.entries[edge.child].parents.remove(key)
            entry.edges = []
        for edge in entry.edges:
            if edge.child not in plies:
                plies[edge.child] = plies[key] + 1
                order.append(edge.child)
    for key in [key for key in graph.entries if key not in plies]:
        graph.remove(key)


def _whole_number(words: str, otherwise: int) -> int:
    return int(words) if re.fullmatch(r"[1-9][0-9]{0,5}", words.strip()) else otherwise


AGENTS = {Kind.MIN: "AlphaBetaAgent", Kind.CHANCE: "ExpectimaxAgent"}
"""The agent that searches a tree in which such nodes answer MAX."""

_ALG = re.compile('(?<=^alg: ")[^"]+', re.MULTILINE)
_UNFIT = re.compile(r'[\s"#]|^$')
"""What no name of a state or an action may have: blanks part words there, quotation marks texts, # ends a line."""


def for_agent(test: str, agent: str) -> str:
    """The test as one of another agent."""
    return _ALG.sub(agent, test, count=1)


def actions(tree: Tree) -> dict[int, str]:
    """What leads to each node but the root: its move; without a name it is called as the state that it leads to."""
    return {node: tree.moves.get(node, tree.names[node]) for node in range(1, len(tree))}


def write(tree: Tree) -> str:
    """The tree as a test of AlphaBetaAgent, with chance nodes as one of ExpectimaxAgent.

    Raises InputError where names repeat or have blanks, where two moves of a node are called the same, where values
    cannot be decimals, chances are not equal, or levels not those of agents.

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
    _check_words(tree, moves)
    values = {leaf: _decimal(tree.values[leaf]) for leaf in tree.leaves}
    edges = ((node, child) for node in tree.level_order for child in tree.children[node])
    return _TEST.format(
        agent=AGENTS[others],
        depth=-(-max(tree.depths) // agents),
        diagram=_diagram(tree, values),
        agents=agents,
        start=names[0],
        ends=" ".join(names[leaf] for leaf in values),
        successors="\n".join(f"{names[node]} {moves[child]} {names[child]}" for node, child in edges),
        evaluation="\n".join(f"{names[leaf]} {value}" for leaf, value in values.items()),
    )


_TEST = '''class: "GraphGameTreeTest"
alg: "{agent}"
depth: "{depth}"
diagram: """
{diagram}
"""
num_agents: "{agents}"
start_state: "{start}"
win_states: "{ends}"
lose_states: ""
successors: """
{successors}
"""
evaluation: """
{evaluation}
"""
'''


def _diagram(tree: Tree, values: dict[int, str]) -> str:
    """What the autograder shows where an agent fails: a node a line, below its parent, with its kind or value."""
    nodes = zip(range(len(tree)), tree.depths, tree.names, tree.kinds, strict=True)
    return "\n".join(f"{'  ' * depth}{name} {values.get(node, kind.value)}" for node, depth, name, kind in nodes)


def _check_words(tree: Tree, moves: dict[int, str]) -> None:
    """Raise InputError where a name or a move is no word, or does not say which one is meant."""
    if any(len({moves[child] for child in below}) < len(below) for below in tree.children):
        raise cannot_carry("same-moves")
    are_unfit = any(_UNFIT.search(word) for word in (*tree.names, *tree.moves.values()))
    if are_unfit or any(move == tree.names[node] for node, move in tree.moves.items()):
        raise cannot_carry("words")


def _decimal(value: Any) -> str:
    """A value as Python's float reads it. Raises InputError for other fractions."""
    if "/" in (text := write_number(value)):
        raise cannot_carry("fractions")
    return text


def _players(tree: Tree) -> tuple[Kind, int]:
    """Who answers MAX, MIN or chance, and how many agents play: MAX moves after all others, each on its own level.

    Raises InputError where that is otherwise, or chances are not equal.
    """
    others = Kind.CHANCE if Kind.CHANCE in tree.kinds else Kind.MIN
    if any(len({tree.weight(child) for child in below}) > 1 for below in tree.children):
        raise cannot_carry("weights")
    levels: dict[int, set[Kind]] = {}
    for node, kind in enumerate(tree.kinds):
        if kind is not Kind.LEAF:
            levels.setdefault(tree.depths[node], set()).add(kind)
    for agents in range(2, len(levels) + 2):
        if all(kinds == {others if depth % agents else Kind.MAX} for depth, kinds in levels.items()):
            return others, agents
    if all(kinds == {Kind.MAX} for kinds in levels.values()):
        return others, 1
    raise cannot_carry("chance" if others is Kind.CHANCE else "kinds")
