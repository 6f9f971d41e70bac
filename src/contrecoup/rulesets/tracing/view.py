"""What a viewer may see: his own side's sheets, what both sides have felt, and nothing before contact."""

from collections.abc import Iterator
from typing import cast

from contrecoup.kernel import (
    GM_ONLY,
    Card,
    Condition,
    Dice,
    Message,
    Name,
    Part,
    Pool,
    Seat,
    Table,
    Track,
    View,
    may_see,
    message,
    only,
)
from contrecoup.rulesets.tracing.people import (
    ABSENT,
    both_sides,
    intruders_only,
    is_met,
    keeper_pool,
    keepers_only,
    levels_known,
    standing_barriers,
    tar_on,
)
from contrecoup.rulesets.tracing.rules.skill import pool_of, wound_modifier
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.sheets import MONITOR, Dossier, Participant
from contrecoup.rulesets.tracing.state import Intruder, SessionState, TraceState

LEVELS = (1, 2, 3, 4)


def view(setup: Trace | Session, state: TraceState | SessionState, viewer: Seat) -> View:
    """The parts for this viewer."""
    if isinstance(setup, Trace):
        return View(tuple(_trace(setup, viewer)))
    return View(tuple(_session(setup, cast(SessionState, state), viewer)))


def _trace(setup: Trace, viewer: Seat) -> Iterator[Part]:
    if may_see(only("attacker"), viewer):
        yield from _sheet(setup.attacker, "attacker")
    if may_see(GM_ONLY, viewer):
        yield Dice("target_number", "defender", str(max(2, setup.target)))
        if setup.missing:
            yield Condition("missing", "defender")


def _session(setup: Session, state: SessionState, viewer: Seat) -> Iterator[Part]:
    attackers = may_see(intruders_only(setup, state), viewer)
    for place, me in enumerate(state.intruders):
        if me.status not in ABSENT:
            yield from _intruder(setup, state, place, me, viewer)
    if attackers:
        yield Dice("target_number", "attacker", str(max(2, setup.session_tn(state.found))))
        yield from _dossier(setup, state)
    if attackers or may_see(keepers_only(setup, state), viewer):
        barriers = standing_barriers(setup, state)
        if barriers:
            yield Dice("barriers", "defender", str(barriers))
        if is_met(setup, state):
            yield Dice("turn", "attacker", str(state.rounds))
    yield from _keepers(setup, state, viewer)


def _intruder(setup: Session, state: SessionState, place: int, me: Intruder, viewer: Seat) -> Iterator[Part]:
    """His owner sees all of him but what the ruling on stealth hides; the others what was done to him."""
    seat = setup.intruder_seats[place]
    own = may_see(only(seat), viewer)
    felt = own or (state.exposed and may_see(both_sides(setup, state), viewer))
    if me.status != "in" and felt:
        yield Condition(me.status, seat)
    if own:
        yield from _own(setup, state, place, me)
    if felt and tar_on(me):
        yield Dice("tar", seat, str(tar_on(me)))
    if _shows_stealth(setup, state, own, viewer):
        yield Dice("stealth_now", seat, str(me.stealth))
    if felt and me.further:
        yield Dice("further", seat, str(me.further))


def _own(setup: Session, state: SessionState, place: int, me: Intruder) -> Iterator[Part]:
    seat, sheet = setup.intruder_seats[place], setup.intruders[place]
    yield from _sheet(sheet, seat)
    if me.computers < sheet.computers:
        yield Dice("computers_left", seat, str(me.computers))
    most = pool_of(sheet)
    if most and is_met(setup, state):
        yield Pool("pool", seat, me.pool, most)
    elif most and state.phase not in ("begin", "split"):
        yield Dice("split_computers", seat, str(me.split))
        yield Dice("split_stealth", seat, str(most - me.split))
    if me.attempt:
        yield Dice("attempt", seat, str(me.attempt))
    yield Track("monitor", seat, me.boxes, MONITOR)
    if wound_modifier(me.boxes):
        yield Dice("wounded", seat, f"+{wound_modifier(me.boxes)}")
    if me.hardware:
        yield Track("hardware", seat, me.hardware, MONITOR)


def _shows_stealth(setup: Session, state: SessionState, own: bool, viewer: Seat) -> bool:
    """The game master knows it; its owner as the ruling says (what the opening gave stays in the log)."""
    if not state.opened:
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
    known = levels_known(state)
    lines = _facts(setup.dossier, [level for level in LEVELS if known >> (level - 1) & 1])
    if lines:
        yield Card("dossier", "defender", lines)


def _facts(dossier: Dossier, levels: list[int]) -> tuple[Message | str, ...]:
    return tuple(message("fact", level=level, fact=fact) for level in levels for fact in dossier.facts(level))


def _keepers(setup: Session, state: SessionState, viewer: Seat) -> Iterator[Part]:
    """The defenders' sheets for their owners; what they learned of the attackers for all of them."""
    for place, keeper in enumerate(state.keepers):
        seat, sheet = setup.keeper_seats[place], setup.keepers[place]
        if keeper.status in ABSENT or not may_see(only(seat), viewer):
            continue
        yield from _sheet(sheet, seat)
        most = keeper_pool(setup, state, place)
        if most:
            yield Pool("pool", seat, min(keeper.pool, most), most)
        yield from _programs(setup, state, place, seat)
    if may_see(keepers_only(setup, state), viewer):
        yield from _learned(setup, state)
    if may_see(GM_ONLY, viewer):
        lines = _facts(setup.dossier, list(LEVELS))
        if lines:
            yield Card("whole_dossier", "defender", lines)


def _programs(setup: Session, state: SessionState, place: int, seat: Seat) -> Iterator[Part]:
    """Each program with its rating, and whether it runs or is used up."""
    keeper = state.keepers[place]
    running = {run.program for run in keeper.running}
    rows = tuple(
        (tool.name, tool.rating, Name(f"program.{_status(number, running, keeper.bombs)}"))
        for number, tool in enumerate(setup.tools[place])
    )
    if rows:
        yield Table("programs", seat, ("head.program", "head.rating", "head.status"), rows)


def _status(number: int, running: set[int], bombs: int) -> str:
    return "runs" if number in running else "used" if bombs >> number & 1 else "ready"


def _learned(setup: Session, state: SessionState) -> Iterator[Part]:
    learned = 0
    for keeper in state.keepers:
        learned |= keeper.learned
    for place, (seat, sheet) in enumerate(zip(setup.intruder_seats, setup.intruders, strict=True)):
        levels = [level for level in LEVELS if learned >> (len(LEVELS) * place + level - 1) & 1]
        lines = _facts(sheet.dossier, levels)
        if lines:
            yield Card("learned", seat, lines)
