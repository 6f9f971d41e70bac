"""Folding: text as searches compare it, whatever its case and accents, and what was found, marked."""

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from markupsafe import Markup

_PIECES: Final = re.compile(r"(<[^>]*>|&[#\w]+;)")
"""What isn't text in HTML: tags and characters that stand by their number or name."""


def folded(text: str) -> str:
    """A text without case and accents."""
    return "".join(map(_folded, text))


def has_all(text: str, words: Iterable[str]) -> bool:
    """Whether each of the folded words begins a word of the folded text."""
    return all(_beginning(word).search(text) for word in words)


def marked(html: Markup, words: Iterable[str]) -> Markup:
    """The same HTML with each place where one of the folded words begins a word of its text marked."""
    wanted = sorted({word for word in words if word}, key=len, reverse=True)
    if not wanted:
        return html
    pieces = _PIECES.split(str(html))
    # tags and named characters stay as they are, and nothing is added but the mark itself
    return Markup(
        "".join(piece if place % 2 else _marked(piece, wanted) for place, piece in enumerate(pieces))
    )


def _marked(text: str, wanted: list[str]) -> str:
    """A text without tags, marked."""
    whole, origin = "", list[int]()
    for place, letter in enumerate(text):
        part = _folded(letter)
        whole += part
        origin += [place] * len(part)
    origin.append(len(text))
    out, done = "", 0
    for start, end in _places(whole, wanted):
        first, last = origin[start], origin[end - 1] + 1
        if first >= done:
            out += f"{text[done:first]}<mark>{text[first:last]}</mark>"
            done = last
    return out + text[done:]


def _places(whole: str, wanted: list[str]) -> Iterator[tuple[int, int]]:
    """Where the words stand, from left to right, the longest first where several do."""
    found = re.compile("|".join(_beginning(word).pattern for word in wanted))
    return (match.span() for match in found.finditer(whole))


@functools.lru_cache(maxsize=256)
def _beginning(word: str) -> re.Pattern[str]:
    """Finds a word, or what begins with it; what begins with a sign is found wherever it stands."""
    edge = r"\b" if word[:1].isalnum() else ""
    return re.compile(edge + re.escape(word))


def _folded(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))
