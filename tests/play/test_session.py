"""A session asks, records, takes back; its log says everything about it."""

from collections.abc import Callable

import pytest

from contrecoup.kernel import EVERYONE, GM_ONLY, End, Refused, only, option
from contrecoup.log import (
    Chosen,
    Ended,
    MemoryStore,
    Modifier,
    Noted,
    Record,
    Rewound,
    Rolled,
    SeatSet,
    Started,
    Thrown,
)
from contrecoup.play import ForcedDice, RecordedDice, Session, ThrownDice, TypedDice, Unkept, replayed
from contrecoup.registry import Scene
from tests.play.coins import GO_ON, HEADS, STOP, TAILS
from tests.play.hands import TIME, begin, outcome, play


def refusals(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [reason.id for reason in refused.value.reasons]


def one_round(session: Session) -> Session:
    """Heads is called, luck shows 4 and 3, the peek 2, the toss heads."""
    session.choose(HEADS)
    for numbers in ((4, 3), (2,), (1,)):
        session.throw(TypedDice(numbers))
    return session


class RecordingTests:
    def test_the_log_begins_with_the_whole_scene(self, scene: Scene) -> None:
        (record,) = begin(scene).records
        assert record.event == Started(
            rules="coins",
            rules_version="1",
            scene="toss",
            data={
                "rules": "coins",
                "scene": "toss",
                "first": {"name": "Ann"},
                "second": {"name": "Bob", "luck": "d6"},
            },
            rulings={"edge": "again"},
        )
        assert (record.sequence, record.time) == (1, TIME)

    def test_a_choice_is_recorded_with_its_seat(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(TAILS)
        assert session.records[-1].event == Chosen(seat="first", option=TAILS, audience=only("first"))
        assert session.records[-1].who == "first"

    def test_thrown_dice_are_recorded_with_label_and_every_face(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(HEADS)
        session.throw(ThrownDice(ForcedDice([(6, 6), (6, 6), (6, 1), (6, 4)])))
        assert session.records[-1].event == Thrown(
            seat="second",
            reason="throw.luck",
            dice=(
                Rolled(label="die.trait", sides=6, number=13, faces=(6, 6, 1)),
                Rolled(label="die.wild", sides=6, number=4, faces=(4,)),
            ),
            origin="thrown",
            value=3,
            mishap=False,
        )

    def test_a_hidden_throw_is_recorded_with_its_audience(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(HEADS)
        session.throw(TypedDice((4, 3)))
        session.throw(TypedDice((2,)))
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert event.audience == {"first"}

    def test_typed_dice_are_recorded_as_typed(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(HEADS)
        session.throw(TypedDice((13, 4)))
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert event.origin == "typed"
        assert event.dice[0] == Rolled(label="die.trait", sides=6, number=13)

    def test_the_end_is_recorded_once(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.choose(STOP)
        assert session.is_over()
        assert session.records[-1].event == Ended(outcome="first")
        assert isinstance(session.question(), End)


class RefusingTests:
    def test_an_option_that_is_not_offered_changes_nothing(self, scene: Scene) -> None:
        session = begin(scene)
        before = outcome(session), session.records
        assert refusals(lambda: session.choose(option("call", side="edge"))) == ["play.not_offered"]
        assert (outcome(session), session.records) == before

    def test_a_choice_is_not_thrown_and_a_throw_not_chosen(self, scene: Scene) -> None:
        session = begin(scene)
        assert refusals(lambda: session.throw(TypedDice((1,)))) == ["play.no_throw"]
        session.choose(HEADS)
        assert refusals(lambda: session.choose(HEADS)) == ["play.no_choice"]

    @pytest.mark.parametrize(
        ("numbers", "reasons"),
        [
            ((4,), ["dice.count"]),
            ((4, 3, 2), ["dice.count"]),
            ((6, 12), ["dice.multiple", "dice.multiple"]),
            ((0, 3), ["dice.below_one"]),
        ],
    )
    def test_impossible_dice_are_refused_with_every_reason_and_nothing_is_lost(
        self, scene: Scene, numbers: tuple[int, ...], reasons: list[str]
    ) -> None:
        session = begin(scene)
        session.choose(HEADS)
        before = outcome(session), session.records
        assert refusals(lambda: session.throw(TypedDice(numbers))) == reasons
        assert (outcome(session), session.records) == before
        session.throw(TypedDice((4, 3)))

    def test_nothing_is_answered_after_the_end(self, scene: Scene) -> None:
        session = play(begin(scene))
        assert refusals(lambda: session.choose(GO_ON)) == ["play.no_choice"]
        assert refusals(lambda: session.throw(TypedDice((1,)))) == ["play.no_throw"]
        assert refusals(lambda: session.adjust(1, "late")) == ["play.over"]
        assert refusals(lambda: session.play_on(TypedDice((1,)))) == ["play.over"]

    def test_an_event_that_cannot_be_kept_does_not_count(self, scene: Scene) -> None:
        store = MemoryStore()
        session = begin(scene, store)
        store.close()
        before = outcome(session)
        with pytest.raises(Unkept, match=r"log\.closed"):
            session.choose(HEADS)
        assert outcome(session) == before


class ModifierTests:
    def test_a_modifier_counts_for_the_next_throw_alone(self, scene: Scene) -> None:
        session = begin(scene)
        session.adjust(2, "a rabbit's foot")
        session.choose(HEADS)
        session.adjust(-1, "a black cat", GM_ONLY)
        given = (
            Modifier(by=2, reason="a rabbit's foot", audience=EVERYONE),
            Modifier(by=-1, reason="a black cat", audience=GM_ONLY),
        )
        assert session.pending == given
        session.throw(TypedDice((7, 3)))  # 7 + 2 - 1 = 8: two marks; 7 alone would be one
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert (event.value, event.modifiers) == (2, given)
        assert not outcome(session)[2]

    @pytest.mark.parametrize(
        ("by", "reason", "reasons"),
        [
            (0, "nothing", ["play.modifier_range"]),
            (100, "", ["play.modifier_range", "play.modifier_reason"]),
            (-100, "x" * 201, ["play.modifier_range", "play.modifier_reason"]),
            (10**30, " ", ["play.modifier_range", "play.modifier_reason"]),
        ],
    )
    def test_a_modifier_needs_a_reason_and_a_size(
        self, scene: Scene, by: int, reason: str, reasons: list[str]
    ) -> None:
        session = begin(scene)
        assert refusals(lambda: session.adjust(by, reason)) == reasons
        assert len(session.records) == 1

    def test_a_rewind_takes_a_modifier_back(self, scene: Scene) -> None:
        session = begin(scene)
        session.adjust(2, "luck")
        session.rewind(1)
        assert session.pending == ()
        session.rewind(2)
        assert outcome(session)[2] == (Modifier(by=2, reason="luck"),)


class RewindingTests:
    def test_undone_steps_no_longer_count_and_stay_in_the_log(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.rewind(2)
        assert [each.sequence for each in session.steps] == [2]
        assert session.records[-1].event == Rewound(to=2)
        assert len(session.records) == 6

    def test_the_dice_are_kept_if_the_same_question_comes_again(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.rewind(2)
        kept = session.kept()
        assert kept is not None
        assert [rolled.number for rolled in kept] == [4, 3]
        session.throw(ThrownDice(ForcedDice([])))  # no new dice are asked for
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert (event.origin, event.of, event.value) == ("kept", 3, 1)

    def test_dice_are_kept_whatever_is_typed(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.rewind(2)
        session.throw(TypedDice((17, 5)))
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert [rolled.number for rolled in event.dice] == [4, 3]

    def test_kept_dice_are_read_with_the_modifiers_of_now(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.rewind(2)
        session.adjust(-1, "rain")
        session.throw(TypedDice((17, 5)))
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert (event.origin, event.value) == ("kept", 0)

    def test_dice_are_kept_through_two_rewinds(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        for _ in range(2):
            session.rewind(2)
            session.throw(TypedDice((17, 5)))
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert (event.origin, event.of) == ("kept", 7)
        assert [rolled.number for rolled in event.dice] == [4, 3]

    def test_another_question_gets_other_dice(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.choose(GO_ON)
        session.choose(HEADS)
        assert session.kept() is None  # the same throw as in round one, at another place of the scene

    def test_another_choice_before_the_same_question_does_not_buy_a_new_throw(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.rewind(1)
        session.choose(TAILS)
        assert session.kept() is not None

    def test_a_correction_names_the_throw_that_it_corrects(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.rewind(2)
        session.correct(TypedDice((5, 5)))
        event = session.records[-1].event
        assert isinstance(event, Thrown)
        assert (event.origin, event.of) == ("typed", 3)
        session.rewind(2)
        kept = session.kept()
        assert kept is not None
        assert [rolled.number for rolled in kept] == [5, 5]

    def test_there_is_nothing_to_correct_before_a_rewind(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(HEADS)
        assert refusals(lambda: session.correct(TypedDice((5, 5)))) == ["play.nothing_to_correct"]

    @pytest.mark.parametrize("to", [0, -1, 6, 10**30])
    def test_only_an_event_of_the_log_can_be_gone_back_to(self, scene: Scene, to: int) -> None:
        session = one_round(begin(scene))
        assert refusals(lambda: session.rewind(to)) == ["play.no_event"]
        assert len(session.records) == 5

    def test_what_was_undone_can_be_gone_back_to(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        before = outcome(session)
        session.rewind(2)
        session.rewind(5)
        assert outcome(session) == before

    def test_the_end_can_be_undone_and_comes_again(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.choose(STOP)
        session.rewind(5)
        assert not session.is_over()
        session.choose(STOP)
        ends = [record for record in session.records if isinstance(record.event, Ended)]
        assert len(ends) == 2

    def test_going_back_to_before_the_record_of_the_end_records_it_again(self, scene: Scene) -> None:
        session = one_round(begin(scene))
        session.choose(STOP)
        session.rewind(6)
        assert isinstance(session.records[-1].event, Ended)


class SeatTests:
    def test_a_seat_that_plays_on_by_itself_pushes_and_throws(self, scene: Scene) -> None:
        session = begin(scene)
        session.set_auto("first")
        assert session.is_auto()
        taken = session.play_on(ThrownDice(ForcedDice([])))
        assert taken.event == Chosen(seat="first", option=HEADS, audience=only("first"), auto=True)
        assert not session.is_auto()  # second's throw
        session.throw(TypedDice((4, 3)))
        assert session.is_auto()
        taken = session.play_on(ThrownDice(ForcedDice([(4, 2)])))
        assert isinstance(taken.event, Thrown)
        assert taken.event.auto

    def test_seats_stay_as_they_are_set_through_a_rewind(self, scene: Scene) -> None:
        session = begin(scene)
        session.set_auto("second")
        session.rewind(1)
        assert session.autos == {"second"}
        session.set_auto("second", False)
        assert session.autos == set()

    def test_setting_a_seat_twice_is_recorded_once(self, scene: Scene) -> None:
        session = begin(scene)
        session.set_auto("second")
        session.set_auto("second")
        assert [record.event for record in session.records[1:]] == [SeatSet(seat="second", auto=True)]

    def test_a_seat_that_is_not_in_the_scene_is_refused(self, scene: Scene) -> None:
        assert refusals(lambda: begin(scene).set_auto("third")) == ["play.no_seat"]


class NoteTests:
    def test_a_note_is_kept_and_survives_a_rewind(self, scene: Scene) -> None:
        session = begin(scene)
        session.note("the door was open", EVERYONE)
        session.rewind(1)
        assert session.records[1].event == Noted(text="the door was open", audience=EVERYONE)

    @pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
    def test_a_note_says_something_and_not_a_book(self, scene: Scene, text: str) -> None:
        assert refusals(lambda: begin(scene).note(text)) == ["play.note_length"]


class ResumingTests:
    def test_a_log_that_does_not_follow_the_rules_is_refused_at_its_event(self, scene: Scene) -> None:
        records = list(one_round(begin(scene)).records)
        event = records[2].event
        assert isinstance(event, Thrown)
        records[2] = Record(
            sequence=3,
            time=TIME,
            event=Thrown(
                seat=event.seat, reason=event.reason, dice=event.dice, origin="typed", value=3, mishap=False
            ),
        )
        with pytest.raises(Refused) as refused:
            Session.resume(MemoryStore(records))
        assert [reason.id for reason in refused.value.reasons] == [
            "play.event_refused",
            "play.result_differs",
        ]
        assert dict(refused.value.reasons[0].values) == {"sequence": 3}

    def test_faces_that_do_not_come_to_their_number_are_refused(self, scene: Scene) -> None:
        dice = tuple(
            Rolled(label=label, sides=6, number=4, faces=(3,)) for label in ("die.trait", "die.wild")
        )
        session = begin(scene)
        session.choose(HEADS)
        assert refusals(lambda: session.throw(RecordedDice(dice))) == ["play.faces_differ"]

    def test_a_log_without_a_beginning_is_refused(self) -> None:
        assert refusals(lambda: replayed(())) == ["play.not_started"]

    def test_another_version_of_the_rules_is_noticed(self, scene: Scene) -> None:
        session = begin(scene)
        assert session.notices() == ()
        event = session.records[0].event
        assert isinstance(event, Started)
        old = Started(rules=event.rules, rules_version="0", scene=event.scene, data=event.data)
        resumed = Session.resume(MemoryStore([Record(sequence=1, time=TIME, event=old)]))
        assert [notice.id for notice in resumed.notices()] == ["play.other_version"]
