"""Lectures: the named ones, changed ones, and one's own in TOML."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from treesolve.cli import treesolve
from treesolve.model.convention import CHOICES, CONVENTIONS, DEFAULT, Convention
from treesolve.model.problem import InputError
from treesolve.notation.convention_expression import read_convention
from treesolve.pages.problem_sentence import problem_report

TABLE = {
    "haw": (">=", "deep", "bound", "after", "minimax"),
    "luger": (">=", "deep", "value", "after", "minimax"),
    "lang": (">=", "shallow", "value", "before", "negamax"),
    "unit": (">=", "deep", "bound", "before", "unit"),
    "hartmann": (">=", "deep", "bound", "after", "minimax"),
    "aima": (">=", "deep", "value", "after", "minimax"),
    "cs188": (">", "deep", "value", "after", "minimax"),
    "cosc367": (">=", "deep", "value", "after", "minimax"),
    "knuth-moore": (">=", "deep", "bound", "after", "negamax"),
    "minimax": ("never", "none", "value", "after", "minimax"),
    "negamax": ("never", "none", "value", "after", "negamax"),
}


def test_the_table_of_lectures():
    """Cut, bounds, returns, test and perspective of each lecture, as it is taught."""
    found = {c.id: (c.cut, c.bounds, c.returns, c.test, c.perspective) for c in CONVENTIONS.values()}

    assert found == TABLE
    assert DEFAULT.id == "aima"
    assert CONVENTIONS["unit"].window == (-1, 2)
    assert [c.id for c in CONVENTIONS.values() if c.forced_move == "unseen"] == ["unit"]
    assert [c.id for c in CONVENTIONS.values() if c.empty_cuts == "shown"] == ["cosc367"]


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_every_field_of_a_lecture_has_one_of_its_values(convention: Convention):
    """No lecture says something the search does not know; each names its source and its algorithm."""
    assert all(getattr(convention, name) in values for name, values in CHOICES.items())
    assert convention.title
    assert convention.source
    assert convention.algorithm in ("alphabeta", "minimax", "negamax")
    assert convention.traps == ()
    assert (convention.cut == "never") is (convention.bounds == "none")


def own(tmp_path: Path, text: str) -> Path:
    """A lecture in a file."""
    path = tmp_path / "ours.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_lecture_of_ones_own_takes_over_what_it_does_not_say(tmp_path: Path):
    """An id, a base, and what differs."""
    path = own(
        tmp_path, 'id = "ki-2026"\ntitle = "KI"\nbase = "lang"\ncut = ">"\nwindow = ["-inf", 2.5]\nempty-cuts = "shown"'
    )

    convention = read_convention(path)

    assert convention.id == "ki-2026"
    assert (convention.bounds, convention.perspective, convention.cut) == ("shallow", "negamax", ">")
    assert convention.window == (-float("inf"), 2.5)
    assert type(convention.window[1]).__name__ == "Fraction"
    assert (convention.empty_cuts, convention.source) == ("shown", "ours.toml")
    assert read_convention(own(tmp_path, 'id = "x"')).returns == "value"
    changed = read_convention(own(tmp_path, 'id = "x"\nbase = "aima:ties=last,cut=strict"\ncut = "weak"'))
    assert (changed.id, changed.ties, changed.cut, changed.returns) == ("x", "last", ">=", "value")
    assert read_convention(own(tmp_path, 'id = "x"\ncut = "never"')).bounds == "none"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "ours.toml: The file has no id."),
        ('id = "x"\ncutt = ">"', ":2:1: A lecture has no “cutt”. Did you mean “cut”?"),
        (
            'id = "x"\nbounds = "depp"',
            ":2:1: “depp” is no value for bounds. Did you mean “deep”? Known are: deep, shallow",
        ),
        ('id = "x"\nbase = "hawk"', ":2:1: “hawk” is no value for base. Did you mean “haw”?"),
        ('id = "x"\ncut = 3', ":2:1: “3” is no value for cut."),
        ('id = "x"\ntitle = 3', ":2:1: The value of title must be text in quotes."),
        ('id = "x"\nwindow = [3, 2]', ":2:1: A window is a list of two numbers, the smaller one first"),
        ('id = "x"\nwindow = [nan, 2]', ":2:1: A window is a list of two numbers"),
        ('id = "x"\nwindow = 3', ":2:1: A window is a list of two numbers"),
        ('id = "x"\ncut = "never"\nbounds = "deep"', ':2:1: cut = "never" and bounds = "none" go together'),
        ('id = "x"\nbase = "minimax"\ncut = ">"', ':3:1: cut = "never" and bounds = "none" go together'),
        ('id = "x"\nbase = ["haw"]', "is no value for base"),
        ('id = "x"\nbase = "theirs.toml"', ":2:1: “theirs.toml” is no value for base."),
        ('id = "x"\nbase = "aima:ordr=right-left"', ":2:14: A lecture has no rule “ordr”. Did you mean “order”?"),
        ('id = "x"\nbase = "minimax:bounds=deep"', ":2:17: The lecture minimax never cuts"),
        ('id = " "', "The file has no id."),
        ('id = "haw"', ":1:1: “haw” is the name of a lecture that treesolve knows"),
        ('id = "x\\u001b[31m"', ":1:1: Here is a character that would disturb a terminal"),
        ('id = "x"\nid = "y"', "This is not TOML"),
        ('id = "x"\nnonsense', ":2:9: This is not TOML"),
        ("id = 3", "The file has no id."),
    ],
)
def test_mistakes_in_a_lecture_are_named(tmp_path: Path, text: str, says: str):
    """File, line, column and the nearest known word, as for trees."""
    with pytest.raises(InputError) as error:
        read_convention(own(tmp_path, text))

    assert any(says in problem_report(problem) for problem in error.value.problems)


def test_a_tree_can_name_a_lecture_beside_it(tmp_path: Path):
    """`convention: ours.toml` is looked for in the folder of the tree."""
    own(tmp_path, 'id = "ours"\nbase = "cs188"')
    tree = tmp_path / "x.tree"
    tree.write_text("convention: ours.toml\ntree: ((1 1) (5 3) (4 3 2))")
    lost = tmp_path / "y.tree"
    lost.write_text("convention: theirs.toml\ntree: (1 2)")

    result = CliRunner().invoke(treesolve, ["solve", str(tree), str(lost)])

    assert "Lecture ours: cut on >" in result.stdout
    assert f"{lost}:1:13: There is no readable file “{tmp_path / 'theirs.toml'}”" in result.stderr
    assert result.exit_code == 1


def test_the_lecture_of_a_tree_is_compared_with_the_others(tmp_path: Path):
    """`check` and `solve -c all` hold the named lectures against the one the tree names."""
    own(tmp_path, 'id = "ours"\ncut = ">"\nreturns = "value"')
    tree = tmp_path / "x.tree"
    tree.write_text("convention: ours.toml\ntree: ((1 1) (5 3) (4 3 2))")

    assert "different answers. ours and cs188: best C" in CliRunner().invoke(treesolve, ["check", str(tree)]).stdout
    assert CliRunner().invoke(treesolve, ["solve", str(tree), "-c", "all"]).stdout.splitlines()[2].startswith("ours ")


def test_words_and_windows_follow_the_rules():
    """A wording that speaks of other rules gives way, and so does the window of shares of 1."""
    assert CONVENTIONS["lang"].override(perspective="minimax").wording == "window"
    assert CONVENTIONS["lang"].override(bounds="deep").wording == "window"
    assert CONVENTIONS["luger"].override(perspective="negamax").wording == "window"
    assert CONVENTIONS["luger"].override(cut=">").wording == "one-bound"
    assert CONVENTIONS["unit"].override(perspective="minimax").window == (-float("inf"), float("inf"))
    assert CONVENTIONS["unit"].override(order="right-left").window == (-1, 2)


def test_an_own_lecture_as_an_option(tmp_path: Path):
    """--convention takes a file, and tells what is wrong with it."""
    good, bad = own(tmp_path, 'id = "ours"\ncut = ">"\nreturns = "bound"'), tmp_path / "bad.toml"
    bad.write_text("cut = 1")

    result = CliRunner().invoke(treesolve, ["solve", "-", "-c", str(good)], input="(1 2)")
    assert "! With cut > and returned bounds" in result.stdout
    result = CliRunner().invoke(treesolve, ["solve", "-", "-c", str(bad)], input="(1 2)")
    assert (result.exit_code, "has no id" in result.stderr) == (1, True)
    assert "ours" in CliRunner().invoke(treesolve, ["list", "lectures", str(good)]).stdout


def test_a_search_without_cuts_keeps_the_rest_of_the_lecture():
    """Order, ties and perspective stay; cuts, bounds and windows go."""
    base = CONVENTIONS["lang"].override(order="right-left")
    plain = base.override(cut="never")

    assert plain[3:10] == ("never", "none", "value", "before", "right-left", "first", "negamax")
    assert (plain.algorithm, plain.override(perspective="minimax").algorithm) == ("negamax", "minimax")
    assert CONVENTIONS["unit"].override(cut="never").perspective == "unit"
    assert CONVENTIONS["haw"].override(cut=">=") is CONVENTIONS["haw"]


def test_what_never_cuts_has_no_window_and_returns_values():
    """Rules about cuts fall away with the cuts."""
    windowed = CONVENTIONS["haw"].override(window=(3, 9))

    assert windowed.override(cut="never").window == (-float("inf"), float("inf"))
    plain = CONVENTIONS["minimax"].changed({"returns": "bound", "window": (7, 9)})
    assert (plain.returns, plain.window, plain.wording) == ("value", (-float("inf"), float("inf")), "plain")
    assert CONVENTIONS["haw"].changed({"cut": "never", "bounds": "none"}).wording == "plain"


def test_traps_are_told_where_they_are():
    """Strict cuts on bounds are a trap with deep bounds, the last of ties with cuts on equality."""
    assert CONVENTIONS["haw"].override(cut=">").traps == ("strict-cut-on-bounds",)
    assert CONVENTIONS["lang"].override(cut=">", returns="bound").traps == ()
    assert CONVENTIONS["aima"].override(ties="last").traps == ("last-of-ties-with-equal-cuts",)
    assert CONVENTIONS["cs188"].override(ties="last").traps == ()
