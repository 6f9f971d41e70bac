"""Scenes whose shape grows finer on the way share what they have in common, and no more."""

import pytest

from contrecoup.odds import odds, odds_many
from contrecoup.odds.atlas import atlas_of, forget
from tests.odds import toys
from tests.odds.toys import Row, Toy, ToyTest, close

ROWS = (
    Row(key=0, cap=2, to=((0, 1, 2),) * 2, opens=True),
    Row(key=1, cap=1, to=((3, 2),) * 2),
    Row(key=0, cap=2, to=((2, 3, 5),) * 2, other=((3, 5, 6),) * 2, fine=True, opens=True),
    Row(key=1, cap=1, to=((2, 4),) * 2, other=((6, 2),) * 2, fine=True),
    Row(outcome="won", fine=True),
    Row(outcome="lost", fine=True),
    Row(outcome="lost", fine=True),
)
COLOURS = ("green", "red")


def toy(colour: str, weight: int = 2) -> Toy:
    """Both colours start alike; from the second state on their ways part."""
    tests = (ToyTest((1, weight, 3)), ToyTest((2, 1), (weight,)))
    return Toy(rows=ROWS, tests=tests, colour=colour)


@pytest.fixture(autouse=True)
def _anew() -> None:
    forget()


@pytest.mark.parametrize("colour", COLOURS)
def test_what_comes_out_of_the_common_part_goes_on_by_the_setups_own_shape(colour: str) -> None:
    found = odds(toys.scene(toy(colour)))
    close(found.ends, toys.ends(toy(colour)))
    close(found.rounds.p, toys.rounds(toy(colour)))
    mean = sum(number * share for number, share in toys.rounds(toy(colour)).items())
    assert found.rounds.mean == pytest.approx(mean, rel=1e-9)


@pytest.mark.parametrize("colour", COLOURS)
def test_fractions_cross_from_shape_to_shape(colour: str) -> None:
    assert dict(odds(toys.scene(toy(colour)), exact=True).ends) == toys.ends(toy(colour))


def test_a_batch_of_both_colours_is_each_alone() -> None:
    asked = [toy(colour, weight) for colour in COLOURS for weight in (1, 2, 5)]
    for each, found in zip(asked, odds_many([toys.scene(one) for one in asked]), strict=True):
        close(found.ends, toys.ends(each))
        close(found.rounds.p, toys.rounds(each))


def test_the_common_part_is_walked_once() -> None:
    odds(toys.scene(toy("green")))
    common = atlas_of(toys.TOYS, "toy").chart(toy("green").shape(0)).graph
    walked = len(common.states)
    odds(toys.scene(toy("red", 7)))
    assert atlas_of(toys.TOYS, "toy").chart(toy("red").shape(0)).graph is common
    assert len(common.states) == walked


def test_an_end_that_is_certain_needs_no_weights() -> None:
    """From the port on all is lost, whatever the throw there says; its test is never asked for."""
    rows = (
        Row(key=0, cap=1, to=((1, 2),) * 2),
        Row(outcome="won"),
        Row(key=1, cap=1, to=((3, 4),) * 2, fine=True),
        Row(outcome="lost", fine=True),
        Row(outcome="lost", fine=True),
    )
    setup = Toy(rows=rows, tests=(ToyTest((1, 3)), ToyTest((0, 0))))
    assert dict(odds(toys.scene(setup)).ends) == {"won": 0.25, "lost": 0.75}


def test_setups_that_cannot_be_hashed_are_known_by_what_they_say() -> None:
    class Tables(Toy, frozen=True, kw_only=True):
        dossier: dict[str, str]

        def shape(self, state: int, /) -> "Tables":
            return self

    asked = [Tables(rows=ROWS, tests=toy("green").tests, dossier={"3": text}) for text in ("a", "b", "a")]
    for each in asked:
        close(odds(toys.scene(each)).ends, toys.ends(each))
