"""A recorder of everything that a browser context is told, to search it for what it must not know."""

import json
from typing import Final

from playwright.sync_api import BrowserContext, Error, Page, Response, WebSocket

_STORED: Final = """() => JSON.stringify({
    local: {...localStorage}, session: {...sessionStorage}, title: document.title, address: location.href,
    page: document.documentElement.outerHTML,
})"""
_STREAM: Final = "text/event-stream"
_LISTEN: Final = """() => {
    const fetched = window.fetch;
    window.fetch = async (...request) => {
        const response = await fetched(...request);
        if ((response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
            const reader = response.clone().body.getReader();
            const decoder = new TextDecoder();
            const pass = ({ done, value }) => {
                if (done) return;
                window.overheard(decoder.decode(value, { stream: true }));
                return reader.read().then(pass);
            };
            reader.read().then(pass).catch(() => {});
        }
        return response;
    };
}"""


class Recorder:
    """What a context received: bodies, headers and addresses of answers, frames of streams, storage, pages.

    Make it before the context's first page. Streams never end, so each piece is overheard as it comes.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._pieces: list[str] = []
        self._unread: list[Response] = []
        context.expose_function("overheard", self._overhear)
        context.add_init_script(f"({_LISTEN})()")
        context.on("page", self._watch)

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

    def _overhear(self, piece: str) -> None:
        self._pieces.append(piece)

    def _watch(self, page: Page) -> None:
        page.on("response", self._note)
        page.on("console", lambda message: self._pieces.append(message.text))
        page.on("websocket", self._watch_socket)

    def _watch_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._pieces.append(_text(payload)))

    def _note(self, response: Response) -> None:
        self._pieces += [response.url, json.dumps(response.headers, ensure_ascii=False)]
        if not response.headers.get("content-type", "").startswith(_STREAM):
            self._unread.append(response)

    def _read_bodies(self) -> None:
        waiting, self._unread = self._unread, []
        for response in waiting:
            try:
                self._pieces.append(response.body().decode("utf-8", "replace"))
            except Error:  # a redirect, or a page that was left before its body came
                continue


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")
