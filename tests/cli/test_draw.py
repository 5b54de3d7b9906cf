"""treesolve draw, and what it shares with solve: endings, folders, terminals, watching, progress, languages."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.places import ROOT, exercise_files
from tests.support.trees import uniform
from treesolve.cli import treesolve
from treesolve.cli.progress import PATIENCE, Progress
from treesolve.notation.reader import read
from treesolve.pages import tree_picture
from treesolve.pages.saving import draw
from treesolve.search.solution import solve

TREE = "((6 5) (2 9))"

BEGINNINGS = {
    ".txt": b"MAX ",
    ".svg": b"<svg xmlns=",
    ".pdf": b"%PDF-1.",
    ".png": b"\x89PNG\r\n",
    ".tex": b"\\documentclass",
    ".typ": b"#set document(",
    ".dot": b"graph tree {",
    ".gv": b"graph tree {",
}


def run(*arguments: str, stdin: str | bytes | None = None, **environment: str) -> Result:
    """A command with its exit code, standard output and standard error."""
    return CliRunner(env=environment).invoke(treesolve, arguments, input=stdin)


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    options = {"env": {**os.environ, "PYTHONPATH": str(ROOT)}, **options}
    return subprocess.run([sys.executable, "-m", "treesolve", *arguments], capture_output=True, check=False, **options)


def names(folder: Path) -> list[str]:
    """The names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    """A small tree in a file."""
    path = tmp_path / "x.tree"
    path.write_text(f"title: Two plies\ntree: {TREE}\n")
    return path


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No tree may be read."""

    def refuse(*_: object) -> None:
        raise AssertionError("a tree was read")

    monkeypatch.setattr("treesolve.notation.reader.read", refuse)
    monkeypatch.setattr("treesolve.cli.run.read_input", refuse)
    return


# Forms and files


@pytest.mark.parametrize("ending", BEGINNINGS)
@pytest.mark.parametrize("options", [(), ("--solved",), ("--step", "3"), ("--style", "shapes=circles,paper=letter")])
def test_the_ending_decides(tree_file: Path, tmp_path: Path, ending: str, options: tuple[str, ...]):
    """Every form of picture."""
    path = tmp_path / f"out{ending.upper() if options else ending}"
    result = run("draw", str(tree_file), *options, "-o", str(path))

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert path.read_bytes().startswith(BEGINNINGS[ending])
    assert path.stat().st_mode & 0o111 == 0


@pytest.mark.parametrize("form", ["text", "svg", "pdf", "png", "latex", "typst", "dot"])
def test_the_format_can_be_named(tree_file: Path, form: str):
    """Standard output takes every form where it is no terminal; a program gets the same."""
    result = run("draw", str(tree_file), "--solved", "--format", form)

    drawn = draw(solve(read(tree_file.read_text())), form, width=80)
    assert (result.exit_code, result.stderr_bytes) == (0, b"")
    assert result.stdout_bytes == (drawn if isinstance(drawn, bytes) else drawn.encode())


def test_a_process_writes_bytes_into_a_pipe(tree_file: Path):
    """Nothing in between takes them for text."""
    result = process("draw", str(tree_file), "--solved", "--format", "png")

    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == draw(solve(read(tree_file.read_text())), "png")


@pytest.mark.parametrize("command", ["draw", "solve"])
@pytest.mark.parametrize("ending", [".jpg", ".docx", ".svgz", ".tree"])
def test_an_ending_nobody_writes_is_told_with_those_that_exist(
    tree_file: Path, tmp_path: Path, command: str, ending: str, untouched: None
):
    """Before anything is read."""
    result = run(command, str(tree_file), "-o", str(tmp_path / f"y{ending}"))

    assert result.exit_code == 2
    assert f"“{ending}”" in result.stderr
    known = {"draw": list(BEGINNINGS), "solve": [".txt", ".json", ".md", ".html", ".tex", ".typ", ".pdf"]}[command]
    assert all(re.search(rf"\{known_ending}\b", result.stderr) for known_ending in known)
    assert names(tmp_path) == ["x.tree"]


def test_standard_input_and_output():
    """A blank picture shows no value of an inner node."""
    result = run("draw", "-", "-o", "-", stdin=TREE)

    assert result.exit_code == 0
    assert result.stdout == (
        "MAX         A\n"
        "        ┌───┴───┐\n"
        "MIN     B       C\n"
        "      ┌─┴─┐   ┌─┴─┐\n"
        "      6   5   2   9\n"
        "      L1  L2  L3  L4\n"
    )  # fmt: skip


def test_a_document_takes_several_trees(tree_file: Path):
    """Each with pages of its own; the text form puts blank lines between them."""
    drawn = run("draw", str(tree_file), "-", "--format", "pdf", stdin="(1 2 3)").stdout_bytes
    assert drawn.count(b"/Type /Page\n") == 2 or drawn.count(b"/Type/Page/") == 2
    text = run("draw", str(tree_file), "-", stdin="(1 2)").stdout
    assert text.count("\n\n") == 1
    assert text.count("MAX") == 2


@pytest.mark.parametrize("form", ["svg", "png", "dot"])
def test_several_trees_do_not_fit_into_one_picture(tree_file: Path, tmp_path: Path, form: str, untouched: None):
    """Said at once, with what to do."""
    result = run("draw", str(tree_file), str(tree_file), "-o", str(tmp_path / f"y.{form}"))

    assert result.exit_code == 2
    assert form in result.stderr
    assert "folder" in result.stderr
    assert names(tmp_path) == ["x.tree"]


# Folders


@pytest.mark.parametrize(("form", "ending"), [(None, ".svg"), ("pdf", ".pdf"), ("text", ".txt"), ("latex", ".tex")])
def test_a_folder_gets_a_file_for_each_tree(tree_file: Path, tmp_path: Path, form: str | None, ending: str):
    """Named after the trees; the folder is made where it is missing."""
    other = tmp_path / "y.v2.tree"
    other.write_text("(1 2)")
    options = ("--format", form) if form else ()
    result = run("draw", str(tree_file), str(other), "-", *options, "-o", f"{tmp_path}/new/deep/", stdin="(3 4)")

    assert (result.exit_code, result.stderr) == (0, "")
    folder = tmp_path / "new" / "deep"
    assert names(folder) == [f"tree{ending}", f"x{ending}", f"y.v2{ending}"]
    assert all(path.read_bytes().startswith(BEGINNINGS[ending]) for path in folder.iterdir())


def test_a_folder_that_is_there_needs_no_slash(tree_file: Path, tmp_path: Path):
    """It is seen to be one."""
    (tmp_path / "pictures").mkdir()
    assert run("draw", str(tree_file), "-o", str(tmp_path / "pictures")).exit_code == 0
    assert names(tmp_path / "pictures") == ["x.svg"]


def test_two_trees_of_one_name_are_told(tree_file: Path, tmp_path: Path):
    """The second is left out rather than put in the place of the first."""
    other = tmp_path / "other" / "x.tree"
    other.parent.mkdir()
    other.write_text("(1 2)")
    result = run("draw", str(tree_file), str(other), "-o", f"{tmp_path}/out/")

    assert result.exit_code == 1
    assert f"{other}: " in result.stderr
    assert "out/x.svg" in result.stderr
    assert "Two plies" not in (drawn := (tmp_path / "out" / "x.svg").read_text())
    assert 'data-node="6"' in drawn


def test_a_bad_file_costs_only_its_own_picture(tree_file: Path, tmp_path: Path):
    """In a folder and in a document."""
    (tmp_path / "bad.tree").write_text("((6 5")
    for place in ("out/", "out.typ"):
        result = run("draw", str(tmp_path / "bad.tree"), str(tree_file), "-o", f"{tmp_path}/{place}")
        assert result.exit_code == 1
        assert "bad.tree:1:" in result.stderr
    assert names(tmp_path / "out") == ["x.svg"]
    assert (tmp_path / "out.typ").read_text().count("#game-tree(") == 1


def test_a_place_that_is_a_file_cannot_be_a_folder(tree_file: Path):
    """Said before anything is drawn."""
    result = run("draw", str(tree_file), "-o", f"{tree_file}/")

    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert tree_file.read_text().endswith(f"{TREE}\n")


# What is shown


def test_steps_are_those_of_the_search(tree_file: Path):
    """From before the first to the last; the picture of each step is one of the film."""
    steps = len(solve(read(TREE)).steps)
    pictures = {run("draw", str(tree_file), "--step", str(step), "--format", "svg").stdout for step in range(steps + 1)}
    assert len(pictures) == steps + 1
    assert all(picture.count("data-node=") == 7 for picture in pictures)
    assert len({re.search("viewBox=.*?>", picture)[0] for picture in pictures}) == 1
    for step in (steps + 1, 1000):
        result = run("draw", str(tree_file), "--step", str(step))
        assert result.exit_code == 1
        assert result.stderr.startswith(f"{tree_file}: ")
        assert f"step {step} " in result.stderr
        assert f" {steps} steps" in result.stderr
    assert run("draw", str(tree_file), "--step", "-1").exit_code == 2


def test_the_lecture_counts_for_solved_pictures_only(tmp_path: Path):
    """A tree that cannot be searched can still be drawn as an exercise."""
    path = tmp_path / "x.tree"
    path.write_text("convention: unit\ntree: ((x 5) (2 9))")
    assert run("draw", str(path)).exit_code == 0
    for options in (("--solved",), ("--step", "1"), ("--solved", "--convention", "haw")):
        result = run("draw", str(path), *options)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{path}:2:" in result.stderr
    assert "β = 5" in run("draw", "-", "--solved", "-c", "luger", "--format", "svg", stdin=TREE).stdout


@pytest.mark.parametrize(
    ("text", "form", "says"),
    [
        ("(" + "5 " * 500 + ")", "text", ("501 nodes", "400")),
        ("(" * 60 + "5" + ")" * 60, "text", ("61 levels", "41 levels")),
        ("(" + "5 " * 5001 + ")", "pdf", ("5002 nodes", "5000")),
        ("(" + "5 " * 5001 + ")", "latex", ("5002 nodes", "5000")),
        ("(" + "5 " * 2001 + ")", "png", ("2002 nodes", "2000")),
        ("(" + "5 " * 1900 + ")", "png", ("wide", ".svg")),
        ("(" + "5 " * 50_001 + ")", "svg", ("50002 nodes", "50000")),
    ],
    ids=["text-wide", "text-deep", "pdf", "latex", "png", "png-wide", "svg"],
)
def test_too_large_trees_are_told_and_others_drawn(tree_file: Path, tmp_path: Path, text: str, form: str, says: Any):
    """With their size, the most there can be, and their file."""
    path = tmp_path / "large.tree"
    path.write_text(text)
    result = run("draw", str(path), str(tree_file), "--format", form, "-o", f"{tmp_path}/out/")

    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}: ")
    assert all(said in result.stderr for said in says)
    assert len(names(tmp_path / "out")) == 1
    if form in ("pdf", "latex", "text"):
        together = run("draw", str(path), str(tree_file), "--format", form)
        assert together.exit_code == 1
        assert str(path) in together.stderr
        assert len(together.stdout_bytes) > 50


def test_a_wide_png_has_its_root_at_the_left():
    """Rather than pixels too few to read."""
    picture = draw(read("(" + "5 " * 600 + ")"), "png")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))

    assert height > 10 * width
    assert height <= tree_picture.MOST_PIXELS + 60


@pytest.mark.parametrize("width", [30, 60, 200])
def test_the_width_of_text(tmp_path: Path, width: int):
    """As many columns as asked for, where that can be done."""
    path = tmp_path / "x.tree"
    path.write_text(uniform(2, 4))
    lines = run("draw", str(path), "--style", f"width={width}").stdout.splitlines()

    assert max(map(len, lines)) <= width
    assert run("draw", str(path), "--style", "width=19").exit_code == 2


def test_papers(tmp_path: Path):
    """A tree that fits one sheet may need two of another."""
    path = tmp_path / "x.tree"
    path.write_text(uniform(5, 3))
    papers = [
        run("draw", str(path), "--style", f"paper={paper}", "--format", "typst").stdout for paper in ("a4", "letter")
    ]

    assert papers[0] != papers[1]
    assert run("draw", str(path), "--style", "paper=a5").exit_code == 2
    assert (
        '#set page(paper: "us-letter"' in run("solve", str(path), "--style", "paper=letter", "--format", "typst").stdout
    )


# Nothing is lost


@pytest.mark.parametrize("command", ["draw", "solve"])
@pytest.mark.parametrize("place", ["missing/x.pdf", "x.tree/y.pdf"])
def test_an_unwritable_place_is_said_before_work_starts(
    tree_file: Path, tmp_path: Path, command: str, place: str, untouched: None
):
    """Nothing is read, let alone computed."""
    result = run(command, str(tree_file), "-o", str(tmp_path / place))

    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert names(tmp_path) == ["x.tree"]


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a folder that takes no files of anybody")
def test_a_forbidden_place_is_said_before_work_starts(tree_file: Path, untouched: None):
    """A folder of the system that takes no files, not even of its administrator."""
    result = run("draw", str(tree_file), "-o", "/proc/x.pdf")

    assert result.exit_code == 1
    assert "/proc/x.pdf: " in result.stderr


@pytest.mark.parametrize(
    ("command", "ending"), [("draw", ".pdf"), ("draw", ".png"), ("draw", ".svg"), ("solve", ".pdf")]
)
def test_a_failure_leaves_the_old_file(
    tree_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, ending: str
):
    """Neither half a file nor none, and no rubbish beside it."""
    target = tmp_path / f"old{ending}"
    target.write_text("old")
    source = '#set document(title: "x")\n#panic("no")'
    monkeypatch.setattr("treesolve.pages.tree_picture._typst_document", lambda *_: source)
    monkeypatch.setattr("treesolve.pages.handout.handout", lambda *_, **__: iter([source]))
    if ending == ".svg":
        tree_file.write_text("((6 5")
    result = run(command, str(tree_file), "-o", str(target))

    assert result.exit_code == 1
    assert result.stderr
    assert "Traceback" not in result.stderr
    assert target.read_text() == "old"
    assert names(tmp_path) == sorted([target.name, "x.tree"])


@pytest.mark.parametrize("command", ["draw", "solve"])
def test_an_input_is_never_the_output(tmp_path: Path, command: str):
    """Not by its name, not by a link, not through a folder."""
    path = tmp_path / "x.txt"
    path.write_text(TREE)
    (tmp_path / "link.txt").symlink_to(path)
    (tmp_path / "hard.txt").hardlink_to(path)
    for target in ("x.txt", "link.txt", "hard.txt", "sub/../x.txt"):
        (tmp_path / "sub").mkdir(exist_ok=True)
        result = run(command, str(path), "-o", str(tmp_path / target))
        assert result.exit_code == 1
        assert "input" in result.stderr
    if command == "draw":
        assert run("draw", str(path), "--format", "text", "-o", f"{tmp_path}/").exit_code == 1
    assert path.read_text() == TREE


# Terminals


class Terminal:
    """A command whose standard streams are a terminal, as far as `streams` names them."""

    def __init__(self, arguments: list[str], streams: str = "oe", program: list[str] | None = None, **env: str) -> None:
        self.master, slave = pty.openpty()
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, *(program or ["-m", "treesolve"]), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=slave if "o" in streams else pipe,
            stderr=slave if "e" in streams else pipe,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "100", **env},
        )
        os.close(slave)

    def output(self, seconds: float = 60) -> str:
        """Everything the terminal shows until the command ends."""
        found, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.1)
            try:
                found += os.read(self.master, 65536) if ready else b""
            except OSError:
                break
        _, errors = self.process.communicate(timeout=10)
        self.errors = (errors or b"").decode()
        os.close(self.master)
        return found.decode(errors="replace")


@pytest.mark.parametrize(
    "arguments", ["draw --format pdf", "draw --format png", "solve --format pdf", "solve --slides --format pdf"]
)
def test_bytes_are_not_written_to_a_terminal(tree_file: Path, arguments: str):
    """A sentence instead."""
    terminal = Terminal([*arguments.split(), str(tree_file)])
    shown = terminal.output()

    assert terminal.process.returncode == 1
    assert "%PDF" not in shown
    assert "PNG\r" not in shown
    assert "terminal" in shown
    assert "-o" in shown


SLOW = """
import time
from treesolve.search import solution
from treesolve.cli import progress, treesolve
progress.PATIENCE = PATIENCE
search = solution.search
def slowly(*arguments):
    time.sleep(SECONDS)
    return search(*arguments)
solution.search = slowly
treesolve()
"""


def slow(tmp_path: Path, seconds: float) -> list[str]:
    """A program in which each search takes that long."""
    path = tmp_path / "slow.py"
    patience = PATIENCE if seconds else 100  # no work is short on a busy machine
    path.write_text(f"SECONDS, PATIENCE = {seconds}, {patience}{SLOW}")
    return [str(path)]


@pytest.mark.parametrize("streams", ["oe", "e", ""])
@pytest.mark.parametrize("seconds", [0.0, PATIENCE + 1.2])
def test_progress_is_shown_on_a_terminal_after_a_second(tree_file: Path, tmp_path: Path, streams: str, seconds: float):
    """Neither in pipes, nor on short work, nor between results on the same terminal; and it is cleared."""
    target = str(tmp_path / "x.pdf")
    terminal = Terminal(["solve", str(tree_file), "-o", target], streams, slow(tmp_path, seconds))
    shown = terminal.output()

    assert (terminal.process.returncode, terminal.errors) == (0, "")
    if seconds and "e" in streams:
        assert re.search(r"… \d s", shown)
        assert shown.endswith("\r\x1b[K")
    else:
        assert shown == ""


def test_progress_counts_files(tree_file: Path, tmp_path: Path):
    """A bar over several."""
    files = []
    for number in range(4):
        files.append(str(tmp_path / f"{number}.tree"))
        Path(files[-1]).write_text(TREE)
    terminal = Terminal(["draw", "--solved", *files, "-o", f"{tmp_path}/out/"], "e", slow(tmp_path, 0.6))
    shown = terminal.output()

    assert re.search(r"█+░+ [23]/4  \d s", shown)
    assert shown.endswith("\r\x1b[K")


def test_progress_never_stands_between_results(tree_file: Path, tmp_path: Path):
    """Where they go to the terminal themselves."""
    terminal = Terminal(["draw", "--solved", str(tree_file)], "oe", slow(tmp_path, PATIENCE + 1))
    shown = terminal.output()

    assert "…" not in shown
    assert "\x1b" not in shown
    assert "A=5" in shown


def test_a_problem_is_told_on_a_line_of_its_own(tree_file: Path, tmp_path: Path):
    """The line of progress is cleared before it."""
    bad = tmp_path / "bad.tree"
    bad.write_text("((6 5")
    files = [str(tree_file), str(tree_file), str(bad), str(tree_file)]
    shown = Terminal(["solve", *files, "-o", str(tmp_path / "x.txt")], "e", slow(tmp_path, 0.7 * PATIENCE)).output()

    assert re.search(rf"\r\x1b\[K{bad}:1:\d: ", shown)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {}], ids=["NO_COLOR", "any"])
def test_there_is_no_colour(tree_file: Path, environment: dict[str, str]):
    """On no terminal, whatever it says of colours."""
    commands = (
        ["draw", str(tree_file)],
        ["solve", str(tree_file), "missing.tree"],
        ["draw", "x.tree", "-o", "x.jpg"],
    )
    for arguments in commands[len(environment) :]:
        assert not re.search(r"\x1b\[[0-9;]*m", Terminal(arguments, **environment).output())


def test_the_progress_of_a_single_call():
    """The line says how long it has taken; of several files how many are done."""
    progress = Progress("x.pdf")
    assert re.fullmatch(r"… \d s", progress.line())
    progress.total, progress.done = 8, 2
    assert progress.line().startswith("██████░░░░░░░░░░░░░░░░░░ 2/8  ")
    assert not progress.shows


# Watching


def waiting_for(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


class Watching:
    """`solve --watch` in a process of its own, its standard error being read."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "treesolve", "solve", *arguments, "--watch"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        self.told, self.said = "", ""
        self.readers = [threading.Thread(target=self._read, args=(name,), daemon=True) for name in ("stderr", "stdout")]
        for reader in self.readers:
            reader.start()

    def _read(self, name: str) -> None:
        for line in getattr(self.process, name):
            if name == "stderr":
                self.told += line
            else:
                self.said += line

    def interrupted(self) -> int:
        """The exit code after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(20)
        self.end()
        return code

    def end(self) -> None:
        """End it, whatever it is doing, and read all it said."""
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()


@pytest.fixture
def watching() -> Iterator[Callable[..., Watching]]:
    """Starts watching, and ends it whatever happens."""
    started: list[Watching] = []

    def start(*arguments: str) -> Watching:
        started.append(Watching(*arguments))
        return started[-1]

    yield start
    for watcher in started:
        watcher.end()


def test_watching_solves_again_when_a_file_changes(tree_file: Path, tmp_path: Path, watching: Callable[..., Watching]):
    """A broken file is told, and the next change counts again; an interrupt is a good end."""
    target = tmp_path / "out.md"
    watcher = watching(str(tree_file), "-o", str(target))
    assert waiting_for(lambda: target.exists() and "Value of A: 5" in target.read_text())
    time.sleep(0.5)  # the watch begins a moment after the first result

    tree_file.write_text("((6 7) (2 9))")
    assert waiting_for(lambda: "Value of A: 6" in target.read_text())
    tree_file.write_text("((6 7) (2 9)")
    assert waiting_for(lambda: "x.tree:1:" in watcher.told)
    assert "Value of A: 6" in target.read_text()
    replacement = tmp_path / "new.tree"
    replacement.write_text("((8 8) (2 9))")
    replacement.replace(tree_file)  # as editors save
    assert waiting_for(lambda: "Value of A: 8" in target.read_text())
    tree_file.unlink()
    assert waiting_for(lambda: "no such file" in watcher.told)
    tree_file.write_text("((1 1) (0 9))")
    assert waiting_for(lambda: "Value of A: 1" in target.read_text())

    assert watcher.process.poll() is None
    assert watcher.interrupted() == 0
    assert "Traceback" not in watcher.told


def test_watching_prints_to_standard_output(tree_file: Path, watching: Callable[..., Watching]):
    """Other files in the folder do not matter."""
    watcher = watching(str(tree_file))
    assert waiting_for(lambda: "Value of A: 5" in watcher.said)
    time.sleep(0.5)
    (tree_file.parent / "other.tree").write_text("(1 2)")
    time.sleep(2)
    assert watcher.said.count("Value of A") == 1
    tree_file.write_text("((6 7) (2 9))")
    assert waiting_for(lambda: "Value of A: 6" in watcher.said)

    assert watcher.interrupted() == 0


def test_watching_while_the_first_search_goes_on(tmp_path: Path, watching: Callable[..., Watching]):
    """An interrupt during work is no failure either."""
    path = tmp_path / "x.tree"
    path.write_text(uniform(2, 14))
    watcher = watching(str(path), "-o", str(tmp_path / "x.json"))
    time.sleep(1.0)

    assert watcher.interrupted() == 0
    assert "Traceback" not in watcher.told


def test_what_cannot_be_watched():
    """Standard input; a folder that is not there, which ends at once."""
    result = run("solve", "-", "--watch", stdin=TREE)
    assert result.exit_code == 2
    assert "Standard input" in result.stderr
    result = run("solve", "missing/x.tree", "--watch")
    assert result.exit_code == 1
    assert "no such file" in result.stderr


def test_watching_without_the_package(tree_file: Path, monkeypatch: pytest.MonkeyPatch):
    """A sentence with what to install."""
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    result = run("solve", str(tree_file), "--watch")

    assert result.exit_code == 1
    assert "pip install watchfiles" in result.stderr


# Languages


def test_german_pictures_and_problems(tree_file: Path, tmp_path: Path):
    """By the option, and by the environment."""
    (tmp_path / "bad.tree").write_text("((6 5")
    for options, environment in ((("--language", "de"), {}), ((), {"TREESOLVE_LANGUAGE": "de"})):
        drawn = run("draw", str(tree_file), "--format", "svg", *options, **environment)
        assert 'aria-label="Spielbaum: ' in drawn.stdout
        broken = run("draw", str(tmp_path / "bad.tree"), *options, **environment)
        assert "nie geschlossen" in broken.stderr
        ending = run("draw", str(tree_file), "-o", "x.jpg", *options, **environment)
        assert ending.exit_code == 2
        assert "schreibt keine Dateien" in ending.stderr
        step = run("draw", str(tree_file), "--step", "99", *options, **environment)
        assert "Schritt 99" in step.stderr
        large = run("draw", "-", *options, stdin="(" + "5 " * 500 + ")", **environment)
        assert "501 Knoten" in large.stderr
        place = run("draw", str(tree_file), "-o", "/missing/x.svg", *options, **environment)
        assert "lässt sich nicht schreiben" in place.stderr


def test_the_option_wins_over_the_environment(tree_file: Path):
    """And a language nobody speaks is a usage error."""
    assert (
        "Game tree"
        in run("draw", str(tree_file), "--format", "svg", "--language", "en", TREESOLVE_LANGUAGE="de").stdout
    )
    for result in (
        run("draw", str(tree_file), TREESOLVE_LANGUAGE="fr"),
        run("draw", str(tree_file), "--language", "fr"),
        run("solve", str(tree_file), TREESOLVE_LANGUAGE="xx"),
    ):
        assert result.exit_code == 2
        assert "There are: en, de." in result.stderr
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize("path", exercise_files(), ids=lambda path: path.stem)
def test_every_exercise_can_be_drawn(path: Path):
    """As it is given, in every form of text."""
    for form in ("text", "svg", "typst", "latex", "dot"):
        result = run("draw", str(path), "--format", form)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout
