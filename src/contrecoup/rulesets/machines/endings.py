"""Endings: how a fight ends, what odds report of it, and what stays on sheets."""

from collections.abc import Iterator
from typing import cast

from contrecoup.kernel import Change, End, Tally
from contrecoup.rulesets.machines.entries import sheet_of
from contrecoup.rulesets.machines.fighter import ENDLESS, Fighter
from contrecoup.rulesets.machines.rules.health import condition_cost
from contrecoup.rulesets.machines.setup import Attack, Fight
from contrecoup.rulesets.machines.sheets import Robot
from contrecoup.rulesets.machines.state import FightState, Standing


def spent(standings: tuple[Standing, ...], by: int, arm: int) -> tuple[Standing, ...]:
    """The standings after one shot: a round less in a weapon with a magazine."""
    standing = standings[by]
    rounds = standing.rounds
    if rounds[arm] == ENDLESS:
        return standings
    left = (*rounds[:arm], rounds[arm] - 1, *rounds[arm + 1 :])
    after = Standing(standing.boxes, left, standing.spare, standing.actions, standing.gone)
    return (*standings[:by], after, *standings[by + 1 :])


def end_of(setup: Fight, state: FightState) -> End:
    """The end: boxes left and rounds left of everybody, and what stays on sheets."""
    left = [_left(setup, index, standing) for index, standing in enumerate(state.standings)]
    tallies = tuple([tally for counted, _ in left for tally in counted])
    return End(state.outcome, tallies, tuple([change for _, changed in left for change in changed]))


def _left(setup: Fight, index: int, standing: Standing) -> tuple[tuple[Tally, ...], tuple[Change, ...]]:
    """What is reported of a fighter and what stays on his sheet; asked for again, the same."""
    key = ("end", index, standing)
    if key not in setup.memo:
        tallies = tuple(_tallies(setup.fighters[index], standing))
        setup.remember(key, (tallies, tuple(changes_of(setup, index, standing))))
    return cast(tuple[tuple[Tally, ...], tuple[Change, ...]], setup.memo[key])


def _tallies(fighter: Fighter, standing: Standing) -> Iterator[Tally]:
    yield Tally("left", fighter.boxes.last - standing.boxes, fighter.seat)
    arm, loaded = (
        fighter.arms[0] if fighter.arms else None,
        standing.rounds[0] if standing.rounds else ENDLESS,
    )
    if arm is not None and loaded != ENDLESS:
        yield Tally("ammunition", loaded + standing.spare[0] * arm.magazine, fighter.seat)


def changes_of(setup: Fight | Attack, index: int, standing: Standing) -> Iterator[Change]:
    """The fields of a combatant's sheet that are not as they were."""
    fighter = setup.fighters[index]
    if not fighter.sheet or standing.boxes == fighter.hurt:
        return
    yield Change(fighter.sheet, "damage", standing.boxes)
    if standing.boxes == fighter.boxes.last:
        yield Change(fighter.sheet, "dead", True)
    sheet = sheet_of(setup.combatants[index].sheet, setup.content.stock)
    lost = condition_cost(fighter.boxes, fighter.hurt, standing.boxes)
    if lost and isinstance(sheet, Robot):
        yield Change(fighter.sheet, "condition_lost", sheet.condition_lost + lost)
