"""What a viewer may see: his own side's sheets, what both have felt of each other, and nothing before contact."""

from collections.abc import Iterator
from typing import cast

from contrecoup.kernel import (
    GM_ONLY,
    Card,
    Condition,
    Dice,
    Message,
    Part,
    Pool,
    Seat,
    Track,
    View,
    may_see,
    message,
    only,
)
from contrecoup.rulesets.tracing.names import intruders_only, keepers_only
from contrecoup.rulesets.tracing.opening import standing_barriers
from contrecoup.rulesets.tracing.people import keeper_pool
from contrecoup.rulesets.tracing.rules.skill import pool_of, wound_modifier
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.sheets import MONITOR, Dossier, Participant
from contrecoup.rulesets.tracing.state import Intruder, SessionState, TraceState

LEVELS = (1, 2, 3, 4)
UNOPENED = frozenset({"split", "opening"})


def view(setup: Trace | Session, state: TraceState | SessionState, viewer: Seat) -> View:
    """The parts for this viewer."""
    if isinstance(setup, Trace):
        return View(tuple(_trace(setup, viewer)))
    return View(tuple(_session(setup, cast(SessionState, state), viewer)))


def _trace(setup: Trace, viewer: Seat) -> Iterator[Part]:
    if may_see(only("attacker"), viewer):
        yield from _sheet(setup.attacker, "attacker")
    if may_see(GM_ONLY, viewer):
        yield Condition("target_number", "defender", max(2, setup.target))
        if setup.missing:
            yield Condition("missing", "defender")


def _session(setup: Session, state: SessionState, viewer: Seat) -> Iterator[Part]:
    for place, me in enumerate(state.intruders):
        if me.status != "away":
            yield from _intruder(setup, state, place, me, viewer)
    if may_see(intruders_only(setup), viewer):
        yield Condition("target_number", "attacker", max(2, setup.session_tn(state.found)))
        yield from _dossier(setup, state)
    if state.exposed:
        barriers = standing_barriers(setup, state)
        if barriers:
            yield Condition("barriers", "defender", barriers)
    yield from _keepers(setup, state, viewer)
    if may_see(GM_ONLY, viewer) and state.exposed:
        yield Condition("rounds", "attacker", state.rounds)


def _intruder(setup: Session, state: SessionState, place: int, me: Intruder, viewer: Seat) -> Iterator[Part]:
    seat, sheet = setup.intruder_seats[place], setup.intruders[place]
    own = may_see(only(seat), viewer)
    if me.status != "in" and (own or state.exposed):
        yield Condition(me.status, seat)
    if own:
        yield from _sheet(sheet, seat)
        if me.computers < sheet.computers:
            yield Condition("computers_left", seat, me.computers)
        most = pool_of(sheet)
        if most:
            yield Pool("pool", seat, me.pool if state.exposed else me.split, most)
        if me.attempt:
            yield Condition("attempt", seat, me.attempt)
        yield Track("monitor", seat, me.boxes, MONITOR)
        if wound_modifier(me.boxes):
            yield Condition("wounded", seat, wound_modifier(me.boxes))
        if me.hardware:
            yield Track("hardware", seat, me.hardware, MONITOR)
    if (own or may_see(keepers_only(setup), viewer)) and state.exposed and me.tar:
        yield Condition("tar", seat, me.tar)
    if _shows_stealth(setup, state, own, viewer):
        yield Condition("stealth_now", seat, me.stealth)
    if me.further and (own or may_see(keepers_only(setup), viewer)):
        yield Condition("further", seat, me.further)


def _shows_stealth(setup: Session, state: SessionState, own: bool, viewer: Seat) -> bool:
    """The game master knows it; its owner as the ruling says (what the opening test gave stays in the log)."""
    if state.phase in UNOPENED:
        return False
    return may_see(GM_ONLY, viewer) or (own and setup.rulings.stealth_shown == "always")


def _sheet(sheet: Participant, seat: Seat) -> Iterator[Part]:
    """Skills in dice, for their owner."""
    yield Dice("computers", seat, f"{sheet.computers}d6")
    yield Dice("stealth", seat, f"{sheet.stealth}d6")
    if sheet.datajack:
        yield Condition("datajack", seat)


def _dossier(setup: Session, state: SessionState) -> Iterator[Part]:
    """The facts that the intruders have gained, together."""
    known = 0
    for me in state.intruders:
        known |= me.known
    lines = _facts(setup.dossier, [level for level in LEVELS if known >> (level - 1) & 1])
    if lines:
        yield Card("dossier", "defender", lines)


def _facts(dossier: Dossier, levels: list[int]) -> tuple[Message | str, ...]:
    return tuple(message("fact", level=level, fact=fact) for level in levels for fact in dossier.facts(level))


def _keepers(setup: Session, state: SessionState, viewer: Seat) -> Iterator[Part]:
    for place, keeper in enumerate(state.keepers):
        seat, sheet = setup.keeper_seats[place], setup.keepers[place]
        if keeper.status == "away" or not may_see(only(seat), viewer):
            continue
        yield from _sheet(sheet, seat)
        most = keeper_pool(setup, state, place)
        if most:
            yield Pool("pool", seat, min(keeper.pool, most), most)
        for run in keeper.running:
            yield Condition(
                f"runs_{sheet.programs[run.program].kind}", seat, sheet.programs[run.program].rating
            )
        if keeper.learned:
            yield Card("learned", "attacker", _facts(setup.attacker.dossier, [keeper.learned]))
    if may_see(GM_ONLY, viewer):
        lines = _facts(setup.dossier, list(LEVELS))
        if lines:
            yield Card("whole_dossier", "defender", lines)
