"""Carrying out what the game master asks of the campaign: sheets, packs, rulings, seats, time, notes."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from contrecoup.registry.places import parsed
from contrecoup.table import clock, keys, preparing
from contrecoup.table import commands as do
from contrecoup.table import events as ev
from contrecoup.table.draft import Draft
from contrecoup.table.refusals import refused, unknown


class Order:
    """A command with all that carrying it out needs: the draft, the scene that is meant, and what lies on
    the shelf of the seat that it is about."""

    def __init__(self, draft: Draft, scene: str = "", shelf: bytes | None = None) -> None:
        self.draft = draft
        self.scene = scene
        self.shelf = shelf

    @property
    def campaign(self) -> Any:
        return self.draft.room.campaign


def _rename_campaign(order: Order, command: do.RenameCampaign) -> None:
    order.draft.add(ev.Retitled(title=command.title))


def _keep_sheet(order: Order, command: do.KeepSheet) -> None:
    preparing.sheet_of(command.rules, command.sort, command.data)
    if command.sheet and command.sheet not in order.campaign.sheets:
        raise unknown("table.no_sheet", "sheet")
    order.draft.add(
        ev.SheetKept(
            sheet=command.sheet or keys.new_id(),
            rules=command.rules,
            sort=command.sort,
            side=command.side,
            title=command.title,
            data=preparing.plain(command.data),
        )
    )


def _drop_sheet(order: Order, command: do.DropSheet) -> None:
    if command.sheet not in order.campaign.sheets:
        raise unknown("table.no_sheet", "sheet")
    order.draft.add(ev.SheetDropped(sheet=command.sheet))


def _keep_pack(order: Order, command: do.KeepPack) -> None:
    if command.pack and command.pack not in order.campaign.packs:
        raise unknown("table.no_pack", "pack")
    id = command.pack or keys.new_id()
    data = preparing.pack_data(command.rules, command.data, command.toml)
    held = preparing.packs_of(order.campaign, command.rules)
    preparing.hold_packs(command.rules, {**held, id: data}.values())
    order.draft.add(ev.PackKept(pack=id, rules=command.rules, title=command.title, data=data))


def _drop_pack(order: Order, command: do.DropPack) -> None:
    pack = order.campaign.packs.get(command.pack)
    if pack is None:
        raise unknown("table.no_pack", "pack")
    left = preparing.packs_of(order.campaign, pack.rules)
    del left[pack.id]
    preparing.hold_packs(pack.rules, left.values())
    order.draft.add(ev.PackDropped(pack=command.pack))


def _rule(order: Order, command: do.Rule) -> None:
    preparing.hold_ruling(command.rules, command.ruling, command.value)
    order.draft.add(ev.Ruled(rules=command.rules, ruling=command.ruling, value=command.value))


def _make_seat(order: Order, command: do.MakeSeat) -> None:
    if command.role == "gm":
        raise refused("table.one_gm", "role")
    if command.sheet and command.sheet not in order.campaign.sheets:
        raise unknown("table.no_sheet", "sheet")
    seat = keys.new_id()
    made = ev.SeatMade(seat=seat, role=command.role, name=command.name, sheet=command.sheet)
    order.draft.add(made)
    order.draft.make_key(seat, command.minutes, None)


def _rename_seat(order: Order, command: do.RenameSeat) -> None:
    _hold_seat(order, command.seat)
    order.draft.add(ev.SeatRenamed(seat=command.seat, name=command.name))


def _give_seat(order: Order, command: do.GiveSeat) -> None:
    _hold_seat(order, command.seat)
    if command.sheet and command.sheet not in order.campaign.sheets:
        raise unknown("table.no_sheet", "sheet")
    order.draft.add(ev.SeatGiven(seat=command.seat, sheet=command.sheet))


def _rotate_key(order: Order, command: do.RotateKey) -> None:
    _hold_seat(order, command.seat)
    order.draft.make_key(command.seat, command.minutes, order.shelf)


def _revoke_seat(order: Order, command: do.RevokeSeat) -> None:
    _hold_seat(order, command.seat)
    order.draft.add(ev.SeatRevoked(seat=command.seat))
    order.draft.drop_key(command.seat, order.shelf)


def _pass_time(order: Order, command: do.PassTime) -> None:
    changed = tuple(clock.later(order.campaign, command.minutes))
    order.draft.add(ev.TimePassed(minutes=command.minutes))
    for sheet in changed:
        order.draft.add(sheet)


def _note(order: Order, command: do.Note) -> None:
    if command.note and command.note not in order.campaign.notes:
        raise unknown("table.no_note", "note")
    for seat in command.audience - {"*"}:
        _hold_seat(order, seat, "audience")
    order.draft.add(
        ev.NoteKept(note=command.note or keys.new_id(), text=command.text, audience=command.audience)
    )


def _drop_note(order: Order, command: do.DropNote) -> None:
    if command.note not in order.campaign.notes:
        raise unknown("table.no_note", "note")
    order.draft.add(ev.NoteDropped(note=command.note))


def _prepare(order: Order, command: do.Prepare) -> None:
    campaign = order.campaign
    if order.scene and order.scene not in campaign.scenes:
        raise unknown("table.no_scene", "scene")
    for path in command.sheets:
        if parsed(path) is None:
            raise refused("scene.set_no_key", f"sheets.{path}")
    data = preparing.scene_data(campaign, command.data, command.toml, command.sheets)
    seats = preparing.loaded(data).manifest.seats
    for chair in command.chairs:
        if chair not in seats:
            raise refused("play.no_seat", f"chairs.{chair}", seat=chair, known=", ".join(seats))
    for seat in command.audience - {"*"}:
        _hold_seat(order, seat, "audience")
    order.draft.add(
        ev.ScenePrepared(
            scene=order.scene or keys.new_id(),
            title=command.title,
            data=data,
            chairs=command.chairs,
            sheets=command.sheets,
            audience=command.audience,
        )
    )


def _drop_scene(order: Order, command: do.DropScene) -> None:
    if order.scene not in order.campaign.scenes:
        raise unknown("table.no_scene", "scene")
    order.draft.add(ev.SceneDropped(scene=order.scene))


def _hold_seat(order: Order, seat: str, where: str = "seat") -> None:
    if order.campaign.place(seat) is None:
        raise unknown("table.no_seat", where)


ORDERS: Final[Mapping[type[do.Command], Callable[[Order, Any], None]]] = {
    do.RenameCampaign: _rename_campaign,
    do.KeepSheet: _keep_sheet,
    do.DropSheet: _drop_sheet,
    do.KeepPack: _keep_pack,
    do.DropPack: _drop_pack,
    do.Rule: _rule,
    do.MakeSeat: _make_seat,
    do.RenameSeat: _rename_seat,
    do.GiveSeat: _give_seat,
    do.RotateKey: _rotate_key,
    do.RevokeSeat: _revoke_seat,
    do.PassTime: _pass_time,
    do.Note: _note,
    do.DropNote: _drop_note,
    do.Prepare: _prepare,
    do.DropScene: _drop_scene,
}
"""What the game master asks of the campaign, no scene having to run."""
