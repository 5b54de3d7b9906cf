"""What every question can do, whatever it asks, and how mentions of nodes are found in an answer.

A question belongs to a tree and a convention and is given their solution whenever it needs it, so that it is small, can
be kept in a key file, and never holds a result that could be wrong.
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
from treesolve.search.frames import Frame
from treesolve.search.solution import Solution
from treesolve.submissions.answer_words import try_parse_answer_number
from treesolve.submissions.node_names import NodeNames, unquoted

NOTHING, ALL = Fraction(0), Fraction(1)
"""The least and the greatest share."""

MAX_ANSWER_LENGTH = 20_000
"""So many characters of an answer are looked at."""

MAX_GIVEN = 60
"""The number of characters of an answer that a sentence quotes."""


def given_text(item: Item) -> str:
    """What was given, short enough for a sentence."""
    return str(item.given)[:MAX_GIVEN]


class UnreadableAnswer(Exception):
    """What makes a text no answer to a question."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class QuestionResult(NamedTuple):
    """What marking a text comes to: the share, the items, and what could not be read, at its place in the text.

    In an item `node` is its number, `given` and `expected` are short texts that need no language: names, numbers,
    "true" and "false"; `given` is None where nothing was said.
    """

    share: Fraction
    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()


class TreeQuestion(ExercisePart):
    """A question about a tree; its `part` is a key of treesolve.grading.question.question_registry.KINDS."""

    is_about_numbers: ClassVar[bool] = True
    """Whether values of the search occur in it, so that the sheet has to say whose view they take."""

    allows_payoffs: ClassVar[bool] = False
    """Whether it can be asked of a tree with payoffs."""

    asks_for_number: ClassVar[bool] = False
    """Whether a number answers it, and nothing else."""

    is_about_printed_search: ClassVar[bool] = False
    """Whether it is always about the printed search, even if an answer is marked by another convention."""

    @classmethod
    @abstractmethod
    def draw(cls, solution: Solution, random: Random) -> Self | None:
        """Return a question of this kind; None where the tree cannot be asked so."""

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> Self:  # noqa: ARG003
        """Return the question that `to_json` wrote. Raises an error of any kind where it makes no sense for the
        tree.
        """
        return cls()

    def to_json(self) -> Mapping[str, Any]:
        """Return the question as a JSON object, without its kind; nothing where there is only one about a tree."""
        return {}

    @abstractmethod
    def right_answer(self, solution: Solution) -> str:
        """What a perfect student writes behind the key; marking it gives the share 1."""

    @abstractmethod
    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """What a text is worth. Never raises, whatever the text."""

    def named(self, item: Item, names: tuple[str, ...]) -> tuple[str, Any, Any]:  # noqa: ARG002
        """Items of a question are numbered."""
        return str(item.node), item.given, item.expected

    def follows(self, given: str, answer: Answer) -> bool:  # noqa: ARG002
        """Whether an item that is not right follows from what the student answered elsewhere and is paid for."""
        return False

    @property
    def label_suffix(self) -> str:
        """What follows the name of the kind in the label of an answer."""
        return ""

    def asking(self, solution: Solution) -> Sentence:  # noqa: ARG002
        """Return the sentence that asks the question."""
        return Sentence(f"ask_{self.part}")

    def printed_statements(self, solution: Solution) -> tuple[Sentence, ...]:  # noqa: ARG002
        """Return the statements that are printed below it, each with space for a reason."""
        return ()

    def printed_tree(self, solution: Solution) -> Tree | None:  # noqa: ARG002
        """Return the tree that is printed with it; None where the tree of the exercise is enough."""
        return None

    def printed_frame(self, solution: Solution) -> Frame | None:  # noqa: ARG002
        """Return the wrong solution that is printed with it, if any."""
        return None

    def right(self, solution: Solution) -> Sentence:
        """Return the right answer."""
        return Sentence("answer", {"text": self.right_answer(solution)})

    @abstractmethod
    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Why the right answer is right."""

    def model_solution(self, solution: Solution) -> Iterator[Sentence]:
        """Yield the right answer and why it is right."""
        yield Sentence("right", {"answer": self.right(solution)})
        yield from self.explanation(solution)

    def note_on_picture(self, solution: Solution) -> Sentence | None:  # noqa: ARG002
        """How the picture of the solution differs from what was printed."""
        return None

    def number_expected(self, solution: Solution) -> Number | None:  # noqa: ARG002
        """Return the right answer, where it is a number and nothing else, as course systems can mark it."""
        return None

    # Why an answer is wrong

    @abstractmethod
    def reason(self, mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:
        """Why one of the items of a marked answer is wrong; without what is right unless `full`."""

    def reasons(self, mark: Mark, solution: Solution, /, *, full: bool) -> Iterator[Sentence]:
        """Why a marked answer is not right: the first wrong item; if `full`, the model solution as well."""
        wrong = next((item for item in mark.items if item.verdict == WRONG), None)
        if wrong:
            yield self.reason(mark, wrong, full=full)
        if full:
            yield from self.model_solution(solution)


class SingleItemQuestion(TreeQuestion):
    """A question with one answer, which is right, wrong, or worth a share."""

    def expected(self, solution: Solution) -> str:
        """What the item shows as right."""
        return self.right_answer(solution)

    @abstractmethod
    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str | None]:
        """Return the share of an answer, and what it says. Raises UnreadableAnswer where it says nothing."""

    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """What a text is worth; one with nothing in it is no answer."""
        expected = self.expected(solution)
        problems: tuple[Problem, ...] = ()
        if text.strip(" \t\r\n?"):
            try:
                share, given = self.worth(text[:MAX_ANSWER_LENGTH], solution)
                return QuestionResult(share, (Item(1, given, expected, CORRECT if share == ALL else WRONG),))
            except UnreadableAnswer as refused:
                problems = (refused.problem,)
        return QuestionResult(NOTHING, (Item(1, None, expected, MISSING),), problems)


# Mentions of nodes, cut out of a text


_QUOTED = r'"(?:[^"\\\n]|\\["\\])*"|[„“”«»][^„“”«»"\n]*[„“”«»]'
_MENTION = re.compile(rf"{_QUOTED}|(?:(?!-+>|=+>)[^\s,;|()\[\]{{}}→⇒=:\"„“”«»>])+")
_FILLERS = frozenset((
    "and", "und", "then", "dann", "first", "erst", "erster", "zuerst", "to", "nach", "zu", "the", "at", "bei", "an",
    "in", "is", "ist", "via", "über", "node", "knoten", "root", "wurzel", "leaf", "blatt", "move", "zug", "line",
    "linie", "path", "pfad", "error", "fehler", "mistake",
))  # fmt: skip
"""Words that may stand between mentions."""

_MAX_SHOWN_LENGTH = 60


class Mention(NamedTuple):
    """A word in a text, and where it begins there."""

    text: str
    start: int
    nodes: NodeNames

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + len(self.text))

    @property
    def unknown(self) -> Problem:
        """The problem that it means no node."""
        facts = {"text": self.text[:_MAX_SHOWN_LENGTH], "nearest": self.nodes.nearest(self.text)}
        return Problem("answer-unknown-node", self.span, facts)

    def matching_children(self, node: int) -> tuple[int, ...]:
        """Return the children of a node that it may mean: by name, by the name of the move, or as leaves by value."""
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
    """Return the nodes of the tree by what students call them."""
    return NodeNames(tree)


def mentions(text: str, tree: Tree) -> Iterator[Mention]:
    """Yield the words of a text that shall mean nodes; fillers are left out unless a node is called so."""
    nodes = nodes_of(tree)
    for found in _MENTION.finditer(text[:MAX_ANSWER_LENGTH]):
        word = found[0].rstrip(".") if found[0].strip(".") else ""
        if word and word.strip("-–+*_") and (word.lower() not in _FILLERS or nodes.named(word)):
            yield Mention(word, found.start(), nodes)


def unreadable_problem(text: str) -> Problem:
    """Return the problem that nothing in a text makes sense as an answer."""
    start = len(text) - len(text.lstrip())
    shown = text.strip()[:_MAX_SHOWN_LENGTH]
    return Problem("question-unreadable", Span(start, start + max(1, len(shown))), {"text": shown})
