"""Bodies: what is sent as JSON, read as strictly as the description says it."""

from typing import Any, Final, TypeVar

import msgspec
from litestar import Request

from contrecoup.web.problems import fault

_T = TypeVar("_T")
_MEDIA: Final = "application/json"


async def read(request: Request[Any, Any, Any], decoder: msgspec.json.Decoder[_T]) -> _T:
    """The body; Fault (400, 415) with what is wrong, and where, in whatever isn't as described."""
    media = request.headers.get("content-type", _MEDIA).partition(";")[0].strip().lower()
    if media != _MEDIA:
        raise fault(415, "web.media_type")
    try:
        return decoder.decode(await request.body())
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `$")
        raise fault(400, "web.misfit", where.strip("`."), fault=said) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise fault(400, "web.misfit", fault=str(error)) from None
    except RecursionError:
        raise fault(400, "web.too_deep") from None
