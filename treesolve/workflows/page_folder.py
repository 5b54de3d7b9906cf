"""A folder of pages, one a student: whatever a student is called, each page is a file of its own inside the folder."""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from treesolve.model.answer import normalize_name
from treesolve.model.atomic_file import atomic_write
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import sanitize

MAX_NAME_BYTES = 80
"""So many bytes of a student's id stand in the name of a file; systems take 255 for all of it."""

_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
"""Names that mean a device in some systems."""


def plain_name(text: str) -> str:
    """Return a text as the name of a file: letters, digits, dots, dashes and underscores, none that means anything
    else.

    >>> plain_name("../../etc/passwd"), plain_name("Ada Beispiel"), plain_name("nul"), plain_name("")
    ('etc-passwd', 'Ada-Beispiel', '_nul', '_')
    """
    plain = re.sub(r"[^\w.-]+|-{2,}", "-", text).encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    plain = re.sub(r"-*\.+(?=[.-]|$)|^[.-]+", "", plain).strip("-.")
    return f"_{plain}" if not plain or _DEVICES.fullmatch(plain) else plain


def distinct_name(text: str, *, is_reserved: bool = False) -> str:
    """Return a name of a file that no other text has in any run, but for case; with a digest if it is reserved or
    not plain.

    >>> distinct_name("a-b"), distinct_name("a b"), distinct_name("a/b")
    ('a-b', 'a b', 'a-b--c14cdd')
    """
    plain, digest = plain_name(text), sha256(normalize_name(text).encode(errors="replace")).hexdigest()[:6]
    return text if plain == text.replace(" ", "-") and not is_reserved else f"{plain}--{digest}"


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return the names, numbered where two would be the same file, whatever the system thinks of capitals.

    >>> distinct_names(["a", "b", "A", "a"])
    ['a', 'b', 'A-2', 'a-3']
    """
    numbered = UniqueNames()
    return [numbered.name(name) for name in names]


def files_in_folder(folder: str, inputs: tuple[str, ...], ending: str) -> dict[str, str]:
    """Return the output file of each input in a folder, called as the input is; of one name, the later ones have a
    number.
    """
    distinct = tuple(dict.fromkeys(inputs))
    stems = (Path(path).stem[:100] if descriptor_of(path) is None else "tree" for path in distinct)
    paths = [str(Path(folder) / f"{name}{ending}") for name in distinct_names(stems)]
    return dict(zip(distinct, paths, strict=True))


class UniqueNames:
    """Names of which no two are the same file, whatever the system thinks of capitals; some are taken already."""

    def __init__(self, *used: str) -> None:
        self._used = set(used)
        self._numbers: dict[str, int] = {}

    def name(self, text: str) -> str:
        """Return the text, with a number if it is taken."""
        found, number = text, self._numbers.get(text.casefold(), 1)
        while found.casefold() in self._used:
            number += 1
            found = f"{text}-{number}"
        self._numbers[text.casefold()] = number
        self._used.add(found.casefold())
        return found


class OutputFolder:
    """A folder that is filled with files; the same names in the same order give the same files."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._names = UniqueNames("index")

    def name(self, text: str, ending: str) -> str:
        """Return a name for a file about `text` that no other file has, whatever the system thinks of capitals."""
        return self._names.name(plain_name(text)) + ending

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, which appears only when it is complete."""
        write_file(self.path / name, content if isinstance(content, bytes) else sanitize(content))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file, which appears only when it is complete. Raises InputError where it cannot be written."""
    with atomic_write(str(path), "b" if isinstance(content, bytes) else "") as file:
        file.write(content)
