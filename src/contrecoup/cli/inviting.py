"""Inviting: the demonstration campaign of a server, and its links as addresses and codes to scan."""

import asyncio
import io
import socket
import webbrowser
from contextlib import closing
from typing import Final

from contrecoup.cli.screen import Screen
from contrecoup.storage import Writer, open_storage
from contrecoup.table.demonstration import Demonstration, demonstrate
from contrecoup.table.desk import Desk
from contrecoup.text import Texts
from contrecoup.web.serving import Place

_EVERYWHERE: Final = ("0.0.0.0", "::")
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: the way to it shows this machine's own, and nothing is sent."""


def found(place: Place, lang: str) -> Demonstration:
    """Found the demonstration where the server will keep its tables."""
    return asyncio.run(_found(place, lang))


async def _found(place: Place, lang: str) -> Demonstration:
    with closing(open_storage(place.data, place.url)) as storage:
        writer = Writer(storage)
        desk = Desk(storage, writer)
        try:
            return await demonstrate(desk, lang)
        finally:
            await desk.close()
            await writer.close()


def reachable(host: str, port: int) -> str:
    """The address by which others reach a server that listens on this host."""
    name = _own_address() if host in _EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def links(at: str, shown: Demonstration) -> dict[str, object]:
    """The links of a demonstration, for programs."""
    return {
        "gm": f"{at}/join/{shown.key}",
        "players": [{"name": name, "link": f"{at}/join/{key}"} for name, key in shown.players],
    }


def invite(screen: Screen, texts: Texts, at: str, shown: Demonstration) -> None:
    """Show the game master's link, and each player's with a code to scan."""
    screen.paragraph(texts.text("cli.serve.gm_link", address=f"{at}/join/{shown.key}"))
    for name, key in shown.players:
        address = f"{at}/join/{key}"
        screen.paragraph(texts.text("cli.serve.player_link", name=name, address=address))
        if screen.has_blocks:
            screen.stream.write(f"{_code(address)}\n")


def open_browser(address: str) -> None:
    """Open a browser, where the machine has one to show."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(address)


def _code(address: str) -> str:
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def _own_address() -> str:
    """This machine's address in its own network; the machine itself where it is in none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
        try:
            way.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(way.getsockname()[0])
