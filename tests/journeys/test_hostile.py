"""No byte string whatsoever brings a traceback, whatever reads it; the long run is `python -m tests.fuzz`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import inputs, surprise
from tests.support.effort import cases, examples, seeds
from tests.support.fuzz_targets import Target, scratch, targets


def surprises(target: Target, count: int, seed: int) -> list[str]:
    """All that is wrong with how so many mutated inputs are handled."""
    with scratch(target.beside) as folder:
        tried = (
            (content, command, surprise(target, content, command, folder))
            for content, command in inputs(target, count, seed)
        )
        return [f"{command}: {content!r}: {found}" for content, command, found in tried if found]


@pytest.mark.parametrize("seed", seeds(10))
def test_mutated_trees_are_answered_with_a_solution_or_a_sentence(seed: int):
    """A hundred accidents each."""
    assert not surprises(targets()["trees"], cases(100), seed)


@pytest.mark.parametrize("name", [name for name in targets() if name != "trees"])
def test_whatever_is_read_is_answered(name: str):
    """Files of every kind, moves and arguments."""
    assert not surprises(targets()[name], cases(30), seed=1)


@examples(300)
@given(st.binary(max_size=80))
def test_any_bytes_are_answered(content: bytes):
    """Bytes that were never a tree."""
    with scratch() as folder:
        for command in ("solve -", "check -", "format --diff -"):
            assert surprise(targets()["trees"], content, command, folder) is None
