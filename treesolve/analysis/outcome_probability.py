"""A tree with chance nodes: for which probability of a node's first outcome is what pruned, chosen, decided?

The weights of the node move with the probability, p, as a letter's value does elsewhere; see `parametric`. Its outcomes
are searched with an open window whatever p is, unless the lecture cuts at chance nodes: then p would decide how.

Vocabulary

    first outcome   the first child of the chance node as the tree is written, whatever the order of the search
    rest            what the other outcomes weigh together, 1 − p; they share it as they are weighted, or equally where
                    none of them weighs anything
"""

from collections.abc import Iterator
from fractions import Fraction

from treesolve.analysis.parametric import Question, UnknownSolution, answer, solve_unknown, unknown_letters
from treesolve.analysis.piecewise import Interval, MovingNumber
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Kind, Tree
from treesolve.search.solution import cuts_chance

LETTER = "p"
"""Stands for the probability that is asked about."""


def solve_unknowns(
    tree: Tree, convention: Convention = DEFAULT, name: str | None = None, *, integers: bool = False
) -> Iterator[UnknownSolution]:
    """What happens for which values of each letter in turn; where no leaf is unknown, of each probability.

    With a `name` only of that letter, or of the chance node of that name. Raises as `solve_unknown` and
    `solve_probabilities`.
    """
    if Kind.CHANCE in tree.kinds and not any(isinstance(value, Unknown) for value in tree.values):
        yield from solve_probabilities(tree, convention, name, integers=integers)
    else:
        for letter in unknown_letters(tree) if name is None else [name]:
            yield solve_unknown(tree, convention, letter, integers=integers)


def solve_probabilities(
    tree: Tree, convention: Convention = DEFAULT, name: str | None = None, *, integers: bool = False
) -> Iterator[UnknownSolution]:
    """Search the tree for every probability, from 0 to 1, of each chance node's first outcome, the others as written.

    Raises InputError: "no-such-chance-node"; "probability-moves-cuts" where chance nodes are cut;
    "probability-not-integer"; "too-many-intervals". Raises treesolve.search.search.Unsolvable where no probability
    makes a search possible.

    >>> from treesolve.notation.reader import read
    >>> (found,) = solve_probabilities(read("(4 risk: CHANCE (10 1))"))
    >>> [(str(low), str(high), tuple(answer.value)) for (low, high, *_), answer in found.pieces]
    [('0', '1/3', (0, 4)), ('1/3', '1', (9, 1))]
    """
    if cuts_chance(tree, convention):
        raise InputError((Problem("probability-moves-cuts"),))
    if integers:
        raise InputError((Problem("probability-not-integer"),))
    for node in _chance_nodes(tree, name):
        yield _solve_probability(tree, convention, node)


def _chance_nodes(tree: Tree, name: str | None) -> list[int]:
    nodes = [node for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE]
    asked = [node for node in nodes if name in (None, tree.names[node])]
    if not asked:
        known = ", ".join(tree.names[node] for node in nodes)
        raise InputError((Problem("no-such-chance-node", None, {"name": name, "known": known}),))
    return asked


def _solve_probability(tree: Tree, convention: Convention, node: int) -> UnknownSolution:
    first, *others = tree.children[node]
    shares = shares_of_rest(tree, node)

    def with_probability(number: MovingNumber) -> Tree:
        rest = {other: share * (1 - number) for other, share in zip(others, shares, strict=True)}
        weights = {**tree.weights, first: number, **rest}
        return Tree(tree.kinds, tree.values, tree.children, weights=weights, bounds=tree.bounds)  # type: ignore[arg-type]

    domain = Interval(0 if others else 1, 1, True, True)
    return answer(Question(tree, convention, LETTER, domain, with_probability, chance_node=node))


def shares_of_rest(tree: Tree, node: int) -> list[Fraction]:
    """What each outcome of a chance node but the first has of all that the first one leaves; they come to 1.

    >>> from treesolve.notation.reader import read
    >>> shares_of_rest(read("CHANCE (0.4 * 1 0.2 * 2 0.4 * 3)"), 0)
    [Fraction(1, 3), Fraction(2, 3)]
    """
    weights = [Fraction(tree.weight(other) or 0) for other in tree.children[node][1:]]
    rest = sum(weights)
    return [weight / rest if rest else Fraction(1, len(weights)) for weight in weights]
