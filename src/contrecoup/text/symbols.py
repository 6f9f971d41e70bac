"""Symbols: how each language writes numbers and lists, taken from Unicode's locale data.

Importing Babel and its data takes as long as solving a scene, so the few symbols that are needed stand in a
file, which `write` makes anew from Babel; a test holds the two together.
"""

import functools
from pathlib import Path
from typing import Final

import msgspec

FILE: Final = Path(__file__).parent / "catalogues" / "symbols.json"


class Symbols(msgspec.Struct, frozen=True):
    """One language's symbols; in `percent` and the joints of lists {0} and {1} stand for what is joined."""

    decimal: str
    group: str
    minus: str
    percent: str
    and_pair: str
    and_start: str
    and_middle: str
    and_end: str
    or_pair: str
    or_start: str
    or_middle: str
    or_end: str


@functools.cache
def symbols(language: str) -> Symbols:
    """The symbols of a language."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Symbols])[language]


def symbols_from_babel(language: str) -> Symbols:
    """The symbols of a language as Babel knows them."""
    from babel import Locale

    locale = Locale(language)
    numbers = locale.number_symbols["latn"]
    both, either = locale.list_patterns["standard"], locale.list_patterns["or"]
    return Symbols(
        decimal=numbers["decimal"],
        group=numbers["group"],
        minus=numbers["minusSign"],
        percent=locale.percent_formats[None].pattern.replace("#,##0", "{0}"),
        **{
            f"and_{joint}": both["2" if joint == "pair" else joint]
            for joint in ("pair", "start", "middle", "end")
        },
        **{
            f"or_{joint}": either["2" if joint == "pair" else joint]
            for joint in ("pair", "start", "middle", "end")
        },
    )


def write() -> None:
    """Write the file anew."""
    from contrecoup.text.languages import LANGUAGES

    found = {language: symbols_from_babel(language) for language in LANGUAGES}
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
