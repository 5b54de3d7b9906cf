"""What the project says of itself to indexes, libraries and code hosts."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import treesolve
from tests.support.places import ROOT
from treesolve.cli import treesolve as program

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HOSTED = ROOT / ".github"
_HOSTED = re.compile(r"https?://[\w.]*git[\w.]*/[\w-]+/treesolve\b")

needs_repository = pytest.mark.skipif(not HOSTED.is_dir(), reason="a source distribution has nothing for a code host")


def read(*names: str) -> str:
    """Return the text of a file of the repository."""
    return ROOT.joinpath(*names).read_text("utf-8")


def test_every_address_of_the_project_is_the_one_in_its_metadata():
    """It is said once; wherever it stands beside that it is the same."""
    address = PROJECT["urls"]["Repository"]
    texts = [*ROOT.glob("*.md"), *ROOT.glob("*.cff"), *(ROOT / "docs").rglob("*.md"), *HOSTED.rglob("*.yml")]
    found = {one for path in texts for one in _HOSTED.findall(path.read_text("utf-8"))}

    assert found <= {address}
    assert PROJECT["authors"] == [{"name": "The treesolve developers"}]


def test_every_package_that_is_imported_is_declared():
    """None is there only because another one needs it; notebooks bring IPython along."""
    nodes = [
        node for path in (ROOT / "treesolve").rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    imported = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) - {"treesolve", "IPython"}
    declared = {re.split(r"[^\w-]", package)[0] for package in PROJECT["dependencies"]}

    assert {{"markdown_it": "markdown-it-py"}.get(name, name) for name in imported} <= declared


def test_the_changelog_has_a_version_for_everything():
    """The newest first, without a date until it is published; the program says the newest."""
    versions = re.findall(r"^## (.+)$", read("CHANGELOG.md"), re.MULTILINE)

    assert versions[0].startswith(treesolve.__version__) or versions[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+, \d{4}-\d\d-\d\d", version) for version in versions[1:])


def test_the_citation_is_of_this_version():
    """With the title, the authors and the licence of the metadata."""
    message = dict(re.findall(r"^([\w-]+): *(.+)$", read("CITATION.cff"), re.MULTILINE))

    assert (message["cff-version"], message["version"]) == ("1.2.0", treesolve.__version__)
    assert message["license"] == PROJECT["license"]
    assert f"- name: {PROJECT['authors'][0]['name']}" in read("CITATION.cff")


@needs_repository
def test_what_stands_for_a_code_host_can_be_read():
    """Forms and workflows are YAML; each Python that is promised to be tested is."""
    yaml = pytest.importorskip("yaml")
    read_files = {path.name: yaml.safe_load(path.read_text("utf-8")) for path in HOSTED.rglob("*.yml")}

    forms = [form for form in read_files.values() if "body" in form]
    assert all({"name", "description", "body"} <= set(form) for form in forms)
    assert read_files["check.yml"]["jobs"]["tests"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert any(step.get("run") == ".ci/run" for step in read_files["check.yml"]["jobs"]["everything"]["steps"])


@needs_repository
def test_the_hook_for_pre_commit_tidies_a_tree(tmp_path: Path):
    """As it is called there: with the files behind it, and an exit code that tells of mistakes."""
    message = dict(re.findall(r"(\w+): (.+)", read(".pre-commit-hooks.yaml")))
    name, *line = message["entry"].split()
    (tmp_path / "a.tree").write_text("[[6,5],[2,9]] # two plies\n")
    (tmp_path / "b.tree").write_text("((6 5)")
    results = [CliRunner().invoke(program, [*line, str(tmp_path / file)]) for file in ("a.tree", "b.tree")]

    assert name == program.name
    assert [result.exit_code for result in results] == [0, 1]
    assert (tmp_path / "a.tree").read_text() == "((6 5) (2 9)) # two plies\n"
    assert [bool(re.search(message["files"], path)) for path in ("x/a.tree", "a.tree.txt")] == [True, False]
