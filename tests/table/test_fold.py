"""A campaign is what its events make of it; one that doesn't fit is refused and leaves all as it was."""

import copy
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from contrecoup.kernel import EVERYONE, GM, SCREEN, Refused, only
from contrecoup.log import Event, Record
from contrecoup.table import campaign as campaigns
from contrecoup.table import events as ev
from contrecoup.table.campaign import Campaign, Held
from contrecoup.table.fold import folded, take
from tests.table.test_events import TIME

FOUNDED = ev.Founded(title="Night shift", lang="en")
SHEET = ev.SheetKept(sheet="joe", rules="savage", sort="hacker", side="character", title="Joe", data={})
SEAT = ev.SeatMade(seat="ana", role="player", name="Ana", sheet="joe")
SCREEN_SEAT = ev.SeatMade(seat="wall", role="screen", name="Wall")
SCENE = ev.ScenePrepared(
    scene="desk", title="Desk", data={"rules": "savage", "scene": "intrusion"}, chairs={"hacker": "ana"}
)
STARTED = ev.Played(scene="desk", record={"sequence": 1, "kind": "started", "payload": {}})


def records(events: Iterable[Event]) -> list[Record]:
    return [
        Record(sequence=number, time=TIME + timedelta(minutes=number), event=event)
        for number, event in enumerate(events, 1)
    ]


def campaign_of(*events: Event) -> Campaign:
    return folded(records((FOUNDED, *events)))


def played(kind: str, sequence: int, **payload: Any) -> ev.Played:
    return ev.Played(scene="desk", record={"sequence": sequence, "kind": kind, "payload": payload})


@pytest.mark.parametrize(
    ("before", "event", "reason"),
    [
        ((), FOUNDED, "log.start_misplaced"),
        ((), ev.SheetDropped(sheet="joe"), "table.no_sheet"),
        ((), ev.PackDropped(pack="none"), "table.no_pack"),
        ((), ev.NoteDropped(note="none"), "table.no_note"),
        ((), SEAT, "table.no_sheet"),
        ((SHEET, SEAT), SEAT, "table.seat_there"),
        ((), ev.SeatMade(seat="x", role="gm", name="Two"), "table.seat_there"),
        ((), ev.SeatGiven(seat="ana", sheet=""), "table.no_seat"),
        ((), ev.KeyMade(seat="ana"), "table.no_seat"),
        ((), ev.SeatRevoked(seat=GM), "table.gm_stays"),
        ((SHEET, SEAT, ev.SeatRevoked(seat="ana")), ev.SeatRenamed(seat="ana", name="A"), "table.no_seat"),
        ((), SCENE, "table.no_seat"),
        ((SHEET, SEAT, SCENE, STARTED), SCENE, "table.begun"),
        ((SHEET, SEAT, SCENE, STARTED), ev.SceneDropped(scene="desk"), "table.begun"),
        ((SHEET, SEAT, SCENE), ev.SceneClosed(scene="desk", applied=False), "table.not_running"),
        ((SHEET, SEAT, SCENE), ev.SceneForked(scene="x", of="desk", to=1), "play.no_event"),
        ((SHEET, SEAT, SCENE, STARTED), ev.SceneForked(scene="desk", of="desk", to=1), "play.no_event"),
        ((SHEET, SEAT, SCENE), played("chosen", 1), "log.not_next"),
        ((SHEET, SEAT, SCENE, STARTED), played("chosen", 3), "log.not_next"),
        ((SHEET, SEAT, SCENE, STARTED), played("started", 2), "log.not_next"),
        ((), STARTED, "table.no_scene"),
        ((SHEET, SEAT, SCENE), ev.ChairGiven(scene="desk", chair="system", seat="ana"), "table.chair_twice"),
        (
            (SHEET, SEAT, SCREEN_SEAT, SCENE),
            ev.ChairGiven(scene="desk", chair="system", seat="wall"),
            "table.no_chair",
        ),
    ],
    ids=lambda value: getattr(value, "kind", None),
)
def test_an_event_that_doesnt_fit_is_refused_and_changes_nothing(
    before: tuple[Event, ...], event: Event, reason: str
) -> None:
    campaign = campaign_of(*before)
    held = copy.deepcopy(campaign)
    with pytest.raises(Refused) as fault:
        take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=event))
    assert [each.id for each in fault.value.reasons] == [reason]
    assert campaign == held


def test_a_log_has_no_gap_and_begins_with_its_founding() -> None:
    campaign = campaign_of(SHEET)
    for sequence in (1, 2, 4):
        with pytest.raises(Refused):
            take(campaign, Record(sequence=sequence, time=TIME, event=SEAT))
    with pytest.raises(Refused) as fault:
        folded(records([SHEET]))
    assert [reason.id for reason in fault.value.reasons] == ["play.event_refused", "log.start_misplaced"]


def test_a_scene_goes_through_its_states() -> None:
    campaign = campaign_of(SHEET, SEAT, SCENE)
    desk = campaign.scenes["desk"]
    assert (desk.status, desk.rules, desk.name, desk.last) == ("prepared", "savage", "intrusion", 0)
    for event in (STARTED, played("ended", 2, outcome="control")):
        take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=event))
    assert (desk.status, desk.outcome, desk.last, desk.data) == ("running", "control", 2, {})
    take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=played("rewound", 3, to=1)))
    assert desk.outcome == ""
    closed = ev.SceneClosed(scene="desk", applied=True)
    take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=closed))
    assert (desk.status, desk.applied) == ("closed", True)


def test_a_what_if_shares_what_was_there_and_is_known_to_the_game_master_alone() -> None:
    campaign = campaign_of(SHEET, SEAT, SCENE, STARTED, played("chosen", 2))
    fork = ev.SceneForked(scene="if", of="desk", to=1)
    take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=fork))
    held = campaign.scenes["if"]
    assert (held.shared, held.last, held.chairs) == (2, 2, {})
    assert [each.id for each in campaign.known_scenes("ana")] == ["desk"]
    assert [each.id for each in campaign.known_scenes(GM)] == ["desk", "if"]
    with pytest.raises(Refused) as fault:
        take(
            campaign,
            Record(
                sequence=campaign.sequence + 1, time=TIME, event=ev.SceneClosed(scene="if", applied=False)
            ),
        )
    assert [reason.id for reason in fault.value.reasons] == ["table.not_running"]


def test_a_scene_that_a_what_if_is_of_stays() -> None:
    fork = ev.SceneForked(scene="if", of="desk", to=1)
    again = ev.SceneForked(scene="if2", of="if", to=1)
    campaign = campaign_of(SHEET, SEAT, SCENE, STARTED, fork, again)
    with pytest.raises(Refused) as fault:
        take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=ev.SceneDropped(scene="if")))
    assert [reason.id for reason in fault.value.reasons] == ["table.has_forks"]


def test_a_revoked_seat_gives_its_chairs_back() -> None:
    campaign = campaign_of(SHEET, SEAT, SCENE, ev.SeatRevoked(seat="ana"))
    assert campaign.scenes["desk"].holder_of("hacker") == GM
    assert campaign.role("ana") is None


@pytest.mark.parametrize(
    ("held", "seat", "knows", "viewer"),
    [
        (Held(id="s", title="", rules="", name=""), GM, True, GM),
        (Held(id="s", title="", rules="", name="", chairs={"hacker": "ana"}), "ana", False, "hacker"),
        (Held(id="s", title="", rules="", name="", status="running"), "ana", True, SCREEN),
        (Held(id="s", title="", rules="", name="", status="closed"), "ana", True, SCREEN),
        (
            Held(id="s", title="", rules="", name="", status="running", audience=only("bo")),
            "ana",
            False,
            SCREEN,
        ),
        (
            Held(
                id="s",
                title="",
                rules="",
                name="",
                status="running",
                audience=only("bo"),
                chairs={"h": "ana"},
            ),
            "ana",
            True,
            "h",
        ),
        (
            Held(id="s", title="", rules="", name="", status="running", of="t", audience=EVERYONE),
            "ana",
            False,
            SCREEN,
        ),
    ],
)
def test_who_may_know_of_a_scene_and_as_whom_he_sees_it(
    held: Held, seat: str, knows: bool, viewer: str
) -> None:
    assert (held.may_know(seat), held.viewer(seat)) == (knows, viewer)


def test_a_seat_reads_its_own_character_and_nothing_of_the_opposition() -> None:
    system = ev.SheetKept(sheet="ice", rules="savage", sort="system", side="opposition", title="Ice", data={})
    campaign = campaign_of(SHEET, system, SEAT, ev.SeatMade(seat="bo", role="player", name="Bo", sheet="ice"))
    known = {
        seat: [sheet for sheet in ("joe", "ice") if campaign.may_read(seat, sheet)] for seat in campaign.seats
    }
    assert known == {GM: ["joe", "ice"], "ana": ["joe"], "bo": []}


def test_a_seat_is_shown_the_last_begun_scene_its_own_first() -> None:
    def begun(scene: str) -> ev.Played:
        return ev.Played(scene=scene, record=STARTED.record)

    other = ev.ScenePrepared(scene="bar", title="Bar", data={}, audience=EVERYONE)
    third = ev.ScenePrepared(scene="car", title="Car", data={}, audience=EVERYONE)
    campaign = campaign_of(SHEET, SEAT, SCREEN_SEAT, SCENE, other, third)
    assert (campaign.shown(GM), campaign.shown("ana")) == ("", "")
    for event in (begun("desk"), begun("bar")):
        take(
            campaign,
            Record(
                sequence=campaign.sequence + 1, time=TIME + timedelta(minutes=campaign.sequence), event=event
            ),
        )
    assert [campaign.shown(seat) for seat in (GM, "ana", "wall")] == ["bar", "desk", "bar"]


BOUNDS = [
    (lambda n: ev.SeatMade(seat=f"s{n}", role="helper", name="H"), campaigns.MOST_SEATS - 1),
    (lambda n: msgspec.structs.replace(SHEET, sheet=f"s{n}"), campaigns.MOST_MADE),
    (lambda n: ev.PackKept(pack=f"p{n}", rules="machines", title="P", data={}), campaigns.MOST_PACKS),
    (lambda n: ev.NoteKept(note=f"n{n}", text="N"), campaigns.MOST_MADE),
    (lambda n: ev.ScenePrepared(scene=f"c{n}", title="S", data={}), campaigns.MOST_OPEN),
]


@pytest.mark.parametrize(("made", "most"), BOUNDS, ids=["seats", "sheets", "packs", "notes", "scenes"])
def test_nothing_grows_without_end(made: Any, most: int) -> None:
    campaign = campaign_of(*(made(number) for number in range(most)))
    with pytest.raises(Refused) as fault:
        take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=made(most)))
    assert [reason.id for reason in fault.value.reasons] == ["table.too_many"]
    if isinstance(made(0), ev.SheetKept | ev.PackKept | ev.NoteKept | ev.ScenePrepared):
        take(campaign, Record(sequence=campaign.sequence + 1, time=TIME, event=made(0)))
