"""Texts: what messages, refusals and names say in a reader's language."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final

from contrecoup.kernel import Message, Name, Option, Refusal, Value
from contrecoup.kernel.message import Values
from contrecoup.text import formats
from contrecoup.text.catalogues import COMMON, catalogue, looked_up
from contrecoup.text.languages import LANGUAGES

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}|(\{\{|\}\})")
_KEPT: Final = 4096
"""Entries of one catalogue, each in its plural forms, that are kept read."""


class Texts:
    """The texts of one language, of one rule set and the common ones.

    `domain` is a rule set's id, "" for the common texts alone. An id that the rule set's catalogue lacks
    is looked for in the common one, then in English; where nobody has it, the id stands for itself.

    Entries hold placeholders in braces ("{count} rounds"); a brace itself is doubled. An entry with plural
    forms goes by its value `count`, else by its first whole number.
    """

    def __init__(self, lang: str, domain: str = "") -> None:
        self.lang = lang
        self.domain = domain
        folders = [*_folders(domain), COMMON]
        languages = dict.fromkeys((lang, LANGUAGES[0]))
        self._catalogues = [catalogue(folder, each) for each in languages for folder in folders]
        self._pieces = lru_cache(_KEPT)(self._read)

    def say(self, message: Message) -> str:
        """A message's sentence."""
        return self._filled(message.id, message.values)

    def refusal(self, reason: Refusal) -> str:
        """A refusal's sentence, without its place."""
        return self._filled(reason.id, reason.values)

    def option(self, option: Option) -> str:
        """What an option is called."""
        return self._filled(f"option.{option.id}", option.values)

    def name(self, id: str) -> str:
        """The entry of a name, which has no values."""
        return self._filled(id, ())

    def text(self, id: str, /, **values: Value) -> str:
        """An entry with its values given by name."""
        return self._filled(id, tuple(values.items()))

    def has(self, id: str) -> bool:
        """Whether there is an entry of this id."""
        return self._pieces(id, 1) is not None

    def number(self, value: formats.Number, digits: int | None = None) -> str:
        """A number as the language writes it."""
        return formats.number(value, self.lang, digits)

    def percent(self, part: float | Fraction, digits: int = 1) -> str:
        """A part of one in percents; what isn't 0 or 1 never shows as 0 % or 100 %."""
        shown, bound = formats.percent(part, self.lang, digits)
        if not bound:
            return shown
        return self.text("text.less_than" if bound == "<" else "text.more_than", value=shown)

    def list(self, items: Iterable[str], joint: formats.Joint = "and") -> str:
        """Items in a sentence, the last one joined by "and" or "or"."""
        return formats.listed(tuple(items), self.lang, joint)

    def value(self, value: Value) -> str:
        """A placeholder's value as it is shown."""
        if isinstance(value, Name):
            return dict(value.own).get(self.lang) or self.name(value.id)
        return self.number(value) if isinstance(value, int) else value

    def _filled(self, id: str, values: Values) -> str:
        given = dict(values)
        pieces = self._pieces(id, _count(given))
        if pieces is None:
            return id
        if len(pieces) == 1:
            return pieces[0]
        shown = [self._shown(name, given) for name in pieces[1::2]]
        return "".join([piece for pair in zip(pieces[::2], (*shown, ""), strict=True) for piece in pair])

    def _shown(self, name: str, given: dict[str, Value]) -> str:
        """A placeholder's value; one that isn't given stands for itself."""
        return self.value(given[name]) if name in given else f"{{{name}}}"

    def _read(self, id: str, count: int) -> tuple[str, ...] | None:
        """An entry's pieces, of which each second one is a placeholder's name; None where there is none."""
        found = (looked_up(each, id, count) for each in self._catalogues)
        entry = next(filter(None, found), None)
        return None if entry is None else tuple(_taken_apart(entry))


@lru_cache(maxsize=64)
def texts_of(lang: str, domain: str = "") -> Texts:
    """The texts of one language, made once in a process: for whoever needs them again and again."""
    return Texts(lang, domain)


def _taken_apart(entry: str) -> Iterator[str]:
    """Text, then a placeholder's name, then text again, ...; a doubled brace is one brace."""
    text, end = "", 0
    for found in _PLACEHOLDER.finditer(entry):
        text += entry[end : found.start()]
        end = found.end()
        if found[1] is None:
            text += found[2][0]
        else:
            yield from (text, found[1])
            text = ""
    yield text + entry[end:]


def _count(values: dict[str, Value]) -> int:
    """The number that plural forms go by."""
    count = values.get("count")
    if isinstance(count, int):
        return abs(count)
    return next((abs(value) for value in values.values() if isinstance(value, int)), 1)


def _folders(domain: str) -> list[Path]:
    if not domain:
        return []
    from contrecoup.registry import find  # the registry's own refusals need texts without any rule set

    manifest = find().get(domain)
    return [manifest.folder / "text"] if manifest else []
