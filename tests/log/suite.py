"""What every store of a log must do; each store's tests subclass it."""

from datetime import UTC, datetime, timedelta

import pytest

from contrecoup.kernel import GM_ONLY, Name, Refused, only, option
from contrecoup.log import (
    Adjusted,
    Amended,
    Chosen,
    Committed,
    Corrected,
    Ended,
    EntropyAdded,
    Event,
    Forked,
    Modifier,
    Noted,
    Opened,
    Paused,
    Record,
    Resumed,
    Rewound,
    Rolled,
    SeatSet,
    SecretLost,
    SecretShown,
    Started,
    Store,
    Thrown,
)

TIME = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)

EVENTS: tuple[Event, ...] = (
    Started(
        rules="coins",
        rules_version="1",
        scene="toss",
        data={"rules": "coins", "scene": "toss", "first": {"name": "Zoé", "bets": [1, 2]}},
        rulings={"edge": "again", "loud": True},
    ),
    SeatSet(seat="second", auto=True),
    Chosen(seat="first", option=option("bet", coins=2, side=Name("side.heads"), word="« tête »")),
    Adjusted(modifier=Modifier(by=-2, reason="rain", audience=GM_ONLY)),
    Thrown(
        seat="first",
        reason="toss",
        dice=(Rolled(label="die.trait", sides=8, number=10, faces=(8, 2)),),
        origin="thrown",
        value=2,
        mishap=False,
        modifiers=(Modifier(by=-2, reason="rain", audience=only("first", "second")),),
        audience=only("first"),
        auto=True,
    ),
    Noted(text="a quiet evening\nin two lines"),
    Rewound(to=3),
    Ended(outcome="won"),
    Amended(
        of=5,
        reason="read wrongly",
        modifier=Modifier(by=1, reason="good maps"),
        dice=(Rolled(label="die.trait", sides=8, number=7),),
        audience=only("first"),
    ),
    Corrected(part="state", path="scores[0]", value=2, reason="counted twice", audience=GM_ONLY),
    Opened(of=5),
    Committed(hash="ab" * 32),
    EntropyAdded(seat="first", entropy="Zoé threw 6, 2, 5"),
    SecretShown(secret="cd" * 32),
    Paused(),
    Resumed(),
    Forked(to=3),
    SecretLost(),
)


def record(sequence: int, event: Event) -> Record:
    return Record(sequence=sequence, time=TIME + timedelta(seconds=sequence), who="first", event=event)


RECORDS = tuple(record(place, event) for place, event in enumerate(EVENTS, 1))


class StoreSuite:
    """Subclasses give a fresh, empty store as the fixture `store`."""

    def test_what_is_appended_is_read_again_in_order(self, store: Store) -> None:
        for each in RECORDS:
            store.append(each)
        reading = store.read()
        assert reading.records == RECORDS
        assert reading.sound() == RECORDS
        assert (reading.faults, reading.notices) == ((), ())

    def test_what_is_read_does_not_change_with_later_appends(self, store: Store) -> None:
        store.append(RECORDS[0])
        before = store.read()
        store.append(RECORDS[1])
        assert before.records == RECORDS[:1]

    @pytest.mark.parametrize("sequence", [1, 3, 100])
    def test_a_record_that_is_not_the_next_is_refused_and_nothing_is_kept(
        self, store: Store, sequence: int
    ) -> None:
        store.append(RECORDS[0])
        with pytest.raises(Refused) as refused:
            store.append(record(sequence, Noted(text="too late")))
        reason = refused.value.reasons[0]
        assert reason.id == "log.not_next"
        assert dict(reason.values) == {"sequence": sequence, "expected": 2}
        assert store.read().records == RECORDS[:1]

    def test_the_first_event_starts_a_scene_and_no_other_does(self, store: Store) -> None:
        with pytest.raises(Refused, match=r"log\.start_misplaced"):
            store.append(record(1, Noted(text="no scene")))
        store.append(RECORDS[0])
        with pytest.raises(Refused, match=r"log\.start_misplaced"):
            store.append(record(2, EVENTS[0]))
        assert store.read().records == RECORDS[:1]

    def test_a_closed_store_can_be_read_and_refuses_to_write(self, store: Store) -> None:
        store.append(RECORDS[0])
        store.close()
        store.close()
        with pytest.raises(Refused, match=r"log\.closed"):
            store.append(RECORDS[1])
        assert store.read().records == RECORDS[:1]
