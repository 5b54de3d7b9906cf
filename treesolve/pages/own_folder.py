"""The folder of a lecturer's own templates, read and checked."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from treesolve.model.file_format import decode
from treesolve.model.input_file import read_as, read_file
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.resources import languages, resource
from treesolve.notation.toml_source import first_problems, read_toml
from treesolve.pages.letterhead import Letterhead, letterhead_problems, read_letterhead
from treesolve.pages.own_sentences import sentence_problems
from treesolve.pages.own_templates import FONTS, LETTERHEAD, OwnFile, OwnTemplates

MOST_SENTENCES = 1 << 17
"""So many bytes a file with sentences may have; the longest of ours has 82 000."""


def read_templates(folder: Path) -> OwnTemplates:
    """What a folder holds. Raises InputError with everything wrong in it."""
    if not read_as(Path.is_dir, folder):
        raise InputError((Problem("own-folder-missing", None, {}, str(folder)),))
    problems: list[Problem] = []
    letterhead = _letterhead_in_folder(folder, problems)
    sentences = {
        (path.parent.name, path.name): file
        for path in _paths_of_sentence_files(folder)
        if (file := _sentence_file(path, problems))
    }
    for place, file in sentences.items():
        problems += sentence_problems(*place, file)
    if not problems and letterhead is None and not sentences:
        problems.append(Problem("own-folder-empty", None, {}, str(folder)))
    if problems:
        raise InputError(tuple(first_problems(problems)))
    fonts = str(folder / FONTS) if (folder / FONTS).is_dir() else None
    told = repr((letterhead, sorted(sentences.items()), fonts)).encode("utf-8", "surrogatepass")
    return OwnTemplates(sha256(told).hexdigest(), letterhead, sentences, fonts)


def _paths_of_sentence_files(folder: Path) -> Iterator[Path]:
    """Where sentences lie; deeper down nobody looks."""
    yield from sorted([*folder.glob("*.jinja"), *folder.glob("*/*.jinja")])


def _sentence_file(path: Path, problems: list[Problem]) -> OwnFile | None:
    """A file with sentences; None where it is none, or lies where there are none."""
    language, ours = path.parent.name, (resource("templates") / "en").glob("*.jinja")
    known = tuple(sorted(each.name for each in ours))
    if language not in languages() or path.name not in known:
        facts = {"languages": ", ".join(languages()), "nearest": nearest(path.name, known), "known": ", ".join(known)}
        problems.append(Problem("own-sentences-place", None, facts | {"has_place": language in languages()}, str(path)))
        return None
    text = _content(path, path.parent.parent, lambda each: decode(read_file(each, MOST_SENTENCES), str(each)), problems)
    return None if text is None else OwnFile(str(path), text)


def _content(path: Path, folder: Path, read: Callable[[Path], Any], problems: list[Problem]) -> Any:
    """What is in a file of the folder; None where it leads elsewhere or cannot be read, which is added to problems."""
    if not path.resolve().is_relative_to(folder.resolve()):
        problems.append(Problem("own-file-outside", None, {}, str(path)))
        return None
    try:
        return read_as(read, path)
    except InputError as error:
        problems += error.problems
        return None


def _letterhead_in_folder(folder: Path, problems: list[Problem]) -> Letterhead | None:
    path = folder / LETTERHEAD
    file = _content(path, folder, read_toml, problems) if path.exists() else None
    if file is None:
        return None
    found = first_problems(letterhead_problems(file, folder))
    problems += found
    return None if found else read_letterhead(file, folder)
