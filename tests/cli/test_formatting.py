"""What the commands say and write of a tree that is not in our notation."""

from pathlib import Path

from tests.support.program import run

DICTIONARY = "{'A': ['B', 'C'], 'B': [6, 5], 'C': [2, 9]}\n"
OURS = "A: (B: (6 5) C: (2 9))\n"


def test_fix_writes_beside_a_foreign_file(tmp_path: Path):
    """The file stays as it is; the second time nothing changes, and what else stands there stays."""
    file = tmp_path / "x.py"
    file.write_text(DICTIONARY)

    first, second = run("check", "--fix", str(file)), run("check", "--fix", str(file))
    assert (first.exit_code, second.exit_code, file.read_text()) == (0, 0, DICTIONARY)
    assert (tmp_path / "x.tree").read_text() == OURS
    assert f"as {tmp_path / 'x.tree'}" in first.stderr

    (tmp_path / "x.tree").write_text("(1 2)\n")
    third = run("check", "--fix", str(file))
    assert (third.exit_code, (tmp_path / "x.tree").read_text()) == (1, "(1 2)\n")


def test_fix_writes_a_tree_file_in_place(tmp_path: Path):
    """What is called .tree holds our notation afterwards."""
    file = tmp_path / "x.tree"
    file.write_text("tree = [[6, 5], [2, 9]]\n")

    assert run("check", "--fix", str(file)).exit_code == 0
    assert file.read_text() == "((6 5) (2 9))\n"


def test_a_tree_is_written_in_the_notation_of_the_ending(tmp_path: Path):
    """From whatever notation it was in, ours among them; the file stays as it is, and its comments go into ours."""
    file, gambit, ours = tmp_path / "x.py", tmp_path / "x.efg", tmp_path / "x.tree"
    file.write_text(DICTIONARY)

    assert run("check", "--fix", str(file), "-o", str(gambit)).exit_code == 0
    assert gambit.read_text().startswith("EFG 2 R")
    assert run("check", "--fix", str(gambit), "-o", str(ours)).exit_code == 0
    assert (file.read_text(), ours.read_text()) == (DICTIONARY, OURS)
    assert run("check", "--fix", "-", "-o", str(ours), stdin="( 6 5) # two").exit_code == 0
    assert ours.read_text() == "(6 5) # two\n"
