"""Which mistakes in a marked answer wrong rules explain, and which they leave open.

A mistake is explained where the answer says just what the rule says there. Where two rules are named, it has to be what
both say.
"""

from collections.abc import Sequence
from typing import Any

from treesolve.analysis.model_answer import Handed, Masks, Reference
from treesolve.grading.marks import DECIDED, FOLLOWING, MISSING, WRONG, Item, Mark
from treesolve.model.answer import Answer


def split(mark: Mark, handed: Handed, rules: Sequence[Reference], masks: Masks) -> tuple[Mark | None, Mark | None]:
    """The mark with only the mistakes that all the rules explain, and with only the others; None for none."""
    if not rules or mark.is_full or mark.is_pending or mark.basis == DECIDED:
        return None, mark
    if mark.part == "order":
        return (mark, None) if all(rule.order == mark.given for rule in rules) else (None, mark)
    if mark.part == "pruned":
        is_open = mark.given is None or mark.basis == FOLLOWING
        return (None, mark) if is_open else _split_cuts(mark, handed.pruned, rules, masks)
    said = (item._replace(given=_given(mark.part, item, handed.answer)) for item in mark.items)
    explained = [item for item in said if _is_explained(mark.part, item, handed, rules)]
    nodes = {item.node for item in explained}
    others = [item for item in mark.items if item.node not in nodes]
    is_open = any(item.verdict in (WRONG, MISSING) for item in others)
    return _with_items(mark, explained) if explained else None, _with_items(mark, others) if is_open else None


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
    is_wrong = item.verdict == WRONG and item.given != item.expected
    return is_wrong and all(handed.is_any(item.given, rule.accepted(part, item.node)) for rule in rules)


def _given(part: str, item: Item, answer: Answer) -> Any:
    """What the answer has there, whose numbers may be those of another player than in the item."""
    by_node = {"values": answer.values or {}, "windows": answer.windows or {}, "value": {0: answer.value}}
    found = by_node.get(part, {}).get(item.node)
    return item.given if found is None else found
