"""What waits for a person in a class: texts that could not be read, equal ones in groups, with what they are worth.

Vocabulary

    trial       what a part would be worth if a word were the key of it
"""

from typing import NamedTuple

from treesolve.model.number import Number


class Trial(NamedTuple):
    """That a word may be the key of a part, and what the part would be worth then, from `least` to `most`."""

    word: str
    part: str
    least: Number
    most: Number
    of: Number


class Group(NamedTuple):
    """Equal stretches in answers to an exercise; the first one is shown with what stands around it.

    `parts` wait for the decision, and are worth `of` in each answer. `readings` are what the stretch may say, in the
    notation of answers; of an answer that seems to belong elsewhere, the exercises that it may be an answer to.
    """

    exercise: str
    text: str
    before: str
    after: str
    students: tuple[str, ...]
    parts: tuple[str, ...]
    of: Number
    trial: Trial | None
    readings: tuple[str, ...] = ()
