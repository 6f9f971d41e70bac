"""What a viewer may see: what shows at the table is for all, a sheet for its owner."""

from collections.abc import Iterator
from typing import Final, cast

from contrecoup.kernel import (
    GM_ONLY,
    Card,
    Clock,
    Condition,
    Dice,
    Part,
    Pool,
    Seat,
    Table,
    Track,
    View,
    may_see,
    only,
)
from contrecoup.rulesets.savage.duel import Who, sheet_of, side_of
from contrecoup.rulesets.savage.rules.markers import hacker_markers, system_markers
from contrecoup.rulesets.savage.rules.trait import UNSKILLED
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.sheets import ALERT_MINUTES, Hacker, Skill, System, alert_left
from contrecoup.rulesets.savage.state import Body, DuelState, IntrusionState
from contrecoup.rulesets.savage.told.names import spider_name

PAIR: Final[tuple[Who, Who]] = ("attacker", "defender")
UNCONNECTED: Final = frozenset({"offline", "shaken", "spirit"})
FATES: Final = {"dying": "incapacitated"}
"""Who waits for his Vigor test shows as Incapacitated."""


def view(setup: Intrusion | Duel, state: IntrusionState | DuelState, viewer: Seat) -> View:
    """Markers, standing bonuses, conditions and Bennies for everyone; sheets for those whose they are."""
    if isinstance(setup, Intrusion):
        return View(tuple(_intrusion(setup, cast(IntrusionState, state), viewer)))
    return View(tuple(_duel(setup, cast(DuelState, state), viewer)))


def _intrusion(setup: Intrusion, state: IntrusionState, viewer: Seat) -> Iterator[Part]:
    system = setup.system
    if _is_connected(state):
        yield Track("markers", "hacker", state.hacker, hacker_markers(setup.hacker))
        yield Track("markers", "system", state.system, system_markers(system))
        if state.spiders:
            yield Condition("spiders", "system", state.spiders.bit_count())
    if state.alert:
        yield Condition("alert", "system")
        yield Clock("alert_clock", "system", ALERT_MINUTES if state.alerted else alert_left(system))
    if state.backdoor:
        yield Condition("backdoor" if state.backdoor == 2 else "backdoor_found", "hacker")
    yield from _open(setup.hacker, state.body, "hacker")
    if may_see(only("hacker"), viewer):
        yield from _sheet(setup.hacker, "hacker")
    if may_see(only("system"), viewer):
        yield from _system(system, state)
    if may_see(GM_ONLY, viewer) and state.alert and system.consequences:
        yield Card("consequences", "system", (system.consequences,))


def _is_connected(state: IntrusionState) -> bool:
    """Whether markers are on the table; after the last attempt they stay as they lay."""
    return state.phase not in UNCONNECTED and (state.phase != "over" or state.outcome != "")


def _duel(setup: Duel, state: DuelState, viewer: Seat) -> Iterator[Part]:
    for who in PAIR:
        sheet, side = sheet_of(setup, who), side_of(state, who)
        if state.phase not in UNCONNECTED:
            yield Track("markers", who, side.markers, hacker_markers(sheet))
        if side.bonus:
            yield Condition("fault_bonus" if side.bonus == 2 else "fault_given", who)
        yield from _open(sheet, side.body, who)
        if may_see(only(who), viewer):
            yield from _sheet(sheet, who)


def _open(sheet: Hacker, body: Body, seat: Seat) -> Iterator[Part]:
    """What shows at the table of a hacker."""
    if sheet.mode == "hot_sim":
        yield Condition("hot_sim", seat)
    if body.shaken:
        yield Condition("shaken", seat)
    if body.wounds:
        yield Condition("wounds", seat, body.wounds)
    if body.fatigue:
        yield Condition("fatigue", seat, body.fatigue)
    if body.fate != "up":
        yield Condition(FATES.get(body.fate, body.fate), seat)
    if sheet.bennies:
        yield Pool("bennies", seat, body.bennies, sheet.bennies)


def _sheet(sheet: Hacker, seat: Seat) -> Iterator[Part]:
    """A hacker's dice, for himself."""
    yield Condition("wild_card" if sheet.wild_card else "extra", seat)
    yield Dice("hacking", seat, _notation(sheet.hacking))
    yield Dice("spirit", seat, sheet.spirit)
    yield Dice("vigor", seat, sheet.vigor)
    if sheet.commlink:
        yield Dice("commlink", seat, f"d{sheet.commlink.rating}")
        if sheet.commlink.armour:
            yield Condition("armour", seat, sheet.commlink.armour)


def _system(system: System, state: IntrusionState) -> Iterator[Part]:
    """A system's colour, Ice and spiders, for who plays it."""
    yield Condition(system.colour, "system")
    yield Dice("ice", "system", system.ice)
    rows = tuple(
        (spider_name(system.spiders, place), _notation(spider.hacking))
        for place, spider in enumerate(system.spiders)
        if state.spiders >> place & 1
    )
    if rows:
        yield Table("spider_dice", "system", ("part.spider", "part.hacking"), rows)


def _notation(skill: Skill) -> str:
    """A skill's dice; without it a d4 with -2."""
    die, modifier = UNSKILLED
    return f"d{die}{modifier}" if skill == "unskilled" else skill
