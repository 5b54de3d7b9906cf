"""treesolve compare"""

from collections.abc import Iterable
from typing import Any

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import (
    FILES,
    bad_parameter,
    chosen_format,
    language_option,
    lecture_names,
    named_convention,
    output_options,
    own_convention,
    with_own,
)
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run
from treesolve.cli.writing import Writer, Written, writer
from treesolve.model.convention import Convention
from treesolve.model.problem import Problem


@click.command("compare")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option(
    "-c",
    "--conventions",
    "lectures",
    metavar="LECTURE,...",
    shell_complete=lecture_names,
    help="Compare only these lectures, the first being the one the others are held against.",
)
@language_option
@output_options
def command(
    files: tuple[str, ...], lectures: str | None, language: str, form: str | None, output_path: str | None
) -> None:
    """Show every lecture's search of a tree side by side, and where their answers differ.

    \b
    Examples:
      treesolve compare x.tree
      treesolve compare x.tree --conventions haw,cs188,my-lecture.toml
      echo '((1 1) (5 3) (4 3 2))' | treesolve compare - --format markdown
    """
    run = Run(language, output_path)

    def work() -> None:
        conventions = None if lectures is None else listed_conventions(lectures)
        check_output(output_path, files)
        chosen = chosen_format(form, output_path)
        with output(output_path, chosen) as file:
            writing = writer(file, chosen, {"language": language}, COMPARISONS)
            run.each(files, lambda found: _compare_one(found, conventions, writing))

    run.guard(work)
    run.finish()


def listed_conventions(lectures: str) -> list[Convention]:
    """The lectures of a list with commas, each once."""
    names = dict.fromkeys(name.strip() for name in lectures.split(",") if name.strip())
    if not names:
        raise bad_parameter(Problem("no-lecture-named"), "--conventions")
    return [named_convention(name, "--conventions") for name in names]


def _compare_one(found: Input, conventions: list[Convention] | None, writing: Writer) -> None:
    from treesolve.notation.reader import read
    from treesolve.search.comparison import compare

    tree = read(found.text, found.source)
    writing.add(compare(tree, conventions or with_own(own_convention(tree, found))), found.source)


def _document(comparison: Any, source: str) -> Iterable[str]:
    from treesolve.pages.json.comparison import comparison_document

    return [comparison_document(comparison, source)]


def _page(comparison: Any, form: str, *, language: str) -> str:
    from treesolve.pages.comparison import comparison_page

    return comparison_page(comparison, form, language)


COMPARISONS = Written(_document, _page)
"""How comparisons are written."""
