"""Numbers and lists as a language writes them, by Unicode's locale data."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from contrecoup.text.symbols import symbols

Number: TypeAlias = int | float | Fraction
Joint: TypeAlias = Literal["and", "or"]

_MOST_DIGITS: Final = 3
_ROUNDING: Final = 2**-50
"""Doubles as near to 1 as this are a whole that was rounded on the way."""


@lru_cache(maxsize=4096)
def number(value: Number, language: str, digits: int | None = None) -> str:
    """A number with its separators; `digits` after the decimal mark (None: as many as it has, at most 3)."""
    if digits is None:
        text = (
            f"{value:,}"
            if isinstance(value, int)
            else f"{float(value):z,.{_MOST_DIGITS}f}".rstrip("0").rstrip(".")
        )
    else:
        text = f"{float(value):z,.{digits}f}"
    marks = symbols(language)
    return text.translate({ord(","): marks.group, ord("."): marks.decimal, ord("-"): marks.minus})


def percent(part: float | Fraction, language: str, digits: int = 1) -> tuple[str, str]:
    """A part of one as percents, and "<" or ">" where rounding would say 0 % or 100 % of what is not."""
    smallest = Fraction(1, 10 ** (digits + 2))
    whole = isinstance(part, float) and abs(1 - part) <= _ROUNDING
    if part == 0 or part == 1 or whole:
        return _percent(round(part), language, 0), ""
    if 0 < part <= smallest / 2:  # half of it would be rounded to the even digit, 0
        return _percent(smallest, language, digits), "<"
    if 1 - smallest / 2 <= part < 1:
        return _percent(1 - smallest, language, digits), ">"
    return _percent(part, language, digits), ""


def listed(items: Sequence[str], language: str, joint: Joint = "and") -> str:
    """Items in a sentence: "a, b and c", "a, b ou c"."""
    marks = symbols(language)
    pair, start, middle, end = (
        getattr(marks, f"{joint}_{part}") for part in ("pair", "start", "middle", "end")
    )
    if len(items) <= 2:
        return pair.format(*items) if len(items) == 2 else "".join(items)
    text = end.format(items[-2], items[-1])
    for item in items[-3:0:-1]:
        text = middle.format(item, text)
    return str(start.format(items[0], text))


def _percent(part: Number, language: str, digits: int) -> str:
    return symbols(language).percent.format(number(part * 100, language, digits))
