"""The review server: only the opened page has access, and submitted content is never executed."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from email.message import Message
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from tests.support.desks import WAITING, desk_of
from treesolve.cli.review_server import HOST, MAX_BYTES, ReviewServer
from treesolve.workflows.review_page import ReviewPage

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
PDF = b"%PDF-1.7\n1 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj"
FILES = {"a.svg": SVG, "b.html": b"<html><script>alert(1)</script>", "c.pdf": PDF, "d.png": b"\x89PNG\r\n\x1a\n" + SVG}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ReviewServer]:
    """Yield the server of a review of two students, one of whom has submitted files of all kinds."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    files = {"1.txt": [f"{tmp_path}/{name}" for name in FILES]}
    page = ReviewPage(desk_of({"1": WAITING, "2": WAITING}), "en", files, [str(tmp_path)])
    with ReviewServer(page.html, page.actions, page.file) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Answer(NamedTuple):
    """A response of the server."""

    status: int
    headers: Message
    content: bytes


def asked(server: ReviewServer, method: str, path: str, body: str = "{}", **headers: str) -> Answer:
    """Send a request, by default with the page's headers, and return the response."""
    usual = {"Host": f"{HOST}:{server.server_port}", "Origin": server.origin, "Content-Type": "application/json"}
    sent = {**usual, **{name.replace("_", "-"): value for name, value in headers.items()}}
    with closing(http.client.HTTPConnection(HOST, server.server_port, timeout=10)) as connection:
        connection.request(method, path, body if method == "POST" else None, {k: v for k, v in sent.items() if v})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


def decided(server: ReviewServer, **headers: str) -> int:
    """Send a decision and return the status."""
    said = json.dumps({"card": 0, "part": "pruned", "ruling": {"verdict": "right"}, "version": 0})
    return asked(server, "POST", f"/{server.secret}/decide", said, **headers).status


def test_the_page_is_served_with_the_secret_address(served: ReviewServer):
    """Its content security policy allows only its own script, and forbids embedding."""
    answer = asked(served, "GET", f"/{served.secret}/")
    policy = answer.headers["Content-Security-Policy"]

    assert answer.status == 200
    assert "default-src 'none'" in policy
    assert f"script-src 'nonce-{served.nonce}'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert decided(served) == 200


@pytest.mark.parametrize(
    "headers",
    [
        *({"Host": "evil.example"}, {"Host": "localhost"}, {"Origin": "http://evil.example"}, {"Origin": ""}),
        *({"Origin": "null"}, {"Content_Type": "text/plain"}, {"Sec_Fetch_Site": "cross-site"}),
        *({"Sec_Fetch_Site": "same-site"}, {"Content_Length": str(MAX_BYTES + 1)}, {"Content_Length": "-1"}),
    ],
)
def test_another_page_decides_nothing(served: ReviewServer, headers: dict[str, str]):
    """Requests from another origin, for another host or from a form get an empty response."""
    assert decided(served, **headers) == 404


@pytest.mark.parametrize("path", ["/", "/x/", "//", "/x/decide", "/favicon.ico", "/%2e%2e/", "/x/file/0/0"])
def test_without_the_secret_there_is_nothing(served: ReviewServer, path: str):
    """No path is served without it, and no unknown path with it."""
    assert asked(served, "GET", path).status == 404
    assert asked(served, "GET", f"/{served.secret}{path}".removesuffix("//")).status in (
        404,
        200 if path == "/" else 404,
    )
    assert asked(served, "POST", path).status == 404


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Sec_Fetch_Site": "cross-site"}])
def test_another_page_reads_nothing(served: ReviewServer, headers: dict[str, str]):
    """It gets neither the page nor files."""
    for path in ("", "file/0/2"):
        answer = asked(served, "GET", f"/{served.secret}/{path}", **headers)
        assert (answer.status, answer.content) == (404, b"")


def test_pictures_and_pdf_are_served_with_their_type(served: ReviewServer):
    """The type is determined by the content, not by the name; files with scripts are not served."""
    found = [asked(served, "GET", f"/{served.secret}/file/0/{number}") for number in range(len(FILES) + 1)]
    reported = [(one.status, one.headers["Content-Type"]) for one in found]

    assert reported[2:4] == [(200, "application/pdf"), (200, "image/png")]
    assert [status for status, _ in reported] == [404, 404, 200, 200, 404]
    assert all(one.headers["X-Content-Type-Options"] == "nosniff" for one in found)
    assert all("script" not in one.headers["Content-Security-Policy"] for one in found)
