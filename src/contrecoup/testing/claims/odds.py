"""The claim about odds: exact ones, mass pushed forward, and scenes played with thrown dice agree."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import contrecoup
from contrecoup.testing.chances import Chance, is_likely, played, pushed, rounded
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject

_MOST_SCENES: Final = 5
_PLAYS: Final = 600
_CLOSE: Final = 1e-9


@claim
def odds_agree_with_play(subject: Subject) -> Iterator[str]:
    """Exact odds are those of mass pushed forward, and what comes when scenes are played."""
    for sample in _chosen(subject):
        exact = {end: float(p) for end, p in contrecoup.odds(sample.scene).ends.items()}
        if not sample.is_beyond:
            forward = pushed(sample.ruleset, sample.setup, sample.start)
            if any(abs(exact.get(end, 0) - forward.get(end, 0)) > _CLOSE for end in {*exact, *forward}):
                yield f"{sample.name}: odds are {rounded(exact)}, mass pushed gives {rounded(forward)}"
        chance = Chance(seed=1)
        found = Counter(played(sample.ruleset, sample.setup, sample.start, chance) for _ in range(_PLAYS))
        if not sample.is_beyond and not is_likely(found, exact):
            yield f"{sample.name}: odds are {rounded(exact)}, {_PLAYS} scenes played end as {dict(found)}"


def _chosen(subject: Subject) -> tuple[Sample, ...]:
    """A few of the scenes, one of each name first."""
    firsts = {sample.scene.name: sample for sample in reversed(subject.samples)}
    rest = [sample for sample in subject.samples if sample not in firsts.values()]
    return (*firsts.values(), *rest)[:_MOST_SCENES]
