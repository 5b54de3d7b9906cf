"""What people say of players where leaves have payoffs, in the words the reader knows, every character at its place.

`P1 goes right` is the best move where P1 is at the root. `At B player 2 picks r, giving (1, 2)` gives B its payoffs,
and is left as it stands where r does not lead there.
"""

import re
from functools import partial
from typing import Protocol

from treesolve.answers.number_words import number_meant
from treesolve.search.solution import Solution

_PLAYER = r"(?:P|Player |Spieler )(?P<player>[1-9])"
_VERB = (
    r"(?:(?:should|will|would|must)[ \t]+)?(?:chooses?|picks?|selects?|takes?|plays?|goes|go|moves?|wählt|nimmt|spielt"
    r"|geht|zieht)(?:[ \t]+(?:to|nach|zu))?"
)
_NODE = r"(?:at|in|bei|an)[ \t]+(?:node[ \t]+|knoten[ \t]+)?(?P<node>\w+),?"
_MOVE = r"(?P<move>(?!(?:at|in|bei|an)\b)\w+)"
_WITH = (
    r"(?:[ \t]*[:,=]|[ \t]*-+>|[ \t]*→|,?[ \t]+(?:and[ \t]+|which[ \t]+|und[ \t]+)?"
    r"(?:gives|gets|giving|with|for|leading to|mit|erhält|bekommt))"
)
_PAYOFFS = r"(?=[ \t]*[(<\[{]\s*(?P<listed>[^()<>\[\]{}\n]+)[)>\]}])"
_FORMS = tuple(
    re.compile(rf"(?<!\w){form}{_WITH}{_PAYOFFS}", re.IGNORECASE)
    for form in (
        rf"{_NODE}[ \t]+{_PLAYER}[ \t]+{_VERB}[ \t]+{_MOVE}",
        rf"{_PLAYER}[ \t]+{_VERB}[ \t]+{_MOVE}(?:[ \t]+{_NODE})?",
        rf"{_PLAYER}[ \t]+{_VERB}[ \t]+{_NODE}[ \t]+{_MOVE}",
    )
)
_TAKES = "we take"
_OF_FIRST = (
    (re.compile(rf"(?<!\w){_PLAYER}[ \t]+{_VERB}(?=[ \t])", re.IGNORECASE), _TAKES),
    (re.compile(rf"(?<!\w)(?:for|für)[ \t]+{_PLAYER}(?!\w)", re.IGNORECASE), ""),
)
"""What the player at the root does, and for whom something is best, in words that name nobody."""


class Names(Protocol):
    """The nodes by what students call them."""

    def named(self, mention: str) -> tuple[int, ...]:
        """The candidates by name."""


def text_with_players(text: str, solution: Solution, nodes: Names) -> str:
    """The text with choices as payoffs of their nodes, and without the player at the root of the tree that is solved.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.maxn import solve_maxn
    >>> from treesolve.answers.node_words import Nodes
    >>> tree = read("A: P1 (left -> (<3, 1> <1, 2>) right -> <2, 1>)", payoffs=True)
    >>> text_with_players("P2 chooses L2 at B: (1, 2). P1 goes right.", solve_maxn(tree), Nodes(tree))
    '                 B: (1, 2). we take right.'
    """
    for form in _FORMS:
        text = form.sub(partial(_choice_as_payoffs, solution, nodes), text)
    first = solution.tree.kinds[0].name.removeprefix("P")
    for form, known in _OF_FIRST:
        text = form.sub(partial(_said_of_first, known, first), text)
    return text


def _said_of_first(known: str, first: str, found: re.Match[str]) -> str:
    is_said = found["player"] == first and len(known) <= len(found[0])
    return known.rjust(len(found[0])) if is_said else found[0]


def _choice_as_payoffs(solution: Solution, nodes: Names, found: re.Match[str]) -> str:
    """The node of a choice before its payoffs, and at the root the best move; what it was where it is not so."""
    tree = solution.tree
    told = nodes.named(found["node"]) if found["node"] else (0,)
    node = told[0] if len(told) == 1 else None
    if node is None or tree.kinds[node].name != f"P{found['player']}":
        return found[0]
    chosen = [child for child in tree.children[node] if found["move"] in (tree.moves.get(child), tree.names[child])]
    signs = r"[;|]" if re.search(r"[;|]", found["listed"]) else r"[,\s]+"
    listed = tuple(number_meant(one.strip()) for one in re.split(signs, found["listed"].strip()))
    if len(chosen) != 1 or solution.values[chosen[0]] != listed:
        return found[0]
    said = f"{tree.names[node]}:" if node else f"best: {found['move']}; {tree.names[node]}:"
    return said.rjust(len(found[0])) if len(said) <= len(found[0]) else found[0]
