"""Catalogues as the suite reads them: each id with its sentences (one, or one a plural form)."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

import contrecoup

LANGUAGES: Final = ("en", "fr")
_PLACEHOLDER = re.compile(r"\{(\w+)")

Catalogue = Mapping[str, tuple[str, ...]]
"""Id: its sentences, in the order of the plural forms."""


def read(folder: Path) -> Mapping[str, Catalogue]:
    """The catalogues of a folder by language; empty where there is no file."""
    return {language: _read(folder / f"{language}.po", language) for language in LANGUAGES}


def common() -> Mapping[str, Catalogue]:
    """The catalogues that every rule set falls back to."""
    return read(Path(contrecoup.__file__).parent / "text" / "catalogues")


def _read(path: Path, language: str) -> Catalogue:
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        entries = read_po(file, locale=language)
    return {_id(entry): _sentences(entry) for entry in entries if entry.id}


def _id(entry: Entry) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def _sentences(entry: Entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def placeholders(sentences: Iterable[str]) -> frozenset[str]:
    """The placeholders of some sentences, {{doubled}} braces aside."""
    return frozenset(
        name for text in sentences for name in _PLACEHOLDER.findall(text.replace("{{", "").replace("}}", ""))
    )
