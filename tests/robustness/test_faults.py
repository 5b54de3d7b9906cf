"""Whatever call to the system fails, at whatever moment: what was there is there or all of what is new, and a sentence.

After each fault the same command, run again without one, ends as if there had been none.
"""

import shutil
from pathlib import Path

import pytest

from tests.support.effort import some
from tests.support.faults import ERRORS, READING, Ended, Fault
from tests.support.writing_commands import (
    CONVERTING,
    GENERATING,
    GRADING,
    OTHERS,
    PRINTING,
    Files,
    files,
    run_in,
    workplace,
)

COMMANDS = {**GRADING, **PRINTING, **CONVERTING, **GENERATING, **OTHERS}


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the commands read, and old files where they write."""
    return workplace(tmp_path_factory.mktemp("origin"))


def faults(calls: int) -> list[Fault]:
    """Each of so many calls refused, alone and with all after it."""
    return [
        Fault(number, ERRORS[number % len(ERRORS)], is_lasting)
        for is_lasting in (False, True)
        for number in range(1, calls + 1)
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fault_leaves_the_old_or_the_new(name: str, origin: Path, tmp_path: Path):
    """Every call that the command makes is refused once; some of them, drawn, where not everything is drawn."""
    shutil.copytree(origin, tmp_path / "clean")
    run_in(tmp_path / "clean", COMMANDS[name])  # what is loaded once is loaded
    shutil.copytree(origin, tmp_path / "new")
    clean = run_in(tmp_path / "new", COMMANDS[name])
    assert clean.code == 0, clean.message

    for number, fault in enumerate(some(faults(len(clean.calls)))):
        place = tmp_path / str(number)
        shutil.copytree(origin, place)
        ended = run_in(place, COMMANDS[name], fault)
        assert not wrong_words(ended), (fault, ended.refused[:1])
        assert not half_written(files(origin), files(tmp_path / "new"), files(place), ended), (fault, ended.refused[:1])
        again = run_in(place, COMMANDS[name])
        assert (again.code, files(place)) == (0, files(tmp_path / "new")), (fault, ended.refused[:1])
        assert (place / "stdout").read_bytes() == (tmp_path / "new" / "stdout").read_bytes()
        shutil.rmtree(place)


def wrong_words(ended: Ended) -> str:
    """What a run has told that it should not have, or its exit code where it has told nothing; else nothing."""
    if "Traceback" in ended.message or "has gone wrong" in ended.message:
        return ended.message
    return "" if ended.code == 0 or (ended.code == 1 and ended.message.strip()) else f"exit code {ended.code}"


def half_written(before: Files, new: Files, after: Files, ended: Ended) -> list[str]:
    """Return the files that are neither as before nor as they were to be, and new ones that nobody asked for.

    A run that ends early leaves what the system has not let it delete. One that could not read a file goes on with the
    others, and writes the results of those.
    """
    if ended.code == 0:
        return [path for path in {*new, *after} if new.get(path) != after.get(path)]
    expected = {Path(call.path).name for call in ended.refused if call.kind == "unlink"}
    found = [path for path in {*before, *after} if after.get(path) not in (before.get(path), new.get(path))]
    if ended.refused[0].kind in READING:
        found = [path for path in found if path not in new]
    found = [path for path in found if ".parts/" not in path]
    return [path for path in found if Path(path).name not in expected]
