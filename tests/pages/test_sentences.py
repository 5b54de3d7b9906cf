"""Each sentence of the feedback states only what is true of this answer: its facts, held against the claims."""

import re
from collections import Counter
from collections.abc import Callable

from tests.grading.test_laws import any_answer, followed
from tests.support.answers import CUTTING, honest, tree_for
from tests.support.effort import cases, dice, until
from treesolve.grading.grade import CORRECT, FOLLOWING, Grader, Item, Report
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.pages.environment import number_text, window_text
from treesolve.pages.feedback import FeedbackPage


class Told:
    """A report, and what its answer claims, by the names of nodes."""

    def __init__(self, grader: Grader, report: Report) -> None:
        self.grader, self.report, self.answer, self.right = grader, report, report.answer, grader.right
        self.ids = {name: node for node, name in enumerate(grader.tree.names)}
        self.named = grader.masks.of(self.answer.pruned or ())
        root = {} if self.answer.value is None else {0: self.answer.value}
        self.values = [root, self.answer.values or {}]

    def wrote(self, name: str, number: str) -> bool:
        """Whether the answer gives the node that value."""
        node = self.ids[name]
        return any(node in values and number_text(values[node], "en") == number for values in self.values)

    def names(self, name: str) -> bool:
        """Whether the answer names all leaves below the node as pruned."""
        return not self.grader.masks.below[self.ids[name]] & ~self.named

    def names_nothing(self, name: str) -> bool:
        """Whether the answer names none of them."""
        return not self.grader.masks.below[self.ids[name]] & self.named

    def window(self, name: str) -> str:
        """The window that the answer gives the node."""
        return window_text(*(self.answer.windows or {}).get(self.ids[name], (0, 0)), "en")

    def is_pruned(self, name: str) -> bool:
        """Whether the search prunes all leaves below the node."""
        return not self.grader.masks.below[self.ids[name]] & ~self.right.pruned

    def place(self, number: str) -> int | None:
        """The leaf that the answer has at that place."""
        order = self.answer.order or ()
        return order[int(number) - 1] if int(number) <= len(order) else None

    def missing(self, names: str, given: dict[int, object] | None) -> bool:
        """Whether the answer has nothing at any of these nodes."""
        return all(self.ids[name] not in (given or {}) for name in re.split(", | and ", names))


SENTENCES: dict[str, tuple[str, Callable[..., bool]]] = {
    "value": (r"(\w+) is a (?:MAX|MIN|chance) node: .*?; you wrote ([^ ]+?)\.(?: |$)", Told.wrote),
    "plain value": (r"^(\w+) = ([^ ]+) is not right\.", Told.wrote),
    "no value": (r"^No value at (.+?)\.", lambda told, names: told.missing(names, told.answer.values)),
    "no window": (r"^No window at (.+?)\.", lambda told, names: told.missing(names, told.answer.windows)),
    "window": (r"^The window (\S+ \S+) at (\w+) is not right", lambda told, given, name: told.window(name) == given),
    "pruned": (
        r"^You marked (\w+) as pruned\.",
        lambda told, name: told.names(name) and told.grader.masks.below[told.ids[name]] & ~told.right.pruned,
    ),
    "partly": (r"(Only a part) of what this cut skips is marked", lambda told, _: bool(told.named & told.right.pruned)),
    "no leaf": (
        r"^(?:The first (?:(\d+) leaves are|leaf is) right; )?(\w+) is not the (?:next one|first leaf)",
        lambda told, count, name: (
            told.ids[name] in told.answer.order[:2]
            if count is None
            else told.place(str(int(count) + 1)) == told.ids[name]
            and told.answer.order[: int(count)] == told.right.order[: int(count)]
        ),
    ),
    "short": (
        r"^(What is listed) is right, but",
        lambda told, _: told.answer.order == told.right.order[: len(told.answer.order)],
    ),
    "best": (r"^(\w+) is not chosen", lambda told, name: told.answer.best == told.ids[name] not in told.right.best),
    "shown pruned": (
        r"shows first at (\w+): by this rule it is pruned, but",
        lambda told, name: told.names(name) and not told.is_pruned(name),
    ),
    "shown visited": (
        r"shows first at (\w+): by this rule it is not pruned, but",
        lambda told, name: told.names_nothing(name) and told.is_pruned(name),
    ),
    "shown value": (r"shows first at \w+: by this rule (\w+) = (.+?), but", Told.wrote),
    "shown window": (
        r"shows first at (\w+): by this rule its window is (.+?), but",
        lambda told, name, given: told.window(name) == given,
    ),
    "shown order": (
        r"shows first at (\w+): by this rule that is leaf number (\d+)",
        lambda told, name, number: told.place(number) == told.ids[name],
    ),
    "shown best": (r"by this rule it chooses (\w+)", lambda told, name: told.answer.best == told.ids[name]),
    "some cuts": (
        r"(The cuts that are named are right, but they are not all)",
        lambda told, _: told.named and not told.named & ~told.right.pruned and told.named != told.right.pruned,
    ),
    "cause": (
        r"(What is pruned is named, and with it a leaf) after",
        lambda told, _: not told.right.pruned & ~told.named and told.named != told.right.pruned,
    ),
    "tie": (
        r"(The move that is named looks as good)",
        lambda told, _: told.grader.solution.returned(told.answer.best) == told.grader.solution.returned(0),
    ),
    "nothing": (
        r"^(Nothing was answered here)",
        lambda told, _: any(not told.answer.answered(part) for part in told.grader.points),
    ),
}
"""Sentences with facts in them, and what must be true of the answer for each to be said."""


def answers(grader: Grader, rng: object) -> list[Answer]:
    """One with slips, one wrong value followed through, a misconception with slips."""
    follower = rng.choice(grader.followers)
    found = [any_answer(rng, grader), followed(rng, grader)]
    pruned = tuple(node for node in follower.reference.roots if rng.random() < 0.8)
    return [*found, honest(follower), honest(follower)._replace(pruned=pruned)]


def test_what_follows_from_one_wrong_value_is_not_condemned():
    """Nothing is said but about the values, and, where nothing is cut with them, about what is pruned."""
    rng, parts = dice("not condemned"), Counter()
    lectures = [convention for convention in CUTTING if convention.perspective == "minimax"]
    for number in range(cases(4000)):
        convention = lectures[number % len(lectures)]
        grader = Grader(tree_for(rng, convention), convention, Rubric(points=dict.fromkeys(PARTS, 1)))
        answer = followed(rng, grader)
        if 0 in (answer.values or {}) and answer.values[0] != answer.value:
            continue
        report = grader.report(answer)
        lost = {mark.part for mark in report.marks if not mark.is_full}
        wrong = [
            item.node for mark in report.marks if mark.part == "values" for item in mark.items if not is_fine(item)
        ]
        if len(wrong) != 1 or wrong == [0]:
            continue  # nothing is wrong, or the value of the root, which is asked for apart
        assert lost <= {"values"} | ({"pruned"} if not answer.pruned else set()), answer
        page = FeedbackPage(report, grader)
        assert next(part for part, _ in page.reasons) == "Values"
        assert len(page.reasons) == len(lost)
        parts.update(lost)
    assert parts["values"] > 5 * parts["pruned"]


def is_fine(item: Item) -> bool:
    """Whether it is right, or follows."""
    return item.verdict in (CORRECT, FOLLOWING)


def test_every_sentence_is_true_of_the_answer():
    """Reasons, and what may be behind it; of random answers in every lecture whose numbers are MAX's."""
    rng, seen, told = dice("sentences"), Counter(), 0
    lectures = [convention for convention in CUTTING if convention.perspective == "minimax"]
    rare = {"plain value", "shown best", "tie", "cause"}
    for number in until(lambda: {*SENTENCES} - {*seen} <= rare, range(2500), 2500):
        convention = lectures[number % len(lectures)]
        points = {part: 1 for part in PARTS if rng.random() < 0.8} | {"pruned": 1}
        grader = Grader(tree_for(rng, convention), convention, Rubric(points=points))
        for answer in answers(grader, rng):
            report = grader.report(answer)
            page = FeedbackPage(report, grader)
            said = [text for _, reasons in page.reasons for text in reasons]
            said += [text for suspicion in page.suspicions for _, text in suspicion.rules]
            claims = Told(grader, report)
            for sentence in said:
                for name, (pattern, is_true) in SENTENCES.items():
                    for found in re.finditer(pattern, sentence):
                        assert is_true(claims, *found.groups()), (name, sentence, answer)
                        seen[name] += 1
            told += 1
    assert told >= 4 * cases(2500)
    assert {*SENTENCES} - {*seen} <= rare, seen
