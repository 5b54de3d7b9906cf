"""What the fuzzer begins with is good: where a seed is refused at the door, nothing behind it is tested."""

from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.fuzz import command_line
from tests.support.fuzz_targets import Target, scratch, targets
from tests.support.readers import corpus
from treesolve.cli import treesolve

WITH_MISTAKES = {"trees", "pages", "trees to be like", "foreign trees"}
WITH_MISTAKES |= {"grade", "reports", "tables", "objects"}
"""The targets that begin with inputs made for other tests, some of them spoilt on purpose."""

FILES = [one for one in targets().values() if "@" in "".join(one.commands) and one.name not in WITH_MISTAKES]
"""The targets of which each seed is a file without a mistake."""


def is_taken(target: Target, command: str, content: bytes, folder: Path) -> bool:
    """Whether a command takes an input without a complaint."""
    (folder / target.file).write_bytes(content)
    with chdir(folder):
        return not CliRunner().invoke(treesolve, command_line(command, content, target.file), input=content).exit_code


@pytest.mark.parametrize("target", targets().values(), ids=targets())
def test_every_command_takes_a_seed(target: Target):
    """At least one, so that mutations of it come as far as they can."""
    with scratch(target.beside) as folder:
        refused = [
            command
            for command in target.commands
            if not any(is_taken(target, command, content, folder) for content in target.originals)
        ]
    assert not refused


@pytest.mark.parametrize("target", FILES, ids=[target.name for target in FILES])
def test_every_seed_is_taken(target: Target):
    """By each command that reads it; what is kept of surprises is none."""
    kept = {content for name in target.kept for content in corpus(name)}
    with scratch(target.beside) as folder:
        refused = [
            (command, content)
            for content in target.originals
            for command in target.commands
            if content not in kept and not is_taken(target, command, content, folder)
        ]
    assert not refused
