"""Claims about seats that decide: smaller setups for their best play, and what they are said to play for."""

from collections.abc import Hashable, Iterator
from typing import Any, Final

import numpy as np

from contrecoup.kernel import Choice, End, Refused
from contrecoup.odds.best.aim import full_name
from contrecoup.odds.best.land import Land
from contrecoup.odds.best.own import own_aim
from contrecoup.odds.best.values import Values
from contrecoup.odds.table import Floats
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject

_MOST_STATES: Final = 300
"""States of a scene, from one of its states on, up to which both setups are solved."""
_TRIED: Final = 60
"""States of a rule set from which that is tried."""
_CLOSE: Final = 1e-9


@claim
def played_setups_end_alike(subject: Subject) -> Iterator[str]:
    """What a seat can get at best is the same with the setup that its best play is walked with."""
    for sample in subject.samples:
        seats = _deciding(sample)
        count = max(1, _TRIED // (len(subject.samples) * max(1, len(seats))))
        for seat in seats:
            fewer = sample.setup.played(frozenset((seat,)))
            if fewer != sample.setup:
                for state in _last(sample, count):
                    yield from (
                        f"{sample.name}: {seat} {fault}" for fault in _unlike(sample, fewer, seat, state)
                    )


def _unlike(sample: Sample, fewer: Any, seat: str, state: Hashable) -> Iterator[str]:
    whole = _land(sample, sample.setup, seat, state)
    if whole is None:
        return
    smaller = _land(sample, fewer, seat, state)
    if smaller is None:
        yield f"has a setup of his own that isn't smaller at {state!r}"
    elif _differ(whole, smaller, state):
        yield f"can get something else with a setup of his own at {state!r}"


@claim
def seats_play_for_something(subject: Subject) -> Iterator[str]:
    """What the manifest says that seats play for names ends that its scenes come to."""
    named: dict[str, set[str]] = {}
    for sample in subject.samples:
        ends = [node for node in sample.explored.nodes.values() if isinstance(node, End)]
        names = {name for end in ends for name in (end.outcome, *map(full_name, end.tallies))}
        for seat in _deciding(sample):
            if sample.scene.manifest.value_for(seat, sample.scene.name) is None:
                continue
            aim = own_aim(sample.scene, (seat,))
            missing = named.setdefault(f"{sample.scene.name}.{seat}", set(aim.worths))
            missing -= names
    for seat, missing in named.items():
        for name in sorted(missing):
            yield f"[value.{seat}] names {name}, and no scene ends so"


def _deciding(sample: Sample) -> list[str]:
    asked = (node for node in sample.explored.nodes.values() if isinstance(node, Choice))
    seats = {node.seat for node in asked}
    return sorted(seats & {*sample.scene.manifest.seats})


def _last(sample: Sample, count: int) -> list[Hashable]:
    """Some of the states that lie far from the first, where scenes end soon."""
    states = [state for state, node in sample.explored.nodes.items() if not isinstance(node, End)]
    far = states[len(states) // 2 :]
    return far[:: max(1, len(far) // count)][:count]


def _land(sample: Sample, setup: Any, seat: str, state: Hashable) -> Land | None:
    """All that comes of a state while a seat decides; None where that is too much."""
    rules: Any = _From(sample.ruleset, state)  # as much of them as a land asks
    try:
        return Land(rules, setup, (seat,), "push", _MOST_STATES)
    except Refused:
        return None


class _From:
    """Rules whose scene starts at a state in its midst."""

    def __init__(self, ruleset: Any, state: Hashable) -> None:
        self.node, self.apply, self._state = ruleset.node, ruleset.apply, state

    def start(self, setup: Any) -> Any:
        """The state."""
        return self._state


def _differ(whole: Land, smaller: Land, state: Hashable) -> bool:
    pairs = ((worths(whole, n), worths(smaller, n)) for n in range(3))
    places = whole.graph.place[state], smaller.graph.place[state]
    return any(abs(here[places[0]] - there[places[1]]) > _CLOSE for here, there in pairs)


def worths(land: Land, number: int) -> Floats:
    """What each node is worth at best where everything that ends count has some worth or other."""
    worth: Floats = np.zeros(land.ground.size)
    for node, end in land.graph.ends.items():
        names = (end.outcome, *map(full_name, end.tallies))
        worth[node] = sum(_share(name, number) for name in names)
    return Values(land.ground, worth).of


def _share(name: str, number: int) -> float:
    """A number from 0 to 1 that a name stands for, another one each time."""
    letters = ((place + 3) * ord(letter) * (number + 7) for place, letter in enumerate(name))
    return sum(letters) % 101 / 101
