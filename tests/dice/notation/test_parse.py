"""Reading the notation: what is meant, and where and why a text is refused."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrecoup.dice import OpenTest, PoolTest, SuccessTest, TraitTest
from contrecoup.dice.notation import Roll, parse
from contrecoup.dice.notation.render import write
from contrecoup.dice.notation.syntax import (
    Count,
    Dice,
    Group,
    Keep,
    Node,
    Number,
    Point,
    Product,
    Shorthand,
    Sum,
)
from contrecoup.kernel import Refused
from contrecoup.text import Texts

AT_5 = Point("at_or_above", 5)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("4d6", Dice(4, 6)),
        ("d20", Dice(1, 20)),
        ("4D6KH3", Dice(4, 6, keep=Keep(True, True, 3))),
        ("4d6k3", Dice(4, 6, keep=Keep(True, True, 3))),
        ("4d6kl", Dice(4, 6, keep=Keep(True, False, 1))),
        ("4d6dh2", Dice(4, 6, keep=Keep(False, True, 2))),
        ("4d6dl2", Dice(4, 6, keep=Keep(False, False, 2))),
        ("4d6d2", Dice(4, 6, keep=Keep(False, False, 2))),
        ("2d6r1", Dice(2, 6, rerolls=(Point("equal", 1),))),
        ("2d6r<2r=5", Dice(2, 6, rerolls=(Point("at_or_below", 2), Point("equal", 5)))),
        ("2d6ro1", Dice(2, 6, rerolls=(Point("equal", 1),), is_once=True)),
        ("6d6!", Dice(6, 6, explodes=(Point("equal", 6),))),
        ("6d6!>5", Dice(6, 6, explodes=(AT_5,))),
        ("6d6!!", Dice(6, 6, explodes=(Point("equal", 6),), is_compound=True)),
        ("6d6!6>5", Dice(6, 6, explodes=(Point("equal", 6),), counts=Count(AT_5))),
        ("6d6!>5>5", Dice(6, 6, explodes=(AT_5,), counts=Count(AT_5))),
        (
            "5d10>7f1",
            Dice(5, 10, counts=Count(Point("at_or_above", 7), Point("equal", 1))),
        ),
        ("5d10f<2>7", Dice(5, 10, counts=Count(Point("at_or_above", 7), Point("at_or_below", 2)))),
        (
            "{1d8!,1d6!}kh1+2",
            Sum(
                (
                    (
                        1,
                        Group(
                            (
                                Dice(1, 8, explodes=(Point("equal", 8),)),
                                Dice(1, 6, explodes=(Point("equal", 6),)),
                            ),
                            keep=Keep(True, True, 1),
                        ),
                    ),
                    (1, Number(2)),
                )
            ),
        ),
        (" 2 * ( 1d6 + 1 ) ", Product(Number(2), (("*", Sum(((1, Dice(1, 6)), (1, Number(1))))),))),
        ("1d6/2*3", Product(Dice(1, 6), (("/", Number(2)), ("*", Number(3))))),
        ("-1d6-2", Sum(((-1, Dice(1, 6)), (-1, Number(2))))),
        ("((1d6))", Dice(1, 6)),
        ("s8+2", Shorthand(TraitTest(8, wild=6, modifier=2))),
        ("e8 - 1 + 3", Shorthand(TraitTest(8, modifier=2))),
        ("6sr5", Shorthand(SuccessTest(6, 5))),
        ("6SR-3", Shorthand(SuccessTest(6, -3))),
        ("6open", Shorthand(OpenTest(6))),
        ("5wod7", Shorthand(PoolTest(5, 7))),
    ],
)
def test_a_text_is_read_as_it_is_meant(text: str, node: Node) -> None:
    assert parse(text).node == node


@pytest.mark.parametrize(
    ("text", "id", "column"),
    [
        ("", "roll.ends", 1),
        ("2d", "roll.ends", 3),
        ("2d6+", "roll.ends", 5),
        ("(1d6", "roll.ends", 5),
        ("6sr", "roll.ends", 4),
        ("5wod", "roll.ends", 5),
        ("4d6kx", "roll.unexpected", 5),
        ("4d6 x", "roll.unexpected", 5),
        ("x", "roll.unexpected", 1),
        ("2d6,", "roll.unexpected", 4),
        ("2d6)", "roll.unexpected", 4),
        ("{1d6,}", "roll.unexpected", 6),
        ("1d6/(1d6)", "roll.unexpected", 5),
        ("--1", "roll.unexpected", 2),
        ("1d6.5", "roll.unexpected", 4),
        ("1d6,5", "roll.unexpected", 4),
        ("1 0d6", "roll.unexpected", 3),
        ("٣d6", "roll.unexpected", 1),
        ("2d6\n", "roll.unexpected", 4),
        ("2d6r", "roll.ends", 5),
        ("1d6d4d2", "roll.twice", 6),
        ("1d6d4+1wod7", "roll.unexpected", 8),
        ("6wod7 8", "roll.beyond", 7),
        ("6open!", "roll.beyond", 6),
        ("0d6", "roll.number", 1),
        ("1001d6", "roll.number", 1),
        ("1d0", "roll.number", 3),
        ("1d1001", "roll.number", 3),
        ("4d6kh0", "roll.number", 6),
        ("1d6/0", "roll.number", 5),
        ("1d6+1000001", "roll.number", 5),
        ("s1", "roll.number", 2),
        ("0wod7", "roll.number", 1),
        ("1001sr5", "roll.number", 1),
        ("5wod10", "dice.impossible", 5),
        ("500d6+501d6", "roll.dice", 7),
        ("1000d6+d6", "roll.dice", 8),
        ("4d6kh3kl1", "roll.twice", 7),
        ("4d6>3>4", "roll.twice", 6),
        ("4d6>3f1f2", "roll.twice", 8),
        ("4d6f1", "roll.failures", 4),
        ("2d6ro1r2", "roll.mixed", 7),
        ("2d6!6!!5", "roll.mixed", 6),
        ("1d1!", "dice.endless", 3),
        ("1d6!<6", "roll.explodes", 3),
        ("1d6!1!>2", "roll.explodes", 3),
        ("1d6r1!>2", "roll.explodes", 3),
        ("2d6r<6", "roll.rerolls", 3),
        ("6d1000!>2", "roll.often", 3),
        ("6d1000r<999", "roll.often", 3),
        ("(" * 21 + "1" + ")" * 21, "roll.nested", 21),
        ("{" * 21 + "1" + "}" * 21, "roll.nested", 21),
        ("1+" * 500 + "1", "roll.long", 1001),
    ],
)
def test_a_wrong_text_is_refused_at_its_column(text: str, id: str, column: int) -> None:
    with pytest.raises(Refused) as refused:
        parse(text)
    assert [(reason.id, reason.column) for reason in refused.value.reasons] == [(id, column)]
    for language in ("en", "fr"):
        told = Texts(language).refusal(refused.value.reasons[0])
        assert told != id
        assert "{" not in told.replace("  (  {", "").replace("  {", "")


@pytest.mark.parametrize(
    "text",
    [
        "1000d1000",
        "1000d6r1",
        "1d6ro<6",
        "1d6ro<6!6",
        "6d6!>2",
        "4d6kh1000",
        "1000000",
        "1000d6",
        "500d6+500d6",
        "5d1000!>2",
        "(" * 20 + "1" + ")" * 20,
        "1" + "+1" * 499,
        "s2-1000000",
        "1000open",
        "0sr5",
        "1wod9",
    ],
)
def test_what_is_within_bounds_is_read(text: str) -> None:
    assert parse(text).notation


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(Refused) as refused:
        parse("0d6+1d2000-1d4!<4")
    assert [(reason.id, reason.column) for reason in refused.value.reasons] == [
        ("roll.number", 1),
        ("roll.number", 7),
        ("roll.explodes", 14),
    ]


def test_what_could_stand_there_is_named() -> None:
    with pytest.raises(Refused) as refused:
        parse("6sr")
    assert Texts("en").refusal(refused.value.reasons[0]) == (
        "The notation ends too early; what can follow: 0-9  -"
    )
    with pytest.raises(Refused) as refused:
        parse("{1d6x")
    accepted = dict(refused.value.reasons[0].values)["accepted"]
    assert isinstance(accepted, str)
    assert {"}", ",", "kh", "!", "+"} <= set(accepted.split())
    assert ")" not in accepted.split()


SIGNS = st.sampled_from(["at_or_above", "at_or_below", "equal"])
POINTS = st.builds(Point, SIGNS, st.integers(0, 7))
KEEPS = st.builds(Keep, st.booleans(), st.booleans(), st.integers(1, 4))
COUNTS = st.builds(Count, POINTS, st.none() | POINTS)
DICE = st.builds(
    Dice,
    st.integers(1, 5),
    st.integers(8, 12),
    rerolls=st.just(()) | st.just((Point("at_or_below", 2),)),
    explodes=st.just(()) | st.just((Point("at_or_above", 8),)) | st.just((Point("equal", 3),)),
    keep=st.none() | KEEPS,
    counts=st.none() | COUNTS,
)
NODES: st.SearchStrategy[Node] = st.recursive(
    DICE | st.builds(Number, st.integers(0, 99)),
    lambda nodes: (
        st.builds(
            Group, st.lists(nodes, min_size=1, max_size=3).map(tuple), st.none() | KEEPS, st.none() | COUNTS
        )
        | st.lists(st.tuples(st.sampled_from([1, -1]), nodes), min_size=2, max_size=3).map(
            lambda terms: Sum(tuple(terms))
        )
        | st.builds(
            Product,
            nodes,
            st.lists(
                st.tuples(st.just("*"), nodes)
                | st.tuples(st.just("/"), st.builds(Number, st.integers(1, 9))),
                min_size=1,
                max_size=2,
            ).map(tuple),
        )
    ),
    max_leaves=5,
)


@given(NODES)
def test_what_is_written_out_is_read_as_the_same(node: Node) -> None:
    assert parse(write(node)).node == node


@given(st.text(alphabet="0123456789dkhlrof!<>=+-*/(){}, sewp%x", max_size=20))
def test_any_text_is_read_or_refused_with_a_column_in_it(text: str) -> None:
    roll, columns = _read(text)
    assert all(1 <= column <= len(text) + 1 for column in columns)
    assert roll is None or parse(roll.notation).node == roll.node
    assert (roll is None) == bool(columns)


def _read(text: str) -> tuple[Roll | None, list[int]]:
    try:
        return parse(text), []
    except Refused as refused:
        return None, [reason.column for reason in refused.reasons]


def test_dice_alone_do_not_import_the_parser() -> None:
    code = "import sys, contrecoup.dice, contrecoup.dice.notation; assert 'lark' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
