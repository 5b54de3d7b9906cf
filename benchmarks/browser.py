"""Benchmark of a step of the player in Chromium, controlled by Playwright."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure import Row, Section
from trees import complete_text

from treesolve.notation.reader import read
from treesolve.rendering.saving import page as worked_solution
from treesolve.search.solution import solve

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

TREES = ((3, 3, None), (2, 8, 16.0))
"""Branching factor, depth, and bar in milliseconds per step: 40 nodes without a bar, 511 nodes with one."""

ROUNDS, QUICK_ROUNDS = 5, 1

STEPPING = """() => {
    const button = document.querySelector(".next");
    const last = Number(document.querySelector(".slider").max);
    const taken = [];
    document.querySelector(".first").click();
    for (let step = 0; step < last; step++) {
        const begin = performance.now();
        button.click();
        document.body.getBoundingClientRect();
        document.querySelector(".picture svg").getBoundingClientRect();
        taken.push(performance.now() - begin);
    }
    return taken.sort((one, other) => one - other);
}"""
"""Script that returns the sorted times of all steps of the player in milliseconds, including the page's layout."""


def measured(quick: bool) -> list[Section]:
    """Return the median and the 95th percentile of the time per step."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return _section([Row("a step", (), absence="needs the Python package playwright")])
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        return _section([Row("a step", (), absence="needs Chromium")])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        rounds = QUICK_ROUNDS if quick else ROUNDS
        rows = [row for branching, depth, bar in TREES for row in _rows(browser, branching, depth, bar, rounds)]
        browser.close()
    return _section(rows)


def _section(rows: Sequence[Row]) -> list[Section]:
    return [("The player in a browser: one step, layout included", list(rows))]


def _rows(browser: Any, branching: int, depth: int, bar: float | None, rounds: int) -> list[Row]:
    tree = read(complete_text(branching, depth))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "player.html"
        file.write_text(str(worked_solution(solve(tree), "html")), encoding="utf-8")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(file.as_uri())
        taken = [page.evaluate(STEPPING) for _ in range(rounds + 1)][1:]
        page.close()
    medians = tuple(steps[len(steps) // 2] for steps in taken)
    slow = tuple(steps[len(steps) * 19 // 20] for steps in taken)
    return [
        Row(f"{len(tree)} nodes: the median step", medians, bar, " ms"),
        Row(f"{len(tree)} nodes: nineteen of twenty take at most", slow, bar, " ms"),
    ]


if __name__ == "__main__":
    from measure import table

    print(table(measured(quick=False)))
