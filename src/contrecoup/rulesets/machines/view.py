"""What a viewer may see: bodies and who is on whose side for everybody, weapons for his own side."""

from collections.abc import Iterator
from typing import cast

from contrecoup.kernel import GM, Card, Name, Part, Pool, Seat, Table, Track, View, message
from contrecoup.rulesets.machines.check import abilities_of, question_of
from contrecoup.rulesets.machines.entries import sheet_of
from contrecoup.rulesets.machines.fighter import ENDLESS, Fighter
from contrecoup.rulesets.machines.flow import AnySetup, AnyState
from contrecoup.rulesets.machines.rules.health import OUT, filled
from contrecoup.rulesets.machines.rules.levels import levels
from contrecoup.rulesets.machines.setup import Attack, Check, Fight
from contrecoup.rulesets.machines.state import AttackState, FightState, Standing


def view(setup: AnySetup, state: AnyState, viewer: Seat) -> View:
    """The parts of a scene, in the order in which they are best read."""
    if isinstance(setup, Fight):
        return View(tuple(_fight(setup, cast(FightState, state), viewer)))
    if isinstance(setup, Attack):
        return View(tuple(_attack(setup, cast(AttackState, state), viewer)))
    return View(tuple(_check(setup, viewer)))


def _fight(setup: Fight, state: FightState, viewer: Seat) -> Iterator[Part]:
    yield _everybody(setup.fighters, state.standings)
    if state.groups and all(len(group) == 1 for group in state.groups):
        order = ", ".join(setup.fighters[group[0]].label for group in state.groups)
        yield Card("order", "", (message("order_is", order=order),))
    side = _side(setup.fighters, viewer)
    for fighter, standing in zip(setup.fighters, state.standings, strict=True):
        yield Track("health", fighter.seat, standing.boxes, fighter.boxes.last)
        if viewer == GM or fighter.side == side:
            yield from _supplies(fighter, standing)


def _side(fighters: tuple[Fighter, ...], viewer: Seat) -> str | None:
    return next((fighter.side for fighter in fighters if fighter.seat == viewer), None)


def _everybody(fighters: tuple[Fighter, ...], standings: tuple[Standing, ...]) -> Table:
    rows = tuple(
        (fighter.label, fighter.side, _condition(fighter, standing), _added(fighter, standing))
        for fighter, standing in zip(fighters, standings, strict=True)
    )
    return Table("combatants", "", ("head.who", "head.side", "head.state", "head.added"), rows)


def _condition(fighter: Fighter, standing: Standing) -> Name:
    return Name(f"gone.{standing.gone}") if standing.gone else fighter.boxes.names[standing.boxes]


def _added(fighter: Fighter, standing: Standing) -> str:
    added = fighter.boxes.added[standing.boxes]
    return "–" if standing.gone or added >= OUT else f"+{added}"


def _supplies(fighter: Fighter, standing: Standing) -> Iterator[Part]:
    """The weapons at hand with their figures, and what is in them."""
    rows = tuple(
        (arm.name, arm.pool, arm.difficulty, arm.damage, "–" if left == ENDLESS else f"{left}", spare)
        for arm, left, spare in zip(fighter.arms, standing.rounds, standing.spare, strict=True)
    )
    heads = ("head.weapon", "head.pool", "head.difficulty", "head.damage", "head.rounds", "head.magazines")
    yield Table("arms", fighter.seat, heads, rows)
    for arm, left in zip(fighter.arms[:1], standing.rounds, strict=False):
        if left != ENDLESS:
            yield Pool("rounds", fighter.seat, left, arm.magazine)


def _attack(setup: Attack, state: AttackState, viewer: Seat) -> Iterator[Part]:
    attacker, target = setup.fighters
    boxes = filled(target.boxes, target.hurt, state.levels if state.phase == "over" else 0)
    standings = tuple(Standing(hurt, (), ()) for hurt in (attacker.hurt, boxes))
    yield _everybody(setup.fighters, standings)
    yield Track("health", target.seat, boxes, target.boxes.last)
    if viewer in (GM, attacker.seat):
        loaded = tuple(arm.rounds for arm in attacker.arms)
        yield from _supplies(
            attacker, Standing(attacker.hurt, loaded, tuple(arm.spare for arm in attacker.arms))
        )


def _check(setup: Check, viewer: Seat) -> Iterator[Part]:
    asked = question_of(setup)
    yield Card("asked", "actor", (message("asked_is", count=asked.asked, difficulty=asked.difficulty),))
    if viewer in (GM, "actor"):
        stock = setup.content.stock
        actor = sheet_of(setup.actor, stock)
        known = levels(actor, stock) if actor else {}
        abilities = abilities_of(setup, stock.tasks.get(setup.task), actor)
        rows: list[tuple[str | int | Name, ...]] = [
            (Name(f"ability.{ability}"), known[ability]) for ability in abilities
        ]
        if setup.dice:
            rows.append((Name("head.dice"), setup.dice))
        rows.append((Name("head.difficulty"), asked.difficulty))
        yield Table("check", "actor", ("head.ability", "head.level"), tuple(rows))


def called(setup: AnySetup, seat: Seat) -> str:
    """What a seat is called: a combatant by his own name, the one who makes a check by his."""
    if isinstance(setup, Check):
        sheet = sheet_of(setup.actor, setup.content.stock)
        return sheet.name if sheet and seat == "actor" else ""
    return next((fighter.label for fighter in setup.fighters if fighter.seat == seat), "")
