"""The documentation is true: commands, help texts, Python examples and links; and it leaves nothing out."""

import doctest
import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType

import click
import pytest

import treesolve
from docs.build import SITE, TRAINERS
from tests.docs_examples import (
    DOCS,
    ROOT,
    differences,
    examples,
    pages,
)
from treesolve.cli import COMMANDS
from treesolve.cli import treesolve as program
from treesolve.cli.list import WRITERS
from treesolve.cli.output_formats import PICTURE_FORMS, SOLUTION_FORMS
from treesolve.model.answer import PARTS
from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, Convention
from treesolve.notation.headers import KEYS

_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def page(name: str) -> str:
    """Return the text of a page of the documentation."""
    return (DOCS / name).read_text(encoding="utf-8")


def identity(path: Path) -> str:
    """What a page is called in test reports: two folders have an index.md."""
    return str(path.relative_to(ROOT))


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with the words that call it, subcommands too."""
    for name in COMMANDS:
        command = program.get_command(click.Context(program), name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for below, subcommand in command.commands.items():
                yield f"{name} {below}", subcommand


def modules() -> Iterator[ModuleType]:
    """Every module of the package but the one that runs the program."""
    yield treesolve
    for found in pkgutil.walk_packages(treesolve.__path__, "treesolve."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def headings(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", _FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(path: Path) -> list[str]:
    """Return the links of a page that lead to files or headings."""
    found = _LINK.findall(_FENCED.sub("", path.read_text(encoding="utf-8")))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


# What the pages show


@pytest.mark.parametrize("path", pages(), ids=identity)
def test_commands_print_what_the_page_shows(path: Path) -> None:
    """Each command of each page prints what stands below it."""
    found = differences(path.read_text(encoding="utf-8"))
    assert not found, "\n\n".join([*found, "python tests/docs_examples.py --update pastes what is printed now"])


@pytest.mark.parametrize("path", pages(), ids=identity)
def test_python_examples_of_pages_are_true(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python blocks of a page, one after the other, give what they show."""
    monkeypatch.chdir(ROOT)
    source = "\n".join(_PYTHON.findall(path.read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(source, {}, path.name, str(path), 0)
    message: list[str] = []
    doctest.DocTestRunner().run(test, out=message.append)
    assert not message, "".join(message)


def test_examples_in_docstrings_are_true() -> None:
    """The doctests of every module of the package pass, and there are some."""
    runner = doctest.DocTestRunner()
    for test in chain.from_iterable(map(doctest.DocTestFinder().find, modules())):
        if test.examples:  # the runner takes its time over each, even where there is nothing to run
            runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 100


@pytest.mark.parametrize("path", pages(), ids=identity)
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link leads to a file, there or built for the playground, and its anchor to a heading there."""
    trainers = {DOCS / "playground" / name for name in TRAINERS}
    for link in links(path):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists() or target.resolve() in trainers, f"{path.name}: {link}"
        if anchor:
            assert anchor in headings(target.read_text(encoding="utf-8")), f"{path.name}: {link}"


def test_addresses_lead_to_the_site_and_to_the_repository() -> None:
    """Links of the README, and whatever else names the project's addresses, go to something that is there."""
    message = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    repository = f"{message['Repository']}/"
    assert message["Documentation"] == SITE
    addresses = re.findall(r"https://[^\s)\"<>]*treesolve[^\s)\"<>]*", (ROOT / "README.md").read_text("utf-8"))
    assert len(addresses) > 20
    for address in addresses:
        name = re.sub(r"^(tree|blob)/main/", "", address.removeprefix(SITE).removeprefix(repository).partition("#")[0])
        target = (DOCS if address.startswith(SITE) else ROOT) / name
        pages_of = target, target.with_suffix(".md"), target / "index.html"
        assert any(path.exists() for path in pages_of) or name.removeprefix("playground/") in TRAINERS, address


# What the pages must not leave out


def test_help_of_every_command_is_shown() -> None:
    """docs/cli.md shows the help of the program and of each command; that it is up to date is tested above."""
    shown = {example.command for example in examples(page("cli.md"))}
    assert {"treesolve --help", *(f"treesolve {name} --help" for name, _ in commands())} <= shown


@pytest.mark.parametrize(("name", "command"), [pytest.param(*found, id=found[0]) for found in commands()])
def test_help_tells_options_and_examples(name: str, command: click.Command) -> None:
    """The help of every command has examples of it, and every option is explained."""
    text = command.help or ""
    assert "Examples:" in text
    assert f"treesolve {name}" in text
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"treesolve {name}: {option.opts}"


def test_sentences_name_options_that_there_are() -> None:
    """Whatever is told to be typed can be typed."""
    known = {"--help", *chain.from_iterable(option.opts for _, command in commands() for option in command.params)}
    for path in (ROOT / "templates").glob("??/*.jinja"):
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", path.read_text("utf-8"))) <= known, path


def test_endings_of_output_files_are_documented() -> None:
    """docs/running.md names every ending that decides what is written, docs/pictures.md those of pictures."""
    for name, forms in (("running.md", SOLUTION_FORMS), ("pictures.md", PICTURE_FORMS)):
        for ending in chain.from_iterable(forms.values()):
            assert re.search(rf"[` ]{re.escape(ending)}[` \n]", page(name)), f"{name}: {ending}"


def test_every_field_of_a_convention_is_explained() -> None:
    """docs/lectures.md explains each field; docs/rules.md has its values, and each convention."""
    message, rules, words = page("lectures.md"), page("rules.md"), {cut: word for word, cut in CUT_WORDS.items()}
    for field in Convention._fields:
        assert f"`{field}`" in message or field in headings(message)
    for field, values in CHOICES.items():
        for value in values:
            assert f"`{words.get(value, value)}`" in rules, field
    for convention in CONVENTIONS:
        assert f"\n## {convention}: " in rules


def test_every_header_is_explained() -> None:
    """docs/notation.md tells all header keys and all parts that can have points."""
    for word in (*KEYS, *PARTS):
        assert f"`{word}`" in page("notation.md")


def test_every_document_is_explained() -> None:
    """docs/json.md says how to print the schema of each document by name."""
    for kind in WRITERS:
        assert f"`treesolve list schemas {kind}`" in page("json.md")


def test_every_public_name_is_explained() -> None:
    """docs/python-names.md has a section for each name of the package."""
    assert {name.lower() for name in treesolve.__all__} <= headings(page("python-names.md"))
