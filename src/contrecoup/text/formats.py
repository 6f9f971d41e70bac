"""Numbers and lists as a language writes them, by Unicode's locale data (Babel)."""

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from babel import Locale

Number: TypeAlias = int | float | Fraction
Joint: TypeAlias = Literal["and", "or"]

_PLAIN = 1_000
"""Whole numbers below this are written alike in every language that we have."""
_ROUNDING = 2**-50
"""Doubles as near to 1 as this are a whole that was rounded on the way."""


def number(value: Number, language: str, digits: int | None = None) -> str:
    """A number with its separators; `digits` after the decimal mark (None: as many as it has, at most 3)."""
    if isinstance(value, int) and digits is None and -_PLAIN < value < _PLAIN:
        return str(value)
    from babel.numbers import format_decimal

    exact = value if isinstance(value, int) else float(value)
    pattern = (
        None if digits is None else _with_digits(_locale(language).decimal_formats[None].pattern, digits)
    )
    return format_decimal(exact, format=pattern, locale=_locale(language))


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
    from babel.lists import format_list

    return format_list(list(items), "or" if joint == "or" else "standard", _locale(language)) if items else ""


def _percent(part: Number, language: str, digits: int) -> str:
    from babel.numbers import format_percent

    pattern = _with_digits(_locale(language).percent_formats[None].pattern, digits)
    return format_percent(float(part), format=pattern, locale=_locale(language))


def _with_digits(pattern: str, digits: int) -> str:
    """A number pattern with a fixed number of digits after the decimal mark."""
    whole, _, rest = pattern.partition("0")
    rest = rest.lstrip(".#0")
    return f"{whole}0.{'0' * digits}{rest}" if digits else f"{whole}0{rest}"


@functools.cache
def _locale(language: str) -> "Locale":
    from babel import Locale

    return Locale(language)
