"""A scene that is followed event by event is seen as if it were told anew; the turn meter."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.kernel import EVERYONE, GM, GM_ONLY, SCREEN, Choice, End, Refused, Throw, option
from contrecoup.log import MemoryStore
from contrecoup.play import Session, ThrownDice, TypedDice, replayed
from contrecoup.table.projection import Stage
from tests.table.projection.staging import SCENES, VIEWERS, Clock, Drawn, begun, connected, seen


class MeterTests:
    def test_a_seat_is_counted_from_the_last_thing_that_was_seen_to_its_answer(self) -> None:
        clock = Clock()
        session = begun(clock=clock)
        stage = Stage(session)
        clock.skip(10)
        session.choose(option("connect"))
        clock.skip(20)
        session.choose(option("go_on"))
        assert {chair.id: chair.seconds for chair in seen(stage, SCREEN).chairs} == {
            "hacker": 32,
            "system": 0,
        }

    def test_a_pause_does_not_count(self) -> None:
        clock = Clock()
        session = begun(clock=clock)
        clock.skip(10)
        session.pause()
        clock.skip(500)
        session.unpause()
        clock.skip(10)
        session.choose(option("connect"))
        stage = Stage(session)
        assert [chair.seconds for chair in seen(stage, SCREEN).chairs if chair.id == "hacker"] == [22]

    def test_a_table_that_was_left_alone_counts_a_quarter_of_an_hour_at_most(self) -> None:
        clock = Clock()
        session = begun(clock=clock)
        clock.skip(100_000)
        session.choose(option("connect"))
        assert seen(Stage(session), "hacker").chairs[0].seconds == 900

    def test_time_that_hidden_questions_take_leaves_no_gap(self) -> None:
        """The attacker can't tell a hidden question from his own thinking."""
        spent = []
        for hidden, own in ((30, 5), (5, 30)):
            clock = Clock()
            session = begun("session", clock)
            clock.skip(hidden)
            session.choose(option("no_hook"))
            clock.skip(own)
            session.choose(option("split", computers=2, stealth=2))
            spent.append([(chair.id, chair.seconds) for chair in seen(Stage(session), "attacker").chairs])
        assert spent[0] == spent[1] == [("attacker", 37)]


class FollowingTests:
    """A sight that followed event by event is the sight of whoever comes now."""

    @pytest.mark.parametrize("name", list(SCENES))
    @settings(deadline=None, max_examples=30)
    @given(data=st.data())
    def test_followed_and_fresh_are_the_same(self, name: str, data: st.DataObject) -> None:
        session = begun(name)
        stage = Stage(session)
        for _ in range(data.draw(st.integers(5, 25))):
            step(session, data)
            for viewer in VIEWERS[name]:
                stage.seen(viewer, "en")
        again = Stage(Session(replayed(session.records), MemoryStore()))
        for viewer in VIEWERS[name]:
            assert stage.seen(viewer, "en") == again.seen(viewer, "en")
            assert stage.lines(viewer, "en") == again.lines(viewer, "en")

    @pytest.mark.parametrize("name", list(SCENES))
    @settings(deadline=None, max_examples=30)
    @given(data=st.data())
    def test_the_turn_is_the_sessions_and_numbers_have_no_gap(self, name: str, data: st.DataObject) -> None:
        session = begun(name)
        stage = Stage(session)
        for _ in range(data.draw(st.integers(5, 25))):
            step(session, data)
        for viewer in VIEWERS[name]:
            shown = stage.seen(viewer, "en").scene
            assert shown.turn == session.turn(viewer)
            numbers = [line.number for line in stage.lines(viewer, "en")]
            assert numbers == list(range(1, shown.lines + 1))

    def test_a_sight_is_drawn_once_where_nothing_happened(self) -> None:
        session, stage = connected()
        assert seen(stage, "hacker") is seen(stage, "hacker")
        before = seen(stage, "hacker")
        session.throw(TypedDice((5,)))
        assert seen(stage, "hacker") != before

    def test_another_session_under_the_same_stage_is_told_from_its_beginning(self) -> None:
        stage = connected()[1]
        seen(stage, SCREEN)
        other = begun()
        other.choose(option("stop"))
        stage.session = other
        assert [line.kind for line in seen(stage, SCREEN).log] == ["started", "chosen", "ended"]

    def test_a_name_that_was_corrected_is_used_from_then_on(self) -> None:
        session, stage = connected()
        assert seen(stage, "hacker").chairs[0].who == "Fast Joe"
        session.set_right("hacker.name", "Slow Joe", "he asked", part="sheet")
        assert seen(stage, "hacker").chairs[0].who == "Slow Joe"


def step(session: Session, data: st.DataObject) -> None:
    """Something that may happen at a table, hidden or open; what is refused changes nothing."""
    node = session.question()
    acts: list[Callable[[], object]] = [
        lambda: session.rewind(data.draw(st.integers(1, len(session.records)))),
        lambda: session.adjust(1, "a map", data.draw(st.sampled_from((EVERYONE, GM_ONLY)))),
        lambda: session.amend("again", by=1, audience=data.draw(st.sampled_from((EVERYONE, GM_ONLY)))),
        lambda: session.open(data.draw(st.integers(1, len(session.records)))),
        lambda: session.note("x", data.draw(st.sampled_from((EVERYONE, GM_ONLY)))),
        lambda: session.set_auto(session.scene.manifest.seats[0], data.draw(st.booleans())),
        lambda: session.unpause() if session.is_paused else session.pause(),
    ]
    chance = data.draw(st.integers(0, 9))
    try:
        if chance > 2 and isinstance(node, Choice):
            session.choose(data.draw(st.sampled_from(node.options)), who=GM)
        elif chance > 2 and isinstance(node, Throw):
            session.throw(ThrownDice(Drawn(data)), who=GM, hidden=data.draw(st.booleans()))
        elif not isinstance(node, End) or chance < 2:
            data.draw(st.sampled_from(acts))()
    except Refused:
        pass
