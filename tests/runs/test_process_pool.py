"""Work shared by processes: results in the right places, errors handed over, and no waiting for the dead."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.support.effort import few
from treesolve.model.problem import InputError, Problem
from treesolve.runs.process_pool import Here, WorkerDied, Workers


def greeted(greeting: str, name: str) -> str:
    """Something that only a process says that was handed the greeting."""
    return f"{greeting} {name}"


def refused(_tool: str, code: str) -> None:
    """An error that the program knows."""
    raise InputError((Problem(code, None, {"text": "x"}),))


def large(_tool: str, size: int) -> bytes:
    """A result that no pipe holds at once."""
    return bytes(size)


def died(_tool: str, after: float) -> None:
    """A process that is killed."""
    time.sleep(after)
    os.kill(os.getpid(), signal.SIGKILL)


def slow(_tool: str, path: str) -> None:
    """Work that takes a moment, and leaves a trace."""
    time.sleep(0.3)
    Path(path).write_text("done", "utf-8")


def hears_interruptions(_tool: str) -> bool:
    """Whether Ctrl-C would come through to this process, had it not said that it does not want to hear of it."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
def test_processes_hear_of_no_interruption_while_they_begin():
    """Before they could say so themselves; whoever began them hears of it as before."""
    with Workers(2, "hello") as workers:
        assert not any(one.result(30) for one in [workers.submit(hears_interruptions) for _ in range(8)])
    assert hears_interruptions("hello")


def test_results_come_to_whoever_asked():
    """However many pieces there are, and whichever process did them."""
    with Workers(2, "hello") as workers:
        done = [workers.submit(greeted, str(number)) for number in range(50)]

        assert [one.result(30) for one in done] == [f"hello {number}" for number in range(50)]


def test_errors_come_over_as_they_are():
    """With everything that a sentence about them needs; the process goes on."""
    with Workers(1, "hello") as workers:
        done = workers.submit(refused, "not-found")
        with pytest.raises(InputError) as refusal:
            done.result(30)

        assert refusal.value.problems == (Problem("not-found", None, {"text": "x"}),)
        assert workers.submit(greeted, "you").result(30) == "hello you"


def test_what_cannot_be_handed_over_is_an_error():
    """And nobody waits for it."""
    with Workers(1, "hello") as workers:
        with pytest.raises(Exception, match=r"pickle|local object"):
            workers.submit(greeted, lambda: None).result(30)

        assert workers.submit(greeted, "you").result(30) == "hello you"


def test_nobody_waits_for_a_process_that_died():
    """Neither for its work, nor at the end; the others finish theirs."""
    with Workers(2, "hello") as workers:
        dead, alive = workers.submit(died, 0.1), workers.submit(large, 5_000_000)

        assert len(alive.result(30)) == 5_000_000
        with pytest.raises(WorkerDied):
            dead.result(30)
        assert workers.submit(greeted, "you").result(30) == "hello you"


def test_a_process_killed_while_it_writes_a_result_stops_nobody():
    """Its result is larger than the pipe, so that it is killed in the middle of it, again and again."""
    for _ in few(range(8)):
        with Workers(2, "hello") as workers:
            done = [workers.submit(large, 30_000_000) for _ in range(4)]
            time.sleep(0.35)
            os.kill(workers.processes[0].pid, signal.SIGKILL)
            for one in done:
                if one.exception(30) is not None:
                    assert isinstance(one.exception(), WorkerDied)


def test_at_the_end_what_has_begun_is_finished_and_nothing_else_begins(tmp_path: Path):
    """Also where the end is an error."""
    paths = [tmp_path / str(number) for number in range(6)]

    def interrupted() -> None:
        with Workers(1, "hello") as workers:
            workers.submit(greeted, "you").result(30)
            for path in paths:
                workers.submit(slow, str(path))
            time.sleep(0.15)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [path.name for path in paths if path.exists()] == ["0"]


def test_here_it_is_done_at_once():
    """One process more would not pay."""
    assert Here("hi").submit(greeted, "you").result() == "hi you"
