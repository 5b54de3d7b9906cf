"""The seed of a run: what all its draws follow from."""

from treesolve.cli.run import Run
from treesolve.model.problem import Problem


def asked_seed(run: Run, seed: str | None) -> str:
    """The seed asked for, or a new one, which is told, so that the run can be repeated."""
    if seed is not None:
        return seed
    from secrets import randbelow

    from treesolve.pages.problem import problem_sentence

    drawn = str(randbelow(10**9))
    run.say([problem_sentence(Problem("seed-drawn", None, {"seed": drawn}), run.language)])
    return drawn
