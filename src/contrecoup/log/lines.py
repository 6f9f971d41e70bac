"""Lines: an event as one line of JSON, read strictly."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec

from contrecoup.kernel import GM, Refusal, Refused, Seat
from contrecoup.log.events import KINDS, Event, Record

MOST_BYTES: Final = 1_000_000
"""No event of ours comes near; a longer line is foreign."""


class _Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    sequence: Annotated[int, msgspec.Meta(ge=1)]
    time: Annotated[datetime, msgspec.Meta(tz=True)]
    who: Seat = GM
    kind: str
    version: Annotated[int, msgspec.Meta(ge=1)]
    payload: msgspec.Raw


_encoder: Final = msgspec.json.Encoder(order="deterministic")
_decoder: Final = msgspec.json.Decoder(_Envelope)


def encode(record: Record) -> bytes:
    """The record's line, without its line end."""
    event = record.event
    envelope = _Envelope(
        sequence=record.sequence,
        time=record.time,
        who=record.who,
        kind=event.kind,
        version=event.version(),
        payload=msgspec.Raw(_encoder.encode(event)),
    )
    return _encoder.encode(envelope)


def decode(line: bytes, number: int, kinds: Mapping[str, type[Event]] = KINDS) -> Record:
    """The record of a line, its payload lifted to today's version; Refused with the line's number."""
    if len(line) > MOST_BYTES:
        raise _refused(number, "log.line_too_long", most=MOST_BYTES)
    try:
        envelope = _decoder.decode(line)
    except msgspec.ValidationError as error:
        raise _refused(number, "log.foreign", fault=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(number, "log.damaged", fault=str(error)) from None
    event = _event(envelope, number, kinds)
    return Record(sequence=envelope.sequence, time=envelope.time, who=envelope.who, event=event)


def _event(envelope: _Envelope, number: int, kinds: Mapping[str, type[Event]]) -> Event:
    kind = kinds.get(envelope.kind)
    if kind is None:
        raise _refused(number, "log.kind_unknown", kind=envelope.kind[:40], known=", ".join(kinds))
    if envelope.version > kind.version():
        raise _refused(
            number, "log.version_newer", kind=kind.kind, version=envelope.version, known=kind.version()
        )
    try:
        payload: Any = msgspec.json.decode(envelope.payload)
        for lift in kind.upcasters[envelope.version - 1 :]:
            payload = lift(payload)
        return msgspec.convert(payload, kind)
    except (msgspec.ValidationError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise _refused(number, "log.payload", kind=kind.kind, fault=str(error)) from None


def _refused(number: int, id: str, /, **values: str | int) -> Refused:
    return Refused([Refusal(id, values=tuple(values.items()), line=number)])
