"""Throwing the notation: forced faces, the row of faces, what is shown, what is bounded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from contrecoup.dice.notation import Roll, parse, render
from contrecoup.kernel import Refused
from tests.dice.sources import Always, Row, Stream


@pytest.mark.parametrize(
    ("text", "faces", "value", "shown"),
    [
        ("4d6kh3", [6, 5, 1, 3], 14, "4d6kh3 [6 5 (1) 3] = 14"),
        ("4d6dl2", [2, 2, 2, 3], 5, "4d6dl2 [2 (2) (2) 3] = 5"),
        ("3d6", [1, 2, 3], 6, "3d6 [1 2 3] = 6"),
        ("6d6!>5", [5, 6, 1, 2, 2, 2, 2, 2], 22, "6d6!>5 [5! 6! 1 2 2 2 2 2] = 22"),
        ("2d8!!", [8, 8, 2, 3], 21, "2d8!! [8+8+2 3] = 21"),
        ("2d6r<2", [1, 2, 3, 6], 9, "2d6r<2 [1>2>3 6] = 9"),
        ("2d6ro<2", [1, 2, 6], 8, "2d6ro<2 [1>2 6] = 8"),
        ("1d6r1!", [1, 6, 1, 4], 10, "1d6r1! [1>6! 1>4] = 10"),
        ("5d10>7f1", [7, 10, 1, 1, 6], 0, "5d10>7f1 [7 10 1 1 6] = 0"),
        ("2d6!kh2>6", [6, 6, 1, 2], 2, "2d6!kh2>6 [6! 6! (1) (2)] = 2"),
        ("{1d8!,1d6!}kh1+2", [8, 2, 5], 12, "{1d8! [8! 2], (1d6! [5])}kh1 + 2 = 12"),
        ("{2d4,1d6}>5", [1, 4, 3], 1, "{2d4 [1 4], 1d6 [3]}>5 = 1"),
        ("-1d6+(1d4-1)*2", [3, 4], 3, "-1d6 [3] + (1d4 [4] - 1) * 2 = 3"),
        ("-7/2", [], -3, "-7 / 2 = -3"),
        ("(1d6-6)/4", [1], -2, "(1d6 [1] - 6) / 4 = -2"),
        ("s8+2", [8, 2, 5], 12, "s8+2 [8+2 5] = 12"),
        ("e8", [3], 3, "e8 [3] = 3"),
        ("2sr5", [6, 1, 4], 1, "2sr5 [6+1 4] = 1"),
        ("2open", [6, 1, 4], 7, "2open [6+1 4] = 7"),
        ("3wod7", [7, 1, 1], -1, "3wod7 [7 1 1] = -1"),
    ],
)
def test_a_throw_comes_to_its_value_and_shows_its_faces(
    text: str, faces: list[int], value: int, shown: str
) -> None:
    roll = parse(text)
    thrown = roll.throw(Row(faces))
    assert thrown.value == value
    assert list(thrown.faces) == faces
    assert render(thrown) == shown
    assert roll.read(faces).value == value


def test_a_trait_test_has_its_marks_beside_the_total_and_its_natural_1() -> None:
    thrown = parse("s8+2").throw(Row([8, 1, 1]))
    assert (thrown.value, thrown.marks, thrown.mishap) == (11, 2, True)
    plain = parse("1d8").throw(Row([1]))
    assert (plain.value, plain.marks, plain.mishap) == (1, None, False)
    assert parse("2wod7").throw(Row([1, 2])).mishap
    assert parse("2sr4").throw(Row([1, 1])).mishap


def test_dice_of_different_sizes_are_asked_for_in_order() -> None:
    source = Row([1, 2, 3, 4])
    parse("d4+{d6,2d8}kh1").throw(source)
    assert source.asked == [4, 6, 8, 8]


@pytest.mark.parametrize(
    ("text", "faces", "id", "where"),
    [
        ("2d6", [1], "roll.missing", "[1]"),
        ("2d6", [1, 2, 3], "roll.left_over", "[2]"),
        ("1d6!", [6], "roll.missing", "[1]"),
        ("2d6", [1, 7], "roll.face", "[1]"),
        ("2d6", [0, 1], "roll.face", "[0]"),
        ("2d6", [True, 1], "roll.face", "[0]"),
        ("2d6", ["1", 1], "roll.face", "[0]"),
    ],
)
def test_faces_that_cant_be_are_refused(text: str, faces: list[int], id: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text).read(faces)
    assert [(reason.id, reason.where) for reason in refused.value.reasons] == [(id, where)]


@pytest.mark.parametrize("text", ["1d6!", "4d6!!kh1", "1d6r6", "s8", "6open"])
def test_a_source_that_never_ends_a_die_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text).throw(Always())
    assert refused.value.reasons[0].id in {"roll.faces", "dice.endless"}


HEAVY = [
    "1000d1000",
    "1000d1000!",
    "1000d1000!!kh1",
    "500d500kh250",
    "1000d6!",
    "1000d20!",
    "1000d2!",
    "5d1000!>2",
    "100d100kh50",
    "1000d6kh500",
    "1000d1000kh1",
    "1000d10>7f1",
    "1000d10!1>8f1",
    "1000d6!kh1",
    "100d6!!kh50",
    "1d1000*1d1000*1d1000",
    "*".join(["9d99"] * 9),
    "{" * 20 + "50d6" + "}" * 20,
    "{" + ",".join(f"1d{sides}" for sides in range(2, 150)) + "}kh10",
    "{" + ",".join(["1d1000!"] * 100) + "}kh1",
    "+".join(f"1d{sides}!" for sides in range(900, 1000)),
    "+".join(["1d2!"] * 200),
    "1000sr30",
    "1000open",
    "1000wod9",
    "s1000-1000000",
    "1d6*1000000*1000000*1000000",
]


@pytest.mark.parametrize("text", HEAVY)
def test_what_is_accepted_is_thrown_and_solved_or_refused_by_its_cost(text: str) -> None:
    roll = parse(text)
    thrown = roll.throw(Stream(text[:20], 1 << 16))
    assert roll.read(thrown.faces).value == thrown.value
    assert render(thrown).endswith(f"= {thrown.value}")
    assert _cut_or_reason(roll) in {"whole", "roll.costly"}


def _cut_or_reason(roll: Roll) -> str:
    try:
        distribution = roll.distribution()
    except Refused as refused:
        return refused.reasons[0].id
    return "whole" if distribution.cut < 1e-12 else "cut too much"


@pytest.mark.parametrize(
    "text",
    [
        "1000d6",
        "1000d6!",
        "1000d20",
        "100d6kh50",
        "20d20kh10",
        "1000d10>7f1",
        "1000wod7",
        "10d10!kh5",
        "s1000",
    ],
)
def test_what_players_throw_and_far_more_is_solved(text: str) -> None:
    assert len(parse(text).distribution()) > 1


@settings(deadline=None, max_examples=30)
@given(
    text=st.sampled_from(["{1d8!,1d6!}kh1+2", "4d6!kl2", "3d6ro<2!>5", "5d10!10>7f1", "s8+2", "6sr5"]),
    name=st.text(max_size=5),
)
def test_what_is_thrown_can_be_read_again_and_has_weight(text: str, name: str) -> None:
    roll = parse(text)
    thrown = roll.throw(Stream(name, 4096))
    again = roll.read(thrown.faces)
    assert (again.value, again.marks, again.mishap) == (thrown.value, thrown.marks, thrown.mishap)
    assert roll.distribution().p(thrown.value) > 0


@pytest.mark.parametrize("text", ["{1d8!,1d6!}kh1+2", "4d6!kl2", "3d6ro<2!>5", "10d10!9>8f1", "2d4*1d3/2"])
def test_thrown_values_come_as_often_as_the_distribution_says(text: str) -> None:
    throws, roll = 20_000, parse(text)
    stream = Stream(text, 1 << 20)
    fallen: dict[int, int] = {}
    for _ in range(throws):
        value = roll.throw(stream).value
        fallen[value] = fallen.get(value, 0) + 1
    distribution = roll.distribution()
    assert fallen.keys() <= distribution.keys()
    usual = {value: throws * float(p) for value, p in distribution.items() if throws * p >= 8}
    counted = [fallen.get(value, 0) for value in usual]
    rest, wanted = throws - sum(counted), throws - sum(usual.values())
    assert (
        chisquare(
            [*counted, rest][: len(usual) + (wanted > 1)],
            [*usual.values(), wanted][: len(usual) + (wanted > 1)],
            sum_check=False,
        ).pvalue
        > 0.001
    )
