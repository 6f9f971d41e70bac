"""A small server for pages that are files, with the policy of the real one and a stream that tests feed."""

import functools
import queue
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from contrecoup.web.security import POLICY

_END: Final = ""


class Stream:
    """What the pages' streams say, and whether they can be had at all."""

    def __init__(self) -> None:
        self.is_refused = False
        self._listeners: list[queue.Queue[str]] = []

    def say(self, html: str) -> None:
        """An event to every page that listens."""
        lines = "".join(f"data: {line}\n" for line in html.splitlines())
        for each in self._here():
            each.put(f"{lines}\n")

    def drop(self) -> None:
        """Every connection breaks off."""
        for each in self._here():
            each.put(_END)

    def _here(self) -> list[queue.Queue[str]]:
        """Who listens now; a page that has left is noticed and struck off while others are told."""
        return [*self._listeners]

    @contextmanager
    def listening(self) -> Generator[queue.Queue[str]]:
        """A queue of what is said meanwhile."""
        heard: queue.Queue[str] = queue.Queue()
        self._listeners.append(heard)
        try:
            yield heard
        finally:
            self._listeners.remove(heard)


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, stream: Stream, **options: Any) -> None:
        self.stream = stream
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        if self.path == "/stream":
            self._serve_stream()
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """A form has arrived; it changes nothing."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(HTTPStatus.NO_CONTENT)
        self.end_headers()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Tests say what went wrong, not what went on."""

    def _serve_stream(self) -> None:
        if self.stream.is_refused:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        # a page that has left is noticed at the next thing said to it
        with self.stream.listening() as heard, suppress(ConnectionError):
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            while (said := heard.get()) != _END:
                self.wfile.write(said.encode())


class Site:
    """Where the pages are, and their stream."""

    def __init__(self, address: str, stream: Stream) -> None:
        self.address = address
        self.stream = stream


@contextmanager
def served(folder: Path) -> Generator[Site]:
    """Serve a folder meanwhile."""
    stream = Stream()
    handler = functools.partial(_Handler, directory=str(folder), stream=stream)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Site(f"http://127.0.0.1:{server.server_port}", stream)
        stream.drop()
        server.shutdown()
        thread.join()
