"""Diagnose the misconception behind an answer.

All parts of an answer together are compared with the correct search and with a simulated student for each
misconception. A misconception explains an answer if it leaves fewer differences than the correct search, and if this is
unlikely to be chance: the misconception must explain at least two wrong decisions, or all mistakes in a part with at
least three items. There is no diagnosis if more than two misconceptions explain an answer equally well, or if the
evidence is too weak. A diagnosis never affects points.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.analysis.misconception import SimulatedStudent
from treesolve.analysis.reference_answer import (
    PARTS_BY_COST,
    ComparableAnswer,
    LeafMasks,
    ReferenceAnswer,
    differences_up_to,
)
from treesolve.grading.marks import DECIDED, FOLLOWING, MISSING, WRONG, Item, Mark
from treesolve.model.answer import Answer


class Diagnosis(NamedTuple):
    """A misconception that explains an answer.

    `explains` are the parts that the misconception explains. `differences` is the number of differences between the
    answer and the misconception, and `others` is the number between the answer and the correct search.
    """

    code: str
    explains: tuple[str, ...]
    differences: int
    others: int

    @property
    def exact(self) -> bool:
        """Whether the misconception explains all differences."""
        return self.differences == 0


GUESSABLE_PARTS = frozenset({"best"})
"""Parts with so few possible answers that a wrong answer is no evidence for a misconception."""

LESS_LIKELY = frozenset({"late-cut", "parent-skip", "wrong-direction", "hindsight", "leak"})
"""Misconceptions that come last among equally good explanations, because leaving something out is simpler."""

OMISSION = "some-cuts"
"""The code of an answer in which some cuts were found and others were not.

This explains the answer without any misconception, so there is no diagnosis.
"""

SIMPLER = {OMISSION: "late-cut", "prunes-cause": "marks-cut-node"}
"""The codes of incomplete answers, each with a misconception that is no better explanation of the same answer."""

MAX_NAMED = 2
"""Maximum number of misconceptions in a diagnosis. If more are equally good, they are no evidence for any of them."""

MIN_DECISIONS = 2
MIN_ITEMS = 3
"""The evidence required for a diagnosis, because fewer mistakes may be slips.

A misconception must explain at least MIN_DECISIONS decisions, or all of a part with at least MIN_ITEMS items.
"""


def diagnose(
    comparable: ComparableAnswer,
    reference_differences: Sequence[Mapping[str, int]],
    simulated_students: Iterable[SimulatedStudent],
    parts: Collection[str],
) -> tuple[Diagnosis, ...]:
    """Return the misconception that explains the answer best, or two that do so equally well, with the simpler first.

    `reference_differences` has the number of differences by part from each search that counts as right. Compared with
    the search that has the fewest, a misconception may leave at most half of the differences. If there are only one or
    two differences, it must explain all of them.
    """
    true = min(reference_differences, key=_total_of_counts)
    fewest = _total_of_counts(true)
    most = fewest // 2 if fewest > 2 else 0
    answered = [part for part in PARTS_BY_COST if part in parts and comparable.answer.answered(part)]
    found: list[tuple[int, str, Mapping[str, int]]] = []
    for simulated_student in simulated_students if fewest else ():
        under = differences_up_to(comparable, simulated_student.reference, answered, most)
        if under is not None and any(under[part] < true[part] for part in {*answered} - GUESSABLE_PARTS):
            most = _total_of_counts(under)
            found.append((most, simulated_student.code, under))
    best = {code: under for left, code, under in found if left == most}
    named = sorted(
        (code for code in best if not _is_oversight_ruled_out(code, best)), key=lambda code: code in LESS_LIKELY
    )
    if (
        OMISSION in named
        or len(named) > MAX_NAMED
        or not any(_is_no_accident(comparable.answer, true, best[code], code) for code in named)
    ):
        return ()
    explained = [tuple(part for part in parts if part in answered and best[code][part] < true[part]) for code in named]
    if len({*explained}) > 1:
        return ()
    return tuple(Diagnosis(code, explained[0], most, fewest) for code in named)


def _is_no_accident(answer: Answer, true: Mapping[str, int], under: Mapping[str, int], code: str) -> bool:
    """Return whether a misconception explains so many mistakes that they are unlikely to be slips."""
    if decisions({part: max(true[part] - under[part], 0) for part in under}) >= MIN_DECISIONS:
        return True
    whole = (part for part in under if under[part] == 0 < true[part])
    return code not in SIMPLER and any(_count_of_items(answer, part) >= MIN_ITEMS for part in whole)


def decisions(differences: Mapping[str, int]) -> int:
    """Return the number of the student's decisions that the differences by part result from.

    The leaf order and the pruned nodes show the same cuts, so these are counted only once.
    """
    counts = {part: count for part, count in differences.items() if part not in GUESSABLE_PARTS}
    leaves_moved = (counts.pop("order", 0) + 1) // 2
    return max(counts.pop("pruned", 0), leaves_moved) + sum(counts.values())


def _count_of_items(answer: Answer, part: str) -> int:
    """Return the number of items that the answer gives in a part."""
    given = getattr(answer, part)
    return len(given) if isinstance(given, Collection) else 1


def _is_oversight_ruled_out(code: str, tied_values: Collection[str]) -> bool:
    """Return whether `code` stands for an incomplete answer that other, equally good explanations make unlikely."""
    return code in SIMPLER and not SIMPLER.keys() | {SIMPLER[code]} >= {*tied_values}


def _total_of_counts(under: Mapping[str, int]) -> int:
    return sum(under.values())


# Separating the explained mistakes of a marked answer from the others; of two rules, both must explain a mistake


def split(
    mark: Mark, comparable: ComparableAnswer, rules: Sequence[ReferenceAnswer], masks: LeafMasks
) -> tuple[Mark | None, Mark | None]:
    """Split a mark into one with only the mistakes that all rules explain, and one with only the other mistakes.

    Each of the two is None if it would have no mistakes.
    """
    if not rules or mark.is_full or mark.is_pending or mark.basis == DECIDED:
        return None, mark
    if mark.part == "order":
        return (mark, None) if all(rule.order == mark.given for rule in rules) else (None, mark)
    if mark.part == "pruned":
        is_open = mark.given is None or mark.basis == FOLLOWING
        return (None, mark) if is_open else _split_cuts(mark, comparable.pruned, rules, masks)
    items = (item._replace(given=_given(mark.part, item, comparable.answer)) for item in mark.items)
    explained = [item for item in items if _is_explained(mark.part, item, comparable, rules)]
    nodes = {item.node for item in explained}
    others = [item for item in mark.items if item.node not in nodes]
    is_open = any(item.verdict in (WRONG, MISSING) for item in others)
    return _with_items(mark, explained) if explained else None, _with_items(mark, others) if is_open else None


def _with_items(mark: Mark, items: Sequence[Item]) -> Mark:
    return mark._replace(items=tuple(items))


def _split_cuts(
    mark: Mark, given: int, rules: Sequence[ReferenceAnswer], masks: LeafMasks
) -> tuple[Mark | None, Mark | None]:
    """Split a mark into one with the wrong and missing nodes that all rules explain, and one with the other nodes."""
    below = masks.below
    extra = tuple(node for node in mark.extra if not any(below[node] & ~rule.pruned for rule in rules))
    missing = tuple(node for node in mark.missing if not any(below[node] & ~given & rule.pruned for rule in rules))
    explained = mark._replace(extra=extra, missing=missing)
    left = [tuple(node for node in mark.extra if node not in extra)]
    left.append(tuple(node for node in mark.missing if node not in missing))
    return explained if extra + missing else None, mark._replace(extra=left[0], missing=left[1]) if any(left) else None


def _is_explained(part: str, item: Item, comparable: ComparableAnswer, rules: Sequence[ReferenceAnswer]) -> bool:
    """Return whether an item is wrong but would be right by each of the rules."""
    is_wrong = item.verdict == WRONG and item.given != item.expected
    return is_wrong and all(comparable.matches_any(item.given, rule.accepted(part, item.node)) for rule in rules)


def _given(part: str, item: Item, answer: Answer) -> Any:
    """Return what the answer gives for an item. The item itself may have the number in another player's view."""
    by_node = {"values": answer.values or {}, "windows": answer.windows or {}, "value": {0: answer.value}}
    found = by_node.get(part, {}).get(item.node)
    return item.given if found is None else found
