"""Files: the bundle of script and style, compressed for browsers that can read it so."""

import functools
import gzip
import mimetypes
from typing import Any, Final

from litestar import Request, Response, get

from contrecoup.web import bundle
from contrecoup.web.problems import Fault
from contrecoup.web.site.params import Name

_FOR_EVER: Final = "public, max-age=31536000, immutable"


@get(f"{bundle.PREFIX}/{{name:str}}", include_in_schema=False)
async def file(request: Request[Any, Any, Any], name: Name) -> Response[bytes]:
    if name not in _names():
        raise Fault(404)
    headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    return Response(_content(name, is_packed), media_type=_kind(name), headers=headers)


@functools.cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in bundle.FOLDER.iterdir() if not path.name.startswith("."))


@functools.cache
def _content(name: str, is_packed: bool) -> bytes:
    whole = (bundle.FOLDER / name).read_bytes()
    return gzip.compress(whole, 9, mtime=0) if is_packed else whole


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


ROUTES: Final = (file,)
