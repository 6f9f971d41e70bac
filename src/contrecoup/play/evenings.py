"""Evenings: a session with the file that keeps its log, begun or gone on with; nothing is overwritten."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from contrecoup.kernel import Message, Refusal, Refused, message, refusal
from contrecoup.log import FileStore, Started, read
from contrecoup.play.fold import Fold
from contrecoup.play.session import Session, replayed
from contrecoup.registry import Scene


class Evening(NamedTuple):
    """A session, where its log is, and what whoever plays should know of the log."""

    session: Session
    path: Path
    notices: tuple[Message, ...] = ()


class Retold(NamedTuple):
    """What a log tells: its fold, notices, and the faults of what can't be read."""

    fold: Fold
    notices: tuple[Message, ...]
    faults: tuple[Refusal, ...]


def begin(scene: Scene, path: Path | None, beside: Path) -> Evening:
    """A scene from its start; its log in a new file: the one that is named, else one beside the scene's file.

    That one is called like the scene's file (fast-joe.jsonl), with the next free number where one is
    there (fast-joe-2.jsonl); it stands in the working directory where the scene's folder can't be written.
    """
    store, path = _created(path, beside)
    return Evening(Session.begin(scene, store), path)


def resume(path: Path) -> Evening:
    """A log that is gone on with in its own file; Refused with every line that can't be read."""
    store = FileStore.open(path)
    try:
        session = Session.resume(store)
    except Refused:
        store.close()
        raise
    return Evening(session, path, (*store.notices, *session.notices()))


def rescue(path: Path, into: Path) -> Evening:
    """The good beginning of a log, gone on with in a new file; the old one stays as it is."""
    reading = read(path)
    records = reading.sound()
    fold = replayed(records)  # refused before anything is written
    store = FileStore.create(into)
    for record in records:
        store.append(record)
    session = Session(fold, store)
    lost = (message("play.rescued", kept=len(records), file=str(path)),) if reading.faults else ()
    return Evening(session, into, (*reading.notices, *lost, *session.notices()))


def retell(path: Path) -> Retold:
    """A log as it stands, without writing: what can be told of it, and the faults of what can't."""
    reading = read(path)
    records = reading.sound()
    if not records:
        raise Refused(reading.faults or [refusal("play.not_started")])
    return Retold(replayed(records), reading.notices, reading.faults)


def hold_scene(path: Path, scene: Scene) -> None:
    """Refused where a log was started with another scene than this one."""
    records = read(path).records
    started = records[0].event if records else None
    if isinstance(started, Started) and started.data != dict(scene.data):
        raise Refused([refusal("play.other_scene", log=str(path))])


def _created(path: Path | None, beside: Path) -> tuple[FileStore, Path]:
    if path is not None:
        return FileStore.create(path), path
    try:
        return _next_free(beside.parent / beside.stem)
    except Refused as refused:
        if refused.reasons[0].id != "log.not_permitted":
            raise
        return _next_free(Path(beside.stem))


def _next_free(stem: Path) -> tuple[FileStore, Path]:
    """A log under the first of the stem's names that nothing has yet."""
    for candidate in _names(stem):
        try:
            return FileStore.create(candidate), candidate
        except Refused as refused:
            if refused.reasons[0].id != "log.exists":
                raise
    raise AssertionError("names don't run out")


def _names(stem: Path) -> Iterator[Path]:
    """stem.jsonl, stem-2.jsonl, stem-3.jsonl ..."""
    yield stem.with_name(f"{stem.name}.jsonl")
    for number in itertools.count(2):
        yield stem.with_name(f"{stem.name}-{number}.jsonl")
