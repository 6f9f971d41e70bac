"""Odds of an intrusion by a second method: plain enumeration of dice and a recursion of its own.

It shares nothing with the project but the figures that both must come to.
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

TOP = 160
"""Numbers above this count as `TOP + 1`: marks are capped far below."""
MOST = 12


class Odds(NamedTuple):
    """Control, both sides out, and the mean number of rounds."""

    control: float
    both_out: float
    rounds: float


@cache
def numbers(sides: int) -> tuple[tuple[int, float], ...]:
    """What an acing die comes to, with probabilities."""
    found = [(n, sides ** -(n // sides + 1.0)) for n in range(1, TOP + 1) if n % sides]
    return (*found, (TOP + 1, 1 - sum(share for _, share in found)))


def marks_of(total: int) -> int:
    return 0 if total < 4 else 1 + (total - 4) // 4


@cache
def better(die: int, wild: bool) -> dict[tuple[int, bool], float]:
    """The better of one or two dice, with a natural 1 or without."""
    shares: dict[tuple[int, bool], float] = {}
    for one, other in product(numbers(die), numbers(6) if wild else ((0, 1.0),)):
        key = (max(one[0], other[0]), 1 in (one[0], other[0]))
        shares[key] = shares.get(key, 0.0) + one[1] * other[1]
    return shares


@cache
def marks(die: int, wild: bool, modifier: int, helper: int) -> dict[tuple[int, bool], float]:
    """The marks of a trait test, helped by one acing die (0: none)."""
    helped: dict[int, float] = {}
    for number, share in numbers(helper) if helper else ((0, 1.0),):
        helped[marks_of(number)] = helped.get(marks_of(number), 0.0) + share
    shares: dict[tuple[int, bool], float] = {}
    for ((number, is_one), p), (help, q) in product(better(die, wild).items(), helped.items()):
        key = (min(MOST, marks_of(number + modifier + help)), is_one)
        shares[key] = shares.get(key, 0.0) + p * q
    return shares


def odds(given: dict[str, Any]) -> Odds:
    """The odds of a setup as the vectors describe it."""
    hot, helper = int(given.get("hot_sim", False)), given.get("assist", [0])[0]

    @cache
    def of(hacker: int, system: int, alert: bool, backdoor: bool) -> Odds:
        if hacker <= 0 or system <= 0:
            return Odds(float(hacker > 0), float(hacker <= 0 and system <= 0), 0.0)
        ice = marks(given["ice"], given["red"], 2 * alert, 0)
        hacking = marks(given["hacking"], given["wild"], hot + 2 * backdoor, helper)
        sums, stays = [0.0, 0.0, 1.0], 0.0
        for (lost, found), p in ice.items():
            for (taken, raised), q in hacking.items():
                after = (hacker - lost, system - taken, alert or raised, backdoor or found)
                if after == (hacker, system, alert, backdoor):
                    stays += p * q
                else:
                    sums = [total + p * q * part for total, part in zip(sums, of(*after), strict=True)]
        return Odds(*(total / (1 - stays) for total in sums))

    return of(given["hmark"], given["ice"], bool(given.get("alert", False)), False)
