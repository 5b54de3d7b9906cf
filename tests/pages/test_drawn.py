"""A drawn tree: whether its first picture leaves room that nothing takes."""

from types import SimpleNamespace

import pytest

from treesolve.notation.reader import read
from treesolve.pages.drawn import DrawnTree


@pytest.mark.parametrize(
    ("heights", "begins_small"),
    [((200,), False), ((200, 200, 400), False), ((200, 600, 100), True), ((400, 600), False)],
)
def test_a_page_begins_small_where_the_second_picture_has_no_room(heights: tuple[int, ...], begins_small: bool):
    """Whatever the third one takes; on a page 640 points high."""
    drawn = DrawnTree(read("(1 2)"), list, "en")
    vars(drawn)["parts"] = [SimpleNamespace(arrangement=SimpleNamespace(height=height), scale=1) for height in heights]

    assert drawn.begins_small is begins_small
