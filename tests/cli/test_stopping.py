"""Ctrl-C, closed pipes and termination: exit codes, no tracebacks, and no leftover files or processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from treesolve.model import interruption

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")

GAME = """
import time
from treesolve.games.game import Game
from treesolve.games.heap_games import SimpleNim

class Slow(SimpleNim):
    name = "slow"
    def moves(self):
        if 20 < self.count < 30:
            print("thinking", flush=True)
            time.sleep(600)
        return super().moves()
"""
SLOW_GAME = ("play", "slow.py", "30", "--first", "random", "--second", "random", "--seed", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with a large tree, many answers, and a folder with an old file."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text("((6 5) (2 9))")
    Path("big.tree").write_text("(" + "(1 2 3 4) " * 40_000 + ")")
    rows = (f"s{number};A=5 B=5 C=2;L4\n" for number in range(20_000))
    Path("answers.csv").write_text("student;values;pruned\n" + "".join(rows))
    Path("slow.py").write_text(GAME)
    Path("out").mkdir()
    Path("out/old.json").write_text("old")


@pytest.fixture(autouse=True)
def hanging_up() -> Iterator[None]:
    """Restore the default handler of SIGHUP, which child processes inherit, even if the tests run under `nohup`."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def started(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    """Start a command in a new process and session."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    return subprocess.Popen([sys.executable, "-m", "treesolve", *arguments], **{**pipes, **options})


def ended(program: str) -> tuple[int, str, str]:
    """Run a Python program and return its exit code, stdout and stderr."""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return found.returncode, found.stdout, found.stderr


def living(session: int) -> list[str]:
    """Return the processes of a session that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue
        state, _, _, its_session = rest.split()[:4]
        if its_session == str(session) and state != "Z":
            found.append(name)
    return found


def wait_for(is_there: Callable[[], object], process: "subprocess.Popen[str]") -> None:
    """Wait until a condition holds."""
    while not is_there():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def has_part() -> bool:
    """Return whether a file is being written."""
    return any(Path("out").rglob("*.part"))


RUNS = {
    "solve": ("solve", "big.tree", "-o", "out/old.json"),
    "grade": ("grade", "x.tree", "answers.csv", "-o", "out/old.json", "--jobs", "1"),
    "grade in processes": ("grade", "x.tree", "answers.csv", "-o", "out/old.json", "--report", "out/r", "--jobs", "2"),
}


@pytest.mark.parametrize("to_all", [False, True], ids=["process", "group"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("name", RUNS)
def test_a_stopped_run_cleans_up(name: str, number: signal.Signals, code: int, to_all: bool):
    """The exit code depends on the signal; the old file is unchanged, and no process is left."""
    process = started(*RUNS[name])
    wait_for(has_part, process)
    (os.killpg if to_all else os.kill)(process.pid, number)
    _, message = process.communicate(timeout=300)

    assert (process.returncode, message.strip()) == (code, "")
    assert Path("out/old.json").read_text() == "old"
    assert not has_part()
    deadline = time.monotonic() + 60
    while living(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not living(process.pid)


def test_an_interruption_of_imports_prints_no_traceback():
    """The exit code is that of Ctrl-C."""
    program = """
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "treesolve.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from treesolve.__main__ import main
main()
"""
    assert ended(program) == (130, "", "")


STRUCK = {
    "what is raised in a callback is dropped, as while the lock of a module is forgotten": """
class Forgotten:
    def __del__(self):
        strike()
def work():
    Forgotten()
    time.sleep(60)
""",
    "somebody drops what they do not know, and what clears up may take its time": """
def work():
    with suppress(BaseException):
        strike()
    try:
        time.sleep(60)
    finally:
        time.sleep(0.1)
        os.write(2, b"cleared")
""",
    "before 3.12 a class in the making makes a RuntimeError of what is raised": """
class Named:
    def __set_name__(self, *_):
        strike()
def work():
    class Made:
        name = Named()
    time.sleep(60)
""",
    "a wish that is heeded is raised no more, however long the end takes": """
at_end = __main__.restore_signal_defaults
def slowly():
    time.sleep(0.1)
    at_end()
    time.sleep(0.1)
def work():
    strike()
    time.sleep(60)
__main__.restore_signal_defaults = slowly
""",
}
"""Situations in which Python or other code discards the exception of a signal, which is then raised again."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing raises it again")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("moment", STRUCK)
def test_whenever_a_signal_strikes_it_is_not_lost(moment: str, number: signal.Signals, code: int):
    """The program ends with the exit code of the signal and prints nothing."""
    program = f"""
import os, time
from contextlib import suppress
from treesolve import __main__
def strike():
    os.kill(os.getpid(), {number:d})
    time.sleep(1)
{STRUCK[moment]}
__main__._exit_code = work
__main__.main()
"""
    assert ended(program) == (code, "", "cleared" if "cleared" in STRUCK[moment] else "")


def test_a_run_ends_without_teardown_of_modules():
    """Exit handlers run and the output is flushed before."""
    program = """
import atexit, os, sys
from treesolve import __main__
class Kept:
    def __del__(self):
        os.write(2, b"taken apart")
kept = Kept()
atexit.register(os.write, 2, b"done")
def printing():
    sys.stdout.write("result")
    return 3
__main__._exit_code = printing
__main__.program()
"""
    assert ended(program) == (3, "result", "done")


@pytest.mark.parametrize("games", ["1", "3"])
def test_the_record_after_ctrl_c_is_written_without_another_interruption(games: str):
    """The signal is acknowledged, and not raised again while the output is written."""
    process = started(*SLOW_GAME, "--games", games)
    assert process.stdout is not None
    assert process.stdout.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)

    message, wrong = process.communicate(timeout=300)
    assert (process.returncode, wrong.strip()) == (130, "")
    assert "slow" in message


def test_termination_is_not_an_error_of_a_users_game():
    """The game's code was running when the signal arrived."""
    process = started(*SLOW_GAME)
    assert process.stdout is not None
    assert process.stdout.readline() == "thinking\n"
    process.terminate()

    assert process.communicate(timeout=300)[1] == ""
    assert process.returncode == 143


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_ignored_signals_stay_ignored(number: signal.Signals):
    """Signals are ignored under `nohup`, and for background processes of a shell."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        interruption.exit_on_signals()
        assert signal.getsignal(number) is signal.SIG_IGN
        interruption.restore_signal_defaults()
        assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)


def test_a_second_signal_does_not_interrupt_the_cleanup():
    """Only the first signal raises an exception."""
    numbers = signal.SIGTERM, signal.SIGHUP
    before = [signal.getsignal(number) for number in numbers]
    try:
        interruption.exit_on_signals()
        with pytest.raises(interruption.Stopped):
            signal.raise_signal(signal.SIGHUP)
        assert [signal.getsignal(number) for number in numbers] == [signal.SIG_IGN] * 2
    finally:
        interruption.restore_signal_defaults()
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


# A closed pipe


def test_a_path_of_a_pipe_is_written_to(tmp_path: Path):
    """The path is /dev/stdout."""
    process = started("solve", "x.tree", "-o", "/dev/stdout")

    assert "Value of A: 5" in process.communicate(timeout=300)[0]
