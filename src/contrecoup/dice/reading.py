"""Reading typed dice: every reason why the numbers can't be what these dice show."""

from collections.abc import Iterator, Sequence
from math import log10

from contrecoup.dice.source import LONGEST
from contrecoup.kernel import Die, Name, Refusal, Refused, refusal


def check_numbers(dice: Sequence[Die], numbers: Sequence[int]) -> None:
    """Refused, with every reason at once, where one number a die can't be the throw of these dice."""
    reasons = list(_reasons(dice, numbers))
    if reasons:
        raise Refused(reasons)


def _reasons(dice: Sequence[Die], numbers: Sequence[int]) -> Iterator[Refusal]:
    if len(dice) != len(numbers):
        yield refusal("dice.count", "", needed=len(dice), given=len(numbers))
    for place, (die, number) in enumerate(zip(dice, numbers, strict=False)):
        fault = _fault(die, number)
        if fault:
            yield refusal(
                fault,
                f"[{place}]",
                die=Name(die.label),
                sides=die.sides,
                number=shown(number),
                most=most_of(die),
            )


def _fault(die: Die, number: object) -> str:
    """The catalogue entry of what is wrong with a number, "" where nothing is."""
    if not isinstance(number, int) or isinstance(number, bool):
        return "dice.not_whole"
    if number < 1:
        return "dice.below_one"
    if number > most_of(die):
        return "dice.too_large" if die.aces else "dice.above_size"
    if die.aces and number % die.sides == 0:
        return "dice.multiple"
    return ""


def shown(number: object) -> int | str:
    """What was typed, as it can be repeated to who typed it, in a few characters."""
    if not isinstance(number, int) or isinstance(number, bool):
        return str(number)[:_SHOWN]
    if abs(number) < 10**_SHOWN:
        return number
    return f"{'-' if number < 0 else ''}10^{int(number.bit_length() * log10(2))}"


_SHOWN = 20


def most_of(die: Die) -> int:
    """The largest number that is read from a die: its size, or the longest chain of an acing one."""
    return die.sides * LONGEST - 1 if die.aces else die.sides
