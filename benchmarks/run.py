"""Measure treesolve in comparison with other programs, and print a table of ratios.

    python benchmarks/run.py
    python benchmarks/run.py --only search,start-up --quick

The table says which bars are met on this machine; nothing is asserted. The benchmarks are described in
benchmarks/README.md.
"""

import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version

import browser
import click
import diagnosing
import generating
import grading
import playing
import printing
import processes
import reading
import searching
import showing
import tabling
from measure import Section, table

from treesolve import __version__

SECTIONS: dict[str, Callable[[bool], list[Section]]] = {
    "start-up": processes.start_up,
    "search": searching.measured,
    "reading": reading.measured,
    "growth": processes.growth,
    "depth": processes.depth,
    "layout": showing.drawing,
    "pages": showing.pages,
    "browser": browser.measured,
    "grading": grading.measured,
    "diagnosis": diagnosing.measured,
    "generation": generating.measured,
    "sheets": printing.measured,
    "games": playing.measured,
    "tables": tabling.measured,
}


def chosen_sections(_context: click.Context, _parameter: click.Parameter, value: str | None) -> list[str]:
    """Return the sections given by --only in the order of the table, by default all."""
    if value is None:
        return list(SECTIONS)
    names = [name.strip() for name in value.split(",")]
    for name in names:
        if name not in SECTIONS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(SECTIONS)}.")
    return [name for name in SECTIONS if name in names]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--only", metavar="NAME,NAME", callback=chosen_sections, help=f"Measure only these: {', '.join(SECTIONS)}."
)
@click.option("--quick", is_flag=True, help="Few rounds: a glance, not a verdict.")
def main(only: list[str], quick: bool) -> None:
    """Measure treesolve and print the ratios, each with its bar. Takes some minutes."""
    sections: list[Section] = []
    for name in only:
        click.echo(f"measuring {name} ...", err=True)
        sections += SECTIONS[name](quick)
    click.echo(described_machine())
    click.echo()
    click.echo(table(sections))


def described_machine() -> str:
    """Return a line with the versions of the measured programs and the machine."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    parts = f"Lark {version('lark')}, Typst {version('typst')}"
    return f"treesolve {__version__}, {parts}, {python}, {sys.platform}, {os.cpu_count()} cores"


if __name__ == "__main__":
    main()
