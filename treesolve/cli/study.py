"""treesolve study"""

from contextlib import nullcontext
from functools import partial
from typing import IO, Any

import click

from treesolve.analysis.cost.finding import Finding
from treesolve.analysis.cost.game_study import GAME_ORDERS, GameStudy
from treesolve.analysis.cost.tree_study import EFFORT, ORDERS, Study
from treesolve.cli import option
from treesolve.cli.forms import Forms, forms_of
from treesolve.cli.option import Style
from treesolve.cli.output import BYTES
from treesolve.cli.outputs import Target, all_opened, targets
from treesolve.cli.run import Run, running, told_of
from treesolve.cli.steering import named_convention
from treesolve.cli.usage import bad_parameter, usage_error
from treesolve.games.registry import NONE, game_class, scoring_for
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.optional import loaded
from treesolve.model.problem import Problem, nearest
from treesolve.notation.number_text import read_range
from treesolve.pages.chart import charts_stacked
from treesolve.pages.cost_page import charts, cost_document, cost_page, write_csv
from treesolve.pages.handout import bound

FORMS: Forms = {
    **forms_of("text", "json", "markdown", "csv", "html", "svg", "pdf", "typst", "latex"),
    "json": (".json",),
}
"""The forms of a study, each with its endings."""

_GREATEST = 1_000_000_000
_BRANCHING, _DEPTH, _GAME_DEPTH = "2..4", "2..8", "2..6"

_branching, _depths = partial(read_range, least=2, most=1000), partial(read_range, least=1, most=100)
"""What reads the numbers that an option asks for, such as 2..6."""


@click.command("study")
@option.language
@option.value("--branching", of="RANGE", read=_branching, told=f"Children of each node. [default: {_BRANCHING}]")
@option.value(
    "--depth", of="RANGE", read=_depths, told=f"Plies to the leaves. [default: {_DEPTH}, for games {_GAME_DEPTH}]"
)
@click.option("--game", metavar="GAME", help="Count positions of this game instead.")
@click.option("--position", metavar="TEXT", help="Begin there. [default: where the game begins]")
@click.option("--heuristic", metavar="NAME", help="Estimate positions by this. [default: the game's first]")
@click.option("--orders", metavar="LIST", help="Orders of children, such as best,random. [default: all but ascending]")
@click.option(
    "--trials", type=click.IntRange(1, 100_000), default=100, help="Random trees a row, at most. [default: 100]"
)
@click.option(
    "--effort", type=click.IntRange(1, _GREATEST), help="Look at so many leaves a cell, at most. [default: 1000000]"
)
@option.seed("The same seed gives the same table.")
@partial(
    option.convention,
    told=f"A lecture or a TOML file with your own, perhaps changed: aima:cut=strict. [default: {DEFAULT.id}]",
)
@option.style("paper")
@option.outputs(FORMS)
@partial(running, at_end=True)
def command(
    run: Run, form: str | None, output_paths: tuple[str, ...], style: Style, seed: str | None, **options: Any
) -> None:
    """Count the leaves that alpha-beta evaluates, in the best, the worst and a random order.

    Beside them stand minimax's and those of the formulas. RANGE is 4, or 2..6, or 2,4,6. What would take more than the
    effort is left out, or known from a formula, and the table says so; of random trees there are fewer then.

    \b
    Examples:
      treesolve study --branching 2..6 --depth 2..10 --seed 1 -o cost.html -o cost.csv
      treesolve study --branching 3 --depth 2,4,6 --trials 20 --seed 1
      treesolve study --branching 2 --depth 2..6 --orders worst,ascending --seed 1
      treesolve study --game tictactoe --depth 2..9 --seed 1
      treesolve study --game connect-four --depth 2..6 --orders best,table -o connect-four.svg
    """
    found = targets(form, output_paths, FORMS)
    if any(target.form == "pdf" for target in found):
        loaded("typst")
    asked = (_tree_study if options["game"] is None else _game_study)(options, seed or "")
    _measure_and_write(run, asked._replace(seed=run.seed(seed)), found, style.paper)


def _tree_study(options: dict[str, Any], seed: str) -> Study:
    """The study of trees. Raises a usage error."""
    for name in ("position", "heuristic"):
        if options[name] is not None:
            raise usage_error(Problem("cost-without-game", None, {"option": f"--{name}"}))
    orders = _known_orders(options["orders"], ORDERS) or ORDERS[:3]
    widths, depths = options["branching"] or _branching(_BRANCHING), options["depth"] or _depths(_DEPTH)
    convention, effort = _cutting_lecture(options["lecture"]), options["effort"] or EFFORT
    return Study(widths, depths, options["trials"], seed, convention, orders, effort)


def _game_study(options: dict[str, Any], seed: str) -> GameStudy:
    """The study of a game. Raises InputError where there is no such game, position or heuristic, or a usage error."""
    if options["branching"] is not None:
        raise usage_error(Problem("cost-branching-of-game"))
    orders = _known_orders(options["orders"], GAME_ORDERS) or GAME_ORDERS
    convention, effort = _cutting_lecture(options["lecture"]), options["effort"] or EFFORT
    with told_of("--game"):
        game = game_class(options["game"])
    with told_of("--position"):
        begun = game(game.start if options["position"] is None else options["position"]).show()
    heuristic = options["heuristic"] or next(iter(game.heuristics), NONE)
    with told_of("--heuristic"):
        scoring = scoring_for(game, heuristic, seed)
    return GameStudy(
        game=game,
        position=begun,
        seed=seed,
        scoring=scoring,
        heuristic=heuristic,
        orders=orders,
        depths=options["depth"] or _depths(_GAME_DEPTH),
        trials=options["trials"],
        convention=convention,
        effort=effort,
    )


def _cutting_lecture(lecture: str | None) -> Convention:
    """The lecture asked for. Raises a usage error where it never cuts."""
    convention = named_convention(lecture) if lecture else DEFAULT
    if not convention.cuts:
        raise bad_parameter(Problem("cost-never-cuts", None, {"lecture": convention.id}), "--convention")
    return convention


def _known_orders(written: str | None, known: tuple[str, ...]) -> tuple[str, ...]:
    """The orders of a list, each once, as they are known; none where nothing is written."""
    asked = [name.strip() for name in (written or "").split(",") if written is not None]
    for name in asked:
        if name not in known:
            facts = {"text": name, "nearest": nearest(name, known), "known": ", ".join(known)}
            raise bad_parameter(Problem("cost-order", None, facts), "--orders")
    return tuple(name for name in known if name in asked)


def _measure_and_write(run: Run, study: Study | GameStudy, found: tuple[Target, ...], paper: str) -> None:
    """Measure all cells, or those there is time for until somebody interrupts, and write them.

    Files are opened before: that one cannot be written is not to be told after minutes.
    """
    with all_opened(found) as files:
        finding = _measured_cells(run, study)
        if not finding.complete:
            facts = {"done": len(finding.cells), "cells": finding.study.size}
            run.say([run.sentences("cost.jinja").interrupted(facts)], failed=True)
        for form, file in files if finding.cells else ():
            with nullcontext() if form in BYTES else run.progress.aside():
                _write_finding(finding, form, run.language, paper, file)


def _measured_cells(run: Run, study: Study | GameStudy) -> Finding:
    """The cells that are measured before somebody interrupts."""
    run.progress.total = study.size
    cells = []
    with run.until_interrupted():
        for cell in study.cells():
            cells.append(cell)
            run.progress.step()
    return Finding(study, tuple(cells), complete=not run.interrupted)


def _write_finding(finding: Finding, form: str, language: str, paper: str, file: IO[Any]) -> None:
    if form == "json":
        file.write(cost_document(finding) + "\n")
        return
    if form == "csv":
        write_csv(finding, file, language)
    elif form == "svg":
        file.write(charts_stacked(charts(finding, language)))
    else:
        page = cost_page(finding, language)
        file.write(bound(page, form, paper=paper))
