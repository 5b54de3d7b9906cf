"""Saved states of practice pages: no content of local storage breaks the page."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.rendering.test_practice_in_browser import TWO_PLIES, student
from tests.support.effort import examples, some
from treesolve.model.answer import PARTS

__all__ = ["student"]

KEYS = ("student", "values", "windows", "ticked", "isNothingPruned", "order", "best", "value", "isShown", "isHelped")
"""The keys of a saved answer."""

KEPT = (
    *("[]", "[1]", "7", "null", "true", '"x"', "{}", "{", "", "NaN"),
    *(f'{{"{key}": {value}}}' for key in ("values", "windows", "ticked", "order") for value in ("7", '"ab"', "{}")),
    *(f'{{"{key}": {value}}}' for key in ("values", "windows") for value in ("[[]]", "[null]", '[[0, 5], ["0", "5"]]')),
    *(f'{{"{key}": {value}}}' for key in ("ticked", "order") for value in ("[99, -1, 0.5, null, [3]]", "[0, 1]")),
    *(f'{{"{key}": {value}}}' for key in ("best", "student", "value") for value in ("[]", "99", "{}", "null", "true")),
    '{"windows": [[0, ["1"]], [0, [1, 2]], [0, ["1", null]]], "isNothingPruned": [], "isShown": "yes"}',
    '{"__proto__": {"values": 7}, "constructor": null, "best": 0}',
)
"""Possible contents of local storage."""

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "x"]), inner, max_size=4),
    max_leaves=12,
)


def test_whatever_is_kept_does_not_stop_the_page(student: Any):
    """The page opens, checks and accepts input; the more invalid the state, the less is restored."""
    one = student(TWO_PLIES, wanted=PARTS)
    one.find("input.student").evaluate("field => field.dispatchEvent(new Event('input'))")
    key = one.page.evaluate("Object.keys(localStorage)[0]")

    def opens(text: str) -> None:
        one.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
        one.page.reload()
        one.check()
        one.write(B="5")
        assert "B=5" in one.saved()["values"]

    for text in some(KEPT):
        opens(text)

    @examples(100)
    @given(kept=st.dictionaries(st.sampled_from(KEYS), ANYTHING))
    def random_ones(kept: object) -> None:
        opens(json.dumps(kept))

    random_ones()
