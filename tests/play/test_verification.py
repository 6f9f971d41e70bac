"""A log whose dice were derived is proved; whatever is changed in it is found."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from contrecoup.kernel import Refused, Throw
from contrecoup.log import (
    Amended,
    Committed,
    EntropyAdded,
    Event,
    MemoryStore,
    Record,
    SecretLost,
    SecretShown,
    Thrown,
)
from contrecoup.play import DerivedDice, Session, SystemDice, ThrownDice, TypedDice, VerifiableDice
from contrecoup.play.verification import Verified, verify
from contrecoup.registry import Scene
from tests.play.coins import HEADS
from tests.play.hands import TIME

SECRET = bytes(range(32))


def begun(scene: Scene) -> Session:
    session = Session.begin(scene, MemoryStore(), lambda: TIME, secret=SECRET)
    session.add_entropy("first", "six, two")
    return session


def played(scene: Scene) -> Session:
    """A derived scene to its end, with a rewind, its secret shown."""
    session = begun(scene)
    session.choose(HEADS)
    session.throw(session.hand())
    session.throw(session.hand(), hidden=True)
    session.add_entropy("second", "Zoé")
    session.rewind(4)
    while not session.is_over():
        session.play_on(session.hand())
    session.show_secret()
    return session


def statuses(found: Verified) -> list[tuple[str, int]]:
    return [(each.status, each.of) for each in found.throws]


def reasons(found: Verified) -> list[str]:
    return [reason.id for reason in found.faults]


def thrown(records: tuple[Record, ...], number: int) -> int:
    """The place of a throw whose faces were derived."""
    places = [place for place, each in enumerate(records) if isinstance(each.event, Thrown)]
    return [place for place in places if getattr(records[place].event, "counter", None) is not None][number]


def changed(records: tuple[Record, ...], place: int, **fields: object) -> tuple[Record, ...]:
    event: Event = replace(records[place].event, **fields)
    return (*records[:place], replace(records[place], event=event), *records[place + 1 :])


def test_every_face_is_recomputed_and_kept_dice_stay_so(scene: Scene) -> None:
    found = verify(played(scene).records)
    assert found.faults == ()
    assert found.commitments == ((2, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"),)
    assert statuses(found)[:4] == [("derived", 0), ("derived", 0), ("kept", 5), ("kept", 6)]
    assert {status for status, _ in statuses(found)[4:]} == {"derived"}


def test_counters_go_on_whatever_is_taken_back(scene: Scene) -> None:
    events = [record.event for record in played(scene).records]
    derived = [event for event in events if isinstance(event, Thrown) and event.counter is not None]
    lengths = [sum(len(die.faces) for die in event.dice) for event in derived]
    assert [event.counter for event in derived] == [sum(lengths[:place]) for place in range(len(lengths))]


def test_a_changed_face_is_found(scene: Scene) -> None:
    records = played(scene).records
    place = thrown(records, 1)
    event = records[place].event
    assert isinstance(event, Thrown)
    (die,) = event.dice
    other = die.number % 4 + 1
    found = verify(changed(records, place, dice=(replace(die, number=other, faces=(other,)),)))
    assert "verify.face" in reasons(found)
    assert dict(found.faults[0].values)["face"] == other
    assert dict(found.faults[0].values)["expected"] == die.number


def test_a_number_that_is_not_its_faces_sum_is_found(scene: Scene) -> None:
    records = played(scene).records
    place = thrown(records, 0)
    event = records[place].event
    assert isinstance(event, Thrown)
    dice = (replace(event.dice[0], number=event.dice[0].number + 1), *event.dice[1:])
    assert "verify.sum" in reasons(verify(changed(records, place, dice=dice)))


def test_dice_without_faces_are_no_derived_dice(scene: Scene) -> None:
    records = played(scene).records
    place = thrown(records, 0)
    event = records[place].event
    assert isinstance(event, Thrown)
    dice = tuple(replace(die, faces=()) for die in event.dice)
    assert "verify.sum" in reasons(verify(changed(records, place, dice=dice)))


@pytest.mark.parametrize("counter", [-1, 0, 1, 5000, 2**64])
def test_a_changed_counter_is_found(scene: Scene, counter: int) -> None:
    records = played(scene).records
    assert "verify.counter" in reasons(verify(changed(records, thrown(records, 1), counter=counter)))


def test_throws_in_another_order_are_found(scene: Scene) -> None:
    records = played(scene).records
    first, second = thrown(records, 0), thrown(records, 1)
    events = [record.event for record in records]
    events[first], events[second] = events[second], events[first]
    swapped = tuple(replace(record, event=event) for record, event in zip(records, events, strict=True))
    assert "verify.counter" in reasons(verify(swapped))


def test_a_throw_that_was_left_out_is_found(scene: Scene) -> None:
    records = played(scene).records
    place = thrown(records, 1)
    assert "verify.counter" in reasons(verify(records[:place] + records[place + 1 :]))


def test_another_secret_is_found(scene: Scene) -> None:
    records = played(scene).records
    found = verify(changed(records, len(records) - 1, secret="ab" * 32))
    assert "verify.secret" in reasons(found)
    assert ("derived", 0) not in statuses(found)


def test_another_secret_with_its_own_hash_is_found(scene: Scene) -> None:
    """Whoever changes the commitment as well is found by its faces, and by the hash that players kept."""
    session = played(scene)
    other = Session.begin(scene, MemoryStore(), secret=b"x" * 32)
    records = changed(session.records, 1, hash=other.commitment)
    records = changed(records, len(records) - 1, secret=(b"x" * 32).hex())
    assert "verify.face" in reasons(verify(records))
    assert "verify.hash" in reasons(verify(records, begun(scene).commitment))
    assert reasons(verify(session.records, begun(scene).commitment)) == []


def test_other_words_of_a_seat_are_found(scene: Scene) -> None:
    records = played(scene).records
    assert isinstance(records[2].event, EntropyAdded)
    assert "verify.face" in reasons(verify(changed(records, 2, entropy="six, three")))
    assert "verify.face" in reasons(verify(records[:2] + records[3:]))


def test_kept_dice_that_are_others_are_found(scene: Scene) -> None:
    records = played(scene).records
    kept = next(p for p, r in enumerate(records) if isinstance(r.event, Thrown) and r.event.origin == "kept")
    assert "verify.kept" in reasons(verify(changed(records, kept, of=6)))


def test_dice_that_were_thrown_again_are_found(scene: Scene) -> None:
    """Whoever rewinds until the next faces of the row please him leaves their places behind."""
    records = played(scene).records
    kept = next(p for p, r in enumerate(records) if isinstance(r.event, Thrown) and r.event.origin == "kept")
    again = changed(records, kept, origin="thrown", counter=3)
    assert "verify.again" in reasons(verify(again))
    session = begun(scene)
    session.choose(HEADS)
    session.throw(session.hand())
    session.rewind(4)
    with pytest.raises(Refused, match=r"play\.amend_typed"):
        session.correct(session.hand())


def test_dice_that_were_thrown_again_in_silence_are_no_log_of_ours(scene: Scene) -> None:
    """The faces are the row's next ones and nothing names the first throw: only the rules can tell."""
    session = begun(scene)
    session.choose(HEADS)
    first = session.throw(session.hand())
    session.rewind(4)
    forged = begun(scene)
    forged.choose(HEADS)
    count = sum(len(die.faces) for die in first.event.dice) if isinstance(first.event, Thrown) else 0
    again = forged.throw(DerivedDice(VerifiableDice(SECRET, ["six, two"], 0)))
    hand = DerivedDice(VerifiableDice(SECRET, ["six, two"], count))
    assert isinstance(again.node, Throw)
    dice = hand.roll(again.node.test.dice())
    result = again.node.test.read([die.number for die in dice])
    event = replace(again.event, dice=dice, counter=count, value=result.value, mishap=result.mishap)
    records = (*session.records, replace(session.records[-1], sequence=len(session.records) + 1, event=event))
    assert verify(records).faults[:1] == verify(session.records).faults[:1]
    with pytest.raises(Refused, match=r"play\.thrown_again"):
        Session.resume(MemoryStore(records))


def test_machine_dice_beside_the_row_are_found(scene: Scene) -> None:
    session = begun(scene)
    session.choose(HEADS)
    session.throw(ThrownDice(SystemDice()))
    assert reasons(verify(session.records))[0] == "verify.unproven"
    records = played(scene).records
    place = thrown(records, 1)
    assert "verify.unproven" in reasons(verify(changed(records, place, counter=None)))


def test_typed_dice_are_said_to_be_typed(scene: Scene) -> None:
    session = begun(scene)
    session.choose(HEADS)
    session.throw(TypedDice((4, 3)))
    session.rewind(4)
    session.correct(TypedDice((4, 2)))
    session.amend("misread", hand=TypedDice((5, 2)))
    session.rewind(4)
    session.throw(session.hand())
    session.show_secret(early=True)
    found = verify(session.records)
    assert (reasons(found), statuses(found)) == ([], [("typed", 0), ("amended", 0), ("kept", 7)])
    before = session.records[:7]
    assert statuses(verify(before)) == [("typed", 0), ("replaced", 5)]


def test_before_the_secret_is_shown_faces_cannot_be_checked(scene: Scene) -> None:
    session = begun(scene)
    session.choose(HEADS)
    session.throw(session.hand())
    found = verify(session.records)
    assert reasons(found) == ["verify.unshown"]
    assert statuses(found) == [("unchecked", 0)]


def test_without_a_commitment_nothing_is_proved(scene: Scene) -> None:
    session = Session.begin(scene, MemoryStore())
    session.choose(HEADS)
    session.throw(session.hand())
    found = verify(session.records)
    assert (reasons(found), statuses(found)) == (["verify.nothing"], [("unproven", 0)])


def test_a_second_secret_may_follow_the_first_one_s_showing(scene: Scene) -> None:
    session = begun(scene)
    session.choose(HEADS)
    session.throw(session.hand())
    session.show_secret(early=True)
    session.commit(b"y" * 32)
    session.throw(session.hand())
    session.show_secret(early=True)
    session.throw(session.hand())
    found = verify(session.records)
    assert (len(found.commitments), reasons(found)) == (2, [])
    assert [status for status, _ in statuses(found)] == ["derived", "derived", "unproven"]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda records: (*records, record(records, SecretShown(secret="ab" * 32))), "verify.secret_stray"),
        (
            lambda records: (*records[:2], record(records, Committed(hash="ab" * 32)), *records[2:]),
            "verify.committed_twice",
        ),
        (lambda records: (records[0], *records[2:]), "verify.stray"),
        (lambda records: (*records[:-1], record(records[:-1], SecretLost())), "verify.unshown"),
    ],
)
def test_commitments_have_their_order(
    scene: Scene, make: Callable[[tuple[Record, ...]], tuple[Record, ...]], reason: str
) -> None:
    assert reason in reasons(verify(make(played(scene).records)))


def record(records: tuple[Record, ...], event: Event) -> Record:
    return replace(records[-1], sequence=len(records) + 1, event=event)


def test_a_copy_for_a_what_if_is_no_proof(scene: Scene) -> None:
    session = begun(scene)
    session.choose(HEADS)
    session.throw(session.hand())
    fork = session.fork(MemoryStore())
    fork.throw(fork.hand())
    found = verify(fork.records)
    assert reasons(found) == ["verify.unshown"]
    assert statuses(found) == [("unchecked", 0), ("unproven", 0)]


def test_a_log_that_reuses_a_counter_is_not_gone_on_with(scene: Scene) -> None:
    records = played(scene).records
    place = thrown(records, 1)
    with pytest.raises(Refused, match=r"play\.counter_differs"):
        Session.resume(MemoryStore(changed(records, place, counter=0)))


def test_amended_dice_are_no_derived_dice(scene: Scene) -> None:
    session = begun(scene)
    session.choose(HEADS)
    session.throw(session.hand())
    with pytest.raises(Refused, match=r"play\.amend_typed"):
        session.amend("again", hand=session.hand())
    assert not any(isinstance(record.event, Amended) for record in session.records)
