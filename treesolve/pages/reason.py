"""The reasons for lost points as sentences: what is wrong in a part of an answer, or what to look at again.

Many students make the same mistakes. The sentence for a mistake is made once for a tree and kept; a report then only
collects its sentences.

Vocabulary

    full        what is said after the deadline, with everything that is right; before it, only hints are given, and
                nothing in them depends on what is right but which of a student's own statements are not
    own         values as the student wrote them
    seen        the children of a node that the search visited
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from treesolve.analysis.expected_answers import ties
from treesolve.analysis.model_answer import Window
from treesolve.grading.grade import DECIDED, FOLLOWING, MISSING, WRONG, Grader, Item, Mark
from treesolve.model.answer import QUESTIONS, Answer
from treesolve.model.number import Number, Unknown
from treesolve.pages.counterexample import explanation_sentence
from treesolve.pages.environment import number_text, window_text, words
from treesolve.pages.hint import Hints
from treesolve.pages.label import value_as_found
from treesolve.pages.question_feedback import QuestionFeedback
from treesolve.pages.shown import shown_solution
from treesolve.pages.worked import told
from treesolve.search.solution import PRUNED, VISITED
from treesolve.search.trace import Cut

MOST_KEPT = 20_000
"""So many sentences are kept for a tree; a class makes far fewer different mistakes."""

MOST_NUMBERS = 8
"""So many values of children are named."""

MOST_LEAVES = 40
"""So many leaves of the right order are named."""
Maker = Callable[[], str]


class Reasons:
    """What there is to say about mistakes in answers to one tree, in a language, before the deadline or after it."""

    def __init__(self, grader: Grader, language: str = "en", *, full: bool = True) -> None:
        self.grader, self.language, self.full = grader, language, full
        self.solution = shown_solution(grader.solution)
        self.tree, self.names = self.solution.tree, self.solution.tree.names
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")
        self.hints = Hints(self.solution, language)
        self._kept: dict[Hashable, str] = {}

    def kept(self, make: Callable[..., str], *facts: Hashable) -> str:
        """The sentence that a method makes of the facts, made only once."""
        key = (make.__name__, *facts)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = " ".join(make(*facts).split())
        return found

    def of(self, mark: Mark, answer: Answer) -> list[str]:
        """The reasons for what is lost in a part; none where nothing is."""
        return [make() for make in self.makers(mark, answer)]

    def makers(self, mark: Mark, answer: Answer) -> list[Maker]:
        """What makes these reasons, one by one: a proof takes a while, and whoever shows a few needs no more."""
        is_settled = mark.is_full or mark.is_pending or mark.basis == DECIDED
        return [] if is_settled else list(_PARTS[mark.part](self, mark, answer))

    def number(self, value: Number) -> str:
        """A number in MAX's view."""
        return number_text(value, self.language)

    # Values

    def values(self, mark: Mark, answer: Answer) -> Iterator[Maker]:
        """Wrong values one by one, then those that are missing."""
        yield from (partial(self.value, item, answer) for item in mark.items if item.verdict == WRONG)
        missing = tuple((item.node, item.expected) for item in mark.items if item.verdict == MISSING)
        if missing:
            yield partial(self.kept, self._sentence_on_missing_values, missing)

    def value(self, item: Item, answer: Answer) -> str:
        """Why a value is wrong."""
        own = answer.values or {}
        below = tuple(own.get(child) for child in self.tree.children[item.node]) if self.full else ()
        return self.kept(self._sentence_on_wrong_value, item.node, item.given, below)

    def _sentence_on_wrong_value(self, node: int, given: Number, own: tuple[Number | None, ...]) -> str:
        facts = {"name": self.names[node], "kind": self.hints.kind(node), "given": self.number(given)}
        if not self.tree.children[node]:
            return self.practice.again_leaf(facts)
        if not self.full:
            children = [self.names[child] for child in self.tree.children[node]]
            return self.practice.again({**facts, "children": children[:MOST_NUMBERS]})
        accepted = self.grader.right.values[node]
        worth = self._worth_for_student(node, own)
        seen = [child for child in worth if child not in self._pruned_nodes]
        local = self.grader.local(node, worth, seen)
        right = "" if local in accepted or not accepted else self.number(accepted[0])
        if local is None or local == given:
            return self.say.value_plain({**facts, "right": right or self.number(accepted[0])})
        numbers = [self.number(worth[child]) for child in seen] if len(seen) <= MOST_NUMBERS else []
        told = {
            "own": any(value is not None for value in own),
            "numbers": numbers,
            "skipped": len(seen) < len(self.tree.children[node]),
            "local": self.number(local),
            "right": right,
        }
        return self.say.value_wrong({**facts, **told})

    def _worth_for_student(self, node: int, own: tuple[Number | None, ...]) -> dict[int, Number]:
        """What the children of a node are worth for the student: as written, else as it is right."""
        found: dict[int, Number] = {}
        for child, written in zip(self.tree.children[node], own, strict=True):
            accepted = self.grader.right.values.get(child, (self.tree.values[child],))
            value = written if written is not None or not accepted else accepted[0]
            if value is not None and not isinstance(value, Unknown):
                found[child] = value
        return found

    @cached_property
    def _pruned_nodes(self) -> frozenset[int]:
        return frozenset(self.solution.pruned)

    def _sentence_on_missing_values(self, found: tuple[tuple[int, Number], ...]) -> str:
        told = [self.names[node] + value_as_found(self.solution, node, value, self.number) for node, value in found]
        return self.say.values_missing(self._facts_of_missing((node for node, _ in found), told))

    def _facts_of_missing(self, nodes: Iterable[int], told: list[str]) -> Mapping[str, Any]:
        """What is missing, by name, and what would be right; before the deadline only that something is."""
        return {"names": self._names_of_nodes(nodes), "told": told} if self.full else {"names": [], "told": []}

    def _names_of_nodes(self, nodes: Iterable[int]) -> list[str]:
        return [self.names[node] for node in nodes]

    # Windows

    def windows(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """Wrong windows one by one, then those that are missing."""
        wrong = (item for item in mark.items if item.verdict == WRONG)
        yield from (partial(self.kept, self._window_wrong, item.node, item.given, item.expected) for item in wrong)
        missing = tuple((item.node, item.expected) for item in mark.items if item.verdict == MISSING)
        if missing:
            yield partial(self.kept, self._sentence_on_missing_windows, missing)

    def _window_wrong(self, node: int, given: Window, expected: Window | None) -> str:
        facts = {"name": self.names[node], "given": self.window(given)}
        if not self.full:
            return self.say.window_again(facts)
        if expected is None:
            return f"{self.say.window_wrong(facts)} {self.practice.no_window({'node': self.names[node]})}"
        is_ours = self.grader.right.windows.get(node) == expected
        handed_down = self.hints.window(node)[1] if is_ours else ""
        right = self.say.window_right({"window": self.window(expected)})
        return f"{self.say.window_wrong(facts)} {handed_down} {right}"

    def window(self, window: Window) -> str:
        """A window in MAX's view."""
        low, high = window
        return window_text(low, high, self.language)

    def _sentence_on_missing_windows(self, found: tuple[tuple[int, Window], ...]) -> str:
        told = [f"{self.names[node]} {self.window(window)}" for node, window in found]
        return self.say.windows_missing(self._facts_of_missing((node for node, _ in found), told))

    # What is pruned

    def pruned(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """Wrong cuts one by one, then those that are missing; what follows from own values is said so."""
        if mark.given is None:
            yield self.say.not_answered
        if mark.basis == FOLLOWING:
            yield self.say.pruned_follows
        if mark.basis == FOLLOWING or mark.given is None:
            if self.full:
                yield partial(self.kept, self._sentence_on_right_pruned)
            return
        yield from (partial(self.kept, self._sentence_on_wrong_cut, node) for node in mark.extra)
        masks = self.grader.masks
        given, told = masks.of(mark.given), set()
        for root in mark.missing:
            partly = bool(masks.below[root] & given)
            cut = self._cuts_above.get(root)
            if cut is not None and cut not in told:
                told.add(cut)
                yield partial(self.kept, self._sentence_on_missed_cut, root, partly)
                if not self.full:
                    return

    def _sentence_on_right_pruned(self) -> str:
        return self.say.pruned_right({"names": self._names_of_nodes(self.grader.right.roots)})

    def _sentence_on_wrong_cut(self, node: int) -> str:
        name = self.names[node]
        if not self.full:
            return self.practice.doubted({"name": name, "root": self.names[0]})
        marked = self.say.marked_pruned({"name": name})
        if node == 0:
            return f"{marked} {self.practice.begins({'name': name})}"
        if self.solution.status(node) != VISITED:
            return f"{marked} {self._sentence_on_right_pruned()}"
        return f"{marked} {explanation_sentence(self.solution, node, self.language)}"

    @cached_property
    def _cuts_above(self) -> dict[int, Cut]:
        """The cut that skips a node, for each node that is skipped."""
        tops = ((top, cut) for cut in self.solution.cuts for top in cut.skipped)
        return {node: cut for top, cut in tops for node in self.tree.subtree(top)}

    def _sentence_on_missed_cut(self, root: int, partly: bool) -> str:
        cut = self._cuts_above[root]
        if not self.full:
            return self.say.cut_again({"name": self.names[cut.node]})
        facts = {"reason": self._cut_reasons.get(cut, "")}
        missed = self.practice.missed_partly(facts) if partly else self.practice.missed(facts)
        if self.solution.status(root) != PRUNED or self.solution.result is None:
            return missed
        return f"{missed} {explanation_sentence(self.solution, root, self.language)}"

    @cached_property
    def _cut_reasons(self) -> dict[Cut, str]:
        """The reason for each cut, in the words of the lecture."""
        reasons = told(self.solution, self.language).reasons
        return dict(zip(self.solution.shown_cuts, reasons, strict=True))

    # The order

    def order(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """The first place where the order goes wrong."""
        if mark.given is None:
            yield self.say.not_answered
        elif mark.basis == FOLLOWING:
            yield self.say.order_follows
        else:
            yield partial(self._sentence_on_wrong_order, mark.given, mark.expected)
        if self.full:
            yield partial(self.kept, self._sentence_on_right_order)

    def _sentence_on_wrong_order(self, given: tuple[int, ...], right: tuple[int, ...]) -> str:
        same = 0
        while same < min(len(given), len(right)) and given[same] == right[same]:
            same += 1
        if same == len(given):
            return self.kept(self._sentence_on_short_order, same)
        why = "again" if given[same] in given[:same] else "later" if given[same] in right else "never"
        return self.kept(self._sentence_on_order_mistake, same, given[same], why if self.full else "")

    def _sentence_on_short_order(self, count: int) -> str:
        return self.say.order_short({"count": count})

    def _sentence_on_order_mistake(self, count: int, leaf: int, why: str) -> str:
        return self.say.order_mistake({"count": count, "name": self.names[leaf], "why": why})

    def _sentence_on_right_order(self) -> str:
        right = self._names_of_nodes(self.grader.right.order)
        return self.say.order_right({"names": right[:MOST_LEAVES], "rest": max(0, len(right) - MOST_LEAVES)})

    # The root

    def best(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """Why the move is not the best."""
        if mark.items[0].given is None:
            yield self.say.not_answered
        if self.full or mark.items[0].given is not None:
            yield partial(self.kept, self._sentence_on_wrong_best, mark.items[0].given)

    def _sentence_on_wrong_best(self, given: int | None) -> str:
        said = []
        if given is not None:
            choice = self.practice.choice({"name": self.names[0], "kind": self.hints.kind(0)})
            said = [self.practice.best_wrong({"node": self.names[given], "root": choice}), self._sentence_on_tie(given)]
        best = self.solution.best
        if self.full and best is not None:
            said.append(self.practice.best_is({"root": self.names[0], "name": self.names[best]}))
        return " ".join(said)

    def _sentence_on_tie(self, given: int) -> str:
        """What is to be said about a child that looks as good as the best one."""
        proved = ties(self.solution).get(given) if self.full else None
        if proved is None:
            return ""
        convention = self.solution.convention
        return self.practice.tie({"name": self.names[given], "ties": convention.ties, "proved": proved})

    def root_value(self, mark: Mark, answer: Answer) -> Iterator[Maker]:
        """Why the value of the root is wrong."""
        item = mark.items[0]
        if item.given is not None:
            yield partial(self.value, item, answer)
            return
        yield self.say.not_answered
        if self.full:
            yield partial(self.kept, self._sentence_on_root_value)

    def _sentence_on_root_value(self) -> str:
        return self.practice.value_is({"name": self.names[0], "value": self.number(self.grader.right.value[0])})

    def question(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """What the question itself says."""
        asked = self.grader.questions[mark.part]
        if all(item.given is None for item in mark.items):
            yield self.say.not_answered
        yield from QuestionFeedback(asked, self.solution, self.language, full=self.full).makers(mark)


_PARTS: Mapping[str, Callable[[Reasons, Mark, Answer], Iterator[Maker]]] = {
    "values": Reasons.values,
    "windows": Reasons.windows,
    "pruned": Reasons.pruned,
    "order": Reasons.order,
    "best": Reasons.best,
    "value": Reasons.root_value,
    **dict.fromkeys(QUESTIONS, Reasons.question),
}
