"""Random and mutated answers, read and marked within one process: far more than commands can be started for."""

import time
from collections.abc import Callable, Iterator
from random import Random

from tests.support.places import EXERCISES
from treesolve.answers.decoding import decode
from treesolve.answers.submission import Submission
from treesolve.model.problem import InputError
from treesolve.runs.grade_submission import Marker, Outcome
from treesolve.runs.marked import settings_for

MOST_SECONDS = 2.0
"""What an answer may take, read and marked."""

SETS = ("messy", "messy-names", "messy-wide", "messy-min")
"""The sets of answers that are mutated, each with its tree."""

PIECES = tuple(
    piece.encode()
    for piece in [
        "values: ",
        "pruned: ",
        "order: ",
        "best: ",
        "Werte: ",
        "nicht besucht: ",
        "A=",
        "B ≤ ",
        "C >= 3",
        "max(3, 12) = ",
        "L4",
        "L5 (4)",
        "(and L9 too)",
        "none",
        "nothing is pruned",
        "3 leaves",
        "because ",
        "weil ",
        "not ",
        "nicht ",
        "~~",
        "**",
        "$L_4$",
        "[3, inf]",
        "a) ",
        "1. ",
        " -> ",
        "/",
        "; ",
        "?",
        "✓",
        "✗",
        "\t",
        "\n\n",
        "the last two leaves of C",
        "everything below B",
        "from right to left",
        "except ",
        "A: alpha = 3, beta = inf",
        "\\item ",
        "&",
    ]
)
"""What may get into an answer."""

_Mutate = Callable[[bytes, tuple[bytes, ...], Random], bytes]


def answers(seed: int, mutate: _Mutate) -> Iterator[tuple[Marker, bytes]]:
    """Answers without end, each with what marks it: mutated ones, and now and then nothing but pieces."""
    dice = Random(f"{seed} answers")
    folders = [EXERCISES / "answers" / name for name in SETS]
    markers = [Marker(settings_for(folder / "key.tree", None, None, (), "full")) for folder in folders]
    originals = [[path.read_bytes() for path in sorted((folder / "submissions").iterdir())] for folder in folders]
    while True:
        number = dice.randrange(len(SETS))
        content = dice.choice(originals[number])
        if dice.random() < 0.2:
            content = b" ".join(dice.choices((*PIECES, *content.split()), k=dice.randint(0, 40)))
        yield markers[number], mutate(content, PIECES, dice)


def oddity(marker: Marker, content: bytes) -> str | None:
    """What is wrong with the way an answer was read and marked; None where nothing is."""
    try:
        text, _ = decode(content, "-")
    except InputError:
        return None
    began = time.process_time()
    outcome = marker.outcome(Submission("-", "4711", text))
    seconds = time.process_time() - began
    return f"took {seconds:.1f} s" if seconds > MOST_SECONDS else _unsettled(outcome)


def _unsettled(outcome: Outcome) -> str | None:
    """That it was not marked and nothing says why, or that a part is neither marked, pending nor not answered."""
    codes = [told.entry["code"] for told in outcome.problems]
    if "program-fault" in codes or not (outcome.result or codes):
        return f"not marked: {codes}"
    if outcome.result is None:
        return None
    told = outcome.result.judgement
    for part, found in told.parts.items():
        if (found.points is None) != (part in told.pending):
            return f"{part}: {found.points} points, pending are {told.pending}"
    return None if told.points <= told.at_most <= told.of else f"{told.points} of {told.at_most} of {told.of} points"
