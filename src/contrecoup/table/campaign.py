"""Campaigns: what a group's log has come to, as values that are written again from the log at any time.

Nothing here knows a rule set's states: a running scene is a session of its own, folded from its own events.
"""

from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

import msgspec

from contrecoup.kernel import EVERYONE, GM, GM_ONLY, SCREEN, Audience, Seat, may_see
from contrecoup.table.events import Role, Side

Status: TypeAlias = Literal["prepared", "running", "closed"]

MOST_SEATS: Final = 100
"""Seats that are open at once."""
MOST_MADE: Final = 1_000
"""Seats that may ever be made at a table, and sheets, packs, notes and scenes that are there at once."""
MOST_PACKS: Final = 50
MOST_OPEN: Final = 50
"""Scenes that are prepared or running at once, what-ifs among them."""


class Place(msgspec.Struct, kw_only=True):
    """A seat of the table.

    `generation` is the event that made its present link (0 for none), `ends` when that link ends.
    """

    id: Seat
    role: Role
    name: str
    sheet: str = ""
    generation: int = 0
    ends: datetime | None = None
    is_revoked: bool = False

    def is_open(self, now: datetime) -> bool:
        """Whether its link opens it."""
        return not self.is_revoked and self.generation > 0 and (self.ends is None or now < self.ends)


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of the campaign: a character's, or the opposition's, which the game master alone knows."""

    id: str
    rules: str
    sort: str
    side: Side
    title: str
    data: dict[str, Any]


class HeldPack(msgspec.Struct, frozen=True, kw_only=True):
    """A content pack of the campaign."""

    id: str
    rules: str
    title: str
    data: dict[str, Any]


class HeldNote(msgspec.Struct, frozen=True, kw_only=True):
    """A note, who wrote it and when, and the seats that may read it."""

    id: str
    text: str
    who: Seat
    time: datetime
    audience: Audience = GM_ONLY


class Held(msgspec.Struct, kw_only=True):
    """A scene of the campaign.

    `rules` and `name` are the rule set's id and the scene's. `data` is the scene as it was prepared, dropped
    once it runs (its own log begins with it). `last` is the number of its own log's last event, `at` the
    table's last event about it. `outcome` is how it ended ("" while it goes on). A what-if is `of` another
    scene, from its event `to` on; the first `shared` events of its log are that scene's.
    """

    id: str
    title: str
    rules: str
    name: str
    status: Status = "prepared"
    data: dict[str, Any] = {}
    chairs: dict[Seat, Seat] = {}
    sheets: dict[str, str] = {}
    audience: Audience = EVERYONE
    last: int = 0
    at: int = 0
    begun: datetime | None = None
    outcome: str = ""
    applied: bool = False
    of: str = ""
    to: int = 0
    shared: int = 0

    @property
    def is_what_if(self) -> bool:
        """Whether it only tries what might have been."""
        return bool(self.of)

    def may_know(self, seat: Seat) -> bool:
        """Whether a seat of the table may know that there is this scene."""
        if seat == GM:
            return True
        known = not self.is_what_if and self.status != "prepared"
        return known and (seat in self.chairs.values() or may_see(self.audience, seat))

    def chair_of(self, seat: Seat) -> Seat:
        """The seat of the scene that a seat of the table answers for ("" for none)."""
        return next((chair for chair, holder in self.chairs.items() if holder == seat), "")

    def holder_of(self, chair: Seat) -> Seat:
        """The seat of the table that answers for a seat of the scene."""
        return self.chairs.get(chair, GM)

    def viewer(self, seat: Seat) -> Seat:
        """As whom of the scene a seat of the table sees it: without a chair as a spectator."""
        return GM if seat == GM else self.chair_of(seat) or SCREEN


class Campaign(msgspec.Struct, kw_only=True):
    """A campaign as its log up to event `sequence` left it. `minutes`: game time that has passed.

    `changed`: the last event that did more than bring a scene a step further.
    `rulings` are those that the group settled, by rule set. Only `fold.take` changes a campaign.
    """

    sequence: int = 0
    changed: int = 0
    title: str = ""
    lang: str = "en"
    founded: datetime | None = None
    minutes: int = 0
    seats: dict[Seat, Place] = {}
    sheets: dict[str, Sheet] = {}
    packs: dict[str, HeldPack] = {}
    rulings: dict[str, dict[str, str | bool | int]] = {}
    scenes: dict[str, Held] = {}
    notes: dict[str, HeldNote] = {}

    def place(self, seat: Seat) -> Place | None:
        """A seat that is there and not revoked."""
        place = self.seats.get(seat)
        return None if place is None or place.is_revoked else place

    def role(self, seat: Seat) -> Role | None:
        """A seat's role; None where there is no such seat or it is revoked."""
        place = self.place(seat)
        return place.role if place else None

    def known_scenes(self, seat: Seat) -> list[Held]:
        """The scenes that a seat may know of, in the order in which they were prepared."""
        return [held for held in self.scenes.values() if held.may_know(seat)]

    def shown(self, seat: Seat) -> str:
        """The scene that a seat is shown unless it asks for another: the last begun of those that run, its
        own ones first; "" where none runs."""
        running = [held for held in self.known_scenes(seat) if held.status == "running"]
        mine = [held for held in running if held.chair_of(seat)]
        plain = [held for held in running if not held.is_what_if]
        return next((held.id for held in sorted(mine or plain, key=_begun, reverse=True)), "")

    def may_read(self, seat: Seat, sheet: str) -> bool:
        """Whether a seat may read a sheet of the campaign."""
        place, held = self.place(seat), self.sheets.get(sheet)
        if place is None or held is None:
            return False
        return seat == GM or (held.side == "character" and place.sheet == sheet)


def _begun(held: Held) -> datetime:
    assert held.begun is not None
    return held.begun
