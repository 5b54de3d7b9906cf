"""The seed of a run: what all its draws follow from."""

from treesolve.cli.run import Run
from treesolve.model.problem import Problem


def asked_seed(run: Run, seed: str | None) -> str:
    """The seed asked for, or a new one, which is told, so that the run can be repeated."""
    if seed is not None:
        return seed
    drawn = new_seed()
    tell_seed(run, drawn)
    return drawn


def new_seed() -> str:
    """A seed that nobody asked for."""
    from secrets import randbelow

    return str(randbelow(10**9))


def tell_seed(run: Run, seed: str) -> None:
    """Say with which seed a run can be repeated."""
    from treesolve.pages.problem import problem_sentence

    run.say([problem_sentence(Problem("seed-drawn", None, {"seed": seed}), run.language)])
