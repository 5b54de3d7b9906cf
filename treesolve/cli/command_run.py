"""The run of a command, which processes the input files, reports problems and determines the exit code.

Imports inside functions are needed only if there are problems, or if no seed is given.
"""

import sys
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import wraps
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from treesolve.cli.multiple_outputs import first_output
from treesolve.cli.output import echo
from treesolve.cli.sentences import report, sentence, template
from treesolve.model.input_file import STDIN, Input, read_tree_argument
from treesolve.model.interruption import acknowledge_stop
from treesolve.model.problem import InputError, Problem, os_error_problem
from treesolve.notation.reader import read_with_remarks

if TYPE_CHECKING:
    from treesolve.model.tree import Tree


INTERRUPTED = 130
"""Exit code after Ctrl-C."""


class CommandRun:
    """The run of a command: `failed` if any file had problems, `interrupted` if Ctrl-C ended the work early.

    Problems are printed in the language of the run. A long run shows a progress line, unless results are being printed
    to the same terminal. `at_end` says that the command writes its results only at the end, so that the progress line
    can be shown until then. A quiet run omits notes about how trees were read.
    """

    quiet = False
    mistakes: Container[str] = ()
    """Codes of notes about how a tree was read that make this run fail."""

    def __init__(self, language: str = "en", output_path: str | None = None, *, at_end: bool = False) -> None:
        self.language = language
        self.progress = ProgressLine(output_path, at_end=at_end)
        self.failed = self.interrupted = False

    def print_problems(self, problems: Iterable[Problem]) -> None:
        """Print problems to stderr, and mark the run as failed unless all are notes."""
        from treesolve.submissions.text_decoding import is_remark

        problems = list(problems)
        failed = not all(map(is_remark, problems))
        self.say((report(problem, self.language) for problem in problems), failed=failed)

    def tree(self, found: Input, *, payoffs: bool = False) -> "Tree":
        """Parse the tree in a file and print notes about how another notation was read. Raises InputError."""
        read = read_with_remarks(found.text, found.source, payoffs=payoffs)
        wrong = [remark for remark in read.remarks if remark.code in self.mistakes]
        if remarks := wrong if self.quiet else read.remarks:
            lines = (report(remark, self.language).partition("\n")[0] for remark in remarks)
            self.say(lines, failed=bool(wrong))
        return read.tree

    def seed(self, given: str | None) -> str:
        """Return the given seed. Without one, draw a random seed and print it, so that the run can be repeated."""
        if given is not None:
            return given
        seed = draw_seed()
        self.note(Problem("seed-drawn", None, {"seed": seed}))
        return seed

    def say(self, reports: Iterable[str], *, failed: bool = False) -> None:
        """Print messages to stderr, after flushing the results written so far.

        If `failed` is true, the run is marked as failed. Errors while writing to stderr are ignored.
        """
        self.failed = self.failed or failed
        texts = list(reports)
        if not texts:
            return
        with suppress(OSError):
            sys.stdout.flush()
        with suppress(OSError), self.progress.aside():
            for text in texts:
                echo(text, err=True)

    def remark(self, problem: Problem) -> None:
        """Print a warning with its position."""
        self.say([report(problem, self.language)])

    def note(self, problem: Problem, *, failed: bool = False) -> None:
        """Print a note about the whole run, without a position. If `failed` is true, mark the run as failed."""
        self.say([sentence(problem, self.language)], failed=failed)

    def sentences(self, name: str) -> Any:
        """Return the template `name` in the run's language, as a module of texts."""
        return template(self.language, name)

    def each(self, files: tuple[str, ...], work: Callable[[Input], None]) -> None:
        """Call `work` for each file. If a file raises InputError, report the error and continue with the next file."""
        self.progress.total = len(files)
        for file in files:
            try:
                found = read_tree_argument(file)
                with problems_from(found.source):
                    work(found)
            except InputError as error:
                self.print_problems(error.problems)
            self.progress.step()

    def guard(self, work: Callable[[], None]) -> None:
        """Call `work` and report any InputError, system error, or exception in the user's Python files."""
        try:
            with self.progress:
                work()
        except InputError as error:
            self.print_problems(error.problems)
        except MemoryError:
            self.print_problems([Problem("out-of-memory")])
        except BrokenPipeError:
            raise
        except OSError as error:
            self.print_problems([os_error_problem(error)])
        except (Exception, SystemExit) as error:
            from treesolve.games.game_plugin import problem_at_failing_line

            problem = problem_at_failing_line(error)
            if problem is None:
                raise
            self.print_problems([problem])

    @contextmanager
    def until_interrupted(self) -> Iterator[None]:
        """Let Ctrl-C end the block but not the run, and record the interruption."""
        try:
            yield
        except KeyboardInterrupt:
            acknowledge_stop()
            self.interrupted = True

    def finish(self) -> None:
        """Exit with code 1 if anything failed, or with 130 after Ctrl-C. Otherwise return."""
        if self.interrupted:
            raise click.exceptions.Exit(INTERRUPTED)
        if self.failed:
            raise click.exceptions.Exit(1)


def draw_seed() -> str:
    """Return a random seed."""
    from secrets import randbelow

    return str(randbelow(10**9))


def running(work: Callable[..., None], *, at_end: bool = False) -> Callable[..., None]:
    """Return the callback of a command that calls `work` with a new CommandRun and the values of the options.

    Problems that `work` raises are reported and determine the exit code.
    """

    @wraps(work)
    def command(**options: Any) -> None:
        single = options.get("output_path")
        path = first_output(options.get("output_paths", () if single is None else (single,)))
        run = CommandRun(options.pop("language"), path, at_end=at_end)
        run.guard(lambda: work(run, **options))
        run.finish()

    return command


@contextmanager
def problems_from(source: str) -> Iterator[None]:
    """Set `source`, a file or an argument, as the source of problems that are raised in the block without one."""
    try:
        yield
    except InputError as error:
        named = (one._replace(source=source) if one.source == STDIN else one for one in error.problems)
        raise InputError(tuple(named)) from None


PATIENCE = 1.0
"""Seconds before the progress line appears."""

_TICK = 0.25
_WIDTH = 24


class ProgressLine:
    """A progress line on stderr, updated inside a `with` block and cleared at its end.

    `total` is the number of files, `done` the number of finished ones. The line is not shown while results are printed
    to the same terminal; `at_end` says that results are printed only when the work is done.
    """

    def __init__(self, output_path: str | None, *, at_end: bool = False) -> None:
        to_terminal = not at_end and output_path in (None, "-") and sys.stdout.isatty()
        self.shows = sys.stderr.isatty() and not to_terminal
        self.total = self.done = 0
        self.began = monotonic()
        self._written = 0
        self._lock: AbstractContextManager[Any] = nullcontext()
        self._running: tuple[Event, Thread] | None = None

    def __enter__(self) -> "ProgressLine":
        if self.shows:
            ended, self._lock = Event(), Lock()
            self._running = ended, Thread(target=self._show_line_until, args=(ended,), daemon=True)
            self._running[1].start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._running:
            ended, thread = self._running
            ended.set()
            thread.join()
            self._clear_line()

    def _show_line_until(self, ended: Event) -> None:
        while not ended.wait(_TICK):
            if monotonic() - self.began > PATIENCE:
                with self._lock:
                    line = self.line()
                    self._write_to_terminal(f"\r{line}")
                    self._written = max(self._written, len(line))

    def line(self) -> str:
        """Return the progress line: the elapsed seconds and, if there are several files, a bar and the counts."""
        seconds = f"{monotonic() - self.began:.0f} s"
        if self.total < 2:
            return f"… {seconds}"
        total = max(self.total, self.done)  # a file can hold many answers
        filled = _WIDTH * self.done // total
        return f"{'█' * filled}{'░' * (_WIDTH - filled)} {self.done}/{total}  {seconds}"

    def step(self) -> None:
        """Count one more file as done."""
        self.done += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the progress line while the block writes other lines."""
        with self._lock:
            self._clear_line()
            yield

    def restart(self) -> None:
        """Reset the elapsed time, so that time spent waiting for input is not counted."""
        self.began = monotonic()

    def _clear_line(self) -> None:
        if self._written:
            self._write_to_terminal("\r" + " " * self._written + "\r")
            self._written = 0

    def _write_to_terminal(self, text: str) -> None:
        """Write to stderr. Errors are ignored, because the terminal may be closed."""
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
