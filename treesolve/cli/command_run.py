"""What every command over files does: each file on its own, problems told, the exit code at the end.

What is imported in functions is for runs with problems, or without a seed.
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
"""The exit code of a run that was ended by Ctrl-C."""


class CommandRun:
    """A command's way through its files; `failed` says whether any file had problems.

    `interrupted` says that somebody ended the work, and what was finished by then has been written.

    Problems are told in the run's language, and on long runs how far it is, unless results go to the terminal
    meanwhile; `at_end` says that they are written only at the end. A quiet run does not say how trees were read.
    """

    quiet = False
    mistakes: Container[str] = ()
    """The codes of remarks on how trees were read that are failures of this run."""

    def __init__(self, language: str = "en", output_path: str | None = None, *, at_end: bool = False) -> None:
        self.language = language
        self.progress = ProgressLine(output_path, at_end=at_end)
        self.failed = self.interrupted = False

    def print_problems(self, problems: Iterable[Problem]) -> None:
        """Print problems to standard error and remember that there were some; remarks are no failures."""
        from treesolve.submissions.text_decoding import is_remark

        problems = list(problems)
        failed = not all(map(is_remark, problems))
        self.say((report(problem, self.language) for problem in problems), failed=failed)

    def tree(self, found: Input, *, payoffs: bool = False) -> "Tree":
        """Return the tree of a file; how it was read is said, where it is not in our notation. Raises InputError."""
        read = read_with_remarks(found.text, found.source, payoffs=payoffs)
        wrong = [remark for remark in read.remarks if remark.code in self.mistakes]
        if remarks := wrong if self.quiet else read.remarks:
            lines = (report(remark, self.language).partition("\n")[0] for remark in remarks)
            self.say(lines, failed=bool(wrong))
        return read.tree

    def seed(self, asked: str | None) -> str:
        """Return the seed asked for, or a new one, which is told, so that the run can be repeated."""
        if asked is not None:
            return asked
        seed = draw_seed()
        self.note(Problem("seed-drawn", None, {"seed": seed}))
        return seed

    def say(self, reports: Iterable[str], *, failed: bool = False) -> None:
        """Print problems that are in words already; they are failures only if `failed` says so.

        They stand below the results so far; the run goes on where nobody can be told.
        """
        self.failed = self.failed or failed
        texts = list(reports)
        if not texts:
            return
        with suppress(OSError):
            sys.stdout.flush()
        with suppress(OSError), self.progress.aside():
            for one in texts:
                echo(one, err=True)

    def remark(self, problem: Problem) -> None:
        """Print a problem that is no failure, with its place."""
        self.say([report(problem, self.language)])

    def note(self, problem: Problem, *, failed: bool = False) -> None:
        """Print what there is to say of the whole run; a failure only if `failed` says so."""
        self.say([sentence(problem, self.language)], failed=failed)

    def sentences(self, name: str) -> Any:
        """Return the sentences of a template, in the run's language."""
        return template(self.language, name)

    def each(self, files: tuple[str, ...], work: Callable[[Input], None]) -> None:
        """Do the work for every file that can be read; an InputError is told of that file, and the next one comes."""
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
        """Do the work; an InputError is told, and so is what the system refuses, and mistakes in own files."""
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
        """Work that ends, and nothing else does, where somebody interrupts it."""
        try:
            yield
        except KeyboardInterrupt:
            acknowledge_stop()
            self.interrupted = True

    def finish(self) -> None:
        """End the command, with exit code 1 if anything had problems, and 130 after Ctrl-C."""
        if self.interrupted:
            raise click.exceptions.Exit(INTERRUPTED)
        if self.failed:
            raise click.exceptions.Exit(1)


def draw_seed() -> str:
    """Return a seed that nobody asked for."""
    from secrets import randbelow

    return str(randbelow(10**9))


def running(work: Callable[..., None], *, at_end: bool = False) -> Callable[..., None]:
    """What click calls for a command whose work is done in a run, in the language asked for.

    The work gets the run, and all that the options say. Problems are told, and the exit code says whether there were
    some.
    """

    @wraps(work)
    def command(**options: Any) -> None:
        one = options.get("output_path")
        path = first_output(options.get("output_paths", () if one is None else (one,)))
        run = CommandRun(options.pop("language"), path, at_end=at_end)
        run.guard(lambda: work(run, **options))
        run.finish()

    return command


@contextmanager
def problems_from(source: str) -> Iterator[None]:
    """Say of which file, or argument, problems are that do not say it themselves."""
    try:
        yield
    except InputError as error:
        named = (one._replace(source=source) if one.source == STDIN else one for one in error.problems)
        raise InputError(tuple(named)) from None


PATIENCE = 1.0
"""So many seconds nothing is said."""

_TICK = 0.25
_WIDTH = 24


class ProgressLine:
    """A line that is written over again and again while work goes on, and cleared at its end.

    Used in a `with` statement. `total` and `done` count the files there are and those that are finished. A line is
    never shown while results go to the same terminal; `at_end` says that they do so only when the work is done.
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
        """What is shown: of several files how many are done, and always the seconds."""
        seconds = f"{monotonic() - self.began:.0f} s"
        if self.total < 2:
            return f"… {seconds}"
        total = max(self.total, self.done)  # a file can hold many answers
        filled = _WIDTH * self.done // total
        return f"{'█' * filled}{'░' * (_WIDTH - filled)} {self.done}/{total}  {seconds}"

    def step(self) -> None:
        """One more is done."""
        self.done += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for other lines, for as long as they are written."""
        with self._lock:
            self._clear_line()
            yield

    def restart(self) -> None:
        """Count the seconds from now on, as work that was waited for begins only now."""
        self.began = monotonic()

    def _clear_line(self) -> None:
        if self._written:
            self._write_to_terminal("\r" + " " * self._written + "\r")
            self._written = 0

    def _write_to_terminal(self, text: str) -> None:
        """Show a text; a terminal that has gone is no reason to stop."""
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
