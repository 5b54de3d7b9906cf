"""Recursion in deep trees: every kind of node in deep chains, and restoring the recursion limit."""

import subprocess
import sys

import pytest

from tests.support.deep_chains import SEARCHES
from tests.support.places import ROOT
from treesolve.search.recursion_limit import HigherRecursionLimit


def test_every_kind_of_node_is_searched_20_000_deep():
    """The test runs in a separate process, because a C stack overflow would end it."""
    command = [sys.executable, "-m", "tests.support.deep_chains", "20000"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stdout.splitlines()) == (0, list(SEARCHES)), ran.stderr[-2000:]


def test_nested_limits_are_restored():
    """Blocks may be nested, end out of order, or raise exceptions."""
    default = sys.getrecursionlimit()
    one, other = HigherRecursionLimit(5000), HigherRecursionLimit(300)

    one.__enter__()
    other.__enter__()
    assert sys.getrecursionlimit() == default + 5300
    one.__exit__(None, None, None)
    assert sys.getrecursionlimit() == default + 300
    other.__exit__(None, None, None)
    assert sys.getrecursionlimit() == default
    with pytest.raises(ZeroDivisionError), HigherRecursionLimit(7):
        raise ZeroDivisionError
    assert sys.getrecursionlimit() == default
