"""Parallel work on any `concurrent.futures` executor, or in this process.

A context that all tasks share, such as a marker, is pickled once, sent along with each chunk, and unpickled once per
worker thread. The letterhead travels with it. One process does without the modules for several, and without importing
them.
"""

import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any, TypeVar

from treesolve.model.problem import InputError, Problem
from treesolve.rendering.letterhead import current_letterhead, using_letterhead

MAX_PENDING = 64
"""Chunks submitted ahead of the one whose result is taken next, which bounds memory."""

_WITHOUT_PROCESSES = ("emscripten", "wasi")
_TERMINAL_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_worker = threading.local()


def default_jobs(count: int, worth: int) -> int:
    """Return the number of processes for so many items, if each `worth` items more justify starting another one."""
    return min(os.cpu_count() or 1, 1 + count // worth)


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """A pool of processes; None for one job, which needs no pool.

    Raises InputError when a process dies.
    """
    if jobs < 2 or sys.platform in _WITHOUT_PROCESSES:
        yield None
        return
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import get_context

    # Not "fork": a process forked after typst has run never returns.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _prepare_process)
    try:
        yield pool
    except BrokenProcessPool:
        raise InputError((Problem("process-died"),)) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare_process() -> None:
    """Leave Ctrl-C to the main process; clean up half-written files when terminated."""
    for number in _TERMINAL_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit_on_signal)


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


class Workers:
    """Runs functions of a shared context and further arguments on an executor; without one, at once in this process."""

    def __init__(self, executor: Executor | None, context: Any) -> None:
        self._executor, self._context = executor, context
        self._pickled = pickle.dumps((context, current_letterhead())) if executor else b""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Return the future result of `work(context, *arguments)`."""
        if self._executor:
            with _terminal_signals_blocked():
                return self._executor.submit(_run, self._pickled, work, arguments)
        done: Future[Any] = Future()
        done.set_result(work(self._context, *arguments))
        return done

    def each(
        self, work: Callable[[Any, _Item], _Result], items: Iterable[_Item], size: int
    ) -> Iterator[tuple[_Item, _Result]]:
        """Each item with the result of `work(context, item)`, in order; an executor gets `size` items at once."""
        remaining, pending = iter(items), deque[tuple[list[_Item], Future[list[_Result]]]]()
        while chunk := list(islice(remaining, size)):
            pending.append((chunk, self.submit(_work_on_chunk, work, chunk)))
            if len(pending) == (MAX_PENDING if self._executor else 1):
                yield from _with_results(*pending.popleft())
        for submitted in pending:
            yield from _with_results(*submitted)


def _work_on_chunk(context: Any, work: Callable[[Any, _Item], _Result], chunk: list[_Item]) -> list[_Result]:
    return [work(context, item) for item in chunk]


def _with_results(chunk: list[_Item], future: "Future[list[_Result]]") -> Iterator[tuple[_Item, _Result]]:
    return zip(chunk, future.result(), strict=True)


def _run(pickled: bytes, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    if getattr(_worker, "pickled", None) != pickled:
        _worker.pickled, _worker.loaded = pickled, pickle.loads(pickled)  # made by Workers in the main process
    context, letterhead = _worker.loaded
    with using_letterhead(letterhead):
        return work(context, *arguments)


@contextmanager
def _terminal_signals_blocked() -> Iterator[None]:
    """Block Ctrl-C while a process may be started: it inherits the mask until it ignores the signal itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it unblocks signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _TERMINAL_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
