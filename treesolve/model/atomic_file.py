"""Files that are complete or untouched, and folders to hold them.

Vocabulary

    part        the file beside its target that is being written; it takes its target's place when it is complete
    lock        what the system keeps for a process that writes a part, and forgets when that ends, however it ends
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from treesolve.model.problem import InputError, Problem, system_facts

try:
    import fcntl
except ImportError:  # Windows: nobody can tell whether a part is still being written
    fcntl = None  # type: ignore[assignment]


def made_folder(path: str) -> Path:
    """The folder, made where there is none yet. Raises InputError where that cannot be done."""
    with sentence_for(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


@contextmanager
def whole_file(path: str, mode: str = "") -> Iterator[Any]:
    """The file of that name, to be written as text or, with the mode "b", as bytes; it appears when all is written.

    What is written goes to a part beside it, which takes its place at the end, if there is anything in it. A part that
    a killed run has left is taken over. Raises InputError where that cannot be done.
    """
    how: dict[str, Any] = {"mode": f"w{mode}"} | ({} if mode else {"encoding": "utf-8", "newline": "\n"})
    named = Path(path)
    if named.exists() and not named.is_file():  # a pipe need have no other name than this
        with sentence_for(path), named.open(**how) as file:
            yield file
        return
    part = _Part(Path(os.path.realpath(path)))
    try:
        with sentence_for(path):
            with os.fdopen(part.begin(), **how) as file:
                yield file
            part.put_in_place()
    except BaseException:
        part.discard()
        raise


@contextmanager
def sentence_for(path: str) -> Iterator[None]:
    """Whatever the system says against writing a file becomes a problem with that file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError((Problem("unwritable", None, system_facts(error), path),)) from None


class _Part:
    """A part that nobody else writes: the one of its name, or, while another run writes that, one of another name.

    Its lock is kept until it has taken its target's place, or is gone: a part that can be locked is nobody's. At every
    moment in between the program can be stopped, so each thing is noted before, or can be found out.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = target.with_name(f".{target.name}.part")
        self._lock: int | None = None
        self._is_unique = False

    def begin(self) -> int:
        """The part, empty and open to be written. Raises OSError where there can be none."""
        if fcntl and self._is_taken():
            assert self._lock is not None
            os.ftruncate(self._lock, 0)
            return os.dup(self._lock)
        self.path, self._is_unique = self.target.with_name(f".{self.target.name}.{os.urandom(4).hex()}.part"), True
        return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)

    def _is_taken(self) -> bool:
        """Whether the part is ours, or was nobody's and now is: no other run will write it or take it away."""
        with suppress(OSError):
            if self._lock is None:
                self._lock = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
            if _is_locked_by_us(self._lock, self.path) and _is_own_plain_file_at_path(self._lock, self.path):
                return True
        self._release_lock()
        return False

    def put_in_place(self) -> None:
        """Let the part, which is written, take its target's place; one with nothing in it only goes."""
        if self.path.stat().st_size:
            self.path.chmod(_permissions_for(self.target))
            self.path.replace(self.target)
        else:
            self.path.unlink()
        self._release_lock()

    def discard(self) -> None:
        """Take the part away, as far as the system lets us, and nobody else's."""
        with suppress(OSError):
            if self._is_unique or (fcntl and self._is_taken()):
                self.path.unlink(missing_ok=True)
        self._release_lock()

    def _release_lock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)


def _is_locked_by_us(descriptor: int, path: Path) -> bool:
    """Whether a part is locked now; where nothing can be locked nobody else has it, and it goes."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        with suppress(OSError):
            path.unlink()
        return False
    return True


def _is_own_plain_file_at_path(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one of that name, a plain one of whoever runs this, without another name.

    It may have taken its target's place meanwhile. Raises OSError where nothing has that name.
    """
    found = os.fstat(descriptor)
    is_own = stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_uid == os.getuid()
    return is_own and os.path.samestat(found, path.lstat())


def _permissions_for(target: Path) -> int:
    """The permissions of the file that is replaced, or those a new file would have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
