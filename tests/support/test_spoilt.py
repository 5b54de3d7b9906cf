"""Functions get another code wherever they are."""

import gc
from pathlib import Path

from tests.support.places import ROOT
from tests.support.spoilt import functions_of


def test_functions_are_found_once_everything_is_frozen():
    """As it is when the tests are collected; what is frozen is no garbage."""
    gc.freeze()
    path = "treesolve/search/comparison.py"

    (found,) = functions_of({path}).values()

    assert {"only_in", "compare"} <= {one.__name__ for one in found}
    assert {Path(one.__code__.co_filename) for one in found} == {ROOT / path}
    assert not any(one is found[0] for one in gc.get_objects())
