"""Test files of Berkeley's CS188, project 2: `successors` with a move each, `evaluation`, and how many agents play."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.written import cannot_carry
from treesolve.notation.number_text import write_number

NAME = "CS188"
COMMENTS = ("#",)

_SIGN = re.compile(r'^[ \t]*successors[ \t]*:\s*"""', re.MULTILINE)
_TOKEN = re.compile(r'(?P<key>\w+)[ \t]*:\s*(?:"""(?P<block>.*?)"""|"(?P<line>[^"\n]*)")|(?P<odd>\S)', re.DOTALL)
_KEYS = {
    "class": "GraphGameTreeTest",
    "alg": "MinimaxAgent|AlphaBetaAgent|ExpectimaxAgent",
    "depth": "[1-9][0-9]{0,5}",
    "num_agents": "[1-9][0-9]{0,5}",
    **dict.fromkeys(("diagram", "start_state", "win_states", "lose_states", "successors", "evaluation"), r"[\s\S]*"),
}


class Word(NamedTuple):
    """Text and its place."""

    text: str
    span: Span


def recognises(text: str) -> bool:
    """Whether a text has successors in three quotation marks."""
    return bool(_SIGN.search(text))


def read(text: str) -> Part:
    """The tree down to the depth that is asked for; a field says where the text goes on below that, which is asked.

    Raises InputError for what is no key of such a test, for states that are in no row, and where states are no tree.
    """
    blocks = _blocks(text)
    above: dict[str, str] = {}
    below: dict[str, list[tuple[Word, Word]]] = {}
    for parent, move, child in _rows(blocks["successors"], 3):
        if child.text in above:
            refuse("graph-two-parents", child.span, name=child.text, first=above[child.text], second=parent.text)
        above[child.text] = parent.text
        below.setdefault(parent.text, []).append((move, child))
    start = blocks["start_state"]
    order = [(Word("", start.span), start, 0)]
    for _, state, ply in order if start.text not in above else ():
        order += [(move, child, ply + 1) for move, child in below.get(state.text, [])]
    fields = _fields(blocks, {*below, *above})
    if len(order) != len(fields) or start.text not in below:
        refuse("foreign-form", start.span, text=start.text)
    agents = int(blocks["num_agents"].text or 2)
    kinds = ["max"] + ["chance" if "Expectimax" in blocks["alg"].text else "min"] * (agents - 1)
    made: dict[str, Part] = {}
    for move, state, ply in reversed(order):
        children = tuple(made.pop(child.text) for _, child in below.get(state.text, []))
        if children and ply >= int(blocks["depth"].text or ply + 1) * agents and fields[state.text]:
            fields[state.text].append(Field(f"successors below depth {blocks['depth'].text}", True, state.span))
            children = ()
        kind = [Field("kind", kinds[ply % agents], state.span)] if children else []
        edge = _quoted(move.text) if move.text not in ("", state.text) else ""
        made[state.text] = Part(state.span, _quoted(state.text), (*fields[state.text], *kind), children, edge)
    return made[start.text]


def _fields(blocks: dict[str, Word], states: set[str]) -> dict[str, list[Field]]:
    """What is said of each state: its value, and that the game ends there."""
    fields: dict[str, list[Field]] = {state: [] for state in states}
    ends = [(end, Word("true", end.span)) for key in ("win_states", "lose_states") for (end,) in _rows(blocks[key], 1)]
    for name, rows in (("value", _rows(blocks["evaluation"], 2)), ("terminal", ends)):
        for state, said in rows:
            if state.text not in fields:
                refuse("foreign-form", state.span, text=state.text)
            fields[state.text].append(Field(name, said.text, said.span))
    return fields


def _quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def _blocks(text: str) -> dict[str, Word]:
    """What stands behind each key; nothing behind those that are missing."""
    blocks: dict[str, Word] = {}
    for found in _TOKEN.finditer(text):
        key, block = found["key"], "line" if found["block"] is None else "block"
        if found["odd"] or key in blocks or not re.fullmatch(_KEYS.get(key, "(?!)"), found[block]):
            refuse("foreign-form", Span(*found.span()), text=key or found[0])
        blocks[key] = Word(found[block], Span(*found.span(block)))
    return {key: blocks.get(key, Word("", Span(0, 1))) for key in _KEYS}


def _rows(block: Word, count: int) -> Iterator[list[Word]]:
    """The lines of a block, each of so many words; with 1, each word by itself."""
    for line in re.finditer(r"\S[^\n]*" if count > 1 else r"\S+", block.text):
        start = block.span.start + line.start()
        words = [Word(one[0], Span(start + one.start(), start + one.end())) for one in re.finditer(r"\S+", line[0])]
        if len(words) != count:
            refuse("foreign-form", words[0].span, text=line[0].strip())
        yield words


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
    drawn = (
        f"{'  ' * tree.depths[node]}{name} {values.get(node, tree.kinds[node].value)}"
        for node, name in enumerate(names)
    )
    edges = ((node, child) for node in tree.level_order for child in tree.children[node])
    said = {
        "class": "GraphGameTreeTest",
        "alg": AGENTS[others],
        "depth": str(-(-max(tree.depths) // agents)),
        "diagram": drawn,
        "num_agents": str(agents),
        "start_state": names[0],
        "win_states": " ".join(names[leaf] for leaf in values),
        "lose_states": "",
        "successors": (f"{names[node]} {moves[child]} {names[child]}" for node, child in edges),
        "evaluation": (f"{names[leaf]} {value}" for leaf, value in values.items()),
    }
    blocks = {key: one if isinstance(one, str) else '""\n{}\n""'.format("\n".join(one)) for key, one in said.items()}
    return "".join(f'{key}: "{block}"\n' for key, block in blocks.items())


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
