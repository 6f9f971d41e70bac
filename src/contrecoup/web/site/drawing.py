"""Drawing: a page in its frame, in the language and theme of whoever reads it."""

from collections.abc import Iterable
from typing import Any, Final, cast, get_args
from urllib.parse import quote

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect

from contrecoup.kernel import GM
from contrecoup.text import Texts
from contrecoup.web.askers import Asker
from contrecoup.web.languages import language_of
from contrecoup.web.pages import render
from contrecoup.web.pieces import Frame, Link, Theme
from contrecoup.web.site.params import At

THEME: Final = "contrecoup_theme"
_MASTER: Final = ("table", "scenes", "sheets", "log", "workshop", "rules", "seats", "settings", "help")
_OTHERS: Final = ("table", "sheets", "log", "workshop", "rules", "help")


def is_script(request: Request[Any, Any, Any]) -> bool:
    """Whether htmx asks, which puts what it gets into the page that is there."""
    return request.headers.get("hx-request") == "true"


def home(asker: Asker, page: str = "table") -> str:
    """The address of a page of a seat: each tab may hold another seat."""
    return f"/at/{quote(asker.key)}/{page}"


def theme_of(request: Request[Any, Any, Any]) -> Theme:
    """The theme that was chosen in this browser."""
    chosen = request.cookies.get(THEME, "")
    return cast(Theme, chosen) if chosen in get_args(Theme) else "system"


def frame(
    request: Request[Any, Any, Any],
    title: str,
    asker: Asker | None = None,
    *,
    campaign: str = "",
    seat: At = "",
    stream: str = "",
) -> Frame:
    """What surrounds a page; of a table's page with its campaign, seat and ways to its other pages."""
    here = str(request.url.path)
    links = _links(asker, here, language_of(request)) if asker else ()
    query = f"?{request.url.query}" if request.url.query else ""
    return Frame(
        title=title,
        preferences="/preferences",
        here=here + query,
        campaign=campaign,
        seat=seat,
        home=home(asker) if asker else "/",
        theme=theme_of(request),
        links=links,
        stream=stream,
    )


def answer(
    request: Request[Any, Any, Any],
    template: str,
    frame: Frame,
    *,
    status: int = 200,
    domain: str = "",
    cookies: Iterable[Cookie] = (),
    **values: Any,
) -> Response[str]:
    """A whole page."""
    lang = language_of(request)
    html = render(template, lang, domain=domain, frame=frame, **values)
    return Response(html, status_code=status, media_type="text/html", cookies=list(cookies))


def go(address: str, cookies: Iterable[Cookie] = ()) -> Redirect:
    """To another page, after something was done."""
    return Redirect(address, status_code=303, cookies=list(cookies))


def _links(asker: Asker, here: str, lang: str) -> tuple[Link, ...]:
    texts = Texts(lang)
    pages = _MASTER if asker.seat == GM else _OTHERS
    addresses = ((home(asker, page), page) for page in pages)
    return tuple(
        Link(address, texts.name(f"web.page.{page}"), is_here=here == address) for address, page in addresses
    )
