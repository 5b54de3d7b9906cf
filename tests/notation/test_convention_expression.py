"""Convention expressions and convention files: parsing, formatting, overriding, and error messages."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.cli import treesolve
from treesolve.model.convention import CHOICES, CONVENTIONS, DEFAULT, Convention
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError, Problem
from treesolve.notation.convention_expression import KEYS, VALUES, read_convention, resolve_expression
from treesolve.notation.number_text import format_number
from treesolve.rendering.problem_sentence import problem_report, problem_sentence

BOUNDS = st.one_of(st.fractions(-9, 9, max_denominator=12), st.integers(-9, 9), st.sampled_from([-INFINITY, INFINITY]))
WINDOWS = st.tuples(BOUNDS, BOUNDS).filter(lambda window: window[0] < window[1])


@st.composite
def expressions(draw: st.DrawFn) -> str:
    """Draw an expression with valid rules in any order and spacing."""
    convention = draw(st.sampled_from([*CONVENTIONS, ""]))
    rules = {key: draw(st.sampled_from(VALUES[key.replace("-", "_")])) for key in KEYS if key != "window"}
    rules["window"] = "..".join(map(format_number, draw(WINDOWS)))
    rules["bounds"] = draw(st.sampled_from(["deep", "shallow"]))
    rules["cut"] = draw(st.sampled_from(["weak", "strict", ">=", ">"]))
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True))
    if not CONVENTIONS.get(convention, DEFAULT).cuts or draw(st.booleans()):
        rules |= {"cut": "never", "bounds": "none", "chance": "never"}
        keys = [key for key in keys if key not in ("returns", "test", "window", "bounds")]
        keys += ["cut"] * ("cut" not in keys)
    blank = draw(st.sampled_from(["", " "]))
    rules_text = f"{blank},{blank}".join(f"{key}{blank}={blank}{rules[key]}" for key in keys)
    return f"{convention}{blank}:{blank}{rules_text}" if rules_text or not convention else convention


def problems_of(text: str, base: Convention | None = None, folder: Path = Path()) -> tuple[Problem, ...]:
    """Return the problems of an invalid expression."""
    with pytest.raises(InputError) as error:
        resolve_expression(text, base, folder)
    return error.value.problems


@examples(200)
@given(expressions().filter(lambda text: text.strip() != ":"))
def test_formatted_expressions_round_trip(text: str):
    """The id is the shortest expression: none of its rules is redundant."""
    convention = resolve_expression(text)
    written = convention.expression

    assert resolve_expression(written) == convention
    assert written == convention.id
    name, _, rules = written.partition(":")
    for rule in rules.split(",") if rules else ():
        others = ",".join(other for other in rules.split(",") if other != rule)
        assert (f"{name}:{others}" if others else name) != written
        assert meaning(f"{name}:{others}" if others else name) != convention[1:]


def meaning(text: str) -> tuple[object, ...] | None:
    """Return all fields of the convention except its id; None if the expression is invalid."""
    try:
        return resolve_expression(text)[1:]
    except InputError:
        return None


@pytest.mark.parametrize(("key", "value"), [(key, value) for key in VALUES for value in VALUES[key]])
def test_every_value_of_every_rule_is_valid(key: str, value: str):
    """Each value is valid for a suitable convention, with and without blanks around the equals sign."""
    convention = "minimax" if value in ("never", "none") else "aima"
    expected = {"weak": ">=", "strict": ">"}.get(value, value) if key == "cut" else value
    if key == "wording" and value in ("single-parameter", "unit"):
        convention = {"single-parameter": "lang", "unit": "unit"}[value]

    assert getattr(resolve_expression(f"{convention}:{key.replace('_', '-')}={value}"), key) == expected
    assert getattr(resolve_expression(f"{convention}:{key} = {value}"), key) == expected


def test_every_field_of_a_convention_is_a_rule():
    """The only other fields are metadata, and `alpha_beta`, which does not affect the search."""
    assert {key.replace("-", "_") for key in KEYS} == set(Convention._fields) - {"id", "title", "source", "alpha_beta"}
    assert set(KEYS) - {"window"} == {name.replace("_", "-") for name in CHOICES}


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        ("-3..5", (-3, 5)),
        ("-inf..5", (-INFINITY, 5)),
        ("0.5..∞", (0.5, INFINITY)),
        ("1/4 … 2", (0.25, 2)),
        ("−3…5", (-3, 5)),
        ("6..", (6, INFINITY)),
        ("..6", (-INFINITY, 6)),
    ],
)
def test_windows_are_exact_numbers_as_in_trees(window: str, expected: tuple[float, float]):
    """An omitted end does not change."""
    assert resolve_expression(f"haw:window={window}").window == expected


def test_an_omitted_end_comes_from_the_convention():
    """Other rules can change an end that the window omits."""
    assert resolve_expression("unit:window=0..").window == (0, 2)
    assert resolve_expression("unit:window=0..,perspective=minimax").window == (0, INFINITY)
    assert resolve_expression("unit:window=-1..2,perspective=minimax").window == (-1, 2)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("aima:cut=>", "aima:cut=strict"),
        ("cs188:cut=>=", "cs188:cut=weak"),
        ("cs188:cut=≥", "cs188:cut=weak"),
        ("haw:cut=never", "haw:cut=never"),
        ("lang:perspective=minimax", "lang:perspective=minimax"),
        ("haw:ties=last,order=right-left", "haw:order=right-left,ties=last"),
        ("aima:Cut=strict,forced_move=unseen", "aima:cut=strict,forced-move=unseen"),
        ("minimax:cut=weak,bounds=deep", "minimax:cut=weak,bounds=deep"),
        ("haw:window=4.50..inf", "haw:window=9/2..inf"),
    ],
)
def test_redundant_rules_are_omitted(text: str, written: str):
    """Rules that follow from other rules are omitted."""
    assert resolve_expression(text).expression == written


def test_rules_without_a_name_change_the_base_or_the_default():
    """A named convention takes precedence over the base; changes to a changed convention accumulate."""
    assert resolve_expression(":ties=last", CONVENTIONS["cs188"]).id == "cs188:ties=last"
    assert resolve_expression(":ties=last").id == f"{DEFAULT.id}:ties=last"
    assert resolve_expression("aima", CONVENTIONS["cs188"]).id == "aima"
    twice = resolve_expression(":cut=weak,order=right-left", resolve_expression("cs188:ties=last,order=right-left"))
    assert twice.id == "cs188:cut=weak,order=right-left,ties=last"
    assert resolve_expression(":cut=strict", resolve_expression("cs188:cut=weak")) == CONVENTIONS["cs188"]


def test_a_convention_in_a_file(tmp_path: Path):
    """File names are relative to the folder; the result has the id in the file, with the changed rules."""
    below = tmp_path / "a:b"
    below.mkdir()
    (below / "own.toml").write_text('id = "ki"\nbase = "cs188"\n', "utf-8")

    assert resolve_expression("own.toml", folder=below).id == "ki"
    changed = resolve_expression("a:b/own.toml : ties=last", folder=tmp_path)
    assert (changed.id, changed.ties, changed.cut) == ("ki:ties=last", "last", ">")
    assert changed.expression == "ki:ties=last"
    again = resolve_expression(":order=right-left,ties=first", changed)
    assert (again.id, again.ties) == ("ki:order=right-left,ties=first", "first")


def test_errors_in_a_file_have_its_path(tmp_path: Path):
    """Errors in a file are reported in the file; a missing file is reported at its name in the expression."""
    (tmp_path / "bad.toml").write_text("cut = 1\n", "utf-8")

    assert {problem.source for problem in problems_of("bad.toml:ties=last", folder=tmp_path)} == {
        str(tmp_path / "bad.toml")
    }
    for name in ("gone.toml", "a\0.toml", "x" * 5000 + ".toml"):
        (problem,) = problems_of(f"{name}:ties=last", folder=tmp_path)
        assert (problem.code, problem.span) == ("convention-not-found", (0, len(name)))
    (tmp_path / "folder.toml").mkdir()
    assert problems_of("folder.toml", folder=tmp_path)[0].code == "convention-not-found"


@pytest.mark.parametrize(
    ("text", "code", "at", "says"),
    [
        ("", "unknown-convention", "", "Known are: haw"),
        (" hawk:ties=last", "unknown-convention", "hawk", "There is no convention “hawk”."),
        ("cut=strict", "rule-without-colon", "cut=strict", "Rules come after a colon: haw:cut=strict"),
        ("aima:order=right", "unknown-value", "order=right", "Did you mean “right-left”? Valid values: left-right,"),
        ("aima: ties=", "unknown-value", "ties=", "Valid values: first, last."),
        ("aima:strict", "rule-form", "strict", "“strict” is no rule; a rule is written with its value, such as cut="),
        ("aima:", "rule-form", ":", "A rule is missing here, such as cut=strict."),
        ("aima:ties=last,,order=right-left", "rule-form", ",", "A rule is missing here"),
        (":", "rule-form", ":", "A rule is missing here"),
        ("aima:ties=last, ties=first", "rule-twice", "ties=first", "second rule for ties"),
        ("aima:window=5", "rule-window", "window=5", "“5” is no window. It looks like -3..5 or -inf..5."),
        ("aima:window=1..2..3", "rule-window", "window=1..2..3", "is no window"),
        ("aima:ties=last,window=5..5", "empty-window", "window=5..5", "alpha = 5 must be less than beta = 5"),
        ("minimax:cut=strict", "never-cuts", "cut=strict", "The convention minimax never cuts"),
        ("aima:cut=never,returns=bound", "never-cuts", "returns=bound", "The convention aima:cut=never never cuts"),
        ("aima:window=1..2,cut=never", "never-cuts", "window=1..2", "never cuts"),
        ("aima:bounds=none", "convention-never-none", "bounds=none", "go together"),
        ("aima:ties=last,cut=never,bounds=deep", "convention-never-none", "cut=never", "go together"),
    ],
)
def test_errors_have_spans(text: str, code: str, at: str, says: str):
    """Each message suggests the nearest valid word or lists all, in both languages."""
    (problem,) = problems_of(text)

    assert (problem.code, problem.text) == (code, text)
    assert text[slice(*problem.span)] == at
    assert says in problem_sentence(problem)
    assert problem_sentence(problem, "de") != problem_sentence(problem)


def test_all_errors_are_reported_in_order():
    """Errors are reported in text order, up to a limit."""
    assert [problem.code for problem in problems_of("hawk:ordr=1,cut=x,strict")] == [
        "unknown-convention",
        "unknown-rule",
        "unknown-value",
        "rule-form",
    ]
    assert len(problems_of("aima" + ":x" + ",x" * 999)) == 20


@examples(200)
@given(st.text(alphabet="aimhw:=,.[]-∞… \t\n<>5/toml", max_size=30))
def test_any_text_is_a_convention_or_an_input_error(text: str):
    """Any text is valid or raises InputError with spans inside the text."""
    try:
        assert isinstance(resolve_expression(text), Convention)
    except InputError as error:
        assert all(0 <= problem.span.start <= len(text) for problem in error.problems if problem.span)


# Files


def convention_file(tmp_path: Path, text: str) -> Path:
    """Write a convention file and return its path."""
    path = tmp_path / "ours.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_custom_convention_inherits_from_its_base(tmp_path: Path):
    """Fields that the file does not set come from the base."""
    path = convention_file(
        tmp_path, 'id = "ki-2026"\ntitle = "KI"\nbase = "lang"\ncut = ">"\nwindow = ["-inf", 2.5]\nempty-cuts = "shown"'
    )

    convention = read_convention(path)

    assert convention.id == "ki-2026"
    assert (convention.bounds, convention.perspective, convention.cut) == ("shallow", "negamax", ">")
    assert convention.window == (-float("inf"), 2.5)
    assert type(convention.window[1]).__name__ == "Fraction"
    assert (convention.empty_cuts, convention.source) == ("shown", "ours.toml")
    assert read_convention(convention_file(tmp_path, 'id = "x"')).returns == "value"
    changed = read_convention(convention_file(tmp_path, 'id = "x"\nbase = "aima:ties=last,cut=strict"\ncut = "weak"'))
    assert (changed.id, changed.ties, changed.cut, changed.returns) == ("x", "last", ">=", "value")
    assert read_convention(convention_file(tmp_path, 'id = "x"\ncut = "never"')).bounds == "none"
    assert read_convention(convention_file(tmp_path, 'id = "x"\nalpha-beta = "last"')).alpha_beta == "last"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('id = "x"\ncut = 3', ":2:1: Unknown value “3” for cut. Valid values: >=, >, never, weak, strict."),
        ('id = "x"\nalpha-beta = "enter"', "Unknown value “enter” for alpha-beta. Did you mean “entry”?"),
        ('id = "x"\ntitle = 3', ":2:1: The value of title must be text in quotes, not “3”."),
        ('id = "x"\ncut = "never"\nbounds = "deep"', ':2:1: cut = "never" and bounds = "none" go together'),
        ('id = "x"\nbase = "minimax"\ncut = ">"', ':3:1: cut = "never" and bounds = "none" go together'),
        ('id = "x"\nbase = "theirs.toml"', ":2:1: Unknown value “theirs.toml” for base. Valid values: haw,"),
        ('id = "x"\nbase = "aima:ordr=right-left"', ":2:14: A convention has no rule “ordr”. Did you mean “order”?"),
        ('id = "x"\nbase = "minimax:bounds=deep"', ":2:17: The convention minimax never cuts"),
        ('id = "x\\u001b[31m"', ":1:1: Here is a character that would disturb a terminal"),
        ('id = "x"\nid = "y"', "This is not TOML"),
        ('id = "x"\nnonsense', ":2:9: This is not TOML"),
    ],
)
def test_errors_in_a_convention_file_are_reported(tmp_path: Path, text: str, says: str):
    """Messages have file, line, column and the nearest valid word, as for trees."""
    with pytest.raises(InputError) as error:
        read_convention(convention_file(tmp_path, text))

    assert any(says in problem_report(problem) for problem in error.value.problems)


# Trees


def solve(text: str, *options: str) -> tuple[int, str, str]:
    """Return the exit code, stdout and stderr of `solve` for a tree."""
    result = CliRunner().invoke(treesolve, ["solve", "-", *options], input=text)
    return result.exit_code, result.stdout, result.stderr


def test_a_header_can_be_an_expression():
    """The option takes precedence over the header and can change it."""
    tree = "convention: cs188:order=right-left  # as taught\ntree: ((1 1) (5 3) (4 3 2))"

    assert "Convention cs188:order=right-left: cut on >" in solve(tree)[1]
    assert "Convention cs188:cut=weak,order=right-left: cut on ≥" in solve(tree, "-c", ":cut=weak")[1]
    assert "Convention aima: cut on ≥" in solve(tree, "-c", "aima")[1]


@pytest.mark.parametrize(
    ("header", "place", "says"),
    [
        ("convention: hawk", "1:13", "There is no convention “hawk”."),
        ("title: x\nconvention:   aima:ties=lst", "2:20", "Unknown value “lst” for ties. Did you mean “last”?"),
        ("convention: aima:ties=last,window=3..1", "1:28", "The start window is empty"),
        ("convention: gone.toml:ties=last", "1:13", "There is no readable file “gone.toml”"),
    ],
)
def test_errors_in_a_header_have_positions(header: str, place: str, says: str):
    """The message has the line and column in the file and a caret."""
    code, stdout, stderr = solve(f"{header}\ntree: (1 2)")

    assert (code, stdout) == (1, "")
    assert stderr.startswith(f"-:{place}: ")
    assert says in stderr
    column = int(place.partition(":")[2])
    assert stderr.splitlines()[2].index("^") == column + 1


def test_a_tree_can_name_a_convention_file_in_its_folder(tmp_path: Path):
    """`convention: ours.toml` is relative to the folder of the tree."""
    convention_file(tmp_path, 'id = "ours"\nbase = "cs188"')
    tree = tmp_path / "x.tree"
    tree.write_text("convention: ours.toml\ntree: ((1 1) (5 3) (4 3 2))")
    lost = tmp_path / "y.tree"
    lost.write_text("convention: theirs.toml\ntree: (1 2)")

    result = CliRunner().invoke(treesolve, ["solve", str(tree), str(lost)])

    assert "Convention ours: cut on >" in result.stdout
    assert f"{lost}:1:13: There is no readable file “{tmp_path / 'theirs.toml'}”" in result.stderr
    assert result.exit_code == 1


def test_the_convention_of_a_tree_is_compared_with_the_others(tmp_path: Path):
    """`check` and `solve -c all` compare the built-in conventions with that of the tree."""
    convention_file(tmp_path, 'id = "ours"\ncut = ">"\nreturns = "value"')
    tree = tmp_path / "x.tree"
    tree.write_text("convention: ours.toml\ntree: ((1 1) (5 3) (4 3 2))")

    assert "different answers. ours and cs188: best C" in CliRunner().invoke(treesolve, ["check", str(tree)]).stdout
    assert CliRunner().invoke(treesolve, ["solve", str(tree), "-c", "all"]).stdout.splitlines()[2].startswith("ours ")
