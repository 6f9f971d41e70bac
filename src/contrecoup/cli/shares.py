"""Shares of one as people and programs read them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from contrecoup.cli.screen import Row
from contrecoup.text import Texts

Share: TypeAlias = float | Fraction

_SHORT: Final = 24
_GAP: Final = "  "
_MOST_ROWS: Final = 40
_LITTLE: Final = 0.0005
"""Half of a tenth of a percent: what a row must have to be shown as more than next to nothing."""


def plain(value: Any) -> Any:
    """Nested mappings of shares as JSON takes them: keys are texts, fractions too."""
    if isinstance(value, Mapping):
        return {_key(key): plain(item) for key, item in value.items()}
    return str(value) if isinstance(value, Fraction) else value


def row(label: str, share: Share, texts: Texts) -> Row:
    """A line of a table; an exact share shows as a fraction beside its percents while it is short."""
    shown = texts.percent(share)
    if isinstance(share, Fraction) and len(str(share)) <= _SHORT and share not in (0, 1):
        shown = f"{share}{_GAP}{shown}"
    return Row(label, shown, float(share))


def numbered(shares: Mapping[int, Share], texts: Texts) -> list[Row]:
    """Rows of numbers in order; a tail of next to nothing, or beyond the fortieth row, is one row."""
    ordered = sorted(shares.items())
    end = min(len(ordered), _MOST_ROWS)
    while end > 1 and ordered[end - 1][1] < _LITTLE:
        end -= 1
    if end + 1 >= len(ordered):
        end = len(ordered)
    rows = [row(texts.number(value), share, texts) for value, share in ordered[:end]]
    if end < len(ordered):
        label = texts.text("cli.odds.from", value=ordered[end][0])
        rows.append(row(label, sum((share for _, share in ordered[end:]), Fraction(0)), texts))
    return rows


def _key(key: Any) -> str:
    return str(key).lower() if isinstance(key, bool) else str(key)
