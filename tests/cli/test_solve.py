"""What can be asked of `treesolve solve` beside the solution, and what cannot be asked at once."""

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import treesolve


def run(*arguments: str, stdin: str = "((2 9) (6 5))") -> Result:
    """`treesolve solve -` with the arguments."""
    return CliRunner().invoke(treesolve, ["solve", "-", *arguments], input=stdin)


def test_orders_of_the_children():
    """The best one and the worst one, solved."""
    assert "The best order: 3 of 4 leaves evaluated, 4 before." in run("--best-order").stdout
    assert "This is the worst order as it stands: 4 of 4" in run("--worst-order").stdout
    assert run("--best-order", "--format", "tree").stdout == "A: (C: (L3: 6 L4: 5) B: (L1: 2 L2: 9))\n"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--best-order --worst-order", "--best-order and --worst-order ask for different things."),
        ("--unknown --slides -o x.pdf", "--slides and --unknown ask for different things."),
        ("--unknown -c haw -c aima", "--unknown and -c haw -c aima ask for different things."),
        ("--worst-order -c all", "--worst-order and -c all ask for different things."),
        ("--letter x", "--letter and --integers are about unknown leaves. Add --unknown."),
        ("--format tree", "Nothing is written as tree here. Choose one of text, json,"),
        ("-c all --format tree", "Nothing is written as tree here. Choose one of text, json, markdown, html,"),
        ("-c all -o x.svg", "“treesolve solve -c all” writes no files that end in “.svg”. It writes .txt,"),
        ("--best-order -o x.csv", "“treesolve solve --best-order” writes no files that end in “.csv”."),
        ("-o x.tree", "“treesolve solve” writes no files that end in “.tree”."),
        ("--slides", "Slides are written as PDF or Typst."),
        ("-c all -c hawk", "There is no lecture “hawk”. Did you mean “haw”?"),
    ],
)
def test_what_does_not_go_together_is_said(options: str, says: str):
    """As a usage error, before anything is read."""
    result = run(*options.split(), stdin="((broken")

    assert (result.exit_code, result.stdout) == (2, "")
    assert says in " ".join(result.stderr.split())


def test_pictures_are_made_elsewhere():
    """Whoever wants one of `solve` is told by what; of other endings nothing of the kind is said."""
    told = run("solve", "x.tree", "-o", "x.svg").stderr
    assert "A picture comes of “treesolve draw FILE --solved -o x.svg”." in told
    assert "picture" not in run("solve", "x.tree", "-o", "x.jpg").stderr
