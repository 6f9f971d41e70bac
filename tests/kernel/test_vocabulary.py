"""The vocabulary's own small rules: who may see what, what an option and a refusal say."""

import msgspec
import pytest

from contrecoup.dice import PlainDie
from contrecoup.kernel import (
    EVERYONE,
    GM,
    GM_ONLY,
    SCREEN,
    Choice,
    End,
    Message,
    Name,
    Option,
    Refusal,
    Refused,
    Result,
    Setup,
    Throw,
    may_see,
    message,
    only,
    option,
    pick,
    refusal,
    result_of,
)

SPLIT = option("split", computers=2, stealth=3)
WAIT = option("wait")
CHOICE = Choice("hacker", (SPLIT, WAIT), WAIT, "choice.split")


def test_the_game_master_may_see_everything() -> None:
    assert all(may_see(audience, GM) for audience in (EVERYONE, GM_ONLY, only("hacker")))


def test_nobody_else_sees_what_is_shown_to_nobody() -> None:
    assert not may_see(GM_ONLY, "hacker")
    assert not may_see(GM_ONLY, SCREEN)


def test_a_seat_sees_what_is_shown_to_it_and_others_do_not() -> None:
    assert may_see(only("hacker", "system"), "system")
    assert not may_see(only("hacker", "system"), "spider")
    assert not may_see(only("hacker"), SCREEN)


def test_everyone_is_every_seat_there_may_be() -> None:
    assert may_see(EVERYONE, "a seat that nobody has thought of")
    assert may_see(EVERYONE, SCREEN)


def test_an_option_gives_its_values_by_name() -> None:
    assert (SPLIT["computers"], SPLIT["stealth"]) == (2, 3)
    assert Option("split", (("computers", 2), ("stealth", 3))) == SPLIT
    with pytest.raises(KeyError):
        WAIT["computers"]


def test_what_is_offered_is_picked() -> None:
    assert pick(CHOICE, option("split", computers=2, stealth=3)) is not None
    assert pick(CHOICE, WAIT) == WAIT


@pytest.mark.parametrize("answer", [option("split", computers=3, stealth=2), option("go"), Result(1)])
def test_what_is_not_offered_is_refused_with_its_id(answer: Option | Result) -> None:
    with pytest.raises(Refused) as refused:
        pick(CHOICE, answer)
    assert [reason.id for reason in refused.value.reasons] == ["scene.not_offered"]


def test_nothing_can_be_picked_where_dice_are_asked_or_all_is_over() -> None:
    for node in (Throw("hacker", PlainDie(6), "throw.ice", "ice"), End("control")):
        with pytest.raises(Refused) as refused:
            pick(node, WAIT)
        assert [reason.id for reason in refused.value.reasons] == ["scene.not_offered"]


def test_a_throw_is_answered_with_a_result() -> None:
    assert result_of(Result(2, True)) == Result(2, True)
    with pytest.raises(Refused) as refused:
        result_of(WAIT)
    assert [reason.id for reason in refused.value.reasons] == ["scene.not_thrown"]


def test_a_message_is_for_everyone_and_about_no_rule_unless_it_says_so() -> None:
    assert message("hit", who=Name("seat.hacker"), count=2) == Message(
        "hit", (("who", Name("seat.hacker")), ("count", 2)), EVERYONE, ""
    )
    secret = message("note", audience=GM_ONLY, rule="alert", id_of="x")
    assert (secret.audience, secret.rule, secret.values) == (GM_ONLY, "alert", (("id_of", "x"),))


def test_a_refusal_has_a_place_and_values() -> None:
    whole = Refusal("scene.below", "system.ice", (("least", 4),))
    assert refusal("scene.below", "system.ice", least=4) == whole
    assert refusal("scene.below") == Refusal("scene.below", "", (), 0, 0)


def test_refused_keeps_every_reason_and_the_catalogue_that_knows_them() -> None:
    reasons = [refusal("a", "x"), refusal("b", "y")]
    refused = Refused(iter(reasons), "savage")
    assert refused.reasons == tuple(reasons)
    assert refused.domain == "savage"
    assert str(refused) == "x: a, y: b"
    assert Refused(reasons).domain == ""


def test_a_result_has_no_mishap_unless_it_says_so() -> None:
    assert Result(3) == Result(3, False)
    assert Result(3) != Result(3, True)


def test_a_setup_is_its_own_shape_and_walks_as_it_is() -> None:
    class Lamp(Setup, frozen=True):
        watts: int

    lamp = Lamp(watts=3)
    assert lamp.shape(None) == lamp
    assert lamp.pushed() == lamp
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"watts": 3, "colour": "red"}, Lamp)
