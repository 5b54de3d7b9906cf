"""Recursion as deep as a tree: every kind of node in deep chains, and the recursion limit afterwards."""

import subprocess
import sys

import pytest

from tests.support.deep_chains import SEARCHES
from tests.support.places import ROOT
from treesolve.search.recursion_limit import HigherRecursionLimit


def test_every_kind_of_node_is_searched_20_000_deep():
    """In a separate process, because a C stack overflow would end it."""
    command = [sys.executable, "-m", "tests.support.deep_chains", "20000"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stdout.splitlines()) == (0, list(SEARCHES)), ran.stderr[-2000:]


def test_the_limit_is_put_back_by_the_last_who_needs_it():
    """One inside the other, out of order, and whatever happens."""
    usual = sys.getrecursionlimit()
    one, other = HigherRecursionLimit(5000), HigherRecursionLimit(300)

    one.__enter__()
    other.__enter__()
    assert sys.getrecursionlimit() == usual + 5300
    one.__exit__(None, None, None)
    assert sys.getrecursionlimit() == usual + 300
    other.__exit__(None, None, None)
    assert sys.getrecursionlimit() == usual
    with pytest.raises(ZeroDivisionError), HigherRecursionLimit(7):
        raise ZeroDivisionError
    assert sys.getrecursionlimit() == usual
