"""Worth: what odds are worth under an aim, when everybody goes on as planned."""

from collections.abc import Callable, Sequence

from contrecoup.kernel import End, Tally
from contrecoup.odds.answer import Odds
from contrecoup.odds.best import Aim


def worths(several: Sequence[Odds], aim: Aim, is_known: Callable[[str], bool]) -> tuple[float, ...]:
    """What each of several odds of one scene is worth; Refused with every name that no end of them has.

    `is_known` says of a name whether the rules know it all the same: it counts for nothing then. These are
    means over what the odds hold possible, so that odds of a belief tell nothing beyond it.
    """
    parts = [_parts(odds) for odds in several]
    tallies = tuple(tally for each in parts for end, _ in each for tally in end.tallies)
    named = [End(outcome, tallies) for odds in several for outcome in odds.ends]
    worth = aim.fit(named, is_known)
    return tuple(sum(share * float(worth(end)) for end, share in each) for each in parts)


def _parts(odds: Odds) -> list[tuple[End, float]]:
    """Each outcome and each tally as an end of its own: what they are worth adds up."""
    outcomes = [(End(outcome), float(share)) for outcome, share in odds.ends.items()]
    tallies = [
        (End("", (Tally(kind, value, of),)), float(share))
        for kind in odds.found.kinds()
        for (of, value), share in odds.found.tallies(kind).items()
    ]
    return [*outcomes, *tallies]
