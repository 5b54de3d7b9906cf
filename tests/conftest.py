"""How much is tested, and fixtures that several test modules share."""

import gc
import os
import secrets
import signal
import sys
from collections.abc import Generator, Mapping
from compileall import compile_dir
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tests.support import effort
from tests.support.browser import browser, open_page, shared_page
from tests.support.firefox import firefox
from tests.support.places import ROOT, TESTS
from treesolve.__main__ import COLLECT_AFTER
from treesolve.integrations import autograder_zip

__all__ = ["browser", "firefox", "open_page", "shared_page"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options that say how much is drawn."""
    group = parser.getgroup("effort", "random cases")
    group.addoption("--thorough", action="store_true", help="draw all random cases, and draw them anew")
    group.addoption("--share", type=float, metavar="S", help="with --thorough: a share of them, such as 0.1")
    group.addoption("--only-drawn", action="store_true", help="leave out what a run without options does just the same")
    group.addoption("--seed", type=int, metavar="N", help="with --thorough: draw what a run with this seed drew")


def pytest_configure(config: pytest.Config) -> None:
    """Set the effort; a worker has that of the process that started it."""
    message = getattr(config, "workerinput", None)
    effort.undertake(effort.Effort(*message["effort"]) if message else _asked(config))
    gc.set_threshold(COLLECT_AFTER)  # as the program does: looking for garbage takes time
    _keep_bytecode(compiled=message is not None)
    _hear_interruptions()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests wait for browsers, for processes and for time to pass."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker how much is drawn, and from which seed."""
    node.workerinput["effort"] = tuple(effort.undertaken())
    node.workerinput["is_whole"] = _is_whole(node.config)


def _asked(config: pytest.Config) -> effort.Effort:
    """What the command line asks for; a seed is drawn where it names none."""
    option = config.option
    if option.thorough:
        seed = secrets.randbelow(10**6) if option.seed is None else option.seed
        return effort.Effort(1.0 if option.share is None else option.share, seed)
    if (option.share, option.seed) != (None, None):
        raise pytest.UsageError("--share and --seed go with --thorough")
    return effort.Effort(effort.WHOLE if _is_whole(config) else effort.QUICK)


def _keep_bytecode(*, compiled: bool) -> None:
    """Every worker and every command in a process of its own would compile the whole program again."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not compiled:
        compile_dir(ROOT / "treesolve", quiet=2, workers=0)


def _hear_interruptions() -> None:
    """Tests send Ctrl-C to programs that they start, and those take the signals as this process does.

    A shell lets what it starts in the background ignore them.
    """
    if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, signal.SIG_DFL):
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for no garbage among the tests, nor ever again at them: they all stay to the end."""
    gc.disable()
    try:
        _import_a_share(getattr(session.config, "workerinput", {}))
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _import_a_share(message: Mapping[str, Any]) -> None:
    """Begin with test modules that no other worker begins with, or all would compile the same ones at once."""
    if message.get("is_whole"):
        modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted(TESTS.rglob("test_*.py"))]
        for name in modules[int(message["workerid"].removeprefix("gw")) :: message["workercount"]]:
            with suppress(Exception):  # it is told when the module is collected
                import_module(name)


def pytest_collection_modifyitems(config: pytest.Config, items: list[Any]) -> None:
    """Where everything is run, leave out what takes long and most rows of long tables; or leave out the others."""
    short = [item for item in items if not item.get_closest_marker("long")]
    quick = effort.some_rows(short, _table)
    if config.option.only_drawn:
        kept = [item for item in items if item not in quick or effort.draws(getattr(item, "module", effort))]
        chosen = effort.some_rows(kept, _table, effort.MORE_ROWS)
        kept = [item for item in kept if item in chosen]
    elif effort.undertaken().seed is None and _is_whole(config):
        kept = [item for item in items if item in quick]
    else:
        return
    left_out = set(items).difference(kept)
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = kept


def _table(item: Any) -> str:
    """Return the test of which an item is a row; the row itself if all rows of the test are to run."""
    return str(item.nodeid if item.get_closest_marker("every_row") else item.nodeid.partition("[")[0])


def _is_whole(config: pytest.Config) -> bool:
    """Whether all tests are run, and not those of a room, a file or a name."""
    message = getattr(config, "workerinput", None)
    return message["is_whole"] if message else config.args_source is pytest.Config.ArgsSource.TESTPATHS


@pytest.fixture(scope="session", autouse=True)
def packages_read_once() -> Generator[None, None, None]:
    """An autograder brings the installed packages, which take long to read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autograder_zip, "packages", cache(autograder_zip.packages))
        yield


def pytest_report_header() -> str:
    """What is drawn."""
    return f"effort: {effort.undertaken()}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What is drawn, once more where something failed, for quiet runs have no header."""
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line(f"effort: {effort.undertaken()}")
