"""Options that every command takes, and the usage errors that the parser can't see."""

from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter

from contrecoup.kernel import Message, Value
from contrecoup.text import language

Lang: TypeAlias = Annotated[Literal["en", "fr"] | None, Parameter(name="--lang", help="cli.option.lang")]
"""The language; None: the locale's."""

Json: TypeAlias = Annotated[bool, Parameter(name="--json", negative="", help="cli.option.json")]
"""Whether the answer is JSON."""

Overrides: TypeAlias = Annotated[
    tuple[str, ...], Parameter(name="--set", metavar="KEY=VALUE", negative="", help="cli.option.set")
]
"""Values in place of the file's, each as "key=value"."""


class Misused(Exception):
    """A command line that the parser accepts and that says nothing that can be done."""

    def __init__(self, id: str, /, **values: Value) -> None:
        self.message = Message(id, tuple(values.items()))
        super().__init__(id)


def overrides(pairs: tuple[str, ...]) -> dict[str, str]:
    """The values by key; Misused where one has no "="."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise Misused("cli.usage.set", given=pair)
        found[key.strip()] = value.strip()
    return found


def chosen(lang: Lang) -> str:
    """The language asked for, else the locale's."""
    return lang or language()
