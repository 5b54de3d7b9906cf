"""Trees with a letter as the value of a leaf: how the result depends on the value of the letter.

The unchanged search is run with a special number in place of the letter, which records the values at which a comparison
would change its result (see `piecewise`). The answer is therefore complete for every convention.

In the same way, the letter p can stand for the probability of the first outcome of a chance node, so that the weights
of the other outcomes change with p. This requires that the windows of the outcomes do not depend on p, which is the
case unless the convention cuts at chance nodes.
"""

from collections.abc import Iterator
from fractions import Fraction

from treesolve.analysis.piecewise import Interval, ParametricNumber, Probe, answers_by_interval, to_linear
from treesolve.analysis.unknown_solution import Finding, Obstacle, UnknownQuestion, UnknownSolution, unknown_leaves
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Unknown
from treesolve.model.perspective import value_limits
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.search.minimax import minimax_values
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import Solution

MAX_NODES_SEARCHED = 3_000_000
"""Maximum total number of nodes in all searches for one question."""

_UNCONDITIONAL_OBSTACLES = ("leaf-outside-unit", "leaf-outside-bounds", "empty-window")
"""Errors that occur for every value of the letter."""


def unknown_letters(tree: Tree) -> tuple[str, ...]:
    """Return the letters of the unknown leaves, from left to right, without duplicates.

    Raises InputError if there are no letters, with the code "no-unknown-leaf" if no leaf is unknown, or
    "unknown-without-letter" if all unknown leaves are question marks.
    """
    unknown = unknown_leaves(tree)
    letters = dict.fromkeys(tree.values[leaf].letter for leaf in unknown)  # type: ignore[union-attr]
    letters.pop("?", None)
    if letters:
        return tuple(letters)
    if not unknown:
        raise InputError((Problem("no-unknown-leaf"),))
    start = tree.offsets[unknown[0]] if tree.offsets else 0
    span = Span(start, start + 1) if tree.offsets else None
    raise InputError((Problem("unknown-without-letter", span, {"count": len(unknown)}),))


def solve_unknown(
    tree: Tree, convention: Convention = DEFAULT, letter: str | None = None, *, integers: bool = False
) -> UnknownSolution:
    """Search the tree for every value of a letter, by default the leftmost letter.

    Raises InputError with the code "no-unknown-leaf", "unknown-without-letter" or "no-such-letter", or with the code
    "too-many-intervals" if the search would take too long. Raises treesolve.search.search.Unsolvable if no value of the
    letter permits a search.
    """
    letters = unknown_letters(tree)
    requested = letters[0] if letter is None else letter
    if requested not in letters:
        raise InputError((Problem("no-such-letter", None, {"letter": requested, "known": ", ".join(letters)}),))
    unknown = Unknown(requested)

    def with_number(number: ParametricNumber) -> Tree:
        values = tuple(number if value == unknown else value for value in tree.values)
        return Tree(tree.kinds, values, tree.children, weights=tree.weights, bounds=tree.bounds)  # type: ignore[arg-type]

    domain = _domain_of_letter(tree, convention)
    return solve_question(UnknownQuestion(tree, convention, requested, domain, with_number, integers))


def solve_question(question: UnknownQuestion) -> UnknownSolution:
    """Search the tree for every value in the domain of the letter.

    Raises InputError with the code "too-many-intervals" if the search would take too long. Raises
    treesolve.search.search.Unsolvable if no value permits a search.
    """
    work = 0

    def ask(probe: Probe) -> Finding:
        nonlocal work
        work += len(question.tree)
        if work > MAX_NODES_SEARCHED:
            raise InputError((Problem("too-many-intervals", None, {"letter": question.letter}),))
        return _finding(question.with_number(ParametricNumber(probe)), question.convention)

    return UnknownSolution(question, answers_by_interval(question.domain, ask))


def _finding(tree: Tree, convention: Convention) -> Finding:
    """Search a tree in which a parametric number replaces the letter, and return the finding."""
    value = minimax_values(tree)[0]
    found = Finding(None if value is None else to_linear(value))
    try:
        solution = Solution(search(tree, convention))
    except Unsolvable as refusal:
        if refusal.code in _UNCONDITIONAL_OBSTACLES:
            raise
        return found._replace(obstacle=Obstacle(refusal.code, refusal.node))
    returned = solution.returned(0)
    return found._replace(
        result=solution.result,
        returned=None if returned is None else to_linear(returned),
        best_id=solution.best_id,
        pruned_root_ids=solution.pruned_root_ids,
        evaluated_ids=solution.evaluated_ids,
    )


def _domain_of_letter(tree: Tree, convention: Convention) -> Interval:
    low, high = value_limits(tree.bounds, convention.perspective)
    return Interval(low, high, low != -INFINITY, high != INFINITY)


def solve_unknowns(
    tree: Tree, convention: Convention = DEFAULT, name: str | None = None, *, integers: bool = False
) -> Iterator[UnknownSolution]:
    """Yield the solution for each letter in turn, or for the probability at each chance node if no leaf is unknown.

    If `name` is given, only the solution for the letter or the chance node with that name is yielded. Raises the same
    errors as `solve_unknown` and `solve_probabilities`.
    """
    if Kind.CHANCE in tree.kinds and not any(isinstance(value, Unknown) for value in tree.values):
        yield from solve_probabilities(tree, convention, name, integers=integers)
    else:
        for letter in unknown_letters(tree) if name is None else [name]:
            yield solve_unknown(tree, convention, letter, integers=integers)


def solve_probabilities(
    tree: Tree, convention: Convention = DEFAULT, name: str | None = None, *, integers: bool = False
) -> Iterator[UnknownSolution]:
    """Yield for each chance node the solution for every probability of its first outcome, from 0 to 1.

    The other chance nodes keep their probabilities. Raises InputError with the code "no-such-chance-node",
    "probability-moves-cuts" (if chance nodes are cut), "probability-not-integer" or "too-many-intervals". Raises
    treesolve.search.search.Unsolvable if no probability permits a search.

    >>> from treesolve.notation.reader import read
    >>> (found,) = solve_probabilities(read("(4 risk: CHANCE (10 1))"))
    >>> [(str(low), str(high), tuple(finding.value)) for (low, high, *_), finding in found.findings]
    [('0', '1/3', (0, 4)), ('1/3', '1', (9, 1))]
    """
    if convention.cuts_chance(tree):
        raise InputError((Problem("probability-moves-cuts"),))
    if integers:
        raise InputError((Problem("probability-not-integer"),))
    for node in _chance_nodes(tree, name):
        yield _solve_probability(tree, convention, node)


def _chance_nodes(tree: Tree, name: str | None) -> list[int]:
    nodes = [node for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE]
    requested = [node for node in nodes if name in (None, tree.names[node])]
    if not requested:
        known = ", ".join(tree.names[node] for node in nodes)
        raise InputError((Problem("no-such-chance-node", None, {"name": name, "known": known}),))
    return requested


def _solve_probability(tree: Tree, convention: Convention, node: int) -> UnknownSolution:
    first, *others = tree.children[node]
    shares = conditional_probabilities(tree, node)

    def with_probability(number: ParametricNumber) -> Tree:
        rest = {other: share * (1 - number) for other, share in zip(others, shares, strict=True)}
        weights = {**tree.weights, first: number, **rest}
        return Tree(tree.kinds, tree.values, tree.children, weights=weights, bounds=tree.bounds)  # type: ignore[arg-type]

    domain = Interval(0 if others else 1, 1, True, True)
    return solve_question(UnknownQuestion(tree, convention, "p", domain, with_probability, chance_node=node))


def conditional_probabilities(tree: Tree, node: int) -> list[Fraction]:
    """Return the probabilities of the other outcomes of a chance node given that the first does not occur.

    >>> from treesolve.notation.reader import read
    >>> conditional_probabilities(read("CHANCE (0.4 * 1 0.2 * 2 0.4 * 3)"), 0)
    [Fraction(1, 3), Fraction(2, 3)]
    """
    weights = [Fraction(tree.weight(other) or 0) for other in tree.children[node][1:]]
    rest = sum(weights)
    return [weight / rest if rest else Fraction(1, len(weights)) for weight in weights]
