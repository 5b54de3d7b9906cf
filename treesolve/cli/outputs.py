"""`-o` given several times: everything is computed once, and each file is written in the form of its ending."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, NamedTuple

from treesolve.cli.forms import Forms, chosen_format
from treesolve.cli.output import check_output, opened
from treesolve.cli.usage import bad_parameter, usage_error
from treesolve.model.atomic_file import made_folder
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import Problem
from treesolve.runs.page_folder import distinct_names

Look = Mapping[str, Any]
"""Keyword arguments of a function that makes a page."""

ONE_BY_ONE = ("text", "markdown", "tree")
"""The forms in which a page stands below the other; all others are one document around all pages, but JSON."""


class Written(NamedTuple):
    """How one kind of thing is written.

    `document` gives the pieces of its JSON document, from the thing and the name of its file; `page` what stands on its
    page, with a look: a Document, or slides. `apart` blank lines stand between two pages of text.
    """

    document: Callable[[Any, str], Iterable[str]]
    page: Callable[..., Any]
    apart: int = 1
    slides: bool = False


def solutions(*, slides: bool = False) -> Written:
    """How solutions are written, as pages or as slides."""
    return Written(_solution_document, _slides_of_solution if slides else _solution_page, apart=2, slides=slides)


def _solution_document(solution: Any, source: str) -> Iterable[str]:
    from treesolve.search.maxn import MaxnSolution

    if isinstance(solution, MaxnSolution):
        from treesolve.pages.maxn_page import maxn_document

        return [maxn_document(solution, source)]
    from treesolve.pages.json.solution_document import solution_document

    return solution_document(solution, source)


def _solution_page(solution: Any, **look: Any) -> Any:
    from treesolve.pages.solution_page import solution_page

    return solution_page(solution, **look)


def _slides_of_solution(solution: Any, **look: Any) -> tuple[str, str]:
    """The title of a tree, and the slides."""
    from treesolve.pages.slides import slides

    return solution.tree.title or "", slides(solution, **look)


class Writer:
    """What takes things, each with the name of its file, and writes them to an open file: of bytes for "pdf".

    JSON is a document a line. A remark stands before the first page of text.
    """

    def __init__(self, file: IO[Any], form: str, look: Look, written: Written, remark: str = "") -> None:
        self.file, self.form, self.look, self.written = file, form, look, written
        self.between = f"{remark}\n\n" if remark and form == "text" else ""
        self.pages: list[Any] = []

    def add(self, thing: Any, source: str) -> None:
        """Take one more."""
        if self.form == "json":
            self.file.writelines(self.written.document(thing, source))
            self.file.write("\n")
        elif self.form in ONE_BY_ONE:
            self.file.write(self.between + self._text_of_page(thing))
            self.between = "\n" * (self.written.apart if self.form == "text" else 1)
        else:
            self.pages.append(self.written.page(thing, **self.look))

    def _text_of_page(self, thing: Any) -> str:
        if self.form == "tree":
            from treesolve.notation.writer import write

            header = thing.solution.convention.header(thing.tree.convention)
            return write(replace(thing.tree, convention=header))
        from treesolve.pages.document import written

        return written(self.written.page(thing, **self.look), self.form)

    def finish(self) -> None:
        """Write what has not been written yet."""
        if not self.pages:
            return
        if self.written.slides:
            self.file.write(_bound_slides(self.pages, self.form, self.look))
            return
        from treesolve.pages.handout import together

        title = self.pages[0].title if len(self.pages) == 1 else ""
        self.file.write(together(self.pages, self.form, title, self.look["paper"]))


def _bound_slides(found: Sequence[tuple[str, str]], form: str, look: Look) -> Any:
    """The slides of some trees, each after the title of its tree, as one document, or each as a picture."""
    from treesolve.pages import pdf
    from treesolve.pages.slides import bound_slides

    document = bound_slides([slides for _, slides in found], look["language"], found[0][0] if len(found) == 1 else "")
    made: dict[str, Callable[[str], Any]] = {"pdf": pdf.pdf, "png": pdf.png, "svg": pdf.svg}
    return made[form](document) if form in made else document


class Target(NamedTuple):
    """Where something is written; no path, and the path -, are standard output.

    One that is `numbered` is a folder: it is given all pictures at once, and each becomes a file with its number.
    """

    path: str | None
    form: str
    numbered: bool = False

    def opened(self) -> AbstractContextManager[Any]:
        """What is written to."""
        return nullcontext(_Numbered(self)) if self.numbered else opened(self.path, self.form)


def targets(form: str | None, paths: tuple[str, ...], forms: Forms, asked: str = "") -> tuple[Target, ...]:
    """What is written where: one target for each path, standard output where there is none.

    Raises a usage error where a form goes with several paths, is none of `forms`, or an ending stands for none;
    `asked` is the option because of which there are no others.
    """
    check_one_format(form, paths)
    return tuple(Target(path, chosen_format(form, path, forms, asked)) for path in paths or (None,))


def check_one_format(form: str | None, paths: tuple[str, ...]) -> None:
    """Raise a usage error where one form is asked for several files."""
    if form and len(paths) > 1:
        raise usage_error(Problem("format-of-several", None, {"form": form, "count": len(paths)}))


def names_folder(path: str) -> bool:
    """Whether a path is that of a folder: one that is there, or one to be made, which ends as the system has it."""
    return path.endswith(("/", os.sep)) or Path(path).is_dir()


def files_in_folder(folder: str, inputs: tuple[str, ...], ending: str) -> dict[str, str]:
    """The output file of each input in a folder, called as the input is; of one name, the later ones have a number."""
    distinct = tuple(dict.fromkeys(inputs))
    stems = (Path(path).stem[:100] if descriptor_of(path) is None else "tree" for path in distinct)
    paths = [str(Path(folder) / f"{name}{ending}") for name in distinct_names(stems)]
    return dict(zip(distinct, paths, strict=True))


def first_output(paths: tuple[str, ...]) -> str | None:
    """Where a run's results go: to the terminal, None, if any of them does. Raises a usage error for an empty name."""
    if "" in paths:
        raise bad_parameter(Problem("output-without-name"), "-o")
    return None if not paths or "-" in paths else paths[0]


@contextmanager
def all_opened(found: tuple[Target, ...], inputs: tuple[str, ...] = ()) -> Iterator[list[tuple[str, IO[Any]]]]:
    """The form and the open file of each target; the files appear at the end, all of them or none.

    Raises InputError where a file cannot be written, or would take the place of one of the inputs.
    """
    for target in found:
        check_output(target.path, inputs)
    with ExitStack() as files:
        yield [(one.form, files.enter_context(one.opened())) for one in found]


class _Numbered:
    """A folder that is written to like a file; nothing is there unless all pictures are."""

    def __init__(self, folder: Target) -> None:
        self.path, self.form = folder.path or ".", folder.form

    def write(self, pictures: Sequence[str | bytes]) -> None:
        """Write pictures, called 00, 01, 02, ... in their order, with as many digits as the last one needs."""
        digits = max(2, len(str(len(pictures) - 1)))
        folder = made_folder(self.path)
        with ExitStack() as files:
            for number, picture in enumerate(pictures):
                path = folder / f"{number:0{digits}}.{self.form}"
                files.enter_context(opened(str(path), self.form)).write(picture)

    def isatty(self) -> bool:
        """No folder is a terminal."""
        return False


@contextmanager
def writing_to(
    found: tuple[Target, ...], inputs: tuple[str, ...], look: Look, written: Written, remark: str = ""
) -> Iterator[Callable[[Any, str], None]]:
    """A function that takes things, each with the name of its file, and writes them to all targets.

    The files appear at the end, all of them or none. A width of None in the look becomes that of each target; a remark
    stands before the first page of text. Raises InputError where a file cannot be written, or is an input.
    """
    with all_opened(found, inputs) as files:
        writers = [_writer_to_file(file, form, look, written, remark) for form, file in files]

        def add(thing: Any, source: str) -> None:
            for each in writers:
                each.add(thing, source)

        yield add
        for each in writers:
            each.finish()


def _writer_to_file(file: IO[Any], form: str, look: Look, written: Written, remark: str) -> Writer:
    if "width" in look:
        look = {**look, "width": look["width"] or drawing_width(file)}
    return Writer(file, form, look, written, remark)


def drawing_width(file: IO[Any]) -> int:
    """How wide a drawing may be: as wide as the terminal; 120 columns where there is none."""
    import shutil

    return shutil.get_terminal_size((120, 0)).columns if file.isatty() else 120
