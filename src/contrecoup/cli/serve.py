"""`contrecoup serve`: the table of a group, in the browser and for programs."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Misused, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen
from contrecoup.kernel import Refused, refusal
from contrecoup.text import Texts

if TYPE_CHECKING:
    from contrecoup.table.demonstration import Demonstration

DATA: Final = Path("contrecoup.db")
URL_VARIABLE: Final = "CONTRECOUP_DATABASE_URL"
TOKEN_VARIABLE: Final = "CONTRECOUP_METRICS_TOKEN"
MOST_WORKERS: Final = 64
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


def serve(
    *,
    host: Annotated[str, Parameter(metavar="ADDRESS", help="cli.serve.host")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="cli.serve.port")] = 8000,
    data: Annotated[Path | None, Parameter(metavar="FILE", help="cli.serve.data")] = None,
    database_url: Annotated[str | None, Parameter(metavar="URL", help="cli.serve.database_url")] = None,
    workers: Annotated[int, Parameter(help="cli.serve.workers")] = 1,
    name: Annotated[tuple[str, ...], Parameter(negative="", metavar="NAME", help="cli.serve.name")] = (),
    founding: Annotated[bool, Parameter(negative="--no-founding", help="cli.serve.founding")] = True,
    demonstration: Annotated[bool, Parameter(negative="", help="cli.serve.demonstration")] = False,
    browser: Annotated[bool, Parameter(negative="", help="cli.serve.browser")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    _check("--port", port, 0, 65_535)
    _check("--workers", workers, 1, MOST_WORKERS)
    url = database_url or os.environ.get(URL_VARIABLE) or None
    from contrecoup.cli.inviting import found, reachable
    from contrecoup.storage import Unavailable
    from contrecoup.web.logs import set_up
    from contrecoup.web.serving import Place, listen
    from contrecoup.web.serving import serve as run
    from contrecoup.web.settings import Settings

    set_up(is_quiet=sys.stderr.isatty())
    settings = Settings(hosts=_names(host, name), token=os.environ.get(TOKEN_VARIABLE, ""), founding=founding)
    place = Place(data or (None if url else DATA), url)
    said = chosen(lang)
    with listen(host, port) as listening:
        at = reachable(host, listening.getsockname()[1])
        try:
            shown = found(place, said) if demonstration else None
            run(place, settings, listening, workers, lambda: _say(at, said, json, shown, browser))
        except Unavailable:
            raise Refused([refusal("serve.no_database")]) from None


def _check(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Misused("cli.serve.range", option=option, least=str(least), most=str(most))


def _names(host: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that requests may call this server by: any, where it listens to others and none is given."""
    if not names and host not in _LOCAL:
        return ()
    return tuple(dict.fromkeys((*(name.lower() for name in names), *_LOCAL)))


def _say(at: str, lang: str, as_json: bool, shown: "Demonstration | None", browser: bool) -> None:
    """Say where the table is, at once."""
    from contrecoup.cli import inviting

    links = inviting.links(at, shown) if shown else {}
    if as_json:
        write_json({"address": at, **links})
    else:
        screen, texts = Screen(), Texts(lang)
        screen.paragraph(texts.text("cli.serve.ready", address=at))
        if shown:
            inviting.invite(screen, texts, at, shown)
        if at.startswith("http://127."):
            screen.paragraph(texts.text("cli.serve.phones"))
    sys.stdout.flush()
    if browser:
        inviting.open_browser(str(links.get("gm", at)))
