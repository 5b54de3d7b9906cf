"""Random trees that are as somebody wants them: drawn and searched by the thousand, tested one by one.

What a batch finds is solved again by the one search, and every want is tested on that solution, before a tree is told.
Where random trees that are as wanted are rare, better ones are made of the nearest by exchanging leaves.

Vocabulary

    told        handed out; no tree is told twice
"""

from collections.abc import Iterator
from hashlib import blake2b

from treesolve.exercises.chances import drawn_form
from treesolve.exercises.feasibility import contradictions, prepared
from treesolve.exercises.generator_spec import Request
from treesolve.exercises.likeness import SINGLE
from treesolve.exercises.local_search import FormSearch, Work
from treesolve.exercises.tally import Rare
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.search.maxn import solve_tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

EFFORT = 20_000_000
"""The effort that is spent where nobody says otherwise; it takes some seconds."""

REPEATED = 80
"""A tree that was told before counts as so many in a batch."""

FORMS, FORM = 32, 4000
"""After so many ragged forms without a tree some are made better, too; a form counts as so many trees in a batch."""

SEPARATING = 20_000
"""Telling misconceptions apart counts as so many trees in a batch."""


class Generation(Work):
    """The trees for one request, one after the other without end, no two of them equal, and how rare they are.

    The same request, seed and version give the same trees on every machine.

    `request` has its wants ready to be tested, and `tally` says how often each held so far. Raises InputError where
    the request contradicts itself, and treesolve.search.search.Unsolvable where nobody can solve the tree to be like;
    going on, Rare where the effort for one tree is spent, or all there are have been told.
    """

    def __init__(self, request: Request, seed: object, effort: int = EFFORT) -> None:
        problems = contradictions(request)
        if problems:
            raise InputError(problems)
        super().__init__(prepared(request), seed, effort)
        self._told = set() if request.like is None else {_digest_of_tree(request.like)}

    def __iter__(self) -> Iterator[Tree]:
        return (solution.tree for solution in self.solutions())

    def solutions(self) -> Iterator[Solution]:
        """The trees with their solutions."""
        for tree in self._candidate_trees():
            digest = _digest_of_tree(tree)
            if digest in self._told:
                self.spend(REPEATED)
            elif (solution := self._confirmed(tree)) is not None:
                self._told.add(digest)
                self.found()
                yield solution
        raise Rare(self.tally, exhausted=True)

    def _confirmed(self, tree: Tree) -> Solution | None:
        """The solution of a tree in which every want holds, by the one search, the costly ones last; else None."""
        self.spend(SINGLE)
        try:
            solution = solve_tree(tree, self.request.convention)
        except Unsolvable:
            return None
        distance: Number = 0 if self.likeness is None else self.likeness.distance(solution)
        held = []
        for number, want in sorted(enumerate(self.request.wants), key=lambda pair: pair[1].name == "separates"):
            if want.name == "separates":
                if distance:
                    break
                self.spend(SEPARATING)
            own = want.distance(solution)
            held.append((number, own == 0))
            distance += own
        self.tally.tested(held, self.counted)
        if 0 < distance < self.tally.distance:
            self.tally.keep(tree, distance)
        return solution if distance == 0 else None

    def _candidate_trees(self) -> Iterator[Tree]:
        request = self.request
        if request.like is not None:
            yield from FormSearch(self, request.like).alike()
            return
        assert request.shape is not None
        form = drawn_form(request, self.random)
        if request.shape.uniform and not request.has_chance:
            yield from FormSearch(self, form).candidates()
            return
        missed = 0
        while True:
            self.spend(FORM)
            found = len(self._told)
            yield from FormSearch(self, form).some(climbing=missed >= FORMS and not request.has_chance)
            missed = missed + 1 if len(self._told) == found else 0
            form = drawn_form(request, self.random)


def _digest_of_tree(tree: Tree) -> bytes:
    """What two trees share only if they are equal."""
    told = repr((tree.children, [str(tree.values[leaf]) for leaf in tree.leaves])).encode()
    return blake2b(told, digest_size=12).digest()
