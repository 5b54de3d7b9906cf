"""Parallel work: order of results, errors, killed processes, and no new tasks after an error."""

import os
import signal
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from treesolve.model.problem import InputError, Problem
from treesolve.rendering.letterhead import current_letterhead, using_letterhead
from treesolve.rendering.letterhead_file import read_letterhead
from treesolve.workflows.parallel import Workers, process_pool


def joined(prefix: str, words: list[str]) -> str:
    """Return the words after the context."""
    return " ".join([prefix, *words])


def fail(_context: str, code: str) -> None:
    """Raise an InputError."""
    raise InputError((Problem(code, None, {"text": "x"}),))


def kill_own_process(_context: str, after: float) -> None:
    """Kill the process, as the system does when memory runs out."""
    time.sleep(after)
    os.kill(os.getpid(), signal.SIGKILL)


def write_slowly(_context: str, path: str) -> None:
    """Write a file after a delay."""
    time.sleep(0.3)
    Path(path).write_text("done", "utf-8")


def footer(_context: str, _chunk: object) -> str:
    """Return the footer of the current letterhead."""
    letterhead = current_letterhead()
    return letterhead.footer["en"] if letterhead else ""


def hears_interrupts(_context: str) -> bool:
    """Return whether this process handles Ctrl-C."""
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked here")
def test_processes_ignore_ctrl_c():
    """The main process handles it and stops them."""
    with process_pool(2) as executor:
        assert not any(future.result(30) for future in [Workers(executor, "").submit(hears_interrupts) for _ in "1234"])
    assert hears_interrupts("")


@pytest.mark.parametrize("kind", ["none", "threads", "processes"])
def test_results_come_in_order(kind: str):
    """Each result comes with its item, on any executor; the last chunk may be shorter."""
    items = [[str(number)] for number in range(301)]

    def results(executor: Executor | None) -> list[tuple[list[str], str]]:
        return list(Workers(executor, "hello").each(joined, items, 2))

    if kind == "threads":
        with ThreadPoolExecutor(3) as executor:
            found = results(executor)
    else:
        with process_pool(2 if kind == "processes" else 1) as executor:
            found = results(executor)
    assert found == [(item, f"hello {item[0]}") for item in items]


def test_errors_arrive_as_raised():
    """All facts of the error are preserved, and the pool can still be used."""
    with process_pool(2) as executor:
        workers = Workers(executor, "hello")
        with pytest.raises(InputError) as refusal:
            workers.submit(fail, "not-found").result(30)

        assert refusal.value.problems == (Problem("not-found", None, {"text": "x"}),)
        assert workers.submit(joined, ["you"]).result(30) == "hello you"


def test_a_killed_process_ends_the_run_with_a_message():
    """The run ends at once, before other tasks have finished."""

    def run() -> None:
        with process_pool(2) as executor:
            workers = Workers(executor, "hello")
            dead = workers.submit(kill_own_process, 0.1)
            list(workers.each(joined, ([str(number)] for number in range(500)), 1))
            dead.result(30)

    begun = time.monotonic()
    with pytest.raises(InputError) as refusal:
        run()

    assert [problem.code for problem in refusal.value.problems] == ["process-died"]
    assert time.monotonic() - begun < 30


def test_no_task_starts_after_an_error(tmp_path: Path):
    """Running tasks are finished."""
    paths = [tmp_path / str(number) for number in range(9)]

    def run() -> None:
        with process_pool(2) as executor:
            workers = Workers(executor, "hello")
            workers.submit(joined, ["you"]).result(30)
            for path in paths:
                workers.submit(write_slowly, str(path))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert sum(path.exists() for path in paths) < len(paths)


def test_the_letterhead_is_used_in_workers(tmp_path: Path):
    """The letterhead reaches threads and processes."""
    (tmp_path / "letterhead.toml").write_text('footer = "Term 7"', "utf-8")
    with using_letterhead(read_letterhead(tmp_path)), ThreadPoolExecutor(1) as threads, process_pool(2) as processes:
        assert Workers(threads, "").submit(footer, None).result(30) == "Term 7"
        assert Workers(processes, "").submit(footer, None).result(30) == "Term 7"
        assert Workers(None, "").submit(footer, None).result(30) == "Term 7"


def test_no_pool_where_no_process_can_start(monkeypatch: pytest.MonkeyPatch):
    """In a browser, there is no pool for any number of jobs."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    with process_pool(4) as executor:
        assert executor is None
