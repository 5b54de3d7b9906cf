"""Processes that share work, each behind a pipe of its own.

When a process of a pool in the standard library dies while it writes a result, whoever waits for it waits for ever: all
of them write into one pipe, which stays open. Here the pipe of a process ends with it.

Vocabulary

    worker      a process, and the thread here that hands it one piece of work after the other
    tool        what all work is done with, such as a marker: each process is handed one like it, once
"""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from treesolve.model.problem import InputError, Problem
from treesolve.pages.letterhead import Letterhead, current_letterhead, set_letterhead

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

FAREWELL = 10.0
"""So many seconds a process has to end by itself."""

_OF_TERMINAL = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
"""What a terminal sends to all processes of a run: Ctrl-C, and that it has gone."""

_ALONE = ("emscripten", "wasi")
"""Platforms on which a process cannot start another one."""

_Thing = TypeVar("_Thing")
_Work = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class WorkerDied(Exception):
    """A process has ended before its work was done."""


@contextmanager
def working(jobs: int, tool: Any) -> "Iterator[Here | Workers]":
    """What does work with a tool: so many processes, or with one job this one.

    Raises InputError where one of the processes ends before its work is done.
    """
    if jobs < 2 or sys.platform in _ALONE:
        yield Here(tool)
        return
    with Workers(jobs, tool) as workers:
        try:
            yield workers
        except WorkerDied:
            raise InputError((Problem("process-died"),)) from None


def in_chunks(things: Iterable[_Thing], size: int) -> Iterator[list[_Thing]]:
    """The things, so many at a time."""
    remaining = iter(things)
    while chunk := list(islice(remaining, size)):
        yield chunk


def in_order(
    workers: "Here | Workers", work: Callable[[Any, Any], Any], chunks: Iterable[tuple[_Thing, Any]], ahead: int
) -> Iterator[tuple[_Thing, Any]]:
    """What comes of each chunk, in order, with what came beside it; so many are worked on at a time at most."""
    waiting: deque[tuple[_Thing, Future[Any]]] = deque()
    for beside, chunk in chunks:
        waiting.append((beside, workers.submit(work, chunk)))
        if len(waiting) == ahead:
            begun, done = waiting.popleft()
            yield begun, done.result()
    yield from ((begun, done.result()) for begun, done in waiting)


class Here:
    """What workers do, done here and at once."""

    def __init__(self, tool: Any) -> None:
        self._tool = tool

    def submit(self, work: Callable[..., Any], *things: Any) -> Future[Any]:
        """The work, done."""
        done: Future[Any] = Future()
        done.set_result(work(self._tool, *things))
        return done


class Workers:
    """So many processes, in a `with` statement, which render with the letterhead of this process.

    At the end, also one with an error, what has begun is finished, and nothing else is begun.
    """

    def __init__(self, count: int, tool: Any) -> None:
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        from multiprocessing import get_context

        # A process that forks after typst has run never comes back.
        context = get_context("spawn")
        self._threads, self.processes = [], []
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve_process, args=(theirs, current_letterhead(), tool), daemon=True)
            with _signals_held_back():
                process.start()
            theirs.close()
            thread = Thread(target=self._hand_work_to_process, args=(ours,), daemon=True)
            thread.start()
            self.processes.append(process)
            self._threads.append(thread)

    def submit(self, work: Callable[..., Any], *things: Any) -> Future[Any]:
        """The result of `work(tool, *things)`, when a process has done it; asking raises WorkerDied where one died."""
        done: Future[Any] = Future()
        self._waiting.put((done, work, things))
        return done

    def _hand_work_to_process(self, pipe: "Connection") -> None:
        with pipe:
            while (piece := self._waiting.get()) is not None:
                done, work, things = piece
                try:
                    pipe.send((work, things))
                    is_done, result = pipe.recv()
                except (EOFError, OSError):
                    done.set_exception(WorkerDied())
                    return
                except Exception as error:  # what cannot be handed over
                    done.set_exception(error)
                    continue
                if is_done:
                    done.set_result(result)
                else:
                    done.set_exception(result)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_error: object) -> None:
        self._forget_waiting_work()
        for _ in self._threads:
            self._waiting.put(None)
        for process in self.processes:
            process.join(FAREWELL)
            if process.is_alive():
                process.kill()

    def _forget_waiting_work(self) -> None:
        """Take back what no process has begun."""
        try:
            while True:
                self._waiting.get_nowait()
        except Empty:
            pass


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Let signals of the terminal wait: a process begun meanwhile never hears of one, not even before it can say so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # the first time, this lets interruptions through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _OF_TERMINAL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve_process(pipe: "Connection", letterhead: Letterhead | None, tool: Any) -> None:
    """What a process does: whoever interrupts the run interrupts the one that waits for it, and that is enough.

    Where it is asked to stop itself, it clears away what is half-written.
    """
    for number in _OF_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave_on_signal)
    set_letterhead(letterhead)
    try:
        while True:
            work, arguments = pipe.recv()
            pipe.send(_result_or_error(work, (tool, *arguments)))
    except (EOFError, OSError):  # nobody is there any more
        return


def _leave_on_signal(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _result_or_error(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether the work was done, and its result, or else the error it ended with."""
    try:
        return True, work(*arguments)
    except Exception as error:
        return False, error
