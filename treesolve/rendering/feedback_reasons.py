"""Reasons for lost points as sentences that say what is wrong in a part of an answer, or what to review.

Proofs are cached because many students make the same mistakes.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache, partial

from treesolve.analysis.expected_answers import ties
from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.grading.marks import DECIDED, FOLLOWING, Mark
from treesolve.grading.question.sentence import Sentence
from treesolve.model.answer import QUESTIONS, Answer
from treesolve.rendering.counterexample_sentence import explanation_sentence, is_counterexample
from treesolve.rendering.node_feedback_reasons import MAX_CACHED, LazySentence, NodeReasons
from treesolve.rendering.question_wording import QuestionWording
from treesolve.rendering.solution_page import reasons_of_cuts
from treesolve.rendering.template_environment import display_text, shortened, window_text
from treesolve.search.search_result import PRUNED, VISITED
from treesolve.search.trace import CutEvent
from treesolve.submissions.answer_writer import format_parts

MAX_RIGHT_LENGTH = 400
"""Maximum length of a quoted correct answer, in characters."""


class Reasons(NodeReasons):
    """Reasons for mistakes in answers to one tree, in one language; `full` reasons reveal the solution.

    With `at_length`, every mistake gets its reason, otherwise only some do. For a published solution (`is_published`),
    the wording does not address the reader as the author of the solution.
    """

    @cached_property
    def proof(self) -> Callable[[int], str]:
        """A cached function that returns a sentence on why a node must be visited, or why it can be pruned."""
        return lru_cache(MAX_CACHED)(partial(explanation_sentence, self.solution, language=self.language))

    @cached_property
    def changes_root(self) -> Callable[[int], bool]:
        """A cached function that returns whether unseen nodes below a node can change the value of the root."""
        return lru_cache(MAX_CACHED)(partial(is_counterexample, self.solution))

    def lazy_sentences(self, mark: Mark, answer: Answer) -> list[LazySentence]:
        """Return functions that build the reasons for the lost points of a part.

        Because a proof is slow, only the reasons that are shown should be built.
        """
        needs_no_reason = mark.is_full or mark.is_pending or mark.basis == DECIDED
        return [] if needs_no_reason else list(_PARTS[mark.part](self, mark, answer))

    def right(self, part: str) -> str:
        """Return the correct answer to a part, as a sentence."""
        if part in self.grader.questions:
            right = self.grader.questions[part].right(self.solution)
            return QuestionWording(self.solution, self.language).text(Sentence("right", {"answer": right}))
        makers = {
            "pruned": self._sentence_on_right_pruned,
            "order": lambda: self.say.order_right({"order": self.right_order()}),
            "value": self._sentence_on_root_value,
        }
        return makers[part]() if part in makers else self.say.order_right({"order": self._right_answer(part)})

    def _right_answer(self, part: str) -> str:
        """Return the correct values, windows or best move in students' notation, shortened to MAX_RIGHT_LENGTH."""
        answer = answer_from_solution(self.solution, self.grader.right, (part,))
        window = partial(window_text, language=self.language)
        texts = format_parts(answer, self.tree, self.solution, self.number, window)
        return shortened(display_text(texts.get(part, "-")), MAX_RIGHT_LENGTH)

    # Pruned nodes

    def pruned(self, mark: Mark, _answer: Answer) -> Iterator[LazySentence]:
        """Yield wrong cuts, then missed cuts.

        If the student did not answer, or the answer follows from the student's own values, yield only a note and the
        correct answer.
        """
        if mark.given is None:
            yield self.say.not_answered
        if mark.basis == FOLLOWING:
            yield self.say.pruned_follows
        if mark.basis == FOLLOWING or mark.given is None:
            if self.full:
                yield self._sentence_on_right_pruned
            return
        proved = self._nodes_with_proof(mark)
        yield from (partial(self._sentence_on_wrong_cut, node) for node in mark.extra if node in proved)
        if others := [node for node in mark.extra if node not in proved]:
            yield lambda: self.say.marked_too({"names": self.all_names(others), "more": bool(proved & {*mark.extra})})
        masks = self.grader.masks
        given, reported = masks.of(mark.given), set()
        for root in mark.missing:
            cut = self._cuts_above.get(root)
            if cut is not None and cut not in reported:
                reported.add(cut)
                partly = bool(masks.of(cut.skipped) & given)
                yield partial(self._sentence_on_missed_cut, root, partly, is_proved=root in proved)
                if not self.full:
                    return

    def _nodes_with_proof(self, mark: Mark) -> set[int]:
        """Return the nodes that get a full explanation.

        In hints and with `at_length`, these are all nodes with a mistake. Otherwise they are the wrongly pruned nodes
        that the search does not visit, and the one node with the most instructive proof.
        """
        if not self.full or self.at_length:
            return {*mark.extra, *mark.missing}
        nodes = [node for node in mark.extra if node and self.solution.status(node) == VISITED]
        telling = (node for node in nodes if len(nodes) > 1 and self.changes_root(node))
        unproved = [node for node in mark.extra if node not in nodes]
        return {*unproved, next(telling, next(iter((*nodes, *mark.missing)), 0))}

    def _sentence_on_right_pruned(self) -> str:
        return self.say.pruned_right({"names": self.all_names(self.grader.right.roots)})

    def _sentence_on_wrong_cut(self, node: int) -> str:
        name = self.name(node)
        if not self.full:
            return self.practice.doubted({"name": name, "root": self.name(0)})
        marked = self.say.marked_pruned({"name": name, "is_published": self.is_published})
        if node == 0:
            return f"{marked} {self.practice.begins({'name': name})}"
        if self.solution.status(node) != VISITED:
            return f"{marked} {self._sentence_on_right_pruned()}"
        return f"{marked} {self.proof(node)}" if self.is_published else self.proof(node)

    @cached_property
    def _cuts_above(self) -> dict[int, CutEvent]:
        """The cut responsible for each skipped node."""
        tops = ((top, cut) for cut in self.solution.cut_events for top in cut.skipped)
        return {node: cut for top, cut in tops for node in self.tree.subtree(top)}

    def _sentence_on_missed_cut(self, root: int, partly: bool, is_proved: bool) -> str:
        cut = self._cuts_above[root]
        if not self.full:
            return self.say.cut_again({"name": self.name(cut.node)})
        facts = {"reason": self._cut_reasons.get(cut, "")}
        missed = self.practice.missed_partly(facts) if partly else self.practice.missed(facts)
        if not self.at_length or not is_proved or self.solution.status(root) != PRUNED or self.solution.result is None:
            return missed
        return f"{missed} {self.proof(root)}"

    @cached_property
    def _cut_reasons(self) -> dict[CutEvent, str]:
        return reasons_of_cuts(self.solution, self.language)

    # The order

    def order(self, mark: Mark, _answer: Answer) -> Iterator[LazySentence]:
        """Yield the first mistake in the order."""
        yield lambda: " ".join(self._sentences_on_order(mark))

    def _sentences_on_order(self, mark: Mark) -> Iterator[str]:
        if mark.given is None:
            yield self.say.not_answered()
        elif mark.basis == FOLLOWING:
            yield self.say.order_follows()
        else:
            yield self._sentence_on_wrong_order(mark.given, mark.expected)
        if self.full:
            yield self.say.order_right({"order": self.right_order()})

    def _sentence_on_wrong_order(self, given: tuple[int, ...], right: tuple[int, ...]) -> str:
        same = 0
        while same < min(len(given), len(right)) and given[same] == right[same]:
            same += 1
        if same == len(given):
            return self.say.order_short({"count": same})
        why = "again" if given[same] in given[:same] else "later" if given[same] in right else "never"
        facts = {"count": same, "name": self.name(given[same]), "why": why if self.full else ""}
        return self.say.order_mistake(facts)

    def right_order(self) -> str:
        """Return the leaves in the order of evaluation."""
        return " ".join(self.names(self.grader.right.order))

    # The root

    def best(self, mark: Mark, _answer: Answer) -> Iterator[LazySentence]:
        """Yield why the chosen move is not the best."""
        if mark.items[0].given is None:
            yield self.say.not_answered
        if self.full or mark.items[0].given is not None:
            yield partial(self._sentence_on_wrong_best, mark.items[0].given)

    def _sentence_on_wrong_best(self, given: int | None) -> str:
        text, best = [], self.solution.best_id
        if given is not None and self.full and best is not None:
            facts = {"root": self.name(0), "kind": self.kind(0), "name": self.name(best), "given": self.name(given)}
            return f"{self.say.best_instead(facts)} {self._sentence_on_tie(given)}"
        if given is not None:
            choice = self.practice.choice({"name": self.name(0), "kind": self.kind(0)})
            text = [self.practice.best_wrong({"node": self.name(given), "root": choice}), self._sentence_on_tie(given)]
        if self.full and best is not None:
            text.append(self.practice.best_is({"root": self.name(0), "name": self.name(best)}))
        return " ".join(text)

    def _sentence_on_tie(self, given: int) -> str:
        """Return a note if the chosen child's value ties with the best value, otherwise an empty string."""
        proved = ties(self.solution).get(given) if self.full else None
        if proved is None:
            return ""
        convention = self.solution.convention
        return self.practice.tie({"name": self.name(given), "ties": convention.ties, "proved": proved})

    def root_value(self, mark: Mark, answer: Answer) -> Iterator[LazySentence]:
        """Yield why the value of the root is wrong."""
        item = mark.items[0]
        if item.given is not None:
            yield self._wrong_value(item, answer)
            return
        yield self.say.not_answered
        if self.full:
            yield self._sentence_on_root_value

    def _sentence_on_root_value(self) -> str:
        return self.practice.value_is({"name": self.name(0), "value": self.number(self.grader.right.value[0])})

    # Questions outside the search

    def question(self, mark: Mark, _answer: Answer) -> Iterator[LazySentence]:
        """Yield the question's own reasons why an answer is wrong, and after the deadline the model solution."""
        if all(item.given is None for item in mark.items):
            yield self.say.not_answered
        wording = QuestionWording(self.grader.solution_for_question(mark.part), self.language)
        yield from wording.reasons(self.grader.questions[mark.part], mark, full=self.full)


_PARTS: Mapping[str, Callable[[Reasons, Mark, Answer], Iterator[LazySentence]]] = {
    "values": Reasons.values,
    "windows": Reasons.windows,
    "pruned": Reasons.pruned,
    "order": Reasons.order,
    "best": Reasons.best,
    "value": Reasons.root_value,
    **dict.fromkeys(QUESTIONS, Reasons.question),
}
