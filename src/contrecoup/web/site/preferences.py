"""Preferences: language and theme, kept in the browser."""

from typing import Any, Final

from litestar import Request, Response, post
from litestar.datastructures import Cookie

from contrecoup.text import LANGUAGES
from contrecoup.web.languages import COOKIE
from contrecoup.web.site.drawing import THEME, go, is_script
from contrecoup.web.site.fields import fields_of

_YEAR: Final = 365 * 24 * 3600
_THEMES: Final = ("system", "light", "dark")


@post("/preferences", include_in_schema=False)
async def prefer(request: Request[Any, Any, Any]) -> Response[Any]:
    sent = await fields_of(request)
    kept = [
        _cookie(request, name, sent.text(field))
        for name, field, accepted in ((COOKIE, "lang", LANGUAGES), (THEME, "theme", _THEMES))
        if sent.text(field) in accepted
    ]
    if is_script(request):
        return Response(None, status_code=204, cookies=kept)
    return go(_within(sent.text("back")), kept)


def _cookie(request: Request[Any, Any, Any], name: str, value: str) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=_YEAR,
        path="/",
        samesite="lax",
        httponly=True,
        secure=request.scope["scheme"] == "https",
    )


def _within(address: str) -> str:
    """The address, where it lies on this site. The language that it asks for gives way to the chosen one."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address.replace("lang=", "was=") if is_ours else "/"


ROUTES: Final = (prefer,)
