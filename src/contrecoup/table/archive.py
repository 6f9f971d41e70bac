"""The archive: a whole campaign as lines that leave a table and come back, nothing lost.

The first line is a header, each further one an event of the table's log as it was written. Keys stand in no
event, and dice secrets that weren't shown lie beside the log: neither leaves the table. So a campaign that
comes back has a new link for its game master, and scenes that run take their dice from a new secret.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec

from contrecoup.kernel import Refusal, Refused
from contrecoup.log import Committed, Event, Record, SecretLost, encode
from contrecoup.log.lines import MOST_BYTES
from contrecoup.play import replayed
from contrecoup.play.verifiable import fresh_secret, hashed
from contrecoup.table.campaign import Campaign, Held
from contrecoup.table.events import Played
from contrecoup.table.fold import take
from contrecoup.table.room import Clock, read_line, scene_log

FORMAT: Final = "contrecoup-campaign"
MOST_EVENTS: Final = 2_000_000
MOST_FAULTS: Final = 50
"""Faults that are told of one archive."""
UPCASTERS: Final[tuple[Callable[[dict[str, Any]], dict[str, Any]], ...]] = ()
"""The one at place n lifts a header of version n + 1 to version n + 2."""
VERSION: Final = len(UPCASTERS) + 1

Logs: TypeAlias = dict[str, list[Record]]
Places: TypeAlias = dict[tuple[str, int], int]
"""The line of the archive in which an event of a scene's own log stands."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the first line says: which format in which version, the campaign's title, how many events."""

    format: Literal["contrecoup-campaign"] = "contrecoup-campaign"
    version: int = VERSION
    title: str
    events: int


def head(title: str, events: int) -> bytes:
    """The first line, with its end."""
    return msgspec.json.encode(Header(title=title, events=events)) + b"\n"


def read(lines: Iterable[bytes]) -> list[Record]:
    """The events of an archive, lifted to today's versions.

    Refused with every reason, each with its line, where a line can't be read, the archive was cut short, or
    an event doesn't fit what came before it.
    """
    faults: list[Refusal] = []
    whole = iter(lines)
    header = _header(next(whole, b"").rstrip(b"\r\n"))
    records = _records(whole, faults)
    if not faults and len(records) != header.events:
        faults.append(_fault("archive.cut", len(records) + 1, events=header.events, found=len(records)))
    if not faults:
        faults += _misfits(records)
    if faults:
        raise Refused(faults[:MOST_FAULTS])
    return records


def moved(records: list[Record], clock: Clock) -> tuple[list[Record], dict[str, bytes]]:
    """The events of a campaign that comes to a new table, and the dice secrets that it begins with there.

    A scene that goes on says that its old secret is gone, and commits to a new one.
    """
    campaign, logs = Campaign(), Logs()
    for record in records:
        take(campaign, record)
        if isinstance(record.event, Played):
            logs.setdefault(record.event.scene, []).append(record.event.opened())
    added, secrets = list(records), dict[str, bytes]()
    for held in campaign.scenes.values():
        if held.status == "running" and not held.is_what_if and _is_committed(held, campaign, logs):
            secret = secrets[held.id] = fresh_secret()
            for number, event in enumerate((SecretLost(), Committed(hash=hashed(secret))), held.last + 1):
                added.append(_played(held.id, len(added) + 1, number, event, clock))
    return added, secrets


def _is_committed(held: Held, campaign: Campaign, logs: Logs) -> bool:
    return bool(replayed(tuple(scene_log(held, campaign, logs))).proof.hash)


def _played(scene: str, sequence: int, number: int, event: Event, clock: Clock) -> Record:
    time = clock()
    line = encode(Record(sequence=number, time=time, event=event))
    return Record(sequence=sequence, time=time, event=Played(scene=scene, record=msgspec.json.decode(line)))


def _header(line: bytes) -> Header:
    """The header; Refused where the first line is none, or of a version to come."""
    try:
        said = msgspec.json.decode(line) if len(line) <= MOST_BYTES else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        said = None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Refused([_fault("archive.foreign", 1, format=FORMAT)])
    version = said.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise Refused([_fault("archive.foreign", 1, format=FORMAT)])
    if version > VERSION:
        raise Refused([_fault("archive.version_newer", 1, version=version, known=VERSION)])
    return lifted(said, version)


def lifted(
    said: dict[str, Any],
    version: int,
    upcasters: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = UPCASTERS,
) -> Header:
    """A header of some version as today's; Refused where it doesn't have its form."""
    try:
        for lift in upcasters[version - 1 :]:
            said = lift(said)
        header = msgspec.convert({**said, "version": VERSION}, Header)
    except (msgspec.ValidationError, LookupError, TypeError, ValueError) as error:
        raise Refused([_fault("archive.header", 1, fault=str(error))]) from None
    if not 0 < header.events <= MOST_EVENTS:
        raise Refused([_fault("archive.too_many", 1, most=MOST_EVENTS)])
    return header


def _records(lines: Iterator[bytes], faults: list[Refusal]) -> list[Record]:
    """The records that can be read; why others can't is added to the faults."""
    records: list[Record] = []
    for number, line in enumerate(lines, 2):
        if number > MOST_EVENTS + 1 or len(faults) >= MOST_FAULTS:
            break
        try:
            record = read_line(line.rstrip(b"\r\n"), number)
        except Refused as refused:
            faults += refused.reasons
            continue
        if record.sequence != number - 1:
            faults.append(_fault("log.gap", number, sequence=record.sequence, expected=number - 1))
        records.append(record)
    return records


def _misfits(records: list[Record]) -> list[Refusal]:
    """Why events don't fit: the first that the campaign refuses, or in each scene the first that it does."""
    campaign, logs, places = Campaign(), Logs(), Places()
    for line, record in enumerate(records, 2):
        try:
            take(campaign, record)
            if isinstance(record.event, Played):
                played = record.event.opened()
                logs.setdefault(record.event.scene, []).append(played)
                places[record.event.scene, played.sequence] = line
        except Refused as refused:
            return _at(refused.reasons, line)
    begun = (held for held in campaign.scenes.values() if held.status != "prepared")
    return [fault for held in begun for fault in _scene_misfits(held, campaign, logs, places)]


def _scene_misfits(held: Held, campaign: Campaign, logs: Logs, places: Places) -> list[Refusal]:
    try:
        replayed(tuple(scene_log(held, campaign, logs)))
    except Refused as refused:
        values = dict(refused.reasons[0].values)
        line = places.get((held.id, int(str(values.get("sequence", 1)))), 0)
        return _at(refused.reasons, line)
    return []


def _at(reasons: Iterable[Refusal], line: int) -> list[Refusal]:
    return [msgspec.structs.replace(reason, line=line) for reason in reasons]


def _fault(id: str, line: int, /, **values: str | int) -> Refusal:
    return Refusal(id, values=tuple(values.items()), line=line)
