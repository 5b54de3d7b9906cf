"""No byte string whatsoever brings a traceback; the long run is `python -m tests.fuzz`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import cases, examples, seeds
from tests.fuzz import inputs, surprise


@pytest.mark.parametrize("seed", seeds(10))
def test_mutated_trees_are_answered_with_a_solution_or_a_sentence(seed: int):
    """A hundred accidents each, through every command that reads."""
    for content in inputs(cases(100), seed):
        assert surprise(content) is None, content


@examples(300)
@given(st.binary(max_size=80))
def test_any_bytes_are_answered(content: bytes):
    """Bytes that were never a tree."""
    assert surprise(content) is None
