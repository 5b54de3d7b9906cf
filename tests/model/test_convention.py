"""Named conventions and changed ones."""

import pytest

from treesolve.model.convention import CHOICES, CONVENTIONS, Convention


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_every_field_of_a_convention_has_one_of_its_values(convention: Convention):
    """All fields have valid values, and each convention has a title, a source and an algorithm."""
    assert all(getattr(convention, name) in values for name, values in CHOICES.items())
    assert convention.title
    assert convention.source
    assert convention.algorithm in ("alphabeta", "minimax", "negamax")
    assert convention.traps == ()
    assert (convention.cut == "never") is (convention.bounds == "none")


def test_wording_and_window_are_reset_when_rules_change():
    """A wording that describes other rules is replaced, and leaving the unit perspective resets the window."""
    assert CONVENTIONS["lang"].override(perspective="minimax").wording == "window"
    assert CONVENTIONS["lang"].override(bounds="deep").wording == "window"
    assert CONVENTIONS["luger"].override(perspective="negamax").wording == "window"
    assert CONVENTIONS["luger"].override(cut=">").wording == "one-bound"
    assert CONVENTIONS["unit"].override(perspective="minimax").window == (-float("inf"), float("inf"))
    assert CONVENTIONS["unit"].override(order="right-left").window == (-1, 2)


def test_a_search_without_cuts_keeps_the_rest_of_the_convention():
    """Order, ties and perspective are kept; cuts, bounds and window are reset."""
    base = CONVENTIONS["lang"].override(order="right-left")
    plain = base.override(cut="never")

    assert plain[3:10] == ("never", "none", "value", "before", "right-left", "first", "negamax")
    assert (plain.algorithm, plain.override(perspective="minimax").algorithm) == ("negamax", "minimax")
    assert CONVENTIONS["unit"].override(cut="never").perspective == "unit"
    assert CONVENTIONS["haw"].override(cut=">=") is CONVENTIONS["haw"]


def test_a_convention_without_cuts_has_no_window_and_returns_values():
    """Removing the cuts resets all rules about cuts."""
    windowed = CONVENTIONS["haw"].override(window=(3, 9))

    assert windowed.override(cut="never").window == (-float("inf"), float("inf"))
    plain = CONVENTIONS["minimax"].changed({"returns": "bound", "window": (7, 9)})
    assert (plain.returns, plain.window, plain.wording) == ("value", (-float("inf"), float("inf")), "plain")
    assert CONVENTIONS["haw"].changed({"cut": "never", "bounds": "none"}).wording == "plain"


def test_traps():
    """Strict cuts on bounds are a trap with deep bounds, and the last of ties is one with cuts on equality."""
    assert CONVENTIONS["haw"].override(cut=">").traps == ("strict-cut-on-bounds",)
    assert CONVENTIONS["lang"].override(cut=">", returns="bound").traps == ()
    assert CONVENTIONS["aima"].override(ties="last").traps == ("last-of-ties-with-equal-cuts",)
    assert CONVENTIONS["cs188"].override(ties="last").traps == ()
