"""The desk: where a table is asked, shown and watched; all that happens at it goes through here."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar, cast

import msgspec

from contrecoup.kernel import GM, Refused, Seat
from contrecoup.log import Record, encode
from contrecoup.storage import Absent, Batch, Kept, Outcome, Repeated, Row, Stale, Storage, Unavailable
from contrecoup.table import events as ev
from contrecoup.table import keys, opening
from contrecoup.table.carrying import (
    carry_out,
    digest_of,
    founding,
    hold_form,
    is_waiting,
    needed,
    played_on,
    scene_of,
    shelved,
)
from contrecoup.table.commands import Asked, Receipt
from contrecoup.table.draft import Draft
from contrecoup.table.hall import Hall, Opened
from contrecoup.table.looks import Look, shown_to
from contrecoup.table.projection import project
from contrecoup.table.receipts import receipt
from contrecoup.table.refusals import TableRefused, denied, no_key, reused, unknown
from contrecoup.table.room import Clock, Room, checked, now
from contrecoup.table.seen import Seen

T = TypeVar("T")

TRIES: Final = 8
"""How often a command is carried out anew because another process was faster."""
PATIENCE: Final = 1.0
"""Seconds until what seats do by themselves is tried again where the storage didn't answer."""
_log: Final = logging.getLogger(__name__)


class Writes(Protocol):
    """Whoever appends batches: the storage's writer."""

    async def append(self, batch: Batch) -> Outcome: ...


class Desk:
    """All tables of one process, over a storage that other processes may share.

    Made in a running event loop and used from it. Whatever is refused (`Refused`, most of them with a
    `status`) has changed nothing; `Unavailable` where the storage doesn't answer.
    """

    def __init__(self, storage: Storage, writer: Writes, clock: Clock = now) -> None:
        self._storage = storage
        self._writer = writer
        self._clock = clock
        self._hall = Hall(storage)
        self._tasks: set[asyncio.Task[None]] = set()

    # Entering

    async def found(self, title: str, lang: str) -> tuple[str, str]:
        """Found a campaign; its table's id and the key of the game master's seat."""
        founded = founding(title, lang)
        return await self._keep_new(title, [Record(sequence=1, time=self._clock(), event=founded)], {})

    async def adopt(
        self, records: Sequence[Record], secrets: Mapping[str, bytes] | None = None
    ) -> tuple[str, str]:
        """Found a campaign from a whole log; the new table's id and a new key of the game master's seat.

        No other seat has a link before it is given one. Refused where an event doesn't fit.
        """
        campaign = await asyncio.to_thread(checked, records)
        return await self._keep_new(campaign.title, records, secrets or {})

    async def enter(self, key: str) -> str:
        """The session token of a seat's key; Refused where the key opens nothing (any more)."""
        await self._entry(keys.hash_of_key(key), key)
        return keys.token_of(key)

    async def seat_of(self, token: str) -> tuple[str, Seat]:
        """The table and the seat that a session token stands for; Refused where it stands for none."""
        return await self._entry(keys.hash_of_token(token), token)

    async def hold_seat(self, table: str, seat: Seat) -> int:
        """The seat's generation, which changes with its link; Refused where it isn't open."""
        opened = self._hall.opened(table)
        room = opened.fresh_room()
        if room is None:
            async with opened.lock:
                room = await self._fresh(opened)
        place = room.campaign.place(seat)
        if place is None or not place.is_open(self._clock()):
            raise denied("table.out")
        return place.generation

    # Asking

    async def do(self, table: str, seat: Seat, asked: Asked, lang: str = "en") -> Receipt:
        """Carry a command out, once however often it is sent; when this returns, it is kept.

        Refused with every reason: `Settled` has what stands in its place.
        """
        hold_form(asked)
        digest = digest_of(asked)
        opened = self._hall.opened(table)
        async with opened.lock:
            for _ in range(TRIES):
                draft = Draft(await self._fresh(opened), seat, self._clock(), asked)
                answer = await self._tried(opened, draft, digest, lang)
                if answer is not None:
                    return answer
        raise Unavailable("other processes were faster each time")

    # Seeing

    async def look(
        self,
        table: str,
        seat: Seat,
        read: Callable[[Room, str, frozenset[Seat]], T],
        scene: str = "",
        preview: str = "",
    ) -> T:
        """What a reader makes of a table for a seat: of the room, the scene that is shown ("" for none;
        its session is at hand) and who is here.

        `preview`: the scene is the one that this seat would be shown. Refused where the seat isn't open, or
        may not know of the scene that is asked for.
        """
        [found] = await self.look_round(table, [Look(seat, read, scene, preview)])
        if isinstance(found, Refused):
            raise found
        return cast(T, found)

    async def look_round(self, table: str, looks: Iterable[Look]) -> list[Any]:
        """What several readers make of a table, all of the same moment; in the place of what may not be seen
        its refusal. Refused as a whole where there is no such table."""
        opened = self._hall.opened(table)
        async with opened.lock:
            room = await self._fresh(opened)
            time, here = self._clock(), opened.presence.here(self._hall.time())
            return [await self._looked(opened, room, look, time, here) for look in looks]

    async def seen(self, table: str, seat: Seat, lang: str, scene: str = "", preview: str = "") -> Seen:
        """What a seat sees of its table, in a language; `preview`: the seat through whose eyes the game
        master looks."""

        def read(room: Room, shown: str, here: frozenset[Seat]) -> Seen:
            return project(room, seat, lang, shown, here=here, preview=preview).seen

        return await self.look(table, seat, read, scene, preview)

    def attend(self, table: str, seat: Seat) -> AbstractContextManager[None]:
        """Within it somebody of a seat is here."""
        return self._hall.attending(self._hall.opened(table), seat)

    async def watch(self, table: str) -> AsyncGenerator[None, None]:
        """Once at first, then each time that something may have changed at a table, and when the link of a
        seat that is here ends; until the desk is closed."""
        opened = self._hall.opened(table)
        with self._hall.watching(opened) as watch:
            while not watch.is_over:
                yield
                await watch.wait(self._left(opened))

    async def history(self, table: str, after: int, most: int) -> Sequence[Row]:
        """Rows of a table's log after an event, at most so many: all of it, so the game master's alone."""
        return await asyncio.to_thread(self._storage.read, table, after, most)

    def here(self, table: str) -> frozenset[Seat]:
        """The seats that are at a table now, in any process."""
        return self._hall.opened(table).presence.here(self._hall.time())

    async def close(self) -> None:
        """Let all watchers go and end what runs in the background."""
        self._hall.close()
        for task in tuple(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # Within

    async def _looked(
        self, opened: Opened, room: Room, look: Look, time: datetime, here: frozenset[Seat]
    ) -> Any:
        """What a reader makes of the table, or why it may not be seen."""
        try:
            campaign, place = room.campaign, room.campaign.place(look.seat)
            if place is None or not place.is_open(time) or look.generation not in (0, place.generation):
                raise denied("table.out")
            shown = shown_to(room, look)
            if shown and campaign.scenes[shown].status != "prepared":
                await self._at_hand(opened, room, shown)
            return look.read(room, shown, here)
        except Refused as refused:
            return refused

    def _left(self, opened: Opened) -> float | None:
        """Seconds until the next link of a seat that is here ends; None where none does."""
        room = opened.room
        if room is None:
            return None
        places = map(room.campaign.place, opened.presence.own)
        ends = [place.ends for place in places if place and place.ends]
        return max(0.0, (min(ends) - self._clock()).total_seconds()) if ends else None

    async def _tried(self, opened: Opened, draft: Draft, digest: bytes, lang: str) -> Receipt | None:
        """The receipt of a command; None where another process was faster."""
        asked, room = draft.asked, draft.room
        assert asked is not None
        try:
            goes_on = await self._carried_out(opened, draft, asked, lang)
        except Refused:
            before = await asyncio.to_thread(self._storage.request, room.id, draft.seat, asked.request)
            if before is None:
                raise
            return await self._again(opened, draft, before, digest, lang)
        outcome = await self._kept(opened, draft.batch(digest))
        if isinstance(outcome, Repeated):
            return await self._again(opened, draft, outcome, digest, lang)
        if not isinstance(outcome, Kept):
            return None
        if goes_on:
            self._start(self._go_on(room.id, asked.scene))
        held = room.campaign.scenes.get(scene_of(asked))
        last = held.last if held else 0
        answer = receipt(room, draft.seat, asked.request, held, draft.records, last, lang)
        return msgspec.structs.replace(answer, key=draft.key)

    async def _carried_out(self, opened: Opened, draft: Draft, asked: Asked, lang: str) -> bool:
        """Whether seats that play on by themselves go on after the command; a room that it leaves half done
        isn't used any more."""
        seat = shelved(asked)
        shelf = await asyncio.to_thread(self._shelf, draft.room.id, seat) if seat else None
        await self._at_hand(opened, draft.room, needed(draft.room, draft.seat, asked))
        try:
            if asked.command.is_heavy:
                return await asyncio.to_thread(carry_out, draft, asked, shelf, lang)
            return carry_out(draft, asked, shelf, lang)
        except BaseException as error:
            if draft.is_begun or not isinstance(error, Refused):
                opened.room = None
            raise

    async def _kept(self, opened: Opened, batch: Batch) -> Outcome:
        """What became of a batch; where it wasn't kept, the room that it counts for isn't used any more."""
        room, opened.room = opened.room, None
        outcome = await self._writer.append(batch)
        if isinstance(outcome, Kept):
            opened.room = room
        elif isinstance(outcome, Stale):
            opened.head = max(opened.head, outcome.head)
        elif isinstance(outcome, Absent):
            raise unknown("table.no_table")
        return outcome

    async def _again(
        self, opened: Opened, draft: Draft, before: Repeated, digest: bytes, lang: str
    ) -> Receipt:
        """The receipt of a command that was carried out before."""
        asked, room = draft.asked, await self._fresh(opened)
        assert asked is not None
        if before.digest != digest:
            raise reused()
        place, scene = room.campaign.place(draft.seat), scene_of(asked)
        held = room.campaign.scenes.get(scene)
        if place is None or not place.is_open(self._clock()):
            raise denied("table.out")
        await self._at_hand(opened, room, scene if held and held.status != "prepared" else "")
        records, last = await asyncio.to_thread(
            opening.records_between, self._storage, room, before.first, before.last, scene
        )
        return receipt(room, draft.seat, asked.request, held, records, last, lang)

    async def _go_on(self, table: str, scene: str) -> None:
        """Let seats of a scene play on by themselves until somebody else is asked."""
        goes_on = True
        while goes_on:
            try:
                goes_on = await self._gone_on(self._hall.opened(table), scene)
            except Unavailable:
                await asyncio.sleep(PATIENCE)

    async def _gone_on(self, opened: Opened, scene: str) -> bool:
        """Whether seats of a scene have more to do by themselves after one batch of it."""
        async with opened.lock:
            room = await self._fresh(opened)
            held = room.campaign.scenes.get(scene)
            if held is None or held.status != "running":
                return False
            await self._at_hand(opened, room, scene)
            draft, opened.room = Draft(room, GM, self._clock()), None
            goes_on = await asyncio.to_thread(played_on, draft, held)
            opened.room = room
            if not draft.is_begun:
                return False
            return not isinstance(await self._kept(opened, draft.batch()), Kept) or goes_on

    async def _fresh(self, opened: Opened) -> Room:
        """The room as far as this process knows the table to have come; to be called under its lock."""
        room = opened.room
        if room is None or opened.is_unsure:
            opened.room, opened.is_unsure = None, False
            read = asyncio.to_thread(opening.open_room, self._storage, opened.table, self._clock)
            room, opened.snapshot = await read
        elif opened.fresh_room() is None:
            opened.room = None
            await asyncio.to_thread(opening.bring_up, self._storage, room)
        opened.room = room
        self._keep_snapshot(opened, room)
        return room

    async def _at_hand(self, opened: Opened, room: Room, scene: str) -> None:
        """Bring the session of a scene to hand; a room in which that was broken off isn't used any more."""
        if scene and not room.has(scene):
            opened.room = None
            await asyncio.to_thread(opening.open_scene, self._storage, room, scene)
            opened.room = room
            if is_waiting(room, scene):  # for seats that play on by themselves, since a process was killed
                self._start(self._go_on(room.id, scene))

    def _keep_snapshot(self, opened: Opened, room: Room) -> None:
        """Keep a snapshot now and then, beside whatever else is done."""
        sequence = room.campaign.sequence
        if sequence - opened.snapshot >= opening.EVERY:
            opened.snapshot = sequence
            data = opening.snapshot_of(room)
            self._start(self._snapshot(room.id, sequence, data))

    async def _snapshot(self, table: str, sequence: int, data: bytes) -> None:
        try:
            await asyncio.to_thread(self._storage.keep_snapshot, table, sequence, opening.VERSION, data)
        except Unavailable:
            _log.warning("a snapshot wasn't kept; the next one will be")

    async def _entry(self, hash: bytes, said: str) -> tuple[str, Seat]:
        if not 0 < len(said) <= keys.LONGEST_KEY:
            raise no_key()
        entry = self._hall.known_entry(hash)
        if entry is not None and await self._generation(*entry[:2]) == entry[2]:
            return entry[0], entry[1]
        found = await asyncio.to_thread(self._storage.key, hash)
        generation = await self._generation(found.table, found.seat) if found else 0
        if found is None or not generation:
            raise no_key()
        self._hall.remember_entry(hash, (found.table, found.seat, generation))
        return found.table, found.seat

    async def _generation(self, table: str, seat: Seat) -> int:
        """The generation of a seat; 0 where it isn't open."""
        try:
            return await self.hold_seat(table, seat)
        except TableRefused:
            return 0

    def _shelf(self, table: str, seat: Seat) -> bytes | None:
        return self._storage.secret(table, keys.shelf(seat))

    async def _keep_new(
        self, title: str, records: Sequence[Record], secrets: Mapping[str, bytes]
    ) -> tuple[str, str]:
        """Keep a new table with its first events and the game master's link."""
        table, key, time = keys.new_table(), keys.new_key(), self._clock()
        made = Record(sequence=len(records) + 1, time=time, event=ev.KeyMade(seat=GM))
        rows = tuple(_row(record) for record in (*records, made))
        if not await asyncio.to_thread(self._storage.create, table, title):
            raise Unavailable("a table has this id already")
        shelved = ((keys.shelf(GM), keys.hashes(key)), *secrets.items())
        batch = Batch(table=table, after=0, rows=rows, keys=keys.opened(key, GM), secrets=shelved)
        if not isinstance(await self._writer.append(batch), Kept):
            raise Unavailable("the new table couldn't be kept")
        return table, key

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("work in the background failed", exc_info=task.exception())


def _row(record: Record) -> Row:
    scene = record.event.scene if isinstance(record.event, ev.Played) else ""
    return Row(record.sequence, scene, encode(record))
