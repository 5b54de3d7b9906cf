"""Which misconception explains an answer.

An answer is compared, over all its parts together, with what the true search makes right and with what followers of
each misconception would hand in. A misconception explains an answer if fewer differences are left under it than under
the truth; where one explains it, this is a hypothesis with a figure, never a verdict, and no mark depends on it.

Vocabulary

    differences  what in the answer is not as a follower would have written it
    exact        no difference is left
    tie          misconceptions that leave as few differences as each other: this tree cannot tell them apart
    explains     the parts with fewer differences than under the truth
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from treesolve.analysis.model_answer import QUICKEST, Handed, differences_up_to

if TYPE_CHECKING:
    from treesolve.analysis.misconception import Follower


class Diagnosis(NamedTuple):
    """One misconception that explains an answer.

    `rank` counts from 1; ties have the same rank. `others` are differences under the truth, for comparison.
    """

    code: str
    rank: int
    explains: tuple[str, ...]
    differences: int
    others: int

    @property
    def exact(self) -> bool:
        """Whether nothing is left to explain."""
        return self.differences == 0


GUESSED = frozenset({"best"})
"""Parts with so few possible answers that a wrong one says nothing about the reason."""

LESS_SIMPLE = frozenset({"late-cut", "parent-skip", "wrong-direction", "hindsight", "leak"})
"""Of those that explain an answer equally well, these are told last: something left out is simpler."""

SIMPLER = {"some-cuts": "late-cut", "prunes-cause": "marks-cut-node"}
"""What may have been overlooked, with the rule that leads to the same and is no better an explanation."""

MOST_RANKS = 2
"""So many ranks are told; what explains less than these is noise."""


def diagnose(
    handed: Handed, truths: Sequence[Mapping[str, int]], followers: "Iterable[Follower]", parts: Collection[str]
) -> tuple[Diagnosis, ...]:
    """The misconceptions that explain the answer, the best first, then the simplest; none where the truth does as well.

    `truths` are the differences by part under each search that counts as right.
    """
    true = min(truths, key=_total_of_counts)
    fewest = _total_of_counts(true)
    most = _most_differences_left(fewest)
    asked = [part for part in QUICKEST if part in parts and handed.answer.answered(part)]
    found = []
    for follower in followers if fewest else ():
        under = differences_up_to(handed, follower.reference, asked, most)
        if under is not None:
            explained = tuple(part for part in parts if part in under and under[part] < true[part])
            if set(explained) - GUESSED or (explained and follower.code == "other-tie"):
                found.append((_total_of_counts(under), follower.code, explained))
    found = [
        entry
        for entry in found
        if not _is_oversight_ruled_out(entry[1], {code for left, code, _ in found if left <= entry[0]})
    ]
    ranks = sorted({total for total, _, _ in found})[:MOST_RANKS]
    found.sort(key=lambda entry: (entry[0], entry[1] in LESS_SIMPLE))
    return tuple(
        Diagnosis(code, ranks.index(total) + 1, explained, total, fewest)
        for total, code, explained in found
        if total in ranks
    )


def _is_oversight_ruled_out(code: str, as_good: Collection[str]) -> bool:
    """Whether something was hardly overlooked, for one of the rules that explain as much leads to just that."""
    return code in SIMPLER and not SIMPLER.keys() | {SIMPLER[code], "other-tie"} >= {*as_good}


def _total_of_counts(under: Mapping[str, int]) -> int:
    return sum(under.values())


def _most_differences_left(under_truth: int) -> int:
    """So many differences a misconception may leave: none, or half of all where it explains two at least."""
    return under_truth // 2 if under_truth > 2 else 0
