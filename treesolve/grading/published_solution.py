"""Check a solution published with a tree, to find what is wrong and which conventions and rules make it right.

The solution is in the headers of the tree, and is parsed in the same way as a student's answer. Missing parts are not
mistakes.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import product
from operator import is_not, itemgetter
from typing import NamedTuple

from treesolve.analysis.misconception import tree_with_columns
from treesolve.analysis.reference_answer import ReferenceAnswer, comparable, differences
from treesolve.grading.diagnosis import MAX_NAMED
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import MISSING
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, Convention
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import parse_expression
from treesolve.notation.headers import Header, read_headers
from treesolve.search.search import Unsolvable
from treesolve.submissions.answer_reader import parse_answer
from treesolve.submissions.claim import BY_POSITION

CUT_PARTS = frozenset({"pruned", "order"})
"""Parts about cuts, which a search without cuts cannot make right."""

_PRESENTATION_RULES = frozenset({"empty_cuts", "wording"})
"""Rules that change only how a search is presented, but not its result."""


_PLAYERS = (Kind.MAX, Kind.MIN)

MAX_LEVELS = 6
"""Maximum number of levels of a tree for which other players are tried."""

_EXAMPLES = {"values": "A=5 B=3", "value": "5", "pruned": "L4", "order": "L1 L2 L3"}
"""An example value for each header."""


class Trial(NamedTuple):
    """The name of a search of the tree, and the published parts that are wrong by this search."""

    name: str
    wrong: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether all published parts are right."""
        return not self.wrong


class PublishedCheck(NamedTuple):
    """The result of checking a published solution.

    `own` is the trial with the requested convention. `report` lists what is wrong by this convention, and `grader` has
    its search. `rules`, `misconceptions` and `levels` (the players by depth) are changes that would make the solution
    right.
    """

    grader: Grader
    report: MarkedAnswer
    own: Trial
    conventions: tuple[Trial, ...]
    rules: tuple[str, ...]
    misconceptions: tuple[str, ...]
    levels: tuple[tuple[Kind, ...], ...]

    @property
    def partly(self) -> tuple[str, ...]:
        """The misconceptions that explain some of the mistakes, if nothing explains all of them."""
        is_explained = self.rules or self.misconceptions or self.levels
        is_right = any(trial.is_right for trial in (self.own, *self.conventions))
        return () if is_explained or is_right else tuple(one.code for one in self.report.diagnosis)


class _PublishedAnswer(NamedTuple):
    """The published answer and its parts.

    `depends_on_search` says whether the search determines which nodes the values in the answer refer to.
    """

    answer: Answer
    parts: tuple[str, ...]
    depends_on_search: bool

    @property
    def rubric(self) -> Rubric:
        """The rubric for the check: equal points for each published part, and no follow-through."""
        return Rubric(points=dict.fromkeys(self.parts, 1), follow_through=0)


class PublishedSolution:
    """The solution in the headers of a tree given as text. `source` is the name of the text in messages."""

    def __init__(self, tree: Tree, text: str, source: str) -> None:
        self.tree, self.text, self.source = tree, text, source
        self.headers: tuple[Header, ...] = read_headers(text).published
        self._headers_only = _blank_except(self.headers, text)

    def check_solution(self, convention: Convention) -> PublishedCheck | None:
        """Check the solution. Returns None if the headers contain no solution.

        Besides `convention`, the check tries the other conventions and changes to a single rule. Raises InputError if
        the solution cannot be read, and treesolve.search.search.Unsolvable if `convention` cannot search the tree.
        """
        if not self.headers:
            return None
        published = self._read(Grader(self.tree, convention))
        grader = Grader(self.tree, convention, published.rubric).with_ties_decided_as(published.answer)
        own = Trial(convention.id, _wrong_parts(grader, published))
        has_one_convention = self.tree.has_payoffs
        others = () if has_one_convention else (other for other in CONVENTIONS.values() if other != convention)
        conventions = tuple(filter(None, (self._trial(other, convention, published) for other in others)))
        changed = () if has_one_convention or own.is_right else _changed_in_one_rule(convention)
        trials = ((name, self._trial(other, convention, published)) for name, other in changed)
        rules = tuple(name for name, trial in trials if trial and trial.is_right)
        is_explained = rules or any(trial.is_right for trial in (own, *conventions))
        report = _without_missing(grader.report(published.answer))
        simulated_students = () if is_explained else grader.simulated_students
        codes = tuple(one.code for one in simulated_students if not _wrong_parts(grader, published, one.reference))
        if not is_explained:
            codes = codes or tuple(one.code for one in report.diagnosis if one.exact)
        levels = () if is_explained or has_one_convention else self._levels(convention, published)
        return PublishedCheck(grader, report, own, conventions, rules, codes, levels)

    def _levels(self, convention: Convention, published: _PublishedAnswer) -> tuple[tuple[Kind, ...], ...]:
        """Return the players by depth that make the solution right with the fewest changes.

        Returns nothing if there are more than MAX_NAMED such possibilities.
        """
        nearest = MAX_LEVELS + 1
        found: list[tuple[Kind, ...]] = []
        for changed, levels, tree in _trees_with_other_players(self.tree):
            if changed > nearest:
                break
            trial = self._trial(convention, convention, published, tree)
            if trial and trial.is_right:
                nearest = changed
                found.append(levels)
        return tuple(found) if len(found) <= MAX_NAMED else ()

    def _read(self, grader: Grader) -> _PublishedAnswer:
        """Parse the published answer by the grader's convention. Raises InputError for unreadable parts."""
        reading = parse_answer(self._headers_only, grader.nodes, self.source)
        problems = [one._replace(text=self.text) for one in reading.problems]
        starts = sorted(claim.span.start for claim in reading.claims)
        without_claims = (line for line in self.headers if not _contains_any(line, starts))
        if not problems:
            problems = [self._unread(line) for line in without_claims]
        if problems:
            raise InputError(tuple(problems))
        parts = tuple(part for part in PARTS if reading.answer.answered(part))
        return _PublishedAnswer(reading.answer, parts, any(claim.how == BY_POSITION for claim in reading.claims))

    def _unread(self, line: Header) -> Problem:
        facts = {"example": f"{line.key}: {_EXAMPLES[line.key]}"}
        return Problem("published-unread", line.span, facts, self.source, self.text)

    def _trial(
        self, other: Convention, requested: Convention, published: _PublishedAnswer, tree: Tree | None = None
    ) -> Trial | None:
        """Return the trial with the convention `other`, and with `tree` instead of the published tree if it is given.

        Returns None if the convention cannot search the tree, or if its search cannot be compared with the solution.
        """
        if requested.cuts and not other.cuts and CUT_PARTS & {*published.parts}:
            return None
        try:
            grader = Grader(tree or self.tree, other, published.rubric)
            meant = self._read(grader) if published.depends_on_search else published
        except (Unsolvable, InputError):
            return None
        return None if grader.solution.is_forced else Trial(other.id, _wrong_parts(grader, meant))


def _blank_except(headers: Sequence[Header], text: str) -> str:
    """Return the text up to the last of these headers. Everything else is replaced by blanks to keep the offsets."""
    fragments, end = [], 0
    for line in headers:
        stop = line.start + len(line.value)
        fragments += [re.sub(r"[^\n]", " ", text[end : line.key_start]), text[line.key_start : stop]]
        end = stop
    return "".join(fragments)


def _contains_any(line: Header, starts: Sequence[int]) -> bool:
    """Return whether a header contains any of these offsets, which must be sorted."""
    first = bisect_left(starts, line.key_start)
    return first < len(starts) and starts[first] < line.start + len(line.value)


def _wrong_parts(grader: Grader, published: _PublishedAnswer, right: ReferenceAnswer | None = None) -> tuple[str, ...]:
    """Return the published parts that are wrong by a search, in the view in which the fewest parts are wrong."""
    seen = (comparable(view, grader.masks, grader.rubric.places) for view in grader.views(published.answer))
    counts = (differences(one, right or grader.right, published.parts) for one in seen)
    return min((tuple(part for part in published.parts if found[part]) for found in counts), key=len)


def _changed_in_one_rule(convention: Convention) -> Iterator[tuple[str, Convention]]:
    """Yield the expression for each change to a single rule, and the changed convention. Skip invalid changes."""
    words = {sign: word for word, sign in CUT_WORDS.items()}
    for name, choices in CHOICES.items():
        for value in choices if name not in _PRESENTATION_RULES else ():
            expression = f":{name.replace('_', '-')}={words.get(value, value)}"
            try:
                changed = parse_expression(expression).applied_to(convention)
            except InputError:
                continue
            if getattr(convention, name) != value:
                yield expression, changed


def _trees_with_other_players(tree: Tree) -> Iterator[tuple[int, tuple[Kind, ...], Tree]]:
    """Yield the tree with other players at some depths, starting with the fewest changes.

    Each item consists of the number of changes, the players by depth, and the changed tree. Trees with MAX and MIN
    exchanged everywhere, or with MAX at every depth, are left out because these changes are misconceptions.
    """
    by_depth = {depth: kind for depth, kind in zip(tree.depths, tree.kinds, strict=True) if kind in _PLAYERS}
    original = tuple(by_depth.values())
    left_out = {tuple(kind.opponent for kind in original), (Kind.MAX,) * len(original)}
    combinations = product(_PLAYERS, repeat=len(original)) if len(original) <= MAX_LEVELS else ()
    counted = (
        (sum(map(is_not, original, combination)), combination)
        for combination in combinations
        if combination not in left_out
    )
    for changed, levels in sorted(counted, key=itemgetter(0)):
        players = dict(zip(by_depth, levels, strict=True))
        kinds = (
            players[depth] if kind in _PLAYERS else kind for depth, kind in zip(tree.depths, tree.kinds, strict=True)
        )
        yield changed, levels, tree_with_columns(tree, kinds=tuple(kinds))


def _without_missing(report: MarkedAnswer) -> MarkedAnswer:
    """Return the report without the items that the published solution does not give."""
    published = (tuple(item for item in mark.items if item.verdict != MISSING) for mark in report.marks)
    marks = (mark._replace(items=items) for mark, items in zip(report.marks, published, strict=True))
    return report._replace(marks=tuple(marks))
