"""Killed at whatever moment: nothing half-written, and the same command, started again, ends as if nothing had been."""

import shutil
import signal
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.support.effort import some
from tests.support.faults import KILLED, Fault
from tests.support.writing_commands import (
    CONVERTING,
    GENERATING,
    GRADING,
    PRINTING,
    Command,
    files,
    in_new_folder,
    run_in,
    workplace,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed like this there")

COMMANDS = {
    name: in_new_folder(command) for name, command in {**GRADING, **PRINTING, **CONVERTING, **GENERATING}.items()
}


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the commands read."""
    return workplace(tmp_path_factory.mktemp("origin"))


def kill(place: Path, command: Command, number: int) -> None:
    """Run a command in a process that is killed at the call with that number."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.writing_commands"])
    process = context.Process(target=run_in, args=(place, command, Fault(number, KILLED)))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_was_killed_goes_on(name: str, origin: Path, tmp_path: Path):
    """At each call to the system, for nothing else changes a file; at some of them, where not everything is drawn."""
    shutil.copytree(origin, tmp_path / "new")
    clean = run_in(tmp_path / "new", COMMANDS[name])
    new = files(tmp_path / "new")
    assert clean.code == 0, clean.message

    for number in some(range(1, len(clean.calls) + 1)):
        place = tmp_path / str(number)
        shutil.copytree(origin, place)
        kill(place, COMMANDS[name], number)
        left = {path: content for path, content in files(place).items() if content != new.get(path)}
        assert all(any(part.startswith(".") for part in Path(path).parts) for path in left), (
            clean.calls[number - 1],
            [*left],
        )
        again = run_in(place, COMMANDS[name])
        assert (again.code, again.message, files(place)) == (0, clean.message, new), clean.calls[number - 1]
        assert (place / "stdout").read_bytes() == (tmp_path / "new" / "stdout").read_bytes()
        shutil.rmtree(place)
