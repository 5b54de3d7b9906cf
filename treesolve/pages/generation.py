"""How trees made to measure turned out: how often each wish held, what excludes what, and what came nearest."""

from typing import Any

from treesolve.exercises.tally import Rare, Tally
from treesolve.model.number import reduced
from treesolve.notation.writer import write
from treesolve.pages.environment import number_text, words
from treesolve.pages.table import text_table


def tally_table(tally: Tally, language: str = "en") -> str:
    """How often each wish held, as a table in plain text, without a line feed at the end."""
    say = words(language, "generating.jinja")
    head = [say.heading(column) for column in ("want", "tried", "held", "share")]
    rows = [
        [str(want), str(tried), str(held), _share_in_percent(held, tried, language)] for want, tried, held in tally.rows
    ]
    return text_table(head, rows)


def _share_in_percent(held: int, tried: int, language: str) -> str:
    """The percentage, rounded to one place that says something."""
    if not tried:
        return "–"
    from fractions import Fraction

    percent = Fraction(100 * held, tried)
    for places in (0, 1, 2, 3):
        rounded = Fraction(round(percent * 10**places), 10**places)
        if rounded >= 10 or (rounded * 10**places).numerator > 1:
            break
    return f"{number_text(reduced(rounded), language)} %"


def rare_report(rare: Rare, asked: int, language: str = "en", *, can_try_more: bool = True) -> str:
    """Why there are no more trees: the outcome, the table, what excludes what, the nearest tree; in plain text.

    `can_try_more` says that somebody can ask for a longer search.
    """
    say = words(language, "generating.jinja")
    tally = rare.tally
    facts = {
        "found": tally.found,
        "asked": asked,
        "exhausted": rare.exhausted,
        "proved": tally.proved,
        "candidates": tally.candidates,
        "can_try_more": can_try_more,
    }
    parts = [say.outcome(facts).strip()]
    if tally.wants:
        parts.append(tally_table(tally, language))
    parts += _reasons_for_none(tally, say)
    if tally.nearest is not None and not tally.found:
        if tally.met:
            parts.append(say.met({"wants": list(map(str, tally.met))}).strip())
        parts.append(f"{say.nearest(facts).strip()}\n{write(tally.nearest)}".rstrip("\n"))
    return "\n\n".join(parts)


def _reasons_for_none(tally: Tally, say: Any) -> list[str]:
    """What never held, and what never held at once; impossible where that is certain."""
    told = []
    for proved in (True, False):
        names = [str(want) for want in tally.never if (want in tally.certain) is proved]
        if names:
            told.append(say.never({"names": names, "proved": proved}))
    for pair in tally.never_together:
        facts = {"one": str(pair[0]), "other": str(pair[1]), "proved": tally.certain.issuperset(pair)}
        told.append(say.pair(facts))
    return ["\n".join(told)] if told else []
