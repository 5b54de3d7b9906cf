"""The commands, as a user runs them: what they print, where, and how they end."""

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.places import ROOT, exercise_files
from treesolve import __version__
from treesolve.cli import COMMANDS, treesolve
from treesolve.cli.output import output
from treesolve.model.convention import CONVENTIONS

TREE = "((6 5) (2 9))"


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """A command with its exit code, standard output and standard error."""
    return CliRunner().invoke(treesolve, arguments, input=stdin)


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "treesolve", *arguments], capture_output=True, text=True, check=False, **options
    )


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    """A small tree in a file."""
    path = tmp_path / "x.tree"
    path.write_text(f"title: Two plies\ntree: {TREE}\n")
    return path


# solve


def test_solve_reads_standard_input():
    """The least a lecturer can type."""
    result = run("solve", "-", stdin=TREE)

    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Value of A: 5. Best move: B." in result.stdout
    assert "α-cut at C after L3: β = 2 ≤ α = 5, set by A; L4 is not evaluated." in result.stdout
    assert "Evaluated 3 of 4 leaves" in result.stdout


def test_solve_obeys_the_lecture_of_the_file_and_the_option_before_it(tmp_path: Path):
    """The option wins over the header, the header over the default."""
    path = tmp_path / "x.tree"
    path.write_text("convention: cs188\ntree: ((1 1) (5 3) (4 3 2))\n")

    def convention(*options: str) -> str:
        return json.loads(run("solve", str(path), "--format", "json", *options).stdout)["convention"]["id"]

    assert convention() == "cs188"
    assert convention("--convention", "aima") == "aima"
    assert convention("-c", ":cut=weak") == "cs188:cut=weak"
    assert json.loads(run("solve", "-", "--format", "json", stdin=TREE).stdout)["convention"]["id"] == "aima"


@pytest.mark.parametrize(
    ("rule", "field", "value"),
    [
        ("cut=strict", "cut", ">"),
        ("bounds=shallow", "bounds", "shallow"),
        ("returns=clipped", "returns", "clipped"),
        ("test=before", "test", "before"),
        ("order=right-left", "order", "right-left"),
        ("ties=last", "ties", "last"),
        ("perspective=negamax", "perspective", "negamax"),
        ("forced-move=unseen", "forced_move", "unseen"),
        ("empty-cuts=shown", "empty_cuts", "shown"),
        ("wording=one-bound", "wording", "one-bound"),
        ("window=0..inf", "window", [0, "inf"]),
        ("window=1/2..inf", "window", [0.5, "inf"]),
        ("window=-1..inf", "window", [-1, "inf"]),
        ("cut=never", "cut", "never"),
    ],
)
def test_solve_overrides_one_field(rule: str, field: str, value: object):
    """Every field of a lecture has its rule, and the id says what was changed."""
    found = json.loads(run("solve", "-", "--format", "json", "-c", f":{rule}", stdin=TREE).stdout)

    assert found["convention"][field] == value
    assert found["convention"]["id"] == f"aima:{rule}"
    assert found["algorithm"] == ("minimax" if rule == "cut=never" else "alphabeta")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--convention", "hawk"], "There is no lecture “hawk”. Did you mean “haw”? Known are: haw, luger,"),
        (["--convention", ""], "There is no lecture “”. Known are: haw, luger,"),
        (["--convention", "gone.toml"], "There is no readable file “gone.toml”"),
        (["-c", ":window=5..5"], "The start window is empty"),
        (["-c", ":window=1.5.5"], "“1.5.5” is no window. It looks like -3..5 or -inf..5."),
        (["-c", "haw:cut=="], "“=” is no value for cut. Known are: weak, strict, never."),
        (["-c", "minimax:cut=weak"], "The lecture minimax never cuts"),
        (["-c", "negamax:window=3..inf"], "The lecture negamax never cuts"),
        (["-c", "haw:cut=never,window=3..inf"], "The lecture haw:cut=never never cuts"),
        (["--format", "yaml"], "'yaml' is not one of 'text', 'json', 'markdown'"),
        (["--no-such-option"], "There is no option --no-such-option here."),
    ],
)
def test_wrong_options_are_usage_errors(options: list[str], says: str):
    """Exit code 2, a sentence, nothing on standard output."""
    result = run("solve", "-", *options, stdin=TREE)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in " ".join(result.stderr.split())


def test_solve_without_files_is_a_usage_error():
    """Nothing to do is a mistake, not a success."""
    assert run("solve").exit_code == 2


def test_solve_goes_on_after_a_bad_file(tree_file: Path, tmp_path: Path):
    """Everything good in the batch is still done, the exit code tells that something was not."""
    bad = tmp_path / "bad.tree"
    bad.write_text("((6 5")
    missing = tmp_path / "missing.tree"

    result = run("solve", str(bad), str(missing), str(tmp_path), str(tree_file))

    assert result.exit_code == 1
    assert "Two plies" in result.stdout
    assert result.stderr.startswith(f"{bad}:1:2: This “(” is never closed")
    assert f"{missing}: There is no such file." in result.stderr
    assert f"{tmp_path}: This is a folder; name the files in it, for example {tmp_path}/*.tree." in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_a_sentence(tree_file: Path):
    """A file without permission is told with the system's reason."""
    tree_file.chmod(0)

    assert "cannot be read: you have no permission." in run("solve", str(tree_file)).stderr


def test_a_strange_path_is_a_sentence():
    """A path the system refuses is told, too."""
    assert "cannot be read: its name is too long." in run("solve", "x" * 3000).stderr
    assert "There is no such file." in run("solve", "").stderr


def test_an_unknown_leaf_that_is_needed_is_named_with_its_step():
    """Which leaf, which letter, at which step; and where in the text."""
    result = run("solve", "-", stdin="((6 x)\n (2 9))")

    assert result.exit_code == 1
    assert result.stderr.startswith("-:1:5: The value of L2 (x) is needed at step 4.")


def test_a_pruned_unknown_leaf_is_fine():
    """Lang's picture 4: x is never evaluated."""
    result = run("solve", "exercises/lang/bild-4.tree")

    assert result.exit_code == 0
    assert "Value of S: 5." in result.stdout


def test_a_probability_is_asked_about_in_every_form(tmp_path: Path):
    """Without an unknown leaf --unknown is about chance nodes; the one that --letter names, or each in turn."""
    text = "MAX (CHANCE (5 3) risk: CHANCE (10 1))"
    paths = [tmp_path / f"x.{ending}" for ending in ("txt", "md", "html", "tex", "typ")]
    outputs = [word for path in paths for word in ("-o", str(path))]

    assert run("solve", "-", "--unknown", "--letter", "risk", *outputs, stdin=text).exit_code == 0
    assert all("first outcome of risk (L3)" in path.read_text("utf-8") for path in paths)
    assert run("solve", "-", "--unknown", stdin=text).stdout.count("For which p?") == 2


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        (
            "(3 risk: CHANCE (10 1))",
            ["--letter", "x"],
            "No chance node is called “x”. The chance nodes in this tree are: risk.",
        ),
        ("(3 risk: CHANCE (10 1))", ["--integers"], "and these are no integers. Leave out --integers."),
        ("bounds: 0 10\ntree: (3 CHANCE (10 1))", [], "Ask about the search without these cuts: -c :chance=never."),
    ],
)
def test_a_probability_that_cannot_be_asked_about_is_a_sentence(text: str, asked: list[str], told: str):
    """And what it says to do helps."""
    result = run("solve", "-", "--unknown", *asked, stdin=text)

    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr
    assert run("solve", "-", "--unknown", "-c", ":chance=never", stdin=text).exit_code == 0


def test_markdown_escapes_what_a_name_brings():
    """A name is a name, whatever Markdown would make of it."""
    name = "a|b*c_`<i>[x](y)"
    result = run("solve", "-", "--format", "markdown", stdin=f'title: # <b>*T*</b>\ntree: ("{name}": (6 5) (2 9))')

    assert r"# \# \<b\>\*T\*\</b\>" in result.stdout
    assert r"a\|b\*c\_\`\<i\>\[x\](y)" in result.stdout
    steps = result.stdout.split("## Steps")[1].split("##")[0]
    rows = [line.replace(r"\|", "") for line in steps.splitlines() if line.startswith("|")]
    assert {row.count("|") for row in rows} == {7}


def test_the_drawing_keeps_to_the_width_asked_for():
    """A narrow width turns the tree."""
    assert "├── MIN B=5" in run("solve", "-", "--style", "width=20", stdin="((6 5) (2 9 8))").stdout
    assert "┌─┴─┐" in run("solve", "-", "--style", "width=40", stdin=TREE).stdout


def test_a_huge_tree_is_solved_without_a_drawing():
    """What is too large to draw says so; everything else is there."""
    result = run("solve", "-", stdin="(" + "1 " * 600 + ")")

    assert "too many to draw" in result.stdout
    assert "Evaluated 600 of 600 leaves" in result.stdout


def test_options_that_do_not_fit_one_file_cost_only_that_file(tree_file: Path, tmp_path: Path):
    """A file whose own lecture never cuts cannot be solved with other cuts; the others can."""
    plain = tmp_path / "plain.tree"
    plain.write_text("convention: minimax\ntree: (1 2)")

    result = run("solve", str(plain), str(tree_file), "-c", ":cut=strict")

    assert result.exit_code == 1
    assert f"{plain}: The lecture minimax never cuts" in result.stderr
    assert "Two plies" in result.stdout


def test_an_unknown_leaf_of_no_weight_is_still_unknown():
    """A search that comes to a leaf writes down its value, even where it would not count."""
    assert run("solve", "-", stdin="CHANCE (0 * x, 1 * 5)").exit_code == 1


def test_nodes_of_different_kinds_on_a_level_say_their_kind():
    """MAX and MIN side by side are told apart."""
    shown = run("solve", "-", stdin="(MAX (1 2) MIN (3 4) 7)").stdout

    assert "MAX B=2" in shown
    assert "MIN C=3" in shown


# -o


def test_an_input_is_never_written_over(tree_file: Path, tmp_path: Path):
    """An output that is an input, by name or through a link, is refused."""
    link = tmp_path / "link.tree"
    link.symlink_to(tree_file)
    before = tree_file.read_text()

    for target in (tree_file, link):
        result = run("solve", str(tree_file), "--format", "text", "-o", str(target))
        assert (result.exit_code, tree_file.read_text()) == (1, before)
        assert "Name another file." in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_standard_output_is_a_sentence(tree_file: Path):
    """No traceback where the disk behind standard output is full."""
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "treesolve", "solve", str(tree_file)]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert result.returncode == 1
    assert "cannot be written: there is no space left." in result.stderr
    assert "Traceback" not in result.stderr


def test_a_run_without_results_leaves_an_old_file_alone(tmp_path: Path):
    """Nothing to write is no reason to empty a file."""
    target = tmp_path / "old.txt"
    target.write_text("old")

    assert run("solve", "no.tree", "-o", str(target)).exit_code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["old.txt"]
    assert target.read_text() == "old"


@pytest.mark.parametrize(("name", "begins"), [("x.json", "{"), ("x.md", "# Two"), ("x.txt", "Two"), ("x", "Two")])
def test_the_ending_of_the_output_file_decides(tree_file: Path, tmp_path: Path, name: str, begins: str):
    """Without --format the file says what it wants to be."""
    target = tmp_path / name
    result = run("solve", str(tree_file), "-o", str(target))

    assert (result.exit_code, result.stdout) == (0, "")
    assert target.read_text("utf-8").startswith(begins)
    assert run("solve", str(tree_file), "-o", str(target), "--format", "json").exit_code == 0
    assert target.read_text("utf-8").startswith("{")


def test_an_interrupted_run_leaves_the_old_file(tmp_path: Path):
    """The new content appears when it is complete, or not at all; nothing is left lying about."""
    target = tmp_path / "old.txt"
    target.write_text("old")

    def interrupted() -> None:
        with output(str(target)) as file:
            file.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_takes_the_place_of_the_old_one(tree_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An old file is replaced whole; if that fails, it is as it was."""
    target = tmp_path / "out.txt"
    target.write_text("old")
    before = target.stat().st_ino

    run("solve", str(tree_file), "-o", str(target))
    assert target.stat().st_ino != before

    target.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    result = run("solve", str(tree_file), "-o", str(target))
    assert (result.exit_code, target.read_text()) == (1, "old")
    assert "there is no space left" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.txt", "x.tree"]


def test_a_terminated_run_clears_up(tmp_path: Path):
    """SIGTERM in the middle of writing leaves the old file and nothing else."""
    big, target = tmp_path / "big.tree", tmp_path / "out" / "x.json"
    target.parent.mkdir()
    target.write_text("old")
    big.write_text("(" + "(1 2 3 4) " * 40_000 + ")")
    running = subprocess.Popen([sys.executable, "-m", "treesolve", "solve", str(big), "-o", str(target)])
    while len(list(target.parent.iterdir())) < 2 and running.poll() is None:
        time.sleep(0.01)
    running.terminate()

    assert running.wait() == 143
    assert [path.name for path in target.parent.iterdir()] == ["x.json"]
    assert target.read_text() == "old"


def test_the_place_of_a_bad_byte_counts_the_mark_before_it(tmp_path: Path):
    """A byte order mark is bytes, but no column."""
    path = tmp_path / "x.tree"
    path.write_bytes(b"\xef\xbb\xbf(\xff)")

    assert run("solve", str(path)).stderr.startswith(f"{path}:1:2: Byte 4 (0xFF) is not UTF-8.")


def test_a_caret_is_as_wide_as_what_it_marks():
    """Wide characters take two columns of carets."""
    lines = run("solve", "-", stdin="(1 \u738b\u738b 2)").stderr.splitlines()

    assert lines[1:3] == ["  (1 \u738b\u738b 2)", "     ^^^^"]


def test_a_difference_of_whole_subtrees_is_told_by_their_tops():
    """Only the topmost nodes are named."""
    shown = run("solve", "-", "-c", "haw", "-c", "cs188", stdin="((5 6) (5 ((1 2) (3 4))))").stdout

    assert "does not prune D)" in shown


def test_a_run_with_problems_still_writes_what_is_good(tree_file: Path, tmp_path: Path):
    """The good files are in the output, the bad one is told."""
    target = tmp_path / "out.json"
    result = run("solve", str(tree_file), "no.tree", str(tree_file), "-o", str(target))

    assert result.exit_code == 1
    assert len(target.read_text().splitlines()) == 2


def test_wrong_usage_touches_nothing(tree_file: Path, tmp_path: Path):
    """A usage error comes before any file is opened."""
    target = tmp_path / "out.json"
    target.write_text("old")

    assert run("solve", str(tree_file), "-c", "nobody", "-o", str(target)).exit_code == 2
    assert run("solve", str(tree_file), "-c", "minimax:cut=strict", "-o", str(target)).exit_code == 2
    assert target.read_text() == "old"


def test_an_output_file_keeps_its_permissions_and_its_links(tree_file: Path, tmp_path: Path):
    """A file that is replaced stays as open or closed as it was; a link stays a link."""
    target, link = tmp_path / "private.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)

    run("solve", str(tree_file), "-o", str(link))

    assert link.is_symlink()
    assert target.read_text("utf-8").startswith("Two plies")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.parametrize("place", ["no/such/folder/x.txt", "."])
def test_an_output_that_cannot_be_written_is_a_sentence(tree_file: Path, tmp_path: Path, place: str):
    """A missing folder, a folder instead of a file."""
    result = run("solve", str(tree_file), "-o", str(tmp_path / place))

    assert result.exit_code == 1
    assert "The file cannot be written:" in result.stderr
    assert "Traceback" not in result.stderr


def test_output_can_go_to_a_device(tree_file: Path):
    """What is no regular file is written to, not replaced."""
    assert run("solve", str(tree_file), "-o", "/dev/null").exit_code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# check, compare, conventions, format, schema


def test_check_tells_mistakes_and_ambiguous_trees(tree_file: Path, tmp_path: Path):
    """A tree with two right answers is fine, but said to be one; mistakes end with exit code 1."""
    tie = tmp_path / "tie.tree"
    tie.write_text("((1 1) (5 3) (4 3 2))")

    result = run("check", str(tree_file), str(tie))
    assert result.exit_code == 0
    assert (
        result.stdout.splitlines()[0] == f"{tree_file}: All lectures give the same answer: pruned L4. Left out: unit."
    )
    assert "2 different answers. haw, luger, lang, hartmann, aima, cosc367 and knuth-moore: best C, pruned L7." in (
        result.stdout
    )
    assert "cs188: best C, nothing pruned (does not prune L7)." in result.stdout

    assert run("check", "--strict", str(tie)).exit_code == 1
    assert run("check", "--strict", "--quiet", str(tree_file)).stdout == ""
    assert run("check", "tests/broken/several.tree").exit_code == 1


def test_check_needs_the_file_to_be_solvable_by_its_own_lecture():
    """An unknown leaf that is needed is a mistake in an exercise."""
    result = run("check", "-", stdin="convention: lang\ntree: ((x 5) (2 9))")

    assert result.exit_code == 1
    assert "is needed at step 3" in result.stderr


def test_all_lectures_are_shown_side_by_side():
    """One row a lecture, reasons for those that cannot, and where the answers differ."""
    result = run("solve", "-", "-c", "all", stdin="((1 1) (5 3) (4 3 2))")

    assert result.exit_code == 0
    assert all(f"\n{name} " in result.stdout or f"\n{name}:" in result.stdout for name in CONVENTIONS)
    assert "unit: L3 = 5 lies outside [0, 1]." in result.stdout
    assert "cs188: best C, nothing pruned (does not prune L7)" in result.stdout


def test_several_lectures_are_compared():
    """The first one named is the one the others are held against."""
    tree, several = "((1 1) (5 3) (4 3 2))", ("-c", "cs188", "-c", "haw", "-c", "cs188")
    found = json.loads(run("solve", "-", *several, "--format", "json", stdin=tree).stdout)

    assert [lecture["convention"] for lecture in found["lectures"]] == ["cs188", "haw"]
    assert [answer["pruned"] for answer in found["answers"]] == [[], [10]]
    assert "There is no lecture “nobody”." in run("solve", "-", "-c", "haw", "-c", "nobody", stdin=TREE).stderr
    assert "These lectures cut nothing." in run("solve", "-", "-c", "minimax", "-c", "negamax", stdin=TREE).stdout
    assert "| haw |" in run("solve", "-", "-c", "haw", "-c", "lang", "--format", "markdown", stdin=TREE).stdout


def test_why_lectures_cannot_search_a_tree_is_said_once():
    """Those with the same reason stand together."""
    told = run("solve", "-", "-c", "all", stdin="((6 5) (x 9))").stdout

    assert told.count("The value of L3 (x) is needed") == 1
    assert "cosc367, knuth-moore, minimax and negamax: The value of L3" in told


def test_all_lectures_can_stand_beside_others(tmp_path: Path):
    """Where they were named; each is compared once."""
    own = tmp_path / "own.toml"
    own.write_text('id = "ours"\ncut = ">"\nreturns = "value"\n')

    def compared(*lectures: str) -> list[str]:
        options = [word for name in lectures for word in ("-c", name)]
        found = json.loads(run("solve", "-", *options, "--format", "json", stdin=TREE).stdout)
        return [lecture["convention"] for lecture in found["lectures"]]

    assert compared("all") == list(CONVENTIONS)
    assert compared(str(own), "all") == ["ours", *CONVENTIONS]
    assert compared("cs188", "all", "haw") == ["cs188", *(name for name in CONVENTIONS if name != "cs188")]


def test_fix_tidies_in_place_and_only_what_needs_it(tmp_path: Path):
    """Like a code formatter: files change, tidy ones are not touched, mistakes leave a file alone."""
    untidy, tidy, bad = (tmp_path / name for name in ("untidy.tree", "tidy.tree", "bad.tree"))
    untidy.write_text("[[6,5],[2,9]] # two plies\n")
    tidy.write_text("(6 5)\n")
    bad.write_text("((6 5)\n")
    before = tidy.stat().st_mtime_ns

    result = run("check", "--fix", str(untidy), str(tidy), str(bad))

    assert result.exit_code == 1
    assert untidy.read_text() == "((6 5) (2 9)) # two plies\n"
    assert (tidy.stat().st_mtime_ns, bad.read_text()) == (before, "((6 5)\n")
    assert result.stderr.startswith(f"{bad}:1:1: This “(” is never closed")
    assert run("check", "--fix", "-", stdin="[6,5]").stdout == "(6 5)\n"


def test_diff_changes_nothing(tmp_path: Path):
    """It shows what would change; with -q it tells which files, by the exit code, too."""
    path = tmp_path / "x.tree"
    path.write_text("[6,5]\n")

    result = run("check", "--diff", "-q", str(path))
    assert (result.exit_code, path.read_text()) == (1, "[6,5]\n")
    assert f"{path}: This file is not formatted" in result.stderr
    assert result.stdout == ""
    shown = run("check", "--diff", str(path))
    assert (shown.exit_code, "+(6 5)\n" in shown.stdout) == (0, True)
    assert path.read_text() == "[6,5]\n"
    assert run("check", "--diff", "-q", "-", stdin="(6 5)\n").exit_code == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--fix --diff", "--fix and --diff ask for different things."),
        ("--self-test -o key.json", "--self-test and -o ask for different things."),
        ("--exercise cuts", "--exercise is about a key. Name the key with -o, such as -o key.json."),
        ("-o report.txt", "“treesolve check” writes no files that end in “.txt”. It writes .json."),
    ],
)
def test_what_check_cannot_do_at_once_is_said(tree_file: Path, options: str, says: str):
    """As a usage error; the file stays as it is."""
    before = tree_file.read_text()
    result = run("check", str(tree_file), *options.split())

    assert (result.exit_code, result.stdout, tree_file.read_text()) == (2, "", before)
    assert says in " ".join(result.stderr.split())


def test_a_tree_is_checked_as_another_lecture_has_it(tree_file: Path):
    """-c says under which lecture a tree must be fine, and which one the others are held against."""
    tree_file.write_text("((1 1) (5 3) (4 3 2))")

    assert "haw, luger" in run("check", str(tree_file)).stdout.partition("best C")[0]
    assert run("check", "-c", "unit", str(tree_file)).exit_code == 1
    bound = run("check", "-c", "cs188", str(tree_file), "-o", "-").stdout
    assert json.loads(bound)["exercises"][0]["convention"]["id"] == "cs188"


# The program as a whole


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str):
    """Help says what a command does and shows how; every option is explained."""
    result = run(command, "--help")

    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert f"treesolve {command}" in result.stdout


def test_the_version_is_told():
    """The version of the package, without importing metadata."""
    assert run("--version").stdout == f"treesolve {__version__}\n"


@pytest.mark.parametrize("path", exercise_files(), ids=lambda path: path.stem)
@pytest.mark.parametrize("command", ["solve", "check", "solve -c all", "check --diff -q"])
def test_every_command_works_on_every_exercise(command: str, path: Path):
    """All of them are solved, checked, compared and formatted."""
    result = run(*command.split(), str(path.relative_to(ROOT)))

    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""


def test_python_m_runs_the_program(tree_file: Path):
    """The module is the program; output is UTF-8 whatever the locale says."""
    result = process("solve", str(tree_file), env={**os.environ, "PYTHONIOENCODING": "utf-8"})

    assert result.returncode == 0
    assert "┌───┴───┐" in result.stdout


def test_an_encoding_that_cannot_draw_lines_gets_question_marks(tree_file: Path):
    """No traceback because of an old terminal."""
    result = process("solve", str(tree_file), env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert result.returncode == 0
    assert "Value of A: 5" in result.stdout
    bad = process("solve", "tests/broken/unclosed.tree", cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (bad.returncode, "Traceback" in bad.stderr) == (1, False)


def test_a_closed_pipe_ends_quietly():
    """`treesolve solve ... | head -1` prints no traceback."""
    files = " ".join(str(path) for path in exercise_files() * 5)
    line = f"{sys.executable} -m treesolve solve --format json {files} | head -c 10"
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=ROOT)

    assert result.stdout == '{"schema":'
    assert result.stderr == ""


def test_shell_completion_is_offered():
    """Click's completion script names the program."""
    result = process(env={**os.environ, "_TREESOLVE_COMPLETE": "bash_source"})

    assert "_treesolve_completion" in result.stdout

    def completed(*words: str) -> str:
        asked = {
            "_TREESOLVE_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(words),
            "COMP_CWORD": str(len(words) - 1),
        }
        return process(env={**os.environ, **asked}).stdout

    assert completed("treesolve", "solve", "ex").startswith("file,")
    assert completed("treesolve", "solve", "-c", "cs").split() == ["plain,cs188"]
    assert "plain,lang" in completed("treesolve", "list", "lectures", "l")
    assert completed("treesolve", "list", "f").split() == ["plain,formats"]
    assert completed("treesolve", "list", "games", "m").split() == ["plain,misere-nim"]


def test_shares_are_subtracted_from_one_whatever_the_words():
    """The opponent's value is 1 − v in the lecture with shares, not −v, without its cuts and in other words, too."""
    for changed in (":cut=never", "aima:perspective=unit"):
        told = run("solve", str(ROOT / "exercises" / "unit" / "nim-4.tree"), "-c", changed).stdout
        assert "1 − " in told
        assert "−" not in told.replace("1 − ", "").replace("−∞", "")


def test_the_first_line_says_that_nobody_chose_the_lecture_and_how_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not where the command line, the file or treesolve.toml names one; on paper without words of commands."""
    named = "convention: aima\ntree: ((6 5) (2 x))"
    first = [run("solve", "-", *more, stdin=TREE).stdout.partition("\n")[0] for more in ((), ("-c", "aima"))]
    assert first[0].startswith("Lecture aima by default (another with -c NAME): cut on ≥")
    assert first[1].startswith("Lecture aima: cut on ≥")
    assert run("solve", "-", stdin=named).stdout.startswith("Lecture aima: ")
    assert run("solve", "-", "--unknown", stdin="((6 5) (2 x))").stdout.startswith("Lecture aima by default (another")
    assert run("solve", "-", "--unknown", stdin=named).stdout.startswith("Lecture aima: ")
    page = run("solve", "-", "--format", "html", stdin=TREE).stdout
    assert '<p class="lecture">Lecture aima by default: cut on' in page
    (tmp_path / "treesolve.toml").write_text('convention = "aima"\n')
    monkeypatch.chdir(tmp_path)
    assert "Lecture aima: " in run("solve", "-", stdin=TREE).stdout
