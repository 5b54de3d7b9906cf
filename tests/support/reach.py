"""Which tests reach which line of the program, and how long each of them takes."""

from collections import Counter
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple

import pytest
from coverage import Coverage

from tests.support.places import ROOT

MAX_SECONDS = 60.0
"""What would take longer is left out of the tests of a line."""


class Reach(NamedTuple):
    """Which tests reach which line of a module, by its path below the root, and how long a test takes that passes."""

    tests: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def of(self, path: str, lines: range) -> dict[str, float]:
        """Return the tests that reach any of these lines, or the module where none does, and their seconds.

        The fastest come first, but rows of one table only with those that take as long as all rows up to them. Last
        come the others of the same files: what tests share is computed by the first of them alone.
        """
        module = self.tests.get(path, {})
        reaching = set(chain(*(module.get(line, ()) for line in lines))) or set(chain(*module.values()))
        files = set(map(source_file_of, reaching))
        beside = {test for test in self.seconds if source_file_of(test) in files} - reaching
        ordered = [*self._ordered(reaching & self.seconds.keys()), *self._ordered(beside)]
        ends = accumulate(self.seconds[test] for test in ordered)
        return {test: self.seconds[test] for test, end in zip(ordered, ends, strict=True) if end < MAX_SECONDS}

    def _ordered(self, tests: set[str]) -> list[str]:
        """Return the fastest first, with rows of a table spread among them."""
        rows: Counter[str] = Counter()
        costs: dict[str, float] = {}
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            table = test.partition("[")[0]
            rows[table] += 1
            costs[test] = rows[table] * self.seconds[test]
        return sorted(costs, key=lambda test: costs[test])


def source_file_of(test: str) -> str:
    """Return the file in which a test stands."""
    return test.partition("::")[0]


class Recorder:
    """Records it while pytest runs, as a plugin."""

    def __init__(self, rooms: list[Path]) -> None:
        """All modules of the rooms are looked at."""
        self.coverage = Coverage(data_file=None, include=[f"{room}/*" for room in rooms])
        self.seconds: dict[str, float] = {}

    def pytest_collection_finish(self) -> None:
        """Begin once everything is imported, for that is no test's doing."""
        self.coverage.start()

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """From here on lines are reached by this test."""
        self.coverage.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep how long a test takes."""
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = report.duration

    def reach(self) -> Reach:
        """What was recorded."""
        self.coverage.stop()
        data = self.coverage.get_data()
        files = {path: data.contexts_by_lineno(path) for path in data.measured_files()}
        return Reach({str(Path(path).relative_to(ROOT)): lines for path, lines in files.items()}, self.seconds)
