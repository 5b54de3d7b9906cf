"""Parallel execution on any `concurrent.futures` executor, or sequential execution in this process.

A context that all tasks share, such as a marker, is pickled only once, together with the letterhead. It is sent along
with each chunk and unpickled once per worker thread. The multiprocessing modules are imported only if needed.
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
"""Maximum number of chunks that are submitted before the next result is read, which limits the use of memory."""

_WITHOUT_PROCESSES = ("emscripten", "wasi")
_TERMINAL_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_worker = threading.local()


def default_jobs(count: int, worth: int) -> int:
    """Return the number of processes for `count` items, which is at most the number of CPUs.

    Every `worth` items justify the startup time of one more process.
    """
    return min(os.cpu_count() or 1, 1 + count // worth)


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """Yield a process pool, or None if one process is enough. Raises InputError if a process dies."""
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
    """Prepare a worker process to ignore Ctrl-C, and to exit normally when it is terminated.

    Ctrl-C is handled by the main process. A normal exit removes partial files.
    """
    for number in _TERMINAL_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit_on_signal)


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


class Workers:
    """Runner of functions that share a context.

    The functions run on an executor or, without an executor, immediately in this process.
    """

    def __init__(self, executor: Executor | None, context: Any) -> None:
        self._executor, self._context = executor, context
        self._pickled = pickle.dumps((context, current_letterhead())) if executor else b""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Return a future for `work(context, *arguments)`."""
        if self._executor:
            with _terminal_signals_blocked():
                return self._executor.submit(_run, self._pickled, work, arguments)
        done: Future[Any] = Future()
        done.set_result(work(self._context, *arguments))
        return done

    def each(
        self, work: Callable[[Any, _Item], _Result], items: Iterable[_Item], size: int
    ) -> Iterator[tuple[_Item, _Result]]:
        """Yield each item with the result of `work(context, item)`, in order.

        An executor receives the items in chunks of `size`.
        """
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
        _worker.pickled, _worker.loaded = pickled, pickle.loads(pickled)  # trusted: pickled by Workers
    context, letterhead = _worker.loaded
    with using_letterhead(letterhead):
        return work(context, *arguments)


@contextmanager
def _terminal_signals_blocked() -> Iterator[None]:
    """Block Ctrl-C in a block that may start a process.

    The process inherits the signal mask, so that it cannot be interrupted during its startup.
    """
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
