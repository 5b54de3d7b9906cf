"""A solution that somebody published with a tree: under which conventions and rules it is right, and what is wrong in
it.

It stands in headers of the tree, and is read as students' answers are. What it leaves out is not held against it.
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
"""Parts that ask how a search cuts; one without cuts makes no such solution right."""

_PRESENTATION_RULES = frozenset({"empty_cuts", "wording"})
"""Rules that change how a search is told, and nothing in a solution."""


_PLAYERS = (Kind.MAX, Kind.MIN)

MAX_LEVELS = 6
"""Maximum number of levels with players of a tree that is tried with other players."""

_EXAMPLES = {"values": "A=5 B=3", "value": "5", "pruned": "L4", "order": "L1 L2 L3"}
"""What may stand behind each key."""


class Trial(NamedTuple):
    """A search of the tree by what it is called, and the parts of the solution that are wrong by it."""

    name: str
    wrong: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether all that was published is right."""
        return not self.wrong


class PublishedCheck(NamedTuple):
    """What came of a published solution.

    `own` is the trial by the convention asked for, `report` has what is wrong by that, `grader` its search. `rules`,
    `misconceptions` and `levels`, the players by depth, are those that make the solution right where the convention
    does not.
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
        """The misconceptions that explain part of what is wrong, where nothing explains all of it."""
        is_explained = self.rules or self.misconceptions or self.levels
        is_right = any(trial.is_right for trial in (self.own, *self.conventions))
        return () if is_explained or is_right else tuple(one.code for one in self.report.diagnosis)


class _PublishedAnswer(NamedTuple):
    """What was published, its parts, and whether it depends on the search which leaves are meant by their values."""

    answer: Answer
    parts: tuple[str, ...]
    depends_on_search: bool

    @property
    def rubric(self) -> Rubric:
        """What marks it: each part by itself, and nothing for following from own mistakes."""
        return Rubric(points=dict.fromkeys(self.parts, 1), follow_through=0)


class PublishedSolution:
    """A solution that stands in the headers of a tree's text; `source` is the text's name in messages."""

    def __init__(self, tree: Tree, text: str, source: str) -> None:
        self.tree, self.text, self.source = tree, text, source
        self.headers: tuple[Header, ...] = read_headers(text).published
        self._headers_only = _blank_except(self.headers, text)

    def check_solution(self, convention: Convention) -> PublishedCheck | None:
        """What comes of it by a convention and by others; None where nothing was published.

        Raises InputError for what cannot be read of it, treesolve.search.search.Unsolvable for a convention that cannot
        search the tree.
        """
        if not self.headers:
            return None
        said = self._read(Grader(self.tree, convention))
        grader = Grader(self.tree, convention, said.rubric).with_ties_decided_as(said.answer)
        own = Trial(convention.id, _wrong_parts(grader, said))
        has_one_convention = self.tree.has_payoffs
        others = () if has_one_convention else (other for other in CONVENTIONS.values() if other != convention)
        conventions = tuple(filter(None, (self._trial(other, convention, said) for other in others)))
        changed = () if has_one_convention or own.is_right else _changed_in_one_rule(convention)
        trials = ((name, self._trial(other, convention, said)) for name, other in changed)
        rules = tuple(name for name, trial in trials if trial and trial.is_right)
        is_explained = rules or any(trial.is_right for trial in (own, *conventions))
        report = _without_missing(grader.report(said.answer))
        simulated_students = () if is_explained else grader.simulated_students
        codes = tuple(one.code for one in simulated_students if not _wrong_parts(grader, said, one.reference))
        if not is_explained:
            codes = codes or tuple(one.code for one in report.diagnosis if one.exact)
        levels = () if is_explained or has_one_convention else self._levels(convention, said)
        return PublishedCheck(grader, report, own, conventions, rules, codes, levels)

    def _levels(self, convention: Convention, said: _PublishedAnswer) -> tuple[tuple[Kind, ...], ...]:
        """Return the players by depth that make the solution right, with the fewest changes; none if there are many."""
        nearest = MAX_LEVELS + 1
        found: list[tuple[Kind, ...]] = []
        for changed, levels, tree in _trees_with_other_players(self.tree):
            if changed > nearest:
                break
            trial = self._trial(convention, convention, said, tree)
            if trial and trial.is_right:
                nearest = changed
                found.append(levels)
        return tuple(found) if len(found) <= MAX_NAMED else ()

    def _read(self, grader: Grader) -> _PublishedAnswer:
        """What was published, as somebody means it who searches like that. Raises InputError for what is not read."""
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
        self, other: Convention, asked: Convention, said: _PublishedAnswer, tree: Tree | None = None
    ) -> Trial | None:
        """Return the trial by another convention than the one asked for, or of another tree; None where nothing is
        said of it.
        """
        if asked.cuts and not other.cuts and CUT_PARTS & {*said.parts}:
            return None
        try:
            grader = Grader(tree or self.tree, other, said.rubric)
            meant = self._read(grader) if said.depends_on_search else said
        except (Unsolvable, InputError):
            return None
        return None if grader.solution.is_forced else Trial(other.id, _wrong_parts(grader, meant))


def _blank_except(headers: Sequence[Header], text: str) -> str:
    """Return the text up to the last of some headers, with blanks in the place of all else: places stay as they are."""
    fragments, end = [], 0
    for line in headers:
        stop = line.start + len(line.value)
        fragments += [re.sub(r"[^\n]", " ", text[end : line.key_start]), text[line.key_start : stop]]
        end = stop
    return "".join(fragments)


def _contains_any(line: Header, starts: Sequence[int]) -> bool:
    """Whether any of these places, which stand in order, is in a line."""
    first = bisect_left(starts, line.key_start)
    return first < len(starts) and starts[first] < line.start + len(line.value)


def _wrong_parts(grader: Grader, said: _PublishedAnswer, right: ReferenceAnswer | None = None) -> tuple[str, ...]:
    """Return the parts that are wrong by a search, in the view in which fewer are."""
    seen = (comparable(view, grader.masks, grader.rubric.places) for view in grader.views(said.answer))
    counts = (differences(one, right or grader.right, said.parts) for one in seen)
    return min((tuple(part for part in said.parts if found[part]) for found in counts), key=len)


def _changed_in_one_rule(convention: Convention) -> Iterator[tuple[str, Convention]]:
    """Yield the convention changed in each of its rules, as people type that, as far as it makes sense."""
    words = {sign: word for word, sign in CUT_WORDS.items()}
    for name, choices in CHOICES.items():
        for value in choices if name not in _PRESENTATION_RULES else ():
            written = f":{name.replace('_', '-')}={words.get(value, value)}"
            try:
                changed = parse_expression(written).applied_to(convention)
            except InputError:
                continue
            if getattr(convention, name) != value:
                yield written, changed


def _trees_with_other_players(tree: Tree) -> Iterator[tuple[int, tuple[Kind, ...], Tree]]:
    """Yield the tree with other players at its depths, those with fewer changes first: how many, the players, the tree.

    Exchanged players, and MAX everywhere, are misconceptions and left out.
    """
    by_depth = {depth: kind for depth, kind in zip(tree.depths, tree.kinds, strict=True) if kind in _PLAYERS}
    own = tuple(by_depth.values())
    left_out = {tuple(kind.opponent for kind in own), (Kind.MAX,) * len(own)}
    ways = product(_PLAYERS, repeat=len(own)) if len(own) <= MAX_LEVELS else ()
    counted = ((sum(map(is_not, own, way)), way) for way in ways if way not in left_out)
    for changed, levels in sorted(counted, key=itemgetter(0)):
        players = dict(zip(by_depth, levels, strict=True))
        kinds = (
            players[depth] if kind in _PLAYERS else kind for depth, kind in zip(tree.depths, tree.kinds, strict=True)
        )
        yield changed, levels, tree_with_columns(tree, kinds=tuple(kinds))


def _without_missing(report: MarkedAnswer) -> MarkedAnswer:
    """Return the report without what was not published."""
    said = (tuple(item for item in mark.items if item.verdict != MISSING) for mark in report.marks)
    marks = (mark._replace(items=items) for mark, items in zip(report.marks, said, strict=True))
    return report._replace(marks=tuple(marks))
