"""The program `treesolve review`, run by itself, and what a browser would ask of it."""

import http.client
import json
import os
import re
import signal
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.places import ROOT
from treesolve.__main__ import main


@contextmanager
def served(
    *arguments: str, ends: bool = False, codes: Collection[int] = (0,), script: str | None = None
) -> Iterator[str]:
    """The address of a review page; Ctrl-C ends the program, unless it `ends` by itself, with one of the exit codes.

    It is forked from a process that has imported it: that would take most of the time otherwise.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__, "treesolve.cli.review", "treesolve.cli.review_server"])
    message, printed = context.Pipe(duplex=False)
    process = context.Process(target=_review, args=(arguments, printed, script), daemon=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        process.start()
    printed.close()
    with message, os.fdopen(message.fileno(), encoding="utf-8", closefd=False) as lines:
        try:
            yield re.search(r"http://\S+", lines.readline())[0]  # type: ignore[index]
        finally:
            if not ends:
                os.kill(process.pid, signal.SIGINT)  # type: ignore[arg-type]
            process.join(20)
            assert process.exitcode in codes


def _review(arguments: Sequence[str], printed: Connection, script: str | None) -> None:
    """Run the program, or a script that runs it."""
    os.dup2(printed.fileno(), 1)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.argv[:] = ["treesolve", "review", *arguments, "--no-browser"]
    if script is None:
        main()
    exec(script, {})


class Tab:
    """A browser tab: it knows the version that it has seen last."""

    def __init__(self, address: str) -> None:
        self.address = urlsplit(address)
        page = self.send("GET", "")[1].decode()
        state = json.loads(re.search(r'id="state"[^>]*>(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
        self.version = state["version"]
        self.cards = {card["card"]: card for card in state["cards"]}
        self.order = list(self.cards)

    @property
    def listed(self) -> list[dict[str, Any]]:
        """The cards, in order."""
        return [self.cards[number] for number in self.order]

    @property
    def students(self) -> list[list[str]]:
        """The students of each card, in order."""
        return [[student for student, _ in card["students"]] for card in self.listed]

    def send(self, method: str, action: str, body: str | bytes = "", **headers: str) -> tuple[int, bytes]:
        """Status and body of the answer to a request."""
        ours = {"Origin": f"http://{self.address.netloc}", "Content-Type": "application/json"}
        sent = {**ours, **{name.replace("_", "-"): value for name, value in headers.items()}}
        with closing(http.client.HTTPConnection(self.address.netloc, timeout=10)) as connection:
            connection.request(method, f"{self.address.path}{action}", body, sent)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def ask(self, action: str, **asked: Any) -> tuple[int, Any]:
        """Status and answer to what the page asks for; what is newer is seen then."""
        status, body = self.send("POST", action, json.dumps({"version": self.version, **asked}))
        found = json.loads(body) if body else {}
        self.version = found.get("version", self.version)
        self.cards |= {card["card"]: card for card in found.get("cards", ())}
        self.order = found.get("order", self.order)
        return status, found

    def decide(self, card: int, part: str, **ruling: str) -> tuple[int, Any]:
        """Decide about a part of a card."""
        return self.ask("decide", card=card, part=part, ruling=ruling)


@contextmanager
def reviewed(*arguments: str) -> Iterator[Tab]:
    """A tab with the page of the program run with these arguments, which may report texts that it cannot read."""
    with served(*arguments, codes=(0, 1)) as address:
        yield Tab(address)


def review_folder(folder: Path, answers: dict[str, str]) -> tuple[str, ...]:
    """Return the arguments of `review` for a key, answers by student, and a file of decisions, all in a folder."""
    tree = "title: Zwei Züge\nconvention: haw\npoints: values 3, pruned 3, order 2, best 1\ntree: ((6 5) (2 9))\n"
    (folder / "x.tree").write_text(tree, "utf-8")
    (folder / "in").mkdir()
    for student, text in answers.items():
        (folder / "in" / f"{student}.txt").write_text(text, "utf-8")
    return f"{folder}/x.tree", f"{folder}/in", "--decisions", f"{folder}/decisions.toml"
