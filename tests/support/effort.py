"""How many random cases a test draws, and from which seed: the one place that says it.

A test names its full number. `pytest` alone draws some of them, always the same ones, so that it passes always or
never; only Hypothesis also draws constants of the program's modules that are loaded. `pytest --thorough` draws all of
them anew, `pytest --thorough --share 0.1` a tenth. The seed is printed, and `pytest --thorough --seed 4711` draws the
same again.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from sys import modules
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, seed, settings

QUICK = 0.0625
"""The share of its full number of cases that a test draws where nobody asks for more."""
WHOLE = QUICK / 2
"""The same where everything is run."""

ENOUGH = 5
"""So many cases are drawn however small the share, if there are as many."""
MANY = 1000
"""Of so many cases and more only every eighth of the share is drawn where they are the same every time."""

ROWS = 3
"""So many rows of a long table are gone through where everything is run, and the rest in a thorough run."""
MORE_ROWS = 20
"""So many of the rest, where a thorough run leaves out what has been run."""

Test = Callable[..., Any]
Value = TypeVar("Value")


class Effort(NamedTuple):
    """A share of all cases, and the seed they are drawn from; without one they are the same every time."""

    share: float = QUICK
    seed: int | None = None

    def __str__(self) -> str:
        """In words, with the options that draw the same again."""
        if self.seed is None:
            return "some of the random cases, the same every time; --thorough draws all of them anew"
        return f"random cases drawn anew; the same again with --thorough --share {self.share:g} --seed {self.seed}"


_effort = Effort()


def undertake(effort: Effort) -> None:
    """Set the effort, before any test module is imported."""
    global _effort
    _effort = effort
    settings.register_profile("effort", derandomize=effort.seed is None, database=None, deadline=None, print_blob=True)
    settings.load_profile("effort")


def undertaken() -> Effort:
    """Return the effort that is set."""
    return _effort


@cache
def draws(module: ModuleType) -> bool:
    """Whether a module draws cases: it takes what draws from this one, or from a module of the same folder that does.

    Who only chooses among values that there are draws nothing.
    """
    taken = [thing for thing in vars(module).values() if callable(thing) and thing not in (crossed, dealt, few, size)]
    origins = {str(getattr(thing, "__module__", "")) for thing in taken} - {module.__name__}
    return __name__ in origins or any(draws(modules[name]) for name in origins if name.startswith(f"{__package__}."))


def cases(full: int) -> int:
    """How many of that many cases are drawn."""
    return size(full if _effort.seed is not None or full < MANY else full // 8)


def until(has_all: Callable[[], object], things: Iterable[Value], full: int) -> Iterator[Value]:
    """Yield the share of that many things, and more of them until everything is there that a test wants to have
    seen.
    """
    for number, thing in enumerate(things):
        if number >= cases(full) and has_all():
            return
        yield thing


def size(full: int) -> int:
    """How large a thing is that need only be large: its share of the full size."""
    return max(min(full, ENOUGH), round(full * _effort.share))


def some(values: Sequence[Value]) -> list[Value]:
    """Return the share of the values, evenly spread, or drawn with a seed."""
    count = cases(len(values))
    if _effort.seed is not None:
        return dice("some").sample(values, min(count, len(values)))
    return [values[place * len(values) // count] for place in range(count)]


def some_rows(rows: Sequence[Value], table: Callable[[Value], object], most: int = ROWS) -> set[Value]:
    """No more rows of each table than are enough to see that its test works, evenly spread."""
    tables: dict[object, list[Value]] = {}
    for row in rows:
        tables.setdefault(table(row), []).append(row)
    return {row for found in tables.values() for row in found[:: -(-len(found) // most)]}


def few(values: Sequence[Value]) -> list[Value]:
    """For what takes long each time, as a browser does: a third of the values anew, and all in the end.

    Without a seed two of them, or the first one where everything is run.
    """
    if _effort.share >= 1:
        return list(values)
    if _effort.seed is not None:
        return dice("few").sample(values, min(len(values), max(2, len(values) // 3)))
    return [values[0], values[len(values) // 2]][: min(len(values), 1 + (_effort.share >= QUICK))]


def dealt(values: Sequence[Value], hand: int, hands: int) -> Sequence[Value]:
    """Return the values dealt to one of several hands; all of them, where everything is drawn."""
    return values if _effort.share >= 1 else values[hand::hands]


def examples(full: int, *, unlike: Sequence[HealthCheck] = ()) -> Callable[[Test], Test]:
    """Makes a property draw its share of that many examples; `unlike` names what of its drawing is no failure."""
    suppressed = [HealthCheck.too_slow, *unlike]  # a busy machine is no failure of a test
    chosen = settings(max_examples=cases(full), suppress_health_check=suppressed)
    return chosen if _effort.seed is None else lambda test: seed(_effort.seed)(chosen(test))


def seeds(full: int) -> range:
    """Return a seed for each case of the share of that many, to loop over or to be parameters."""
    first = 0 if _effort.seed is None else 1000 * _effort.seed
    return range(first, first + cases(full))


def seeded(name: object) -> object:
    """Return a seed for what has that name: the name, so that it is the same every time, or the seed of all with it."""
    return name if _effort.seed is None else f"{name} {_effort.seed}"


def dice(name: object) -> random.Random:
    """Random numbers for what has that name."""
    return random.Random(seeded(name))  # type: ignore[arg-type]


def crossed(*dimensions: Sequence[Any], rounds: int = 1) -> list[tuple[Any, ...]]:
    """Combinations of a value of each dimension, in which every value stands; with a seed, also a share of the others.

    The longest dimension is gone through that many times, each time with others of the shorter ones.
    """
    steps = range(rounds * max(map(len, dimensions)))
    chosen = {tuple(values[(at + at // len(values)) % len(values)] for values in dimensions) for at in steps}
    every = list(product(*dimensions))
    if _effort.seed is not None:
        chosen |= set(dice("crossed").sample(every, round(len(every) * min(1, _effort.share))))
    return [case for case in every if case in chosen]
