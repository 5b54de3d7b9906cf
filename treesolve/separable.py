"""Which misconceptions trees of a shape can tell apart at all: what no tree of many does is not demanded of one.

Vocabulary

    survey      some random trees of the shape, each asked what it tells apart; the same ones for every seed
    excused     groups of codes that no tree of the survey tells apart
"""

from treesolve.dealing import Dealing
from treesolve.misconception import CODES
from treesolve.orders import Orders
from treesolve.problem import Problem
from treesolve.randomness import Randomness
from treesolve.request import FEW_TIES, Request
from treesolve.search import Unsolvable
from treesolve.separation import CORRECT, Together
from treesolve.solution import solve
from treesolve.tree import Tree
from treesolve.value import INFINITY
from treesolve.want import Want

SURVEYED, SETTLED = 40, 12
"""A survey has at most so many trees, and ends when so many in a row have told nothing new apart."""


def prepared(request: Request) -> Request:
    """The request with its wants ready to be tested: what cannot be told apart is excused."""
    return request._replace(wants=tuple(_prepared(request, want) for want in request.wants))


def remarks(request: Request) -> tuple[Problem, ...]:
    """What is to be known about the trees of a prepared request: ties nobody asked for, and what is not told apart."""
    found = []
    leaves, values = request.most_leaves, request.numbers
    if request.like is None and request.ties(leaves) == FEW_TIES:
        found.append(Problem("few-ties", None, {"leaves": leaves, "count": values.size, "span": str(values)}))
    for want in request.wants:
        if want.excused:
            silent = [group[1:] for group in want.excused if group[0] == CORRECT]
            groups = [group for group in want.excused if group[0] != CORRECT]
            found.append(Problem("not-separable", None, {"silent": silent[0] if silent else (), "groups": groups}))
    return tuple(found)


def _prepared(request: Request, want: Want) -> Want:
    if want.name != "separates":
        return want
    want = want._replace(parts=want.parts or request.parts)
    return want._replace(excused=_grouped(_never_told(request, want)))


def _never_told(request: Request, want: Want) -> frozenset[tuple[str, str]]:
    """The pairs that no tree of the survey tells apart."""
    random, orders = Randomness("survey"), Orders("survey")
    never: frozenset[tuple[str, str]] | None = None
    settled = 0
    for _ in range(SURVEYED):
        tree = _random_tree(request, orders, random)
        try:
            confused = want.confused(solve(tree, request.convention))
        except Unsolvable:
            continue
        left = confused if never is None else never & confused
        settled = settled + 1 if left == never else 0
        never = left
        if not never or settled >= SETTLED:
            break
    return never or frozenset()


def _random_tree(request: Request, orders: Orders, random: Randomness) -> Tree:
    form = request.like
    if form is None:
        assert request.shape is not None
        form = request.shape.draw(random, request.root)
    dealing = Dealing(request, form)
    ranks = dealing.dealt(orders, random, 1)[:, 0].tolist()
    tree = dealing.tree(ranks, random, None, (-INFINITY, INFINITY))
    assert tree is not None
    return tree


def _grouped(never: frozenset[tuple[str, str]]) -> Together:
    """The pairs as groups, in the order of the codes."""
    codes = (CORRECT, *CODES)
    groups: dict[str, str] = {code: code for code in codes}
    for one, other in sorted(never, key=lambda pair: (codes.index(pair[0]), codes.index(pair[1]))):
        groups[other] = groups[one]
    members = (tuple(code for code in codes if groups[code] == first) for first in codes)
    return tuple(group for group in members if len(group) > 1)
