"""What a course system has made, unpacked: a folder of it, or its files and folders, named one by one."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from treesolve.answers.files import path_as_text, paths_in_folder
from treesolve.exchange.archive import entries, files_and_problems, is_archive, read_file
from treesolve.exchange.entry import Entry
from treesolve.exchange.systems import Filed, is_certain, recognised
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import Problem

_LOOKED_AT = 2000
"""By so many of its files it is seen whether a folder comes from a course system."""


class LooseFiles(NamedTuple):
    """The files at paths that say only together, and by their own names, whose they are."""

    paths: frozenset[str]
    filed: Filed
    problems: tuple[Problem, ...] = ()


def is_folder_of_system(path: str) -> bool:
    """Whether a path leads to a folder that a course system has made for a class."""
    return Path(path).is_dir() and recognised(_names_below(path, "")) is not None


def loose_files(paths: Iterable[str]) -> LooseFiles | None:
    """The files at paths which are no whole of their own, as `submissions/*` names them; None where no system is known.

    Files that are nobody's may be answers by themselves.
    """
    loose = [path for path in dict.fromkeys(paths) if _is_loose(path)]
    known = recognised([one for path in loose for one in _names_below(path, _own_name(path))])
    if known is None or not is_certain(known):
        return None
    files, problems = files_and_problems(one for path in loose for one in _files_at(path))
    filed = recognised(files)
    return filed and LooseFiles(frozenset(loose), filed, tuple(problems))


def _is_loose(path: str) -> bool:
    is_whole = descriptor_of(path) is not None or is_archive(path) or is_folder_of_system(path)
    return not is_whole and (Path(path).is_file() or Path(path).is_dir())


def _own_name(path: str) -> str:
    """Where a path leads, with / between names; it may be written as a dot."""
    return Path(os.path.abspath(path)).as_posix()  # noqa: PTH100


def _names_below(path: str, name: str) -> list[Entry]:
    """The first files at a path, as if the path were called like that; nothing is opened."""
    if not Path(path).is_dir():
        return [Entry(name, name, _nothing)]
    below = (Path(os.path.relpath(one, path)).as_posix() for one in islice(paths_in_folder(path), _LOOKED_AT))
    return [Entry(f"{name}/{one}" if name else one, one, _nothing) for one in below]


def _nothing(_: int) -> bytes:
    return b""


def _files_at(path: str) -> Iterator[Entry | Problem]:
    """All files at a path, by the path's own name; and what is refused below it."""
    name = _own_name(path)
    if not Path(path).is_dir():
        yield Entry(name, path_as_text(path), partial(read_file, os.path.realpath(path)))
        return
    with entries(path) as found:
        for one in found:
            yield one if isinstance(one, Problem) else one._replace(path=f"{name}/{one.path}")
