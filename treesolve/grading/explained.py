"""Which mistakes in a marked answer wrong rules explain, and which they leave open.

A mistake is explained where the answer says just what the rule says there. Where two rules are named, it has to be what
both say.
"""

from collections.abc import Collection, Sequence
from typing import Any

from treesolve.analysis.model_answer import Handed, Masks, Reference, differences
from treesolve.grading.marks import DECIDED, FOLLOWING, MISSING, WRONG, Item, Mark


def split(mark: Mark, handed: Handed, rules: Sequence[Reference], masks: Masks) -> tuple[Mark | None, Mark | None]:
    """The mark with only the mistakes that all the rules explain, and with only the others; None for none."""
    if not rules or mark.is_full or mark.is_pending or mark.basis == DECIDED:
        return None, mark
    if mark.part == "order":
        return (mark, None) if all(rule.order == mark.given for rule in rules) else (None, mark)
    if mark.part == "pruned":
        is_open = mark.given is None or mark.basis == FOLLOWING
        return (None, mark) if is_open else _split_cuts(mark, handed.pruned, rules, masks)
    explained = [item for item in mark.items if _is_explained(mark.part, item, handed, rules)]
    others = [item for item in mark.items if item not in explained]
    is_open = any(item.verdict in (WRONG, MISSING) for item in others)
    return _with_items(mark, explained) if explained else None, _with_items(mark, others) if is_open else None


def is_just_as(part: str, handed: Handed, rule: Reference, needed: Collection[int]) -> bool:
    """Whether a part is just what a rule leads to, with nothing left out; `needed` are the nodes that need values."""
    given, answer = getattr(handed.answer, part), handed.answer
    if not answer.answered(part) or differences(handed, rule, (part,))[part] or (part == "best" and not rule.best):
        return False
    asked = {"values": needed, "windows": rule.windows}.get(part, ())
    return all(node in given for node in asked)


def _with_items(mark: Mark, items: Sequence[Item]) -> Mark:
    return mark._replace(items=tuple(items))


def _split_cuts(mark: Mark, given: int, rules: Sequence[Reference], masks: Masks) -> tuple[Mark | None, Mark | None]:
    """What is named and pruned by the rules, too, and what is neither; and the rest."""
    below = masks.below
    extra = tuple(node for node in mark.extra if not any(below[node] & ~rule.pruned for rule in rules))
    missing = tuple(node for node in mark.missing if not any(below[node] & ~given & rule.pruned for rule in rules))
    explained = mark._replace(extra=extra, missing=missing)
    left = [tuple(node for node in mark.extra if node not in extra)]
    left.append(tuple(node for node in mark.missing if node not in missing))
    return explained if extra + missing else None, mark._replace(extra=left[0], missing=left[1]) if any(left) else None


def _is_explained(part: str, item: Item, handed: Handed, rules: Sequence[Reference]) -> bool:
    """Whether an item is wrong, and right by each of the rules."""
    return item.verdict == WRONG and all(handed.is_any(item.given, _accepted(part, item.node, rule)) for rule in rules)


def _accepted(part: str, node: int, rule: Reference) -> Sequence[Any]:
    if part == "windows":
        return (rule.windows.get(node),)
    found = {"values": rule.values.get(node, ()), "best": rule.best[:1], "value": rule.value}
    return found.get(part, ())
