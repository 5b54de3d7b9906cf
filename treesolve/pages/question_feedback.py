"""What is said about an answer to a question that is not all right, in full or as hints."""

from collections.abc import Callable, Iterator
from functools import partial

from treesolve.grading.marks import MISSING, WRONG, Item, Mark
from treesolve.grading.question.principal_variation import Line
from treesolve.grading.question.protocol import Question
from treesolve.grading.question.reorder import Reorder
from treesolve.grading.question.statements import Statements
from treesolve.grading.question.unknown import ForWhich
from treesolve.pages.environment import words
from treesolve.pages.question import Telling, right_text, solved
from treesolve.search.solution import Solution

Maker = Callable[[], str]

MOST_GIVEN = 60
"""So many characters of what was given are told."""


class QuestionFeedback:
    """What there is to say about answers to one question, in a language, before the deadline or after it."""

    def __init__(self, question: Question, solution: Solution, language: str, *, full: bool) -> None:
        self.question, self.solution, self.language, self.full = question, solution, language, full
        self.say = words(language, "questions.jinja")

    def makers(self, mark: Mark) -> Iterator[Maker]:
        """What makes the reasons for what is lost, one by one."""
        if isinstance(self.question, Statements):
            yield from self._sentences_on_statements(self.question, mark)
            return
        wrong = [item for item in mark.items if item.verdict == WRONG]
        if isinstance(self.question, ForWhich):
            yield partial(Telling(self.solution, self.language).sentence, self.question)
        if wrong:
            yield partial(self._sentence_on_wrong, mark, wrong[0])
        if self.full:
            yield from (partial(str, sentence) for sentence in solved(self.question, self.solution, self.language))

    def _sentence_on_wrong(self, mark: Mark, item: Item) -> str:
        given = str(item.given)[:MOST_GIVEN]
        if isinstance(self.question, Line):
            right = [one.given for one in mark.items if one.verdict != WRONG and one.given]
            name = right[-1] if right else self.solution.tree.names[0]
            return self.say.wrong_line({"count": len(right), "name": name})
        if isinstance(self.question, ForWhich):
            return self.say.wrong_unknown({"given": given, "near": (mark.points or 0) > 0})
        if isinstance(self.question, Reorder):
            return self.say.wrong_reorder({"given": given, "right": item.expected if self.full else ""})
        correction = item.node == 2
        return (self.say.wrong_correction if correction else self.say.wrong_mistake)({"given": given})

    def _sentences_on_statements(self, question: Statements, mark: Mark) -> Iterator[Maker]:
        """Each wrong judgement, then those that are missing."""
        telling = Telling(self.solution, self.language)
        for item in mark.items:
            if item.verdict == WRONG:
                said = question.statements[item.node - 1]
                in_full = partial(telling.judged_again, item.node, said, item.expected == "true")
                yield in_full if self.full else partial(self.say.wrong_statement, {"number": item.node})
        missing = [str(item.node) for item in mark.items if item.verdict == MISSING]
        if missing:
            yield partial(self.say.statements_missing, {"names": missing})
            if self.full:
                yield partial(self.say.right, {"answer": right_text(question, self.solution, self.language)})
