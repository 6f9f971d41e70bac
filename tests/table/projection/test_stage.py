"""A scene as its viewers see it: followed event by event, it is the same as told anew from its whole log."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup import registry
from contrecoup.kernel import EVERYONE, GM, GM_ONLY, SCREEN, Choice, End, Refused, Throw, option
from contrecoup.log import MemoryStore
from contrecoup.play import Session, ThrownDice, TypedDice, replayed
from contrecoup.registry import Scene
from contrecoup.table.projection import LINES, Cast, Stage
from contrecoup.table.seen import Line, QuestionSeen, SceneSeen
from tests.table.fight_pair import ORTIZ, PLAIN
from tests.table.intrusion_pair import DESK, JOE
from tests.table.session_pair import HOLM, KESTREL

START: Final = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
SCENES: Final[dict[str, dict[str, Any]]] = {
    "intrusion": {"rules": "savage", "scene": "intrusion", "hacker": JOE, "system": DESK},
    "session": {
        "rules": "tracing",
        "scene": "session",
        "tn": 5,
        "attacker": KESTREL,
        "defender": HOLM,
        "findable": [{"kind": "system_contact"}],
    },
    "fight": {
        "rules": "machines",
        "scene": "fight",
        "combatants": [
            {"side": "north", "weapon": "assault_rifle", "sheet": ORTIZ},
            {"side": "south", "weapon": "laser", "sheet": PLAIN},
        ],
    },
}
VIEWERS: Final = {
    "intrusion": (GM, "hacker", "system", SCREEN),
    "session": (GM, "attacker", "defender", SCREEN),
    "fight": (GM, "fighter_1", "fighter_2", SCREEN),
}


class Clock:
    """Each event a second after the one before, unless time is let pass."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time

    def skip(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)


def scene(name: str) -> Scene:
    return registry.load(SCENES[name])


def begun(name: str = "intrusion", clock: Callable[[], datetime] | None = None) -> Session:
    return Session.begin(scene(name), MemoryStore(), clock or Clock())


def connected(clock: Callable[[], datetime] | None = None) -> tuple[Session, Stage]:
    """Fast Joe is in, and the Ice is asked."""
    session = begun(clock=clock)
    session.choose(option("connect"))
    session.choose(option("go_on"))
    return session, Stage(session)


def seen(stage: Stage, viewer: str, lang: str = "en") -> SceneSeen:
    return stage.seen(viewer, lang)


def asked(stage: Stage, viewer: str) -> QuestionSeen:
    question = stage.seen(viewer, "en").question
    assert question is not None
    return question


def last(stage: Stage, viewer: str) -> Line:
    return seen(stage, viewer).log[-1]


class QuestionTests:
    def test_who_is_asked_has_the_options(self) -> None:
        session = begun()
        question = Stage(session).seen("hacker", "en").question
        assert question is not None
        assert [(each.id, each.text) for each in question.options] == [
            ("connect", "Connect to the system"),
            ("stop", "Stop here"),
        ]
        assert (question.is_mine, question.push, question.who) == (True, 0, "Fast Joe")

    @pytest.mark.parametrize("viewer", ["system", SCREEN])
    def test_others_know_who_is_asked_what_but_not_between_what(self, viewer: str) -> None:
        question = Stage(begun()).seen(viewer, "en").question
        assert question is not None
        assert (question.seat, question.reason, question.is_mine) == ("hacker", "choice.offline", False)
        assert (question.options, question.push, question.dice) == ((), -1, ())

    def test_who_throws_has_the_dice_with_what_can_be_typed(self) -> None:
        stage = connected()[1]
        question = seen(stage, "system").question
        assert question is not None
        assert [(die.label, die.sides, die.aces, die.most) for die in question.dice] == [
            ("die.ice", 8, True, 0)
        ]
        assert asked(stage, "hacker").dice == ()

    def test_a_hidden_question_is_there_for_the_game_master_alone(self) -> None:
        stage = Stage(begun("session"))
        asked = stage.seen(GM, "en").question
        assert asked is not None
        assert asked.is_hidden
        assert {stage.seen(viewer, "en").question for viewer in ("attacker", "defender", SCREEN)} == {None}

    def test_dice_that_were_kept_are_shown_to_whom_they_were_open(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)))
        session.throw(TypedDice((5, 3, 2)))
        session.rewind(4)
        assert asked(stage, "hacker").kept == (5, 3, 2)
        assert asked(stage, SCREEN).kept is None

    def test_hidden_dice_that_were_kept_stay_hidden(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)), hidden=True)
        session.rewind(3)
        assert asked(stage, GM).kept == (5,)
        assert asked(stage, "system").kept is None

    def test_whose_turn_it_is_has_a_time_from_which_it_is(self) -> None:
        session, stage = connected()
        assert asked(stage, SCREEN).since == session.records[-1].time


class LogTests:
    def test_an_answer_says_who_what_and_what_came_of_it(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)))
        line = last(stage, "hacker")
        assert (line.kind, line.seat, line.round, line.origin) == ("thrown", "system", 1, "typed")
        assert [(die.label, die.number, die.faces) for die in line.dice] == [("die.ice", 5, ())]
        assert line.told[0].text == "Best die 5, help 0, modifier 0: total 5 against 4. Marks: 1."
        assert (line.told[1].id, line.told[1].rule) == ("ice_takes", "rounds")

    def test_acing_dice_show_each_face(self) -> None:
        session, stage = connected()
        faces = iter([8, 3])
        session.throw(ThrownDice(type("Faces", (), {"face": lambda self, sides: next(faces)})()))
        assert [(die.number, die.faces) for die in last(stage, SCREEN).dice] == [(11, (8, 3))]

    def test_the_same_line_in_another_language(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)))
        french, english = (seen(stage, SCREEN, lang).log[-1] for lang in ("fr", "en"))
        assert french.told[1].text == "La Glace retire 1 marqueur. Hacker 7, système 8."
        assert english.told[1].text == "The Ice takes 1 marker. Hacker 7, system 8."
        assert (french.number, french.time, french.told[1].id) == (english.number, english.time, "ice_takes")

    def test_a_hidden_throw_is_a_line_without_dice(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)), hidden=True)
        line = last(stage, "hacker")
        assert (line.kind, line.dice, line.told, "5" in line.text) == ("thrown", (), (), False)
        assert last(stage, GM).dice[0].number == 5

    def test_an_opened_throw_is_a_further_line(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)), hidden=True)
        old = seen(stage, "hacker").log
        session.open(4)
        now = seen(stage, "hacker").log
        assert now[:-1] == old
        assert (now[-1].kind, now[-1].dice[0].number) == ("opened", 5)
        assert [said.id for said in now[-1].told] == ["", "ice_takes"]

    def test_the_secret_opens_what_was_hidden(self) -> None:
        session = Session.begin(scene("intrusion"), MemoryStore(), Clock(), secret=bytes(32))
        session.choose(option("connect"))
        session.choose(option("go_on"))
        session.throw(session.hand(), hidden=True)
        stage = Stage(session)
        before = seen(stage, "hacker")
        session.show_secret(early=True)
        after = seen(stage, "hacker")
        assert [line.kind for line in after.log[len(before.log) :]] == ["secret", "opened"]
        assert after.proof is not None
        assert before.proof is not None
        assert (before.proof.secret, after.proof.secret) == ("", bytes(32).hex())
        assert [line.kind for line in seen(stage, GM).log[-1:]] == ["secret"]

    def test_a_rewind_leaves_no_line_of_what_it_took_back_but_that_it_happened(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)))
        session.note("Remember the guard.", EVERYONE)
        session.rewind(3)
        kinds = [line.kind for line in seen(stage, "hacker").log]
        assert kinds == ["started", "chosen", "chosen", "noted", "rewound"]
        assert [line.number for line in seen(stage, "hacker").log] == [1, 2, 3, 4, 5]

    def test_forth_again_the_lines_are_back(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)))
        session.rewind(3)
        session.rewind(4)
        kinds = [line.kind for line in seen(stage, "hacker").log]
        assert kinds == ["started", "chosen", "chosen", "thrown", "rewound"]

    def test_lines_can_be_undone_by_the_game_master_alone(self) -> None:
        session, stage = connected()
        session.adjust(1, "a good map")
        undo = [line.undo for line in seen(stage, GM).log]
        assert undo == [0, 1, 2, 3]
        assert {line.undo for line in seen(stage, "hacker").log} == {0}
        session.rewind(undo[-1])
        assert session.pending == ()

    def test_a_secret_modifier_is_the_game_masters_line(self) -> None:
        session, stage = connected()
        session.adjust(1, "a traitor", GM_ONLY)
        assert last(stage, GM).modifiers[0].is_secret
        assert seen(stage, GM).modifiers[0].text == "secret +1 (a traitor)"
        assert last(stage, "hacker").kind == "chosen"
        assert seen(stage, "hacker").modifiers == ()

    def test_a_secret_modifier_shows_in_no_total(self) -> None:
        totals = set()
        for by in (0, 1):
            session, stage = connected()
            session.throw(TypedDice((2,)))
            if by:
                session.adjust(by, "a forgotten password", GM_ONLY)
            session.throw(TypedDice((5, 3, 2)))
            line = last(stage, "hacker")
            totals.add(tuple(said.text for said in line.told))
        assert totals == {
            (
                "Best die 5, help 0, modifier 0: total 5.",
                "Fast Joe comes to a total of 5. One of 2 Bennies could buy a new throw.",
            )
        }

    def test_a_throw_read_again_is_a_line_without_the_reason_of_a_secret_modifier(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)))
        session.amend("somebody tripped over the cable", by=4, audience=GM_ONLY)
        assert "cable" in last(stage, GM).text
        line = last(stage, "hacker")
        assert (line.kind, "cable" in line.text, line.modifiers) == ("amended", False, ())
        assert line.told[-1].text == "The Ice takes 2 markers. Hacker 6, system 8."

    def test_everyone_sees_that_a_value_was_corrected_and_its_audience_which(self) -> None:
        session, stage = connected()
        session.set_right("system.consequences", "Dogs.", "as agreed", part="sheet", audience=GM_ONLY)
        assert (last(stage, "hacker").kind, "Dogs" in last(stage, "hacker").text) == ("corrected", False)
        assert "Dogs" in last(stage, GM).text

    def test_a_seat_that_one_has_not_met_does_not_begin_to_play_on_by_itself(self) -> None:
        session = begun("session")
        stage = Stage(session)
        session.set_auto("defender")
        assert [line.kind for line in seen(stage, "attacker").log] == ["started"]
        assert [line.kind for line in seen(stage, GM).log] == ["started", "seat"]

    def test_only_the_newest_lines_come_and_all_are_counted(self) -> None:
        session, stage = connected()
        for number in range(LINES):
            session.note(f"note {number}", EVERYONE)
        shown = seen(stage, "hacker")
        assert (len(shown.log), shown.lines, shown.log[0].number) == (LINES, LINES + 3, 4)
        assert [line.number for line in stage.lines("hacker", "en")] == list(range(1, LINES + 4))


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


class ChairTests:
    def test_a_seat_of_the_scene_shows_once_it_was_met(self) -> None:
        stage = Stage(begun("session"))
        assert [chair.id for chair in seen(stage, "attacker").chairs] == ["attacker"]
        assert [chair.id for chair in seen(stage, GM).chairs] == ["attacker", "defender", "gm"]

    def test_who_sits_there_and_what_is_nobodys_is_the_game_masters(self) -> None:
        stage = connected()[1]
        cast = Cast(id="x", title="The desk", chairs=(("hacker", "a1"),))
        for viewer, mine in (("hacker", ["hacker"]), (GM, ["system"]), (SCREEN, [])):
            chairs = stage.seen(viewer, "en", cast).chairs
            assert [(chair.id, chair.seat) for chair in chairs] == [("hacker", "a1"), ("system", "gm")]
            assert [chair.id for chair in chairs if chair.is_mine] == mine


class StatusTests:
    def test_a_scene_runs_is_paused_is_over_and_is_put_away(self) -> None:
        session = begun()
        stage = Stage(session)
        assert seen(stage, SCREEN).status == "running"
        session.pause()
        assert seen(stage, SCREEN).status == "paused"
        session.unpause()
        session.choose(option("stop"))
        over = seen(stage, SCREEN)
        assert (over.status, over.question, over.outcome) == ("over", None, "disconnected")
        assert over.ended
        assert over.log[-1].kind == "ended"
        assert stage.seen(SCREEN, "en", Cast(is_closed=True)).status == "closed"

    def test_each_seat_counts_at_the_end_what_is_its_own(self) -> None:
        session = begun("session")
        session.choose(option("no_hook"))
        session.choose(option("back_out"))
        stage = Stage(session)
        assert len(seen(stage, GM).remains) >= len(seen(stage, "attacker").remains)
        assert all("Archivist" not in line for line in seen(stage, "attacker").remains)


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
            assert stage.digest(viewer, "en") == again.digest(viewer, "en")

    @pytest.mark.parametrize("name", list(SCENES))
    @settings(deadline=None, max_examples=30)
    @given(data=st.data())
    def test_the_turn_is_the_sessions_and_numbers_have_no_gap(self, name: str, data: st.DataObject) -> None:
        session = begun(name)
        stage = Stage(session)
        for _ in range(data.draw(st.integers(5, 25))):
            step(session, data)
        for viewer in VIEWERS[name]:
            shown = stage.seen(viewer, "en")
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


class Drawn:
    """Faces that hypothesis chooses."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def face(self, sides: int, /) -> int:
        return self._data.draw(st.integers(1, sides))


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


def test_a_line_has_its_defaults_left_out_where_it_is_sent() -> None:
    stage = connected()[1]
    sent = msgspec.json.decode(msgspec.json.encode(seen(stage, SCREEN).log[0]))
    assert set(sent) == {"number", "kind", "text", "time"}
