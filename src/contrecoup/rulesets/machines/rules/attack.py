"""Attack: from the attacker's dice to the levels that a target takes (rule page, Combat)."""

from contrecoup.rulesets.machines.fighter import Arm, Fighter
from contrecoup.rulesets.machines.rules.dice import HIGHEST

BY_HAND = 3
"""What brawl and melee add to the difficulty of damage."""
ABSORB = 5
"""The difficulty of absorbing, before the attack's successes."""
SCALE = 10
"""Between vehicles everything is divided by this."""


def reach(arm: Arm, metres: int) -> int:
    """Damage dice of a weapon at a distance from where it bursts, before successes."""
    return max(arm.damage - arm.falloff * metres, 0)


def damage_dice(arm: Arm, attacker: Fighter, target: Fighter, metres: int, successes: int) -> int:
    """The dice of damage: the weapon's, and one for each success of the attack; none out of its reach."""
    dice = reach(arm, metres)
    if not dice:
        return 0
    return _scaled(dice, attacker, target) + successes


def damage_difficulty(arm: Arm, attacker: Fighter, target: Fighter) -> int:
    """The target's vigor or resistance, 3 more by hand; above 9 the blow does nothing."""
    return _scaled(target.guard, attacker, target) + (BY_HAND if arm.is_melee else 0)


def may_harm(arm: Arm, attacker: Fighter, target: Fighter, deadly: bool = False) -> bool:
    """Whether this weapon can do anything to this target."""
    if attacker.is_vehicle and not target.is_vehicle and deadly:
        return True
    return damage_difficulty(arm, attacker, target) <= HIGHEST


def absorb_dice(attacker: Fighter, target: Fighter) -> int:
    """The dice against damage: vigor or resistance, and armour."""
    return _scaled(target.guard, attacker, target) + target.armour


def absorb_difficulty(successes: int) -> int:
    """5 and the successes of the attack; above 9 nothing can be absorbed."""
    return ABSORB + successes


def _scaled(dice: int, attacker: Fighter, target: Fighter) -> int:
    """Between vehicles a tenth, rounded down, at least 1."""
    if attacker.is_vehicle and target.is_vehicle:
        return max(dice // SCALE, 1)
    return dice


def most_shots(arm: Arm, rounds: int) -> int:
    """Shots that may be fired in one round: no more than dice, rounds in the weapon, or its rate."""
    bounds = [arm.pool]
    if rounds >= 0:
        bounds.append(rounds)
    if arm.rate:
        bounds.append(arm.rate)
    return min(bounds)


def even_split(dice: int, shots: int) -> tuple[int, ...]:
    """A pool split among shots as evenly as it goes, the larger parts first."""
    share, rest = divmod(dice, shots)
    return tuple(share + (place < rest) for place in range(shots))


def splits(dice: int, shots: int, most: int | None = None) -> tuple[tuple[int, ...], ...]:
    """Every way to split a pool among so many shots, each with a die at least, the larger parts first."""
    if shots == 1:
        return ((dice,),) if dice <= (most or dice) else ()
    top = min(dice - shots + 1, most or dice)
    return tuple(
        (part, *rest)
        for part in range(top, 0, -1)
        if part * shots >= dice
        for rest in splits(dice - part, shots - 1, part)
    )
