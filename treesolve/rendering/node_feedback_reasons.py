"""Reasons for lost points at nodes: wrong or missing values and windows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial

from treesolve.analysis.reference_answer import Window
from treesolve.grading.grader import Grader
from treesolve.grading.marks import MISSING, WRONG, Item, Mark
from treesolve.model.answer import Answer
from treesolve.model.kind import Kind
from treesolve.model.number import Number, Unknown
from treesolve.model.reading_point import AT_CHANGES, AT_ENTRY
from treesolve.rendering.hint import Hints
from treesolve.rendering.picture_label import display_solution, value_with_relation
from treesolve.rendering.template_environment import Wording, format_window_row, short_reading_point, words

MAX_CACHED = 20_000
"""Cache size for proofs and for sentences on wrong values. The cache pays off because students repeat mistakes."""

MAX_NUMBERS = 8
"""Maximum number of child values listed."""

LazySentence = Callable[[], str]


class NodeReasons(Wording):
    """Reasons for mistakes in values and windows in answers to one tree; the arguments are those of `Reasons`."""

    def __init__(
        self,
        grader: Grader,
        language: str = "en",
        *,
        full: bool = True,
        at_length: bool = False,
        is_published: bool = False,
    ) -> None:
        self.solution = display_solution(grader.solution)
        super().__init__(self.solution.tree, language)
        self.grader, self.full, self.at_length, self.is_published = grader, full, at_length, is_published
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")
        self.hints = Hints(self.solution, language)
        self.value_sentence = lru_cache(MAX_CACHED)(self._sentence_on_wrong_value)

    def values(self, mark: Mark, answer: Answer) -> Iterator[LazySentence]:
        """Yield wrong values one by one, then the missing ones."""
        yield from (self._wrong_value(item, answer) for item in mark.items if item.verdict == WRONG)
        yield from self._missing(mark, self.say.values_missing, self._correct_value_text)

    def _wrong_value(self, item: Item, answer: Answer) -> LazySentence:
        student_values = answer.values or {}
        below = tuple(student_values.get(child) for child in self.tree.children[item.node]) if self.full else ()
        return partial(self.value_sentence, item.node, item.given, below, self._children_skipped(item.node, answer))

    def _children_skipped(self, node: int, answer: Answer) -> frozenset[int]:
        """Return the children that the student skips, which are those marked as pruned.

        If the student marked nothing, these are the children that the search prunes and for which the student gives no
        value.
        """
        children, below = self.tree.children[node] if self.full else (), self.grader.masks.below
        if answer.pruned is None:
            given = answer.values or {}
            return frozenset(child for child in children if child in self._pruned_nodes and child not in given)
        named = self.grader.masks.of(answer.pruned)
        return frozenset(child for child in children if not below[child] & ~named)

    def _missing(self, mark: Mark, say: Callable[..., str], text: Callable[[Item], str]) -> Iterator[LazySentence]:
        """Yield a note on missing items. After the deadline, the note names them and gives the correct answers."""
        missing = [item for item in mark.items if item.verdict == MISSING]
        shown = missing if self.full else []
        if missing:
            facts = {"told": list(map(text, shown)), "is_row": self.expects_rows}
            yield lambda: say({"names": self.all_names(item.node for item in shown), **facts})

    def _correct_value_text(self, item: Item) -> str:
        return self.name(item.node) + value_with_relation(self.solution, item.node, item.expected, self.number)

    def _sentence_on_wrong_value(
        self, node: int, given: Number, student_values: tuple[Number | None, ...], skipped: frozenset[int]
    ) -> str:
        children = self.tree.children[node]
        facts: dict[str, str | bool] = {"name": self.name(node), "kind": self.kind(node), "given": self.number(given)}
        facts["is_published"] = self.is_published
        if not children:
            return self.practice.again_leaf(facts)
        if not self.full:
            return self.practice.again({**facts, "children": self.names(children)})
        accepted = self.grader.right.values[node]
        child_values = self._child_values_for_student(node, student_values)
        is_chance = self.tree.kinds[node] is Kind.CHANCE
        seen = [child for child in child_values if is_chance or child not in skipped] or list(child_values)
        local = self.grader.local(node, child_values, seen)
        right = "" if local in accepted or not accepted else self.number(accepted[0])
        if local is None or local == given:
            return self.say.value_plain({**facts, "right": right or self.number(accepted[0])})
        more = {
            "own": self._answered_share(dict(zip(children, student_values, strict=True)), seen),
            "numbers": [self.number(child_values[child]) for child in seen] if len(seen) <= MAX_NUMBERS else [],
            "skipped": len(seen) < len(children),
            "local": self.number(local),
            "right": right,
        }
        return self.say.value_wrong({**facts, **more})

    def _answered_share(self, student_values: Mapping[int, Number | None], nodes: Sequence[int]) -> str:
        """Return for how many nodes the student wrote a value.

        Returns "all" if every inner node among `nodes` has a value, "some" if any node has one, and an empty string
        otherwise.
        """
        answered = [node for node in nodes if student_values[node] is not None]
        is_all = all(student_values[node] is not None for node in nodes if self.tree.children[node])
        return "" if not answered else "all" if is_all else "some"

    def _child_values_for_student(self, node: int, student_values: tuple[Number | None, ...]) -> dict[int, Number]:
        """Return the values of a node's children: the student's values where given, otherwise the correct ones."""
        found: dict[int, Number] = {}
        for child, written in zip(self.tree.children[node], student_values, strict=True):
            accepted = self.grader.right.values.get(child, (self.tree.values[child],))
            value = written if written is not None or not accepted else accepted[0]
            if value is not None and not isinstance(value, Unknown):
                found[child] = value
        return found

    @cached_property
    def _pruned_nodes(self) -> frozenset[int]:
        return frozenset(self.solution.pruned_ids)

    def windows(self, mark: Mark, _answer: Answer) -> Iterator[LazySentence]:
        """Yield wrong windows one by one, then the missing ones."""
        wrong = [item for item in mark.items if item.verdict == WRONG]
        yield from (
            partial(self._sentence_on_wrong_window, item, self.counted_pairs(mark, item), item is wrong[0])
            for item in wrong
        )
        yield from self._missing(mark, self.say.windows_missing, self._correct_window_text)

    def _correct_window_text(self, item: Item) -> str:
        return f"{self.name(item.node)} {self.window(item.expected)}"

    def _sentence_on_wrong_window(self, item: Item, pairs: tuple[int, int] | None, is_first: bool) -> str:
        facts = {"name": self.name(item.node), "given": self.window(item.given), "is_row": self.expects_rows}
        if not self.full:
            return self.say.window_again(facts) if is_first else self.say.window_wrong(facts)
        if item.expected is None:
            return f"{self.say.window_wrong(facts)} {self._why_no_window(item.node)}"
        is_ours = self.grader.right.windows.get(item.node) == item.expected
        origin = self._sentence_on_origin(item.node) if is_ours else ""
        more = {**facts, "window": self.window(item.expected), "pairs": pairs}
        return f"{self.say.window_instead(more)} {origin}"

    @property
    def expects_rows(self) -> bool:
        """Whether the questions ask for a row of alpha-beta pairs at each node."""
        return self.solution.convention.alpha_beta == AT_CHANGES

    def counted_pairs(self, mark: Mark, item: Item) -> tuple[int, int] | None:
        """Return how many pairs of a wrong row earn points, and how many there are; None if pairs are not counted."""
        is_whole = "windows" in self.grader.rubric.whole or bool(mark.rule)
        return item.run if mark.part == "windows" and self.expects_rows and not is_whole else None

    def _sentence_on_origin(self, node: int) -> str:
        """Return where alpha and beta come from, in a short form if the parent just passes on its own bounds."""
        facts = self.hints.facts_of_window(node)
        is_plain = not (facts["chance"] and facts["limited"])
        if self.solution.convention.alpha_beta == AT_ENTRY and is_plain:
            return self.say.window_of_parent(facts)
        return self.hints.window(node)[1]

    def _why_no_window(self, node: int) -> str:
        """Return why a node has no window: it is never visited, or it is not on the path to the reading point."""
        facts = {"node": self.name(node)}
        _, leaf = short_reading_point(self.solution.convention)
        if self.expects_rows:
            return self.practice.no_row(facts)
        return self.practice.not_asked_at(facts, leaf) if leaf else self.practice.no_window(facts)

    def window(self, window: Window) -> str:
        """Return a window, or a row of windows, in MAX's view."""
        return format_window_row(window, self.language)
