"""A system that refuses the n-th thing it is asked to do with the files of a folder, as SQLite tests itself with."""

import builtins
import errno
import fcntl
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from treesolve import __main__

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
"""What a system says against a call: there is no room, the disk is broken, it is not allowed."""

KILLED = 0
"""In the place of an error: the program is killed at that call, and nothing tells it."""

READING = ("open to read", "read", "close after reading")
"""The calls that get something out of a file."""

_BY_PATH = ("mkdir", "replace", "rename", "unlink", "chmod")
_BY_DESCRIPTOR = ("fsync", "ftruncate")
_OPEN = open


class Call(NamedTuple):
    """A call, and the file it is about."""

    kind: str
    path: str


class Fault(NamedTuple):
    """Which call is refused, counted from 1, and with which of ERRORS, or KILLED; none where the number is 0."""

    number: int = 0
    error: int = errno.ENOSPC
    is_lasting: bool = False


class Faults:
    """The calls about the files of a folder, in order; `refused` are those of them that were refused."""

    def __init__(self, folder: Path, fault: Fault) -> None:
        self.folder, self.fault = str(folder), fault
        self.calls: list[Call] = []
        self.refused: list[Call] = []
        self._paths: dict[int, str] = {}

    @contextmanager
    def installed(self) -> Iterator["Faults"]:
        """The system is this one, as long as the context lasts."""
        with pytest.MonkeyPatch.context() as patch:
            for name in _BY_PATH:
                patch.setattr(os, name, self._asking(name, getattr(os, name), self._path_in_folder))
            for name in _BY_DESCRIPTOR:
                patch.setattr(os, name, self._asking(name, getattr(os, name), self._paths.get))
            patch.setattr(fcntl, "flock", self._asking("flock", fcntl.flock, self._paths.get))
            patch.setattr(os, "open", self._opening(os.open))
            patch.setattr(os, "dup", self._duplicating(os.dup))
            patch.setattr(os, "close", self._closing(os.close))
            patch.setattr(io, "open", self.open)
            patch.setattr(builtins, "open", self.open)
            yield self
            self._paths.clear()

    def ask(self, kind: str, path: str | None, halfway: Callable[[], object] = lambda: None) -> None:
        """Count a call. Raises OSError where it is refused, and what is to be done halfway is done."""
        if path is None:
            return
        self.calls.append(Call(kind, path))
        number, past = self.fault.number, len(self.calls) - self.fault.number
        if number and (past == 0 or (past > 0 and self.fault.is_lasting)):
            halfway()
            if self.fault.error == KILLED:
                os.kill(os.getpid(), signal.SIGKILL)
            self.refused.append(self.calls[-1])
            raise OSError(self.fault.error, os.strerror(self.fault.error), path)

    def open(
        self, file: Any, mode: str = "r", buffering: int = -1, *texts: Any, closefd: bool = True, **options: Any
    ) -> Any:
        """What `open` gives, with each of its calls asked for where the file is one of the folder."""
        path = self._paths.get(file) if isinstance(file, int) else self._path_in_folder(file)
        opener = options.pop("opener", None)
        if path is None:
            return _OPEN(file, mode, buffering, *texts, closefd=closefd, opener=opener, **options)
        if not isinstance(file, int) and opener is None:
            self.ask("open to read" if mode[0] == "r" and "+" not in mode else "open", path)
        raw = File(self, path, file, mode.replace("b", ""), closefd=closefd, opener=opener)
        buffered = _buffered(raw, mode)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, *texts, **options)

    def _path_in_folder(self, path: Any) -> str | None:
        with suppress(TypeError):
            found = str(Path.cwd() / os.fsdecode(path))
            return found if Path(found).is_relative_to(self.folder) else None
        return None

    def _asking(self, name: str, call: Callable[..., Any], path_of: Callable[[Any], str | None]) -> Callable[..., Any]:
        """Return a call that is counted first, and then made."""

        def made(thing: Any, *more: Any, **options: Any) -> Any:
            if options.get("dir_fd") is None:  # of a folder that is open, the path is another
                self.ask(name, path_of(thing))
            return call(thing, *more, **options)

        return made

    def _opening(self, call: Callable[..., int]) -> Callable[..., int]:
        def made(path: Any, flags: int, *more: Any, **options: Any) -> int:
            found = self._path_in_folder(path)
            self.ask("open" if flags & (os.O_WRONLY | os.O_RDWR) else "open to read", found)
            descriptor = call(path, flags, *more, **options)
            if found is not None:
                self._paths[descriptor] = found
            return descriptor

        return made

    def _duplicating(self, call: Callable[[int], int]) -> Callable[[int], int]:
        def made(descriptor: int) -> int:
            self.ask("dup", self._paths.get(descriptor))
            other = call(descriptor)
            if descriptor in self._paths:
                self._paths[other] = self._paths[descriptor]
            return other

        return made

    def _closing(self, call: Callable[[int], None]) -> Callable[[int], None]:
        """Return the file is closed in any case, as Linux does it."""

        def made(descriptor: int) -> None:
            path = self._paths.pop(descriptor, None)
            call(descriptor)
            self.ask("close", path)

        return made

    def forget(self, descriptor: int) -> None:
        """A file is closed, and its number may become that of another."""
        self._paths.pop(descriptor, None)


class File(io.FileIO):
    """A file of the folder, below the buffers of Python; of what is not written a half is there all the same."""

    def __init__(self, faults: Faults, path: str, file: Any, mode: str, **options: Any) -> None:
        super().__init__(file, mode, **options)
        self._faults, self._path = faults, path

    def write(self, content: Any) -> int:
        """Write; a half where that is refused."""
        half = bytes(content)[: len(bytes(content)) // 2]
        self._faults.ask("write", self._path, lambda: io.FileIO.write(self, half))
        return super().write(content)

    def readinto(self, room: Any) -> int:
        """Read, where that is not refused."""
        self._faults.ask("read", self._path)
        return super().readinto(room)

    def readall(self) -> bytes:
        """Read to the end, where that is not refused."""
        self._faults.ask("read", self._path)
        return super().readall()

    def close(self) -> None:
        """Close the file; it is closed in any case."""
        if self.closed:
            return
        kind = "close" if self.writable() else "close after reading"
        self._faults.forget(self.fileno())
        super().close()
        self._faults.ask(kind, self._path)


def _buffered(raw: File, mode: str) -> Any:
    if "+" in mode:
        return io.BufferedRandom(raw)
    return io.BufferedReader(raw) if mode[0] == "r" else io.BufferedWriter(raw)


class Ended(NamedTuple):
    """How a run of the program ended: its exit code, what it told people, and the calls it made."""

    code: int
    message: str
    calls: list[Call]
    refused: list[Call]


def run(arguments: tuple[str, ...], folder: Path, fault: Fault = Fault()) -> Ended:  # noqa: B008 (it is frozen)
    """Run the program in this process; its standard output is a file of the folder, called `stdout`.

    Whatever the program lets through is raised.
    """
    message, faults = io.StringIO(), Faults(folder, fault)
    with _OPEN(os.devnull) as nothing, pytest.MonkeyPatch.context() as patch, redirect_stderr(message):
        patch.setattr(sys, "argv", ["treesolve", *arguments])
        patch.setattr(sys, "stdin", nothing)
        with faults.installed():
            printed = io.TextIOWrapper(io.BufferedWriter(File(faults, f"{folder}/stdout", f"{folder}/stdout", "w")))
            patch.setattr(sys, "stdout", printed)
            code = __main__._exit_code_after_flush(__main__._exit_code())
            calls, refused = [*faults.calls], [*faults.refused]
        faults.fault = Fault()
        printed.close()
    return Ended(code, message.getvalue(), calls, refused)
