"""True or false: students judge statements about a solved tree. They also give reasons, which a person must mark."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from treesolve.analysis.misconception import applicable_misconceptions, solve_with_misconception
from treesolve.grading.marks import CORRECT, MISSING, WRONG, Item, Mark
from treesolve.grading.part.exercise_part import Blanks
from treesolve.grading.question.sentence import Sentence
from treesolve.grading.question.statement import CLAIMS, Statement
from treesolve.grading.question.tree_question import MAX_ANSWER_LENGTH, QuestionResult, TreeQuestion, unreadable_problem
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.json_text import number_to_json
from treesolve.notation.number_text import read_number
from treesolve.search.solution import Solution

DEFAULT_COUNT = 4
"""The default number of statements."""

MAX_STATEMENTS = 12

_TRUE = r"true|wahr|richtig|right|correct|korrekt|stimmt|yes|ja|✓|✔|[twrjy]"
_FALSE = r"false|falsch|wrong|incorrect|inkorrekt|no|nein|✗|✘|[fn]"
_NUMBERED_VERDICT = re.compile(
    rf"(?:(?<!\w)(?<![0-9][.,])|(?<=[0-9][twrjyfn]))(?P<number>[0-9]{{1,2}})[ \t]*(?:[.):=\-–][ \t]*){{0,3}}"
    rf"(?:(?P<true>{_TRUE})|(?P<false>{_FALSE}))(?![^\W\d_])",
    re.IGNORECASE,
)
_UNNUMBERED_VERDICT = re.compile(rf"(?:(?P<true>{_TRUE})|(?P<false>{_FALSE})|(?P<open>[?_\-–]))", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;/|.]*")
_EMPTY = re.compile(r"(?<!\w)[0-9]{1,2}[ \t]*=[ \t]*[-–?_]?(?=[\s,;]|$)")


@dataclass(frozen=True)
class TrueFalseQuestion(TreeQuestion):
    """The question of which statements are true."""

    part = "statements"

    statements: tuple[Statement, ...]

    @classmethod
    def draw(cls, solution: Solution, random: Random, count: int = DEFAULT_COUNT) -> "TrueFalseQuestion | None":
        """Return a question with `count` statements, about half of which are true.

        The statements use as many different claims as possible. Returns None if there are too few statements.
        """
        if solution.is_forced or len(solution.tree) == 1 or solution.value is None:
            return None
        drawing = _StatementDrawer(solution, random)
        wanted = [number % 2 == 0 for number in range(count)]
        if count % 2 and random.randrange(2):
            wanted = [not truth for truth in wanted]
        random.shuffle(wanted)
        found = [statement for truth in wanted if (statement := drawing.statement(truth))]
        return cls(tuple(found)) if len(found) == count else None

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> "TrueFalseQuestion":
        """Return the question from the object that `to_json` returned."""
        return cls(tuple(_read_statement(statement, tree) for statement in entry["statements"]))

    def to_json(self) -> dict[str, Any]:
        """Return the question as a JSON object."""
        return {
            "statements": [
                {
                    "claim": statement.claim,
                    "nodes": list(statement.nodes),
                    "numbers": list(map(number_to_json, statement.numbers)),
                }
                for statement in self.statements
            ]
        }

    def truths(self, solution: Solution) -> tuple[bool, ...]:
        """Return whether each statement is true."""
        return tuple(statement.holds(solution) for statement in self.statements)

    def right_answer(self, solution: Solution) -> str:
        """Return the right verdict for each statement number, in the notation of answers."""
        return ", ".join(f"{number} {str(truth).lower()}" for number, truth in enumerate(self.truths(solution), 1))

    def blanks(self, tree: Tree) -> Blanks:  # noqa: ARG002
        """Return the statement numbers, which the student must complete with verdicts."""
        return Blanks(words=tuple(f"{number}=" for number in range(1, len(self.statements) + 1)))

    def printed_statements(self, solution: Solution) -> tuple[Sentence, ...]:
        """Return the statements as sentences, in order."""
        return tuple(statement.sentence(solution) for statement in self.statements)

    def right(self, solution: Solution) -> Sentence:
        """Return the right verdicts as a sentence."""
        return Sentence("judgements", {"truths": self.truths(solution)})

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield a sentence for each statement. The sentence says whether the statement is true, and why."""
        for number, (statement, truth) in enumerate(zip(self.statements, self.truths(solution), strict=True), 1):
            yield Sentence("judged", {"number": number, "truth": truth, "why": statement.reason(solution)})

    def model_solution(self, solution: Solution) -> Iterator[Sentence]:
        """Return the explanation, because it already includes the right answer."""
        return self.explanation(solution)

    def reason(self, _mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:  # noqa: ARG002
        """Return a sentence that names the statement with the wrong verdict."""
        return Sentence("wrong_statement", {"number": wrong.node})

    def reasons(self, mark: Mark, solution: Solution, /, *, full: bool) -> Iterator[Sentence]:
        """Yield a sentence for each wrong verdict, then one for the missing verdicts."""
        for item in mark.items:
            if item.verdict == WRONG:
                yield self._explain_statement(item, solution) if full else self.reason(mark, item, full=full)
        missing = [str(item.node) for item in mark.items if item.verdict == MISSING]
        if missing:
            yield Sentence("statements_missing", {"names": missing})
            if full:
                yield Sentence("right", {"answer": self.right(solution)})

    def _explain_statement(self, item: Item, solution: Solution) -> Sentence:
        """Return a sentence that repeats a statement for readers without the sheet, and says whether it is true."""
        statement = self.statements[item.node - 1]
        facts = {"number": item.node, "truth": item.expected == "true"}
        return Sentence(
            "judged_again", {**facts, "said": statement.sentence(solution), "why": statement.reason(solution)}
        )

    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """Mark the verdicts in an answer. All statements have the same weight."""
        judged, problems = _parse_verdicts(text[:MAX_ANSWER_LENGTH], len(self.statements))
        items = []
        for number, truth in enumerate(self.truths(solution), 1):
            given = judged.get(number)
            verdict = MISSING if given is None else CORRECT if given is truth else WRONG
            stated = None if given is None else str(given).lower()
            items.append(Item(number, stated, str(truth).lower(), verdict))
        right = sum(item.verdict == CORRECT for item in items)
        return QuestionResult(Fraction(right, len(items)), tuple(items), tuple(problems))


def _read_statement(entry: Mapping[str, Any], tree: Tree) -> Statement:
    nodes = tuple(entry["nodes"])
    numbers = tuple(read_number(str(number)) for number in entry["numbers"])
    if entry["claim"] not in CLAIMS or not all(type(node) is int and 0 <= node < len(tree) for node in nodes):
        raise ValueError(entry["claim"])
    return Statement(entry["claim"], nodes, numbers)


def _parse_verdicts(text: str, count: int) -> tuple[dict[int, bool], list[Problem]]:
    """Parse an answer, and return the verdict by statement number and the problems found."""
    found: dict[int, bool] = {}
    problems: list[Problem] = []
    contradictory: set[int] = set()
    for judged in _NUMBERED_VERDICT.finditer(text):
        number, truth = int(judged["number"]), judged["true"] is not None
        if not 1 <= number <= count:
            facts = {"text": judged["number"], "count": count}
            problems.append(Problem("question-no-statement", Span(*judged.span("number")), facts))
        elif found.setdefault(number, truth) is not truth:
            contradictory.add(number)
            problems.append(Problem("answer-twice", Span(*judged.span()), {"name": str(number)}))
    found = {number: truth for number, truth in found.items() if number not in contradictory}
    if found or problems or not _EMPTY.sub("", text).strip(" \t\r\n,;"):
        return found, problems
    return _parse_unnumbered_verdicts(text, count)


def _parse_unnumbered_verdicts(text: str, count: int) -> tuple[dict[int, bool], list[Problem]]:
    """Parse verdicts without statement numbers, such as "w f w f".

    Returns the verdict by statement number, and the problems found.
    """
    found: dict[int, bool] = {}
    position = number = 0
    end = len(text.rstrip(" \t\r\n.,;"))
    while position < end:
        position = _BETWEEN.match(text, position).end()  # type: ignore[union-attr]
        judged = _UNNUMBERED_VERDICT.match(text, position)
        number += 1
        if judged is None or number > count:
            return {}, [unreadable_problem(text)]
        if not judged["open"]:
            found[number] = judged["true"] is not None
        position = judged.end()
    return found, []


class _StatementDrawer:
    """A source of random statements. No two of them are about the same subject."""

    def __init__(self, solution: Solution, random: Random) -> None:
        self.solution, self.random = solution, random
        self.claims = list(CLAIMS)
        random.shuffle(self.claims)
        self.used_subjects: set[tuple[object, ...]] = set()
        self.codes = list(applicable_misconceptions(solution))
        random.shuffle(self.codes)
        self.wrong: dict[str, Solution | None] = {}
        """The search with each misconception, by code, or None if there is no such search."""

    def statement(self, truth: bool) -> Statement | None:
        """Return a true or a false statement, or None if there is none. The least recently used claim is preferred."""
        for claim in list(self.claims):
            found = self._fitting_statements(claim, truth)
            if found:
                statement = found[self.random.randrange(len(found))]
                self.used_subjects.add(statement.about)
                self.claims.remove(claim)
                self.claims.append(claim)
                return statement
        return None

    def _fitting_statements(self, claim: str, truth: bool) -> list[Statement]:
        for source in self._sources_of_statements(claim, truth):
            new = (statement for statement in dict.fromkeys(source) if statement.about not in self.used_subjects)
            found = [statement for statement in new if statement.holds(self.solution) is truth]
            if found:
                return found
        return []

    def _sources_of_statements(self, claim: str, truth: bool) -> Iterator[Iterable[Statement]]:
        """Yield sources of statements in order of preference.

        False statements preferably come from misconceptions, and these take turns.
        """
        rules = CLAIMS[claim]
        if truth:
            yield rules.stated(self.solution, self.solution)
            return
        for code in list(self.codes) if rules.is_believed else ():
            self.codes.remove(code)
            self.codes.append(code)
            if code not in self.wrong:
                self.wrong[code] = solve_with_misconception(self.solution, code)
            wrong = self.wrong[code]
            if wrong is not None:
                yield rules.stated(self.solution, wrong)
        yield rules.others(self.solution)
