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

AT_ONCE = 4
"""So many runs can write the same file at once and leave nothing behind, even if all of them are killed."""


def made_folder(path: str) -> Path:
    """The folder, made where there is none yet. Raises InputError where that cannot be done."""
    with sentence_for(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


@contextmanager
def whole_file(path: str, mode: str = "") -> Iterator[Any]:
    """The file of that name, to be written as text or, with the mode "b", as bytes; it appears when all is written.

    What is written goes to a part beside it, which takes its place at the end, if there is anything in it. Parts that
    killed runs have left are taken over or cleared away. Raises InputError where that cannot be done.
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
    """A part that nobody else writes.

    Its lock is kept until it has taken its target's place, or is gone: a part that can be locked is nobody's. At every
    moment in between the program can be stopped, so each thing is noted before, or can be found out.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path: Path | None = None
        self._lock: int | None = None
        self._is_unique = False

    def begin(self) -> int:
        """The part, empty and open to be written. Raises OSError where there can be none."""
        for path in _names_of_parts(self.target) if fcntl else ():
            self.path = path
            if self._try_to_take_part(path, os.O_CREAT):
                assert self._lock is not None
                os.ftruncate(self._lock, 0)
                self._remove_abandoned_parts()
                return os.dup(self._lock)
        self.path, self._is_unique = self.target.with_name(f".{self.target.name}.{os.urandom(4).hex()}.part"), True
        return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)

    def _try_to_take_part(self, path: Path, how: int = 0) -> bool:
        """Whether a part is nobody's, and now ours. Raises OSError where there can be none."""
        try:
            self._lock = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | how, 0o600)
        except OSError:
            if how and not os.path.lexists(path):
                raise
            return False
        if self._is_held_by_us(self._lock, path):
            return True
        self._release_lock()
        return False

    def _remove_abandoned_parts(self) -> None:
        """Take away what runs have left that were killed while they wrote the same file, maybe at once."""
        for path in _names_of_parts(self.target) if fcntl else ():
            if self._lock is None or path != self.path:
                other = _Part(self.target)
                if other._try_to_take_part(path):
                    path.unlink()
                other._release_lock()

    def put_in_place(self) -> None:
        """Let the part, which is written, take its target's place; one with nothing in it only goes."""
        assert self.path is not None
        if self.path.stat().st_size:
            self.path.chmod(_permissions_for(self.target))
            self.path.replace(self.target)
        else:
            self.path.unlink()
        self._release_lock()

    def discard(self) -> None:
        """Take the part away, as far as the system lets us, and nobody else's."""
        with suppress(OSError):
            if self.path and (
                self._is_unique or (self._lock is not None and self._is_held_by_us(self._lock, self.path))
            ):
                self.path.unlink(missing_ok=True)
        self._release_lock()
        with suppress(OSError):
            self._remove_abandoned_parts()

    @staticmethod
    def _is_held_by_us(lock: int, path: Path) -> bool:
        """Whether an open part can be written or taken away by nobody but us."""
        return _is_locked_by_us(lock, path) and _is_own_plain_file(lock) and _is_still_at_path(lock, path)

    def _release_lock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)


def _names_of_parts(target: Path) -> list[Path]:
    """What parts of a file are called: all runs know where others have left them."""
    return [target.with_name(f".{target.name}.{number}.part") for number in range(1, AT_ONCE + 1)]


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


def _is_still_at_path(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one of that name, and has not taken its target's place meanwhile."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    return False


def _is_own_plain_file(descriptor: int) -> bool:
    """Whether an open file is a plain one of the user who runs this, without another name."""
    found = os.fstat(descriptor)
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_uid == os.getuid()


def _permissions_for(target: Path) -> int:
    """The permissions of the file that is replaced, or those a new file would have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
