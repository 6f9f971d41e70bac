"""Happenings: what a line of the log says of everything that is no answer to a question."""

from typing import Any, Final, TypeAlias

from contrecoup.kernel import EVERYONE
from contrecoup.log import Adjusted, Amended, Corrected, Event, Forked, Noted, Record
from contrecoup.play import Session
from contrecoup.play.happenings import described
from contrecoup.table.projection.voice import Voice, risen

Fields: TypeAlias = dict[str, Any]
"""Fields of a `Line`."""

KINDS: Final = {
    "seat_set": "seat",
    "entropy_added": "entropy",
    "secret_shown": "secret",
    "secret_lost": "secret",
}
"""Lines that are called otherwise than their events."""
LASTING: Final = frozenset(
    {"seat", "noted", "opened", "committed", "entropy", "secret", "paused", "resumed", "forked"}
)
"""Kinds of lines that a rewind doesn't take back."""


def happening(voice: Voice, session: Session, record: Record) -> Fields | None:
    """What the viewer's line says of an event; None where he has no line of it."""
    event = record.event
    if isinstance(event, Forked) and not voice.is_master:
        return None
    if not isinstance(event, Corrected) and not voice.may_see(_audience(event)):
        return None
    seat = getattr(event, "seat", "")
    fields: Fields = {
        "kind": KINDS.get(event.kind, event.kind),
        "text": risen(described(voice.teller, event, session.fold.records)),
        "seat": seat,
        "who": voice.who(seat) if seat else "",
        "is_hidden": _audience(event) != EVERYONE,
    }
    if isinstance(event, Adjusted | Amended) and event.modifier is not None:
        fields["modifiers"] = voice.modifiers((event.modifier,))
    if isinstance(event, Adjusted | Corrected | Amended) and voice.is_master:
        fields["undo"] = record.sequence - 1
    return fields


def _audience(event: Event) -> frozenset[str]:
    match event:
        case Adjusted(modifier=modifier):
            return modifier.audience
        case Amended(audience=audience) | Corrected(audience=audience) | Noted(audience=audience):
            return audience
        case _:
            return EVERYONE
