"""The claim about odds: exact ones, mass pushed forward, and scenes played with thrown dice agree."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import contrecoup
from contrecoup.testing.chances import Chance, is_likely, played, rounded
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject

_MOST_SCENES: Final = 5
_PLAYS: Final = 500
_MOST_STATES: Final = 20_000
"""States of a scene up to which its mass is pushed forward as well."""
_CLOSE: Final = 1e-9


@claim
def odds_agree_with_play(subject: Subject) -> Iterator[str]:
    """Odds are those of mass pushed forward, and what comes when scenes are played."""
    for sample in _chosen(subject):
        odds = contrecoup.odds(sample.scene)
        ends = {end: float(share) for end, share in odds.ends.items()}
        if not odds.sampled and odds.states <= _MOST_STATES:
            forward = sample.ends
            if any(abs(ends.get(end, 0) - forward.get(end, 0)) > _CLOSE for end in {*ends, *forward}):
                yield f"{sample.name}: odds are {rounded(ends)}, mass pushed gives {rounded(forward)}"
        found = _played(sample)
        if not _is_likely(found, ends, odds.sampled):
            yield f"{sample.name}: odds are {rounded(ends)}, {_PLAYS} scenes played end as {dict(found)}"


def _played(sample: Sample) -> Counter[str]:
    chance = Chance(seed=1)
    return Counter(played(sample.ruleset, sample.setup, sample.start, chance) for _ in range(_PLAYS))


def _is_likely(found: Mapping[str, int], ends: Mapping[str, float], runs: int) -> bool:
    """Whether the plays could come from the odds; sampled ones have an error of their own."""
    if not runs:
        return is_likely(found, ends)
    shares = {end: ends.get(end, 0.0) or 1 / runs for end in {*ends, *found}}
    weaker = {end: count * runs // (runs + _PLAYS) for end, count in found.items()}
    return is_likely(weaker, shares)


def _chosen(subject: Subject) -> tuple[Sample, ...]:
    """A few of the scenes, one of each name first."""
    firsts = {sample.scene.name: sample for sample in reversed(subject.samples)}
    rest = [sample for sample in subject.samples if sample not in firsts.values()]
    return (*firsts.values(), *rest[:: 1 + len(rest) // _MOST_SCENES])[:_MOST_SCENES]
