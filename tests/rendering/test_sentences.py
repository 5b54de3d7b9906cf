"""Each sentence of the feedback is true of the answer: its claims are checked against the answer."""

import re
from collections import Counter
from collections.abc import Callable

from tests.grading.test_laws import any_answer, followed
from tests.support.answers import CUTTING, honest, tree_for
from tests.support.effort import cases, dice, until
from treesolve.analysis.reference_answer import differing
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING, WRONG, Item
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.rendering.feedback import FeedbackPage
from treesolve.rendering.template_environment import number_text, window_text, words


class Told:
    """A report and the claims of its answer, by node name."""

    def __init__(self, grader: Grader, report: MarkedAnswer) -> None:
        self.grader, self.report, self.answer, self.right = grader, report, report.answer, grader.right
        self.ids = {name: node for node, name in enumerate(grader.tree.names)}
        self.named = grader.masks.of(self.answer.pruned or ())
        root = {} if self.answer.value is None else {0: self.answer.value}
        self.values = [root, self.answer.values or {}]

    def wrote(self, name: str, number: str) -> bool:
        """Return whether the answer gives the node that value."""
        node = self.ids[name]
        return any(node in values and number_text(values[node], "en") == number for values in self.values)

    def names(self, name: str) -> bool:
        """Return whether the answer marks all leaves below the node as pruned."""
        return not self.grader.masks.below[self.ids[name]] & ~self.named

    def window(self, name: str) -> str:
        """Return the node's window in the answer."""
        return window_text(*(self.answer.windows or {}).get(self.ids[name], (0, 0)), "en")

    def is_pruned(self, name: str) -> bool:
        """Return whether the search prunes all leaves below the node."""
        return not self.grader.masks.below[self.ids[name]] & ~self.right.pruned

    def place(self, number: str) -> int | None:
        """Return the leaf at that position of the answer's order."""
        order = self.answer.order or ()
        return order[int(number) - 1] if int(number) <= len(order) else None

    def missing(self, names: str, given: dict[int, object] | None) -> bool:
        """Return whether the answer has nothing at these nodes."""
        return all(self.ids[name] not in (given or {}) for name in re.split(", | and ", names))

    def by_rules(self, name: str) -> bool:
        """Return whether all named rules prune all leaves below the node."""
        below = self.grader.masks.below[self.ids[name]]
        return not any(below & ~rule.pruned for rule in self.grader.explaining_rules(self.report)[1])

    def is_just_as_rules(self, parts: str) -> bool:
        """Return whether the answer agrees with the rules in these parts, and is not right."""
        written, rules = self.grader.explaining_rules(self.report)
        return bool(rules) and not any(differing(written, rule, asked(parts)) for rule in rules)

    def fits(self, parts: str) -> bool:
        """Return whether each of these parts contains a mistake that the rules predict."""
        return all(map(self.agrees, asked(parts)))

    def agrees(self, part: str) -> bool:
        """Return whether a part contains a mistake that the rules predict."""
        _, rules = self.grader.explaining_rules(self.report)
        if part == "pruned":
            return all((self.named ^ self.right.pruned) & ~(self.named ^ rule.pruned) for rule in rules)
        (items,) = (mark.items for mark in self.report.marks if mark.part == part)
        return not items or any(
            item.verdict == WRONG and all(item.given in rule.accepted(part, item.node) for rule in rules)
            for item in items
        )

    def sees(self, name: str, numbers: str, own: str | None) -> bool:
        """Return whether these are the answer's values below a node, without the nodes it marks as pruned."""
        node, tree = self.ids[name], self.grader.tree
        is_all_named = self.names(name) and self.answer.pruned is not None
        found, written = [], []
        for child in tree.children[node]:
            given = (self.answer.values or {}).get(child)
            if self.answer.pruned is None:
                unseen = given is None and self.is_pruned(tree.names[child])
            else:
                unseen = self.names(tree.names[child]) and not is_all_named
            if unseen:
                continue
            value = tree.values[child] if not tree.children[child] else self.right.values[child][0]
            found.append(number_text(value if given is None else given, "en"))
            written += [given is not None] if tree.children[child] or given is not None else []
        is_own = not own or (any(written) if "as far" in own else all(written) and bool(written))
        return is_own and listed(numbers) == found


def listed(names: str) -> list[str]:
    """Return the items of a list in words."""
    return re.split(", | and ", names)


def asked(names: str) -> list[str]:
    """Return the parts with that name."""
    parts = {words("en", "practice.jinja").part(part): part for part in PARTS}
    return [parts[name] for name in listed(names)]


SENTENCES: dict[str, tuple[str, Callable[..., bool]]] = {
    "value": (r"(\w+) is a (?:MAX|MIN|chance) node: .*?, not ([^ ]+?)\.(?: |$)", Told.wrote),
    "plain value": (r"^(\w+) = ([^ ]+) is not right\.", Told.wrote),
    "no value": (r"^No value at (.+?)\.", lambda message, names: message.missing(names, message.answer.values)),
    "no window": (r"^No window at (.+?)\.", lambda message, names: message.missing(names, message.answer.windows)),
    "window": (r"^(\w+) has \S+ \S+, not (\S+ \S+)\.", lambda message, name, given: message.window(name) == given),
    "pruned": (
        r"^(?:You marked )?(\w+) (?:as pruned\.|must be visited)",
        lambda message, name: (
            message.names(name) and message.grader.masks.below[message.ids[name]] & ~message.right.pruned
        ),
    ),
    "partly": (
        r"(Only a part) of what this cut skips is marked",
        lambda message, _: bool(message.named & message.right.pruned),
    ),
    "no leaf": (
        r"^(?:The first (?:(\d+) leaves are|leaf is) right; )?(\w+) is not the (?:next one|first leaf)",
        lambda message, count, name: (
            message.ids[name] in message.answer.order[:2]
            if count is None
            else message.place(str(int(count) + 1)) == message.ids[name]
            and message.answer.order[: int(count)] == message.right.order[: int(count)]
        ),
    ),
    "short": (
        r"^(What is listed) is right, but",
        lambda message, _: message.answer.order == message.right.order[: len(message.answer.order)],
    ),
    "best": (
        r"children: \w+, not (\w+)\.",
        lambda message, name: message.answer.best == message.ids[name] not in message.right.best,
    ),
    "pruned too": (
        r"^You (?:also )?marked (.+?) as pruned: ",
        lambda message, names: all(
            message.names(name) and message.grader.masks.below[message.ids[name]] & ~message.right.pruned
            for name in listed(names)
        ),
    ),
    "missed": (r"^(A cut is missing)", lambda message, _: bool(message.right.pruned & ~message.named)),
    "explained extra": (
        r"^(\w+(?:(?:, | and )\w+)*) (?:is|are) not pruned\.$",
        lambda message, names: all(
            message.names(name)
            and message.grader.masks.below[message.ids[name]] & ~message.right.pruned
            and message.by_rules(name)
            for name in listed(names)
        ),
    ),
    "explained missing": (
        r"^(\w+(?:(?:, | and )\w+)*) (?:is|are) pruned\.$",
        lambda message, names: all(not message.names(name) and message.is_pruned(name) for name in listed(names)),
    ),
    "explained order": (
        r"^Right: (L[^,=]+)\.$",
        lambda message, names: (
            names.split(" ")[:40] == [message.grader.tree.names[leaf] for leaf in message.right.order][:40]
        ),
    ),
    "explained value": (r"^(\w+) = ([^ ;]+); right: ", Told.wrote),
    "explained window": (r"^(\S+ \S+) at (\w+); ", lambda message, given, name: message.window(name) == given),
    "explained best": (r"^(\w+); right: \w+\.$", lambda message, name: message.answer.best == message.ids[name]),
    "numbers": (r"(\w+) is a (?:MAX|MIN) node: of (.+?)(, as (?:far as )?you wrote them,)? the", Told.sees),
    "only number": (
        r"(\w+) is a (?:MAX|MIN) node: the only value (?:it sees|below it) is (\S+?)(, as you wrote it)?, not",
        Told.sees,
    ),
    "rule": (
        r"^(One wrong rule leads|Each of two wrong rules leads) to just what stands under (.+?): ",
        lambda message, _, parts: (
            message.is_just_as_rules(parts) and len(message.report.diagnosis) == 1 + ("Each" in _)
        ),
    ),
    "part of a rule": (r"^Part of what is wrong under (.+?) fits ", Told.fits),
    "nothing": (
        r"^(Nothing was answered here)",
        lambda message, _: any(not message.answer.answered(part) for part in message.grader.points),
    ),
}
"""Sentences with placeholders, and the condition for each."""


def answers(grader: Grader, rng: object) -> list[Answer]:
    """Return an answer with slips, with one wrong value followed through, or with a misconception and slips."""
    simulated_student = rng.choice(grader.simulated_students)
    found = [any_answer(rng, grader), followed(rng, grader)]
    pruned = tuple(node for node in simulated_student.reference.roots if rng.random() < 0.8)
    return [*found, honest(simulated_student), honest(simulated_student)._replace(pruned=pruned)]


def test_what_follows_from_one_wrong_value_is_not_condemned():
    """Feedback mentions only the values, and the pruned nodes if the wrong value prevents all cuts."""
    rng, parts = dice("not condemned"), Counter()
    conventions = [convention for convention in CUTTING if convention.perspective == "minimax"]
    for number in range(cases(4000)):
        convention = conventions[number % len(conventions)]
        grader = Grader(tree_for(rng, convention), convention, Rubric(points=dict.fromkeys(PARTS, 1)))
        answer = followed(rng, grader)
        if 0 in (answer.values or {}) and answer.values[0] != answer.value:
            continue
        report = grader.report(answer)
        lost = {mark.part for mark in report.marks if not mark.is_full}
        wrong = [
            item.node
            for mark in report.marks
            if mark.part == "values"
            for item in mark.items
            if not has_short_decimals(item)
        ]
        if len(wrong) != 1 or wrong == [0]:
            continue  # nothing is wrong, or only the root value, which is a part of its own
        assert lost <= {"values"} | ({"pruned"} if not answer.pruned else set()), answer
        page = FeedbackPage(report, grader, at_length=True)
        assert next(part for part, _ in page.reasons) == "Values"
        assert len(page.reasons) == len(lost)
        parts.update(lost)
    assert parts["values"] > 5 * parts["pruned"]


def has_short_decimals(item: Item) -> bool:
    """Return whether the item is right or follows."""
    return item.verdict in (CORRECT, FOLLOWING)


def test_every_sentence_is_true_of_the_answer():
    """Reasons and diagnoses of random answers are true in every convention with numbers in MAX's view."""
    rng, seen, message = dice("sentences"), Counter(), 0
    conventions = [convention for convention in CUTTING if convention.perspective == "minimax"]
    rare = {"plain value", "explained best", "only number"}
    for number in until(lambda: {*SENTENCES} - {*seen} <= rare, range(2500), 2500):
        convention = conventions[number % len(conventions)]
        points = {part: 1 for part in PARTS if rng.random() < 0.8} | {"pruned": 1}
        grader = Grader(tree_for(rng, convention), convention, Rubric(points=points))
        for answer in answers(grader, rng):
            report = grader.report(answer)
            page = FeedbackPage(report, grader, at_length=rng.random() < 0.5)
            said = [text for _, reasons in page.reasons for text in reasons]
            said += [*page.diagnosis, *(text for _, lines in page.explained for text in lines)]
            claims = Told(grader, report)
            for sentence in said:
                for name, (pattern, is_true) in SENTENCES.items():
                    for found in re.finditer(pattern, sentence):
                        assert is_true(claims, *found.groups()), (name, sentence, answer)
                        seen[name] += 1
            message += 1
    assert message >= 4 * cases(2500)
    assert {*SENTENCES} - {*seen} <= rare, seen
