"""Small random games, and their values by trying every policy of both sides."""

from fractions import Fraction
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from contrecoup.kernel import Choice, Node
from tests.odds.toys import Row, Toy, Toys, ToyTest, ends

OUTCOMES = {"lost": Fraction(0), "drawn": Fraction(1, 3), "won": Fraction(1), "bad": Fraction(-2)}
AIM = "won=1,drawn=1/3,lost=0,bad=-2"


class Games(Toys):
    """Toys in which the foe decides in odd states."""

    def node(self, setup: Toy, state: int) -> Node:
        asks = super().node(setup, state)
        return replace(asks, seat="foe") if isinstance(asks, Choice) and state % 2 else asks


def scene(setup: Toy, bound: int = 10_000) -> Any:
    """A game as the registry would give it."""
    manifest = SimpleNamespace(state_bound=bound, rulings=(), beyond=(), seats=("me", "foe"))
    return SimpleNamespace(rules="toys", name="toy", manifest=manifest, ruleset=Games(), setup=setup, data={})


def game(seed: int, size: int = 9, backwards: bool = True) -> Toy:
    """A random game of dice and choices; without `backwards` nothing leads back, so that it must end."""
    source = Random(seed)
    outcomes = source.sample([*OUTCOMES], 3)
    rows, asked = [], 0
    for state in range(size):
        low = 0 if backwards else state + 1
        ways = tuple(source.randrange(low, size + 3) for _ in range(source.choice((2, 2, 3))))
        if source.random() < 0.5 and asked < 6:
            asked += 1
            rows.append(Row(to=(ways,), chooses=True, opens=source.random() < 0.3))
        else:
            key = source.randrange(2)
            cells = (ways + ways)[:3]
            rows.append(Row(key=key, cap=2, to=(cells, cells), minds=False))
    rows += [Row(outcome=outcome) for outcome in outcomes]
    return Toy(rows=tuple(rows), tests=(ToyTest((1, 2, 1)), ToyTest((0, 3, 1))))


def tried(setup: Toy, choose: dict[int, int], least: Fraction) -> Fraction:
    """The value of one policy: going round for ever is worth as little as the least end."""
    rows = tuple(
        replace(row, to=((row.to[0][choose[state]],),)) if state in choose else row
        for state, row in enumerate(setup.rows)
    )
    found = ends(Toy(rows=rows, tests=setup.tests))
    return sum((OUTCOMES[end] * share for end, share in found.items()), Fraction(0)) + least * (
        1 - sum(found.values(), Fraction(0))
    )


def reachable(setup: Toy, against: str) -> set[str]:
    """The outcomes that something leads to, whatever is chosen where a choice is open."""
    seen, ahead = {0}, [0]
    while ahead:
        state = ahead.pop()
        row = setup.rows[state]
        is_fixed = row.chooses and state % 2 and against == "push"
        ways = (row.to[0][:1],) if is_fixed else row.to
        for to in {to for way in ways for to in way} - seen:
            seen.add(to)
            ahead.append(to)
    return {setup.rows[state].outcome for state in seen} - {""}


def choices(setup: Toy) -> list[int]:
    """The states in which somebody decides."""
    return [state for state, row in enumerate(setup.rows) if row.chooses]


def brute(setup: Toy, against: str) -> Fraction:
    """The best of all policies of one's own against all of the foe's, or against his plan."""
    mine = [state for state in choices(setup) if state % 2 == 0]
    foe = [state for state in choices(setup) if state % 2]

    def policies(states: list[int]) -> list[dict[int, int]]:
        ways = (range(len(setup.rows[state].to[0])) for state in states)
        return [dict(zip(states, each, strict=True)) for each in product(*ways)]

    answers = policies(foe) if against == "best" else [dict.fromkeys(foe, 0)]
    least = min(OUTCOMES[end] for end in reachable(setup, against))
    return max(min(tried(setup, own | other, least) for other in answers) for own in policies(mine))
