"""Safe and distinct file names for students' pages, and the folders to which pages are written."""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from treesolve.model.answer import normalize_name
from treesolve.model.atomic_file import atomic_write
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import sanitize

MAX_NAME_BYTES = 80
"""Maximum length of a student's id in a file name, in bytes.

File systems limit the whole name to 255 bytes.
"""

_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
"""Pattern of names that Windows reserves for devices."""


def plain_name(text: str) -> str:
    """Convert a string to a safe file name of letters, digits, dots, dashes and underscores.

    >>> plain_name("../../etc/passwd"), plain_name("Ada Beispiel"), plain_name("nul"), plain_name("")
    ('etc-passwd', 'Ada-Beispiel', '_nul', '_')
    """
    plain = re.sub(r"[^\w.-]+|-{2,}", "-", text).encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    plain = re.sub(r"-*\.+(?=[.-]|$)|^[.-]+", "", plain).strip("-.")
    return f"_{plain}" if not plain or _DEVICES.fullmatch(plain) else plain


def distinct_name(text: str, *, is_reserved: bool = False) -> str:
    """Return a file name for a string that no other string gets in any run, even if case is ignored.

    A digest is appended if the name is reserved, or if the string has characters that file names should not have.

    >>> distinct_name("a-b"), distinct_name("a b"), distinct_name("a/b")
    ('a-b', 'a b', 'a-b--c14cdd')
    """
    plain, digest = plain_name(text), sha256(normalize_name(text).encode(errors="replace")).hexdigest()[:6]
    return text if plain == text.replace(" ", "-") and not is_reserved else f"{plain}--{digest}"


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return the names, with a number appended to each name that equals an earlier one when case is ignored.

    >>> distinct_names(["a", "b", "A", "a"])
    ['a', 'b', 'A-2', 'a-3']
    """
    numbered = UniqueNames()
    return [numbered.name(name) for name in names]


def files_in_folder(folder: str, inputs: tuple[str, ...], ending: str) -> dict[str, str]:
    """Return the output file in a folder for each input.

    The output file has the name of the input, with a number if several inputs have that name.
    """
    distinct = tuple(dict.fromkeys(inputs))
    stems = (Path(path).stem[:100] if descriptor_of(path) is None else "tree" for path in distinct)
    paths = [str(Path(folder) / f"{name}{ending}") for name in distinct_names(stems)]
    return dict(zip(distinct, paths, strict=True))


class UniqueNames:
    """Generator of file names that differ from each other and from the names in `used` even if case is ignored."""

    def __init__(self, *used: str) -> None:
        self._used = set(used)
        self._numbers: dict[str, int] = {}

    def name(self, text: str) -> str:
        """Return the string, with a number appended if it is already used."""
        found, number = text, self._numbers.get(text.casefold(), 1)
        while found.casefold() in self._used:
            number += 1
            found = f"{text}-{number}"
        self._numbers[text.casefold()] = number
        self._used.add(found.casefold())
        return found


class OutputFolder:
    """A folder for output files with distinct names.

    The names are reproducible: the same strings in the same order always get the same names.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._names = UniqueNames("index")

    def name(self, text: str, ending: str) -> str:
        """Return a file name for `text` that differs from all earlier ones even if case is ignored."""
        return self._names.name(plain_name(text)) + ending

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file atomically. Text is sanitized first."""
        write_file(self.path / name, content if isinstance(content, bytes) else sanitize(content))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically. Raises InputError if it cannot be written."""
    with atomic_write(str(path), "b" if isinstance(content, bytes) else "") as file:
        file.write(content)
