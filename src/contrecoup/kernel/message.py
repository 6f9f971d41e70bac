"""Messages: what is said, as an id with values; catalogues hold the sentences."""

from typing import TypeAlias

import msgspec

from contrecoup.kernel.seat import EVERYONE, Audience


class Name(msgspec.Struct, frozen=True, tag="name", omit_defaults=True):
    """A value that is itself a text: the id of a catalogue entry, rendered in the reader's language.

    What a content pack adds is in no catalogue: `own` holds its text by language. The id alone says
    whether two names are the same.
    """

    id: str
    own: tuple[tuple[str, str], ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Name) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


Value: TypeAlias = str | int | Name
"""What fills a placeholder: a user's words, a number, or the name of something in the catalogue."""

Values: TypeAlias = tuple[tuple[str, Value], ...]


class Message(msgspec.Struct, frozen=True):
    """Something that is said to an audience.

    `id` is a catalogue entry, `values` fill its placeholders, `rule` is the heading anchor of the rule
    page that the statement rests on ("" where no rule is concerned).
    """

    id: str
    values: Values = ()
    audience: Audience = EVERYONE
    rule: str = ""


def message(id: str, /, *, rule: str = "", audience: Audience = EVERYONE, **values: Value) -> Message:
    """A message with its placeholders' values given by name."""
    return Message(id, tuple(values.items()), audience, rule)
