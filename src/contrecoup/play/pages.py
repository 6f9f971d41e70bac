"""Rule pages: the section that a message names, for whoever asks why."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

_LABEL: Final = re.compile(r"^\(([\w-]+)\)=\s*$")
_HEADING: Final = re.compile(r"^#+\s+(?P<title>.*?)(?:\s*\{#(?P<anchor>[\w-]+)\})?\s*$")


class Section(NamedTuple):
    """A heading with its anchor ("" where it has none) and the lines below it."""

    anchor: str
    title: str
    lines: tuple[str, ...]


class Page:
    """A rule set's page in one language; an empty one where there is no such file."""

    def __init__(self, folder: Path, lang: str) -> None:
        self._path = folder / f"rules.{lang}.md"

    @property
    def sections(self) -> tuple[Section, ...]:
        """All sections in order."""
        try:
            return _read(self._path, self._path.stat().st_mtime_ns)
        except OSError:
            return ()

    def section(self, wanted: str) -> Section | None:
        """The section of an anchor, or whose title begins like this."""
        folded = wanted.casefold()
        by_anchor = (section for section in self.sections if section.anchor == wanted)
        by_title = (section for section in self.sections if section.title.casefold().startswith(folded))
        return next(by_anchor, None) or next(by_title, None)

    def title(self, anchor: str) -> str:
        """The title of an anchor's section; the anchor itself where the page lacks it."""
        return next((section.title for section in self.sections if section.anchor == anchor), anchor)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> tuple[Section, ...]:
    """The sections of a file as it was written at a moment; whoever tells a scene asks again and again."""
    return tuple(_sections(path.read_text(encoding="utf-8").splitlines()))


def _sections(lines: list[str]) -> Iterator[Section]:
    anchor, title, body, is_code = "", "", list[str](), False
    label = ""
    for line in lines:
        is_code ^= line.startswith("```")
        named, heading = _LABEL.match(line), _HEADING.match(line)
        if is_code or not (named or heading):
            body.append(line)
        elif named:
            label = named[1]
        elif heading:
            if title:
                yield Section(anchor, title, _trimmed(body))
            anchor, title, body = heading["anchor"] or label, _plain(heading["title"]), []
            label = ""
    if title:
        yield Section(anchor, title, _trimmed(body))


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    return tuple("\n".join(lines).strip("\n").splitlines())


def _plain(title: str) -> str:
    return title.replace("`", "").replace("*", "")
