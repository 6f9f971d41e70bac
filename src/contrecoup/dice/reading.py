"""Reading typed dice: every reason why the numbers can't be what these dice show."""

from collections.abc import Iterator, Sequence

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
                number=_shown(number),
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


def _shown(number: object) -> int | str:
    """The number as it can be repeated to who typed it, without a text of any length."""
    is_short = isinstance(number, int) and not isinstance(number, bool) and abs(number) < 10**20
    return number if isinstance(number, int) and is_short else str(number)[:20]


def most_of(die: Die) -> int:
    """The largest number that is read from a die: its size, or the longest chain of an acing one."""
    return die.sides * LONGEST - 1 if die.aces else die.sides
