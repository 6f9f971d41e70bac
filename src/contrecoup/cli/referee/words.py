"""Words: what is typed at a prompt, as a command, an option or numbers."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from contrecoup.text import Texts

COMMANDS: Final = (
    "undo", "mod", "secret", "reread", "type", "throw", "hidden", "reveal", "fix", "view", "rules", "log",
    "note", "auto", "odds", "help", "quit",
)  # fmt: skip
"""Each has its words in the reader's language ("play.words.<command>") and its help ("play.help.<command>").

The English name is understood in every language.
"""

_SIGNED: Final = re.compile(r"([+\N{MINUS SIGN}-]?)\s?([0-9]{1,4})(?:\s+(.*))?$")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}$")


class Order(NamedTuple):
    """A command and what stands behind it."""

    command: str
    rest: str


class Words:
    """The commands' words in one language."""

    def __init__(self, texts: Texts) -> None:
        self._commands = {
            _folded(word): command
            for command in COMMANDS
            for word in (*texts.name(f"play.words.{command}").split(), command)
        }

    def order(self, line: str) -> Order | None:
        """The command that a line gives, if it gives one."""
        first, _, rest = line.partition(" ")
        command = self._commands.get(_folded(first))
        return Order(command, rest.strip()) if command else None

    def chosen(self, line: str, names: Sequence[str]) -> int | None:
        """Which of the options a line means: its number (from 1), its name, or a part of one alone."""
        if line.isascii() and line.isdigit() and len(line) < 5:
            return int(line) - 1 if 1 <= int(line) <= len(names) else None
        folded, known = _folded(line), [_folded(name) for name in names]
        near = [place for place, name in enumerate(known) if folded and f" {folded}" in f" {name}"]
        same = [place for place in near if known[place] == folded]
        found = same or near
        return found[0] if len(found) == 1 else None


def numbers(line: str) -> tuple[int, ...] | None:
    """The numbers of a line, whatever stands between them; None where something else is there."""
    words = re.split(r"[\s,;]+", line.strip(" ,;"))
    if not all(map(_NUMBER.match, words)):
        return None
    return tuple(map(int, words))


def modifier(rest: str) -> tuple[int, str] | None:
    """A signed number and the reason behind it."""
    found = _SIGNED.match(rest)
    if found is None:
        return None
    sign, by, reason = found.groups()
    return (int(by) if sign in ("", "+") else -int(by)), reason or ""


def _folded(text: str) -> str:
    """Without accents, capitals and typographic spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    return " ".join("".join(each for each in plain if not unicodedata.combining(each)).split())
