"""What somebody decides about texts that could not be read: once for all answers in which they stand.

Vocabulary

    piece       a stretch of an answer that was not read
    decision    what a piece means: a word for a part, a reading, nothing, or points with a reason
    reading     what a piece says, in the notation of answers
"""

from typing import NamedTuple

from treesolve.model.answer import folded
from treesolve.model.number import Number
from treesolve.model.problem import UNPRINTABLE

LONGEST_PIECE = 2000
"""So many characters of a piece are looked at: it is known by them."""

_AROUND = " .,:;=→>-*_`\"'„“”"


class Decision(NamedTuple):
    """What the pieces with a text mean, in whatever case and with whatever blanks they are written.

    One of these is said, or just a note: `means` is the part of which the text is a key, `reads` what it says in the
    notation of answers (empty: nothing), `points` what `part` is worth then, for a reason. The `note` is for students.
    `exercise` and `student` name those for which it holds; None for all.
    """

    text: str
    means: str | None = None
    reads: str | None = None
    part: str | None = None
    points: Number | None = None
    reason: str = ""
    note: str = ""
    exercise: str | None = None
    student: str | None = None

    @property
    def decides(self) -> bool:
        """Whether there is more to it than a note."""
        return (self.means, self.reads, self.points) != (None, None, None)

    def is_for(self, exercise: str, student: str) -> bool:
        """Whether it holds for answers to an exercise by a student."""
        wanted = ((self.exercise, exercise), (self.student, student))
        return all(one is None or folded(one) == folded(other) for one, other in wanted)


def text_as_compared(text: str) -> str:
    """A piece as it is compared with others: whatever its case, its blanks, and the signs around it.

    >>> text_as_compared(" Gekürzt : ") == text_as_compared("gekürzt")
    True
    """
    return folded(UNPRINTABLE.sub(" ", text[:LONGEST_PIECE])).strip(_AROUND)
