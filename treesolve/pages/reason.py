"""The reasons for lost points as sentences: what is wrong in a part of an answer, or what to look at again.

Many students make the same mistakes, so what takes a while is made once.

Vocabulary

    full        what is said after the deadline, with everything that is right; before it, only hints are given, and
                nothing in them depends on what is right but which of a student's own statements are not
    own         values as the student wrote them
    seen        the children of a node that the search visited
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache, partial

from treesolve.analysis.expected_answers import ties
from treesolve.analysis.model_answer import Window
from treesolve.grading.grade import DECIDED, FOLLOWING, MISSING, WRONG, Grader, Item, Mark
from treesolve.model.answer import QUESTIONS, Answer
from treesolve.model.number import Number, Unknown
from treesolve.pages.asked_pairs import shown_moment
from treesolve.pages.counterexample_sentence import explanation_sentence
from treesolve.pages.environment import window_text, words
from treesolve.pages.hint import Hints
from treesolve.pages.picture_label import value_as_found
from treesolve.pages.question_feedback import QuestionFeedback
from treesolve.pages.shown import shown_solution
from treesolve.pages.wording import Wording
from treesolve.pages.worked_solution import reasons_of_cuts
from treesolve.search.solution import PRUNED, VISITED
from treesolve.search.trace import Cut

MOST_KEPT = 20_000
"""So many proofs are kept for a tree, and so many sentences on wrong values: a class makes the same mistakes."""

MOST_NUMBERS = 8
"""So many values of children are named."""

MOST_LEAVES = 40
"""So many leaves of the right order are named."""
Maker = Callable[[], str]


class Reasons(Wording):
    """What there is to say about mistakes in answers to one tree, in a language, before the deadline or after it.

    One that `is_published` is nobody's answer: its reader is not the one who wrote it.
    """

    def __init__(self, grader: Grader, language: str = "en", *, full: bool = True, is_published: bool = False) -> None:
        self.solution = shown_solution(grader.solution)
        super().__init__(self.solution.tree, language)
        self.grader, self.full, self.is_published = grader, full, is_published
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")
        self.hints = Hints(self.solution, language)
        self.proof = lru_cache(MOST_KEPT)(partial(explanation_sentence, self.solution, language=language))
        self.value_sentence = lru_cache(MOST_KEPT)(self._sentence_on_wrong_value)

    def makers(self, mark: Mark, answer: Answer) -> list[Maker]:
        """What makes the reasons for what is lost in a part, one by one: a proof takes a while, and few are shown."""
        is_settled = mark.is_full or mark.is_pending or mark.basis == DECIDED
        return [] if is_settled else list(_PARTS[mark.part](self, mark, answer))

    # Values and windows

    def values(self, mark: Mark, answer: Answer) -> Iterator[Maker]:
        """Wrong values one by one, then those that are missing."""
        yield from (self._wrong_value(item, answer) for item in mark.items if item.verdict == WRONG)
        yield from self._missing(mark, self.say.values_missing, self._value_as_it_is)

    def _wrong_value(self, item: Item, answer: Answer) -> Maker:
        own = answer.values or {}
        below = tuple(own.get(child) for child in self.tree.children[item.node]) if self.full else ()
        return partial(self.value_sentence, item.node, item.given, below)

    def _missing(self, mark: Mark, say: Callable[..., str], told: Callable[[Item], str]) -> Iterator[Maker]:
        """That something is missing; after the deadline what, by name, and what would be right."""
        missing = [item for item in mark.items if item.verdict == MISSING]
        shown = missing if self.full else []
        if missing:
            yield lambda: say({"names": self.all_names(item.node for item in shown), "told": list(map(told, shown))})

    def _value_as_it_is(self, item: Item) -> str:
        return self.name(item.node) + value_as_found(self.solution, item.node, item.expected, self.number)

    def _sentence_on_wrong_value(self, node: int, given: Number, own: tuple[Number | None, ...]) -> str:
        children = self.tree.children[node]
        facts: dict[str, str | bool] = {"name": self.name(node), "kind": self.kind(node), "given": self.number(given)}
        facts["is_published"] = self.is_published
        if not children:
            return self.practice.again_leaf(facts)
        if not self.full:
            return self.practice.again({**facts, "children": self.all_names(children)[:MOST_NUMBERS]})
        accepted = self.grader.right.values[node]
        worth = self._worth_for_student(node, own)
        seen = [child for child in worth if child not in self._pruned_nodes]
        local = self.grader.local(node, worth, seen)
        right = "" if local in accepted or not accepted else self.number(accepted[0])
        if local is None or local == given:
            return self.say.value_plain({**facts, "right": right or self.number(accepted[0])})
        told = {
            "own": any(value is not None for value in own),
            "numbers": [self.number(worth[child]) for child in seen] if len(seen) <= MOST_NUMBERS else [],
            "skipped": len(seen) < len(children),
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

    def windows(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """Wrong windows one by one, then those that are missing."""
        yield from (partial(self._sentence_on_wrong_window, item) for item in mark.items if item.verdict == WRONG)
        yield from self._missing(mark, self.say.windows_missing, self._window_as_it_is)

    def _window_as_it_is(self, item: Item) -> str:
        return f"{self.name(item.node)} {self.window(item.expected)}"

    def _sentence_on_wrong_window(self, item: Item) -> str:
        facts = {"name": self.name(item.node), "given": self.window(item.given)}
        if not self.full:
            return self.say.window_again(facts)
        if item.expected is None:
            return f"{self.say.window_wrong(facts)} {self._why_no_window(item.node)}"
        is_ours = self.grader.right.windows.get(item.node) == item.expected
        handed_down = self.hints.window(item.node)[1] if is_ours else ""
        right = self.say.window_right({"window": self.window(item.expected)})
        return f"{self.say.window_wrong(facts)} {handed_down} {right}"

    def _why_no_window(self, node: int) -> str:
        """Why there is no window at a node: it is never visited, or not on the path that is asked about."""
        facts = {"node": self.name(node)}
        _, leaf = shown_moment(self.solution.convention)
        return self.practice.not_asked_at(facts, leaf) if leaf else self.practice.no_window(facts)

    def window(self, window: Window) -> str:
        """A window in MAX's view."""
        low, high = window
        return window_text(low, high, self.language)

    # What is pruned

    def pruned(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """Wrong cuts one by one, then those that are missing; what follows from own values is said so."""
        if mark.given is None:
            yield self.say.not_answered
        if mark.basis == FOLLOWING:
            yield self.say.pruned_follows
        if mark.basis == FOLLOWING or mark.given is None:
            if self.full:
                yield self._sentence_on_right_pruned
            return
        yield from (partial(self._sentence_on_wrong_cut, node) for node in mark.extra)
        masks = self.grader.masks
        given, told = masks.of(mark.given), set()
        for root in mark.missing:
            partly = bool(masks.below[root] & given)
            cut = self._cuts_above.get(root)
            if cut is not None and cut not in told:
                told.add(cut)
                yield partial(self._sentence_on_missed_cut, root, partly)
                if not self.full:
                    return

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
        return f"{marked} {self.proof(node)}"

    @cached_property
    def _cuts_above(self) -> dict[int, Cut]:
        """The cut that skips a node, for each node that is skipped."""
        tops = ((top, cut) for cut in self.solution.cuts for top in cut.skipped)
        return {node: cut for top, cut in tops for node in self.tree.subtree(top)}

    def _sentence_on_missed_cut(self, root: int, partly: bool) -> str:
        cut = self._cuts_above[root]
        if not self.full:
            return self.say.cut_again({"name": self.name(cut.node)})
        facts = {"reason": self._cut_reasons.get(cut, "")}
        missed = self.practice.missed_partly(facts) if partly else self.practice.missed(facts)
        if self.solution.status(root) != PRUNED or self.solution.result is None:
            return missed
        return f"{missed} {self.proof(root)}"

    @cached_property
    def _cut_reasons(self) -> dict[Cut, str]:
        return reasons_of_cuts(self.solution, self.language)

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
            yield self._sentence_on_right_order

    def _sentence_on_wrong_order(self, given: tuple[int, ...], right: tuple[int, ...]) -> str:
        same = 0
        while same < min(len(given), len(right)) and given[same] == right[same]:
            same += 1
        if same == len(given):
            return self.say.order_short({"count": same})
        why = "again" if given[same] in given[:same] else "later" if given[same] in right else "never"
        facts = {"count": same, "name": self.name(given[same]), "why": why if self.full else ""}
        return self.say.order_mistake(facts)

    def _sentence_on_right_order(self) -> str:
        right = self.all_names(self.grader.right.order)
        return self.say.order_right({"names": right[:MOST_LEAVES], "rest": max(0, len(right) - MOST_LEAVES)})

    # The root

    def best(self, mark: Mark, _answer: Answer) -> Iterator[Maker]:
        """Why the move is not the best."""
        if mark.items[0].given is None:
            yield self.say.not_answered
        if self.full or mark.items[0].given is not None:
            yield partial(self._sentence_on_wrong_best, mark.items[0].given)

    def _sentence_on_wrong_best(self, given: int | None) -> str:
        said = []
        if given is not None:
            choice = self.practice.choice({"name": self.name(0), "kind": self.kind(0)})
            said = [self.practice.best_wrong({"node": self.name(given), "root": choice}), self._sentence_on_tie(given)]
        best = self.solution.best
        if self.full and best is not None:
            said.append(self.practice.best_is({"root": self.name(0), "name": self.name(best)}))
        return " ".join(said)

    def _sentence_on_tie(self, given: int) -> str:
        """What is to be said about a child that looks as good as the best one."""
        proved = ties(self.solution).get(given) if self.full else None
        if proved is None:
            return ""
        convention = self.solution.convention
        return self.practice.tie({"name": self.name(given), "ties": convention.ties, "proved": proved})

    def root_value(self, mark: Mark, answer: Answer) -> Iterator[Maker]:
        """Why the value of the root is wrong."""
        item = mark.items[0]
        if item.given is not None:
            yield self._wrong_value(item, answer)
            return
        yield self.say.not_answered
        if self.full:
            yield self._sentence_on_root_value

    def _sentence_on_root_value(self) -> str:
        return self.practice.value_is({"name": self.name(0), "value": self.number(self.grader.right.value[0])})

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
