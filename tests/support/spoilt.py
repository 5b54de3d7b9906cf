"""Modules with a mistake in them, and whether a test finds it."""

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tests.support.places import ROOT

MAX_BYTES = 4 << 30
MAX_SECONDS = 600
"""A mistake with which the tests take more is found."""


class Trial(NamedTuple):
    """A module by its path below the root, its source with a mistake, what to print if no test finds it, the tests."""

    path: str
    source: str
    printed: str
    seconds: dict[str, float]


def spoil_module(path: str, source: str) -> None:
    """Import a module with another source."""
    spec = find_spec(_module(path))
    assert spec is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    exec(compile(source, str(ROOT / path), "exec"), vars(module))


def _module(path: str) -> str:
    return ".".join(Path(path).with_suffix("").parts)


def functions_of(paths: set[str]) -> dict[str, list[FunctionType]]:
    """All functions of modules, which are imported."""
    for path in paths:
        import_module(_module(path))
    found: dict[str, list[FunctionType]] = {str(ROOT / path): [] for path in paths}
    gc.unfreeze()  # what is frozen is not among the objects
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in found:
            found[thing.__code__.co_filename].append(thing)
    gc.freeze()
    return found


def _spoil(functions: list[FunctionType], file: str, source: str) -> None:
    """Give the functions of a file the code that they have in another source."""
    right, wrong = (_codes(compile(text, file, "exec")) for text in (Path(file).read_text("utf-8"), source))
    codes = {_place(one): other for one, other in zip(right, wrong, strict=True)}
    for function in functions:
        function.__code__ = codes.get(_place(function.__code__), function.__code__)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and all that are in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _place(code: CodeType) -> tuple[str, int, bytes]:
    """What tells a code from all others of its file; codes that have run do not equal what they were."""
    return code.co_qualname, code.co_firstlineno, code.co_linetable


class Trials:
    """Every mistake, each in a process of its own: a plugin in the place of a run, once the tests are collected."""

    def __init__(self, trials: Sequence[Trial]) -> None:
        """The tests are among those that pytest collects."""
        self.trials = trials
        self.survivors = 0
        self._screen = os.fdopen(os.dup(1), "w")  # pytest has its own use for what is printed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try them; those that survive are printed and counted. What cannot even be collected is found."""
        tests = {test.nodeid: test for test in session.items}
        functions = functions_of({trial.path for trial in self.trials})
        for trial in () if session.testsfailed else self.trials:
            if _ends_well(lambda trial=trial: _survives(trial, functions, [tests[name] for name in trial.seconds])):
                self.survivors += 1
                print(trial.printed, file=self._screen, flush=True)
        return True


def _survives(trial: Trial, functions: dict[str, list[FunctionType]], tests: list[pytest.Item]) -> bool:
    """Whether none of the tests fails, nor takes ten times as long as it did when nothing was wrong, and then some."""
    file = str(ROOT / trial.path)
    _spoil(functions[file], file, trial.source)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    signal.alarm(MAX_SECONDS)
    for test, following in pairwise([*tests, None]):
        signal.setitimer(signal.ITIMER_PROF, 5 + 10 * trial.seconds[test.nodeid])  # its signal ends the process
        if any(report.failed for report in runtestprotocol(test, log=False, nextitem=following)):
            return False
    return True


def _ends_well(act: Callable[[], bool]) -> bool:
    """Whether something is true in a copy of this process, which comes to an end without a signal."""
    process = os.fork()
    if process == 0:
        is_true = False
        try:
            is_true = act()
        finally:
            os._exit(0 if is_true else 1)
    return os.waitpid(process, 0)[1] == 0
