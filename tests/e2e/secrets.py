"""A recorder of everything that a browser context is told, to search it for what it must not know."""

import json
from typing import Any, Final

from playwright.sync_api import BrowserContext, CDPSession, Page, Response, WebSocket

_STORED: Final = """() => JSON.stringify({
    local: {...localStorage}, session: {...sessionStorage}, title: document.title, address: location.href,
    page: document.documentElement.outerHTML,
})"""
_STREAM: Final = "text/event-stream"


class Recorder:
    """What a context received: bodies, headers and addresses of answers, frames of streams, storage, pages.

    Streams never end, so their bodies are read piece by piece from the browser's own protocol.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._pieces: list[str] = []
        self._unread: list[Response] = []
        context.on("page", self._watch)
        for page in context.pages:
            self._watch(page)

    def received(self) -> str:
        """All of it so far, as one text to be searched."""
        self._read_bodies()
        stored = [page.evaluate(_STORED) for page in self._context.pages if not page.is_closed()]
        cookies = [json.dumps(cookie, ensure_ascii=False) for cookie in self._context.cookies()]
        return "\n".join([*self._pieces, *stored, *cookies])

    def holds(self, secret: str) -> bool:
        """Whether a text reached the context in any spelling that a page or an answer in JSON may use."""
        received = self.received()
        spellings = {secret, json.dumps(secret)[1:-1], secret.replace("'", "&#39;").replace("&", "&amp;")}
        return any(spelling in received for spelling in spellings)

    def _watch(self, page: Page) -> None:
        page.on("response", self._note)
        page.on("console", lambda message: self._pieces.append(message.text))
        page.on("websocket", self._watch_socket)
        session = self._context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", lambda event: self._open_stream(session, event))
        session.on("Network.dataReceived", self._take_data)
        session.on("Network.eventSourceMessageReceived", lambda event: self._pieces.append(event["data"]))

    def _watch_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._pieces.append(_text(payload)))

    def _note(self, response: Response) -> None:
        self._pieces += [response.url, json.dumps(response.headers, ensure_ascii=False)]
        if not response.headers.get("content-type", "").startswith(_STREAM):
            self._unread.append(response)

    def _open_stream(self, session: CDPSession, event: dict[str, Any]) -> None:
        if not event["response"].get("mimeType", "").startswith(_STREAM):
            return
        request = {"requestId": event["requestId"]}
        begun = session.send("Network.streamResourceContent", request)
        self._pieces.append(_decoded(begun.get("bufferedData", "")))

    def _take_data(self, event: dict[str, Any]) -> None:
        if event.get("data"):
            self._pieces.append(_decoded(event["data"]))

    def _read_bodies(self) -> None:
        from playwright.sync_api import Error

        waiting, self._unread = self._unread, []
        for response in waiting:
            try:
                self._pieces.append(response.body().decode("utf-8", "replace"))
            except Error:  # a redirect, or a page that was left before its body came
                continue


def _decoded(piece: str) -> str:
    import base64

    return base64.b64decode(piece).decode("utf-8", "replace")


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")
