"""Pictures: the workshop's figures drawn as SVG, where the extra `charts` is installed.

A picture's address holds its numbers, so that any process can draw it and none has to remember it.
"""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from contrecoup.kernel import Refused, refusal

if TYPE_CHECKING:  # the process that reckons imports them, nobody else
    from contrecoup.odds.charts import Figure, Point

Theme: TypeAlias = Literal["light", "dark"]

LONGEST: Final = 3_400
"""Characters of an address that hold numbers; a figure that takes more has no picture."""
MOST_POINTS: Final = 400
_MOST_BYTES: Final = 64_000
_DIGITS: Final = 6
_MOST_FIGURES: Final = 8


class Picture(msgspec.Struct, frozen=True):
    """A drawing."""

    svg: bytes


class PictureJob(msgspec.Struct, frozen=True):
    """Figures that are to be drawn, as an address holds them."""

    figures: str
    theme: Theme
    lang: str

    def reckoned(self) -> Picture:
        """The drawing; Refused where the extra is missing, or where these are no figures."""
        from contrecoup.odds.charts.pictures import DRAWERS

        return Picture(DRAWERS[".svg"](read(self.figures), self.theme, self.lang))


def written(figures: Iterable["Figure"]) -> str:
    """Figures as an address holds them; "" where nothing can draw them, or where they are too many."""
    if find_spec("vl_convert") is None:
        return ""
    short = [msgspec.structs.replace(each, points=tuple(map(_short, each.points))) for each in figures]
    if sum(len(each.points) for each in short) > MOST_POINTS:
        return ""
    text = urlsafe_b64encode(zlib.compress(msgspec.json.encode(short), 9)).decode()
    return text if len(text) <= LONGEST else ""


def read(text: str) -> tuple["Figure", ...]:
    """Figures from an address; Refused where it holds none."""
    from contrecoup.odds.charts import Figure

    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(urlsafe_b64decode(text), _MOST_BYTES)
        figures = msgspec.json.decode(content, type=tuple[Figure, ...])
    except (binascii.Error, ValueError, zlib.error, msgspec.DecodeError):
        raise Refused([refusal("web.workshop.no_picture", "of")]) from None
    points = sum(len(each.points) for each in figures)
    if not 0 < points <= MOST_POINTS or len(figures) > _MOST_FIGURES:
        raise Refused([refusal("web.workshop.no_picture", "of")])
    return figures


def _short(point: "Point") -> "Point":
    value = None if point.value is None else round(point.value, _DIGITS)
    return msgspec.structs.replace(point, value=value)
