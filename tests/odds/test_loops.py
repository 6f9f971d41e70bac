"""Loops of every size, alone and in a batch, against elimination over the whole system."""

from fractions import Fraction

import pytest

from contrecoup.kernel import Refused
from contrecoup.odds import odds, odds_many
from contrecoup.odds.atlas import forget
from tests.odds import toys
from tests.odds.toys import Row, Toy, ToyTest, close

RING = (1, 2, 7, 8, 9, 30, 420)


def ring(size: int, leaving: int = 1) -> Toy:
    """A ring of states: each goes on, back to the first, or out."""
    rows = []
    for state in range(size):
        after = (state + 1) % size
        to = ((after, 0, size), (after, 0, size + 1))
        rows.append(Row(key=state % 2, cap=2, to=to, opens=state == 0))
    tests = (ToyTest((5, 1, leaving)), ToyTest((6, 2, 0), (0, 0, leaving)))
    return Toy(rows=(*rows, Row(outcome="won"), Row(outcome="lost")), tests=tests)


@pytest.fixture(autouse=True)
def _anew() -> None:
    forget()


@pytest.mark.parametrize("size", RING)
def test_a_ring_is_left_as_linear_algebra_says(size: int) -> None:
    toy = ring(size)
    wanted = toys.ends(toy) if size < 50 else walked(toy, size)
    found = odds(toys.scene(toy))
    close(found.ends, wanted)


def walked(toy: Toy, size: int) -> dict[str, Fraction]:
    """A large ring by its one way round: everything that goes back starts anew."""
    chance = {state: dict[int, Fraction]() for state in range(size)}
    for state in range(size):
        for to, share in toys.steps(toy, state):
            chance[state][to] = chance[state].get(to, Fraction(0)) + share
    here, out = Fraction(1), {"won": Fraction(0), "lost": Fraction(0)}
    for state in range(size):
        out["won"] += here * chance[state].get(size, Fraction(0))
        out["lost"] += here * chance[state].get(size + 1, Fraction(0))
        here *= chance[state].get((state + 1) % size, Fraction(0)) if state + 1 < size else Fraction(0)
    whole = sum(out.values())
    return {end: share / whole for end, share in out.items()}


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_a_ring_in_a_batch_is_the_ring_alone(size: int) -> None:
    asked = [ring(size, leaving) for leaving in (1, 2, 3)]
    for toy, found in zip(asked, odds_many([toys.scene(each) for each in asked]), strict=True):
        close(found.ends, toys.ends(toy))


@pytest.mark.parametrize("size", [1, 2, 4, 12])
def test_mass_that_never_leaves_a_ring_is_cut_and_its_rounds_have_no_end(size: int) -> None:
    found = odds(toys.scene(ring(size, leaving=0)))
    assert sum(found.ends.values()) == 0
    assert found.cut == 1
    assert found.rounds.mean == float("inf")


@pytest.mark.parametrize("size", [1, 2, 4, 12])
def test_one_question_of_a_batch_that_never_ends_spoils_no_other(size: int) -> None:
    asked = [ring(size, leaving) for leaving in (1, 0, 2)]
    one, never, other = odds_many([toys.scene(each) for each in asked])
    assert (one.cut, never.cut, other.cut) == (0, 1, 0)
    close(one.ends, toys.ends(asked[0]))
    close(other.ends, toys.ends(asked[2]))


def test_a_loop_too_large_for_fractions_is_refused_by_name() -> None:
    with pytest.raises(Refused) as caught:
        _ = odds(toys.scene(ring(200)), exact=True).ends
    assert [reason.id for reason in caught.value.reasons] == ["odds.exact_loop"]
