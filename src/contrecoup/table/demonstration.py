"""The demonstration: a ready campaign with a scene of every rule set that shows one.

A rule set shows itself by a file `demonstration.toml` in its folder; nothing here knows which there are.
"""

import functools
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import GM
from contrecoup.registry.places import parsed
from contrecoup.table import commands as do
from contrecoup.table.desk import Desk
from contrecoup.table.events import Side
from contrecoup.text import Texts

FILE: Final = "demonstration.toml"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table of a scene becomes: a sheet of a sort, on a side."""

    sort: str
    side: Side


class ShownScene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scene by which a rule set shows itself: its title by language, its data as a file holds them, the
    number of the player who has each seat, what becomes a sheet, and whether it runs at once."""

    title: Mapping[str, str]
    data: dict[str, Any]
    players: Mapping[str, int] = {}
    sheets: Mapping[str, Part] = {}
    begin: bool = False


class _Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenes: tuple[ShownScene, ...]


class Demonstration(msgspec.Struct, frozen=True):
    """The campaign that was founded: its table, the game master's key, and each player's name and key."""

    table: str
    key: str
    players: tuple[tuple[str, str], ...]


async def demonstrate(desk: Desk, lang: str) -> Demonstration:
    """Found the campaign; the seats' keys are in the answer and nowhere else."""
    texts = Texts(lang)
    table, key = await desk.found(texts.name("table.demonstration.title"), lang)
    scenes = tuple(shown_scenes())
    maker = _Maker(desk, table, lang)
    count = max((number for scene in scenes for number in scene.players.values()), default=0)
    players = [await maker.seat(texts.text("table.demonstration.player", number=n + 1)) for n in range(count)]
    seats = [seat for seat, _, _ in players]
    begun = [await maker.scene(scene, seats) for scene in scenes]
    for scene, made in zip(scenes, begun, strict=True):
        if scene.begin:
            await maker.ask(do.Begin(), made)
    return Demonstration(table, key, tuple((name, link) for _, name, link in players))


class _Maker:
    """Asks for what belongs to the campaign, as its game master would."""

    def __init__(self, desk: Desk, table: str, lang: str) -> None:
        self._desk = desk
        self._table = table
        self._lang = lang

    async def ask(self, command: do.AnyCommand, scene: str = "") -> do.Receipt:
        asked = do.Asked(request=secrets.token_urlsafe(12), scene=scene, command=command)
        return await self._desk.do(self._table, GM, asked, self._lang)

    async def seat(self, name: str) -> tuple[str, str, str]:
        """A player's seat: its id, name and key."""
        made = await self.ask(do.MakeSeat(role="player", name=name))
        return made.made, name, made.key

    async def scene(self, scene: ShownScene, seats: list[str]) -> str:
        """A scene with its sheets, prepared; its id."""
        data = msgspec.json.decode(msgspec.json.encode(scene.data))
        sheets = {where: await self._sheet(part, data, where) for where, part in scene.sheets.items()}
        chairs = {chair: seats[number - 1] for chair, number in scene.players.items()}
        title = scene.title[self._lang]
        made = await self.ask(do.Prepare(title=title, data=data, sheets=sheets, chairs=chairs))
        return made.made

    async def _sheet(self, part: Part, data: dict[str, Any], where: str) -> str:
        """Keep what stands at a key path of the scene as a sheet; its id."""
        sheet = _at(data, where)
        kept = do.KeepSheet(
            rules=data["rules"], sort=part.sort, side=part.side, title=sheet["name"], data=sheet
        )
        return (await self.ask(kept)).made


def shown_scenes() -> Iterator[ShownScene]:
    """The scenes that the rule sets show, in the order of the rule sets. Their data are not to be changed."""
    for manifest in registry.find().values():
        file = Path(manifest.folder) / FILE
        if file.is_file():
            yield from _read(file, file.stat().st_mtime_ns)


@functools.lru_cache(64)
def _read(file: Path, changed: int) -> tuple[ShownScene, ...]:
    """What a file shows, as long as it isn't `changed`."""
    return msgspec.toml.decode(file.read_bytes(), type=_Shown).scenes


def _at(data: Any, where: str) -> dict[str, Any]:
    for key in parsed(where) or ():
        data = data[key]
    return dict(data)
