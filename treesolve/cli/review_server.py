"""HTTP server on 127.0.0.1 for the review page, protected by a secret in its address.

Requests without the secret, from another origin, or for another host name (DNS rebinding) are refused. Submitted
content is never executed: text is sent inside JSON, images and PDF files are sent with their own MIME types, and other
files are not sent at all.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

HOST = "127.0.0.1"

MAX_BYTES = 1 << 20
"""Maximum size of a request body in bytes."""

POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
"""Content security policies of the page and of files."""

File = tuple[bytes, str]
"""The content of a file and its MIME type."""

Action = Callable[[Mapping[str, Any]], Any]
"""Handler of a request. It takes a JSON object and returns one, which has the key "problem" if the request is refused.

Raises ValueError, LookupError or TypeError for an invalid request.
"""


class ReviewServer(ThreadingHTTPServer):
    """Server of a single page at `address`, on a free port.

    `page` returns the page as HTML for a nonce; `file` returns a file, given the card and the number of the file on it.
    Actions are executed one at a time.
    """

    daemon_threads = True
    allow_reuse_address = False

    def __init__(
        self, page: Callable[[str], str], actions: Mapping[str, Action], file: Callable[[int, int], File]
    ) -> None:
        super().__init__((HOST, 0), _Handler)
        self.secret, self.nonce = secrets.token_urlsafe(24), secrets.token_urlsafe(18)
        self.page, self.actions, self.file = page, actions, file
        self.action_lock = Lock()

    @property
    def origin(self) -> str:
        """The origin of the page, as browsers send it in requests."""
        return f"http://{HOST}:{self.server_port}"

    @property
    def address(self) -> str:
        """The URL of the page, with the secret."""
        return f"{self.origin}/{self.secret}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of connections that the browser has closed."""


class _Handler(BaseHTTPRequestHandler):
    """Handler of a single request."""

    server: ReviewServer
    server_version, sys_version = "treesolve", ""
    protocol_version = "HTTP/1.1"
    timeout = 60
    wbufsize = -1  # send head and body together; otherwise delayed ACKs add 40 ms

    def do_GET(self) -> None:
        """Send the page or a file."""
        names = self._path_after_secret()
        if names == [""]:
            with self.server.action_lock:
                page = self.server.page(self.server.nonce)
            self._send(HTTPStatus.OK, page.encode(), "text/html; charset=utf-8", POLICY)
        elif names is not None and len(names) == 3 and names[0] == "file":
            self._send_file(*names[1:])
        else:
            self._refuse()

    def do_POST(self) -> None:
        """Execute an action of the page."""
        names = self._path_after_secret()
        length = self.headers.get("Content-Length", "")
        action = self.server.actions.get(names[0]) if names and len(names) == 1 else None
        has_own_origin = self.headers.get("Origin") == self.server.origin
        is_json = self.headers.get("Content-Type") == "application/json"
        if not (action and has_own_origin and is_json and _is_number(length) and int(length) <= MAX_BYTES):
            self._refuse()
            return
        self._act(action, self.rfile.read(int(length)))

    def _act(self, action: Action, body: bytes) -> None:
        try:
            payload = _json_object(body)
            with self.server.action_lock:
                answer = action(payload)
        except (ValueError, LookupError, TypeError, RecursionError):
            self._refuse(HTTPStatus.BAD_REQUEST)
        except Exception:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
        else:
            status = HTTPStatus.CONFLICT if "problem" in answer else HTTPStatus.OK
            self._send(status, json.dumps(answer).encode(), "application/json", FILE_POLICY)

    def _send_file(self, card: str, number: str) -> None:
        try:
            if not (_is_number(card) and _is_number(number)):
                raise ValueError
            content, kind = self.server.file(int(card), int(number))
        except (ValueError, LookupError, OSError):
            self._refuse()
            return
        self._send(HTTPStatus.OK, content, kind, FILE_POLICY)

    def _path_after_secret(self) -> list[str] | None:
        """Return the path segments after the secret, or None if the request does not come from the page."""
        is_here = self.headers.get("Host") == f"{HOST}:{self.server.server_port}"
        first, *names = self.path.removeprefix("/").split("/")
        is_known = secrets.compare_digest(first.encode(), self.server.secret.encode())
        is_foreign = self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
        return names if is_here and is_known and not is_foreign else None

    def _refuse(self, status: HTTPStatus = HTTPStatus.NOT_FOUND) -> None:
        self.close_connection = True
        self._send(status, b"", "text/plain; charset=utf-8", FILE_POLICY)

    def _send(self, status: HTTPStatus, content: bytes, kind: str, policy: str) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(content))),
            ("Content-Security-Policy", policy.format(nonce=self.server.nonce)),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def _is_number(text: str) -> bool:
    """Return whether the string is a nonnegative integer of reasonable size."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def _json_object(body: bytes) -> dict[str, Any]:
    """Parse the request body as a JSON object.

    Raises ValueError if the body is not a JSON object, or contains NaN or lone surrogates.
    """

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    found = json.loads(body.decode(), parse_constant=refuse)
    json.dumps(found, ensure_ascii=False).encode()
    if not isinstance(found, dict):
        raise ValueError(body)
    return found
