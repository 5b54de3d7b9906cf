"""The interface of all questions about a tree, and the search for mentions of nodes in an answer.

A question does not store a solution. Instead, its methods take the solution of the tree as an argument. Questions are
therefore small, can be stored in a key file, and never hold outdated results.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from treesolve.grading.marks import CORRECT, MISSING, WRONG, Item, Mark
from treesolve.grading.part.exercise_part import ExercisePart
from treesolve.grading.question.sentence import Sentence
from treesolve.model.answer import Answer
from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree
from treesolve.search.search_frames import Frame
from treesolve.search.solution import Solution
from treesolve.submissions.answer_words import try_parse_answer_number
from treesolve.submissions.node_names import NodeNames, unquoted

NOTHING, ALL = Fraction(0), Fraction(1)
"""The lowest and the highest share."""

MAX_ANSWER_LENGTH = 20_000
"""Maximum number of characters of an answer. The rest is ignored."""

MAX_GIVEN = 60
"""Maximum number of characters of an answer that are quoted in a sentence."""


def given_text(item: Item) -> str:
    """Return the given answer, shortened so that it can be quoted in a sentence."""
    return str(item.given)[:MAX_GIVEN]


class UnreadableAnswer(Exception):
    """The error raised if an answer to a question cannot be read. `problem` has the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class QuestionResult(NamedTuple):
    """The result of marking an answer: the share that is right, the items, and problems with their positions.

    The `node` of an item is the number of the item. `given` and `expected` are short strings that need no translation:
    names, numbers, "true" and "false". `given` is None for a missing answer.
    """

    share: Fraction
    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()


class TreeQuestion(ExercisePart):
    """A question about a tree. `part` is its key in treesolve.grading.question.question_registry.KINDS."""

    is_about_numbers: ClassVar[bool] = True
    """Whether the question shows values from the search, so that the sheet must say in whose view they are."""

    allows_payoffs: ClassVar[bool] = False
    """Whether the question can be asked about a tree with payoffs."""

    asks_for_number: ClassVar[bool] = False
    """Whether the answer is a single number."""

    is_about_printed_search: ClassVar[bool] = False
    """Whether the question is always about the printed search, even if the answer is marked by another convention."""

    @classmethod
    @abstractmethod
    def draw(cls, solution: Solution, random: Random) -> Self | None:
        """Return a question of this kind, or None if the tree is not suitable for one."""

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> Self:  # noqa: ARG003
        """Return the question from the object that `to_json` returned.

        May raise LookupError, TypeError, ValueError or AttributeError if the question is invalid for the tree.
        """
        return cls()

    def to_json(self) -> Mapping[str, Any]:
        """Return the question as a JSON object without its kind.

        The object is empty if there can be only one question of this kind about a tree.
        """
        return {}

    @abstractmethod
    def right_answer(self, solution: Solution) -> str:
        """Return the text of a perfect answer, for which the share is 1."""

    @abstractmethod
    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """Mark the text of an answer. Never raises; problems are part of the result."""

    def named(self, item: Item, names: tuple[str, ...]) -> tuple[str, Any, Any]:  # noqa: ARG002
        """Return the number, the given answer and the expected answer of an item. Items of a question have no nodes."""
        return str(item.node), item.given, item.expected

    def follows(self, given: str, answer: Answer) -> bool:  # noqa: ARG002
        """Return whether the given wrong answer follows from another part of the same answer that has points."""
        return False

    @property
    def label_suffix(self) -> str:
        """The string that follows the name of the kind in the label of an answer."""
        return ""

    def asking(self, solution: Solution) -> Sentence:  # noqa: ARG002
        """Return the sentence that asks the question."""
        return Sentence(f"ask_{self.part}")

    def printed_statements(self, solution: Solution) -> tuple[Sentence, ...]:  # noqa: ARG002
        """Return the statements printed below the question, each with space for a reason."""
        return ()

    def printed_tree(self, solution: Solution) -> Tree | None:  # noqa: ARG002
        """Return the tree to print with the question, or None if the tree of the exercise is sufficient."""
        return None

    def printed_frame(self, solution: Solution) -> Frame | None:  # noqa: ARG002
        """Return the wrong solution to print with the question, or None if the question does not print one."""
        return None

    def right(self, solution: Solution) -> Sentence:
        """Return the right answer as a sentence."""
        return Sentence("answer", {"text": self.right_answer(solution)})

    @abstractmethod
    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield sentences that explain the right answer."""

    def model_solution(self, solution: Solution) -> Iterator[Sentence]:
        """Yield the right answer and its explanation."""
        yield Sentence("right", {"answer": self.right(solution)})
        yield from self.explanation(solution)

    def note_on_picture(self, solution: Solution) -> Sentence | None:  # noqa: ARG002
        """Return a sentence about how the picture of the solution differs from the printed tree, or None."""
        return None

    def number_expected(self, solution: Solution) -> Number:
        """Return the right answer of a question that asks for a number, as pages and course systems mark it."""
        raise NotImplementedError

    # Reasons why an answer is wrong

    @abstractmethod
    def reason(self, mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:
        """Return a sentence that explains why an item is wrong. Only with `full` may it reveal the right answer."""

    def reasons(self, mark: Mark, solution: Solution, /, *, full: bool) -> Iterator[Sentence]:
        """Yield the reason why the first wrong item is wrong and, with `full`, the model solution."""
        wrong = next((item for item in mark.items if item.verdict == WRONG), None)
        if wrong:
            yield self.reason(mark, wrong, full=full)
        if full:
            yield from self.model_solution(solution)


class SingleItemQuestion(TreeQuestion):
    """A question with a single answer, which is right, wrong, or partly right."""

    def expected(self, solution: Solution) -> str:
        """Return the right answer as recorded in the item."""
        return self.right_answer(solution)

    @abstractmethod
    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str | None]:
        """Return the share of an answer that is right, and the answer as understood. May raise UnreadableAnswer."""

    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """Mark the text of an answer. An empty or unreadable text is marked as a missing answer."""
        expected = self.expected(solution)
        problems: tuple[Problem, ...] = ()
        if text.strip(" \t\r\n?"):
            try:
                share, given = self.worth(text[:MAX_ANSWER_LENGTH], solution)
                return QuestionResult(share, (Item(1, given, expected, CORRECT if share == ALL else WRONG),))
            except UnreadableAnswer as refused:
                problems = (refused.problem,)
        return QuestionResult(NOTHING, (Item(1, None, expected, MISSING),), problems)


# Mentions of nodes in a text


_QUOTED = r'"(?:[^"\\\n]|\\["\\])*"|[„“”«»][^„“”«»"\n]*[„“”«»]'
_MENTION = re.compile(rf"{_QUOTED}|(?:(?!-+>|=+>)[^\s,;|()\[\]{{}}→⇒=:\"„“”«»>])+")
_FILLERS = frozenset((
    "and", "und", "then", "dann", "first", "erst", "erster", "zuerst", "to", "nach", "zu", "the", "at", "bei", "an",
    "in", "is", "ist", "via", "über", "node", "knoten", "root", "wurzel", "leaf", "blatt", "move", "zug", "line",
    "linie", "path", "pfad", "error", "fehler", "mistake",
))  # fmt: skip
"""Words that are allowed between mentions of nodes, and are ignored."""

_MAX_SHOWN_LENGTH = 60


class Mention(NamedTuple):
    """A word that should denote a node, and its offset in the text."""

    text: str
    start: int
    nodes: NodeNames

    @property
    def span(self) -> Span:
        """The position of the word in the text."""
        return Span(self.start, self.start + len(self.text))

    @property
    def unknown(self) -> Problem:
        """The problem to report if the word does not denote a node."""
        facts = {"text": self.text[:_MAX_SHOWN_LENGTH], "nearest": self.nodes.nearest(self.text)}
        return Problem("answer-unknown-node", self.span, facts)

    def matching_children(self, node: int) -> tuple[int, ...]:
        """Return the children of a node that the word may denote. It may be their name, move, or leaf value."""
        tree, name = self.nodes.tree, unquoted(self.text)
        children = tree.children[node]
        names = {child: (tree.names[child], tree.moves.get(child, "")) for child in children}
        called = [child for child in children if name.casefold() in map(str.casefold, names[child])]
        if called:
            return tuple([child for child in called if name in names[child]] or called)
        value = try_parse_answer_number(self.text)
        return tuple(child for child in children if not tree.children[child] and tree.values[child] == value)


@lru_cache(maxsize=256)
def nodes_of(tree: Tree) -> NodeNames:
    """Return the names that students may use for the nodes of a tree."""
    return NodeNames(tree)


def node_mentions(text: str, tree: Tree) -> Iterator[Mention]:
    """Yield the words in a text that should denote nodes. Filler words are skipped unless a node has this name."""
    nodes = nodes_of(tree)
    for found in _MENTION.finditer(text[:MAX_ANSWER_LENGTH]):
        word = found[0].rstrip(".") if found[0].strip(".") else ""
        if word and word.strip("-–+*_") and (word.lower() not in _FILLERS or nodes.named(word)):
            yield Mention(word, found.start(), nodes)


def unreadable_problem(text: str) -> Problem:
    """Return the problem to report if a text cannot be read as an answer."""
    start = len(text) - len(text.lstrip())
    shown = text.strip()[:_MAX_SHOWN_LENGTH]
    return Problem("question-unreadable", Span(start, start + max(1, len(shown))), {"text": shown})
