"""A scene as its viewers see it: the question, the log, the chairs, how it stands."""

import msgspec
import pytest

from contrecoup.kernel import EVERYONE, GM, GM_ONLY, SCREEN, option
from contrecoup.log import MemoryStore
from contrecoup.play import ForcedDice, Session, ThrownDice, TypedDice
from contrecoup.table.projection import LINES, Cast, Stage
from tests.table.projection.staging import Clock, asked, begun, connected, last, scene, seen


class QuestionTests:
    def test_who_is_asked_has_the_options(self) -> None:
        session = begun()
        question = Stage(session).seen("hacker", "en").scene.question
        assert question is not None
        assert [(each.id, each.text) for each in question.options] == [
            ("connect", "Connect to the system"),
            ("stop", "Stop here"),
        ]
        assert (question.is_mine, question.push, question.who) == (True, 0, "Fast Joe")

    @pytest.mark.parametrize("viewer", ["system", SCREEN])
    def test_others_know_who_is_asked_what_but_not_between_what(self, viewer: str) -> None:
        question = Stage(begun()).seen(viewer, "en").scene.question
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
        asked = stage.seen(GM, "en").scene.question
        assert asked is not None
        assert asked.is_hidden
        assert {stage.seen(viewer, "en").scene.question for viewer in ("attacker", "defender", SCREEN)} == {
            None
        }

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
        session.throw(ThrownDice(ForcedDice([(8, 8), (8, 3)])))
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

    def test_an_opened_throw_that_is_read_again_is_told_to_all(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)), hidden=True)
        session.open(4)
        session.amend("a finger slipped", hand=TypedDice((3,)))
        line = last(stage, "hacker")
        assert (line.kind, [die.number for die in line.dice]) == ("amended", [3])
        assert line.told[-1].text == "The Ice takes nothing. Hacker 8, system 8."

    def test_a_hidden_throw_that_is_read_again_stays_hidden(self) -> None:
        session, stage = connected()
        session.throw(TypedDice((5,)), hidden=True)
        before = seen(stage, "hacker").log
        session.amend("a finger slipped", hand=TypedDice((6,)))
        assert seen(stage, "hacker").log == before
        assert last(stage, GM).kind == "amended"

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


class ChairTests:
    def test_a_seat_of_the_scene_shows_once_it_was_met(self) -> None:
        stage = Stage(begun("session"))
        assert [chair.id for chair in seen(stage, "attacker").chairs] == ["attacker"]
        assert [chair.id for chair in seen(stage, GM).chairs] == ["attacker", "defender", "gm"]

    def test_who_sits_there_and_what_is_nobodys_is_the_game_masters(self) -> None:
        stage = connected()[1]
        cast = Cast(id="x", title="The desk", chairs=(("hacker", "a1"),))
        for viewer, mine in (("hacker", ["hacker"]), (GM, ["system"]), (SCREEN, [])):
            chairs = stage.seen(viewer, "en", cast).scene.chairs
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
        assert stage.seen(SCREEN, "en", Cast(is_closed=True)).scene.status == "closed"

    def test_each_seat_counts_at_the_end_what_is_its_own(self) -> None:
        session = begun("session")
        session.choose(option("no_hook"))
        session.choose(option("back_out"))
        stage = Stage(session)
        assert len(seen(stage, GM).remains) >= len(seen(stage, "attacker").remains)
        assert all("Archivist" not in line for line in seen(stage, "attacker").remains)


def test_a_line_has_its_defaults_left_out_where_it_is_sent() -> None:
    stage = connected()[1]
    sent = msgspec.json.decode(msgspec.json.encode(seen(stage, SCREEN).log[0]))
    assert set(sent) == {"number", "kind", "text", "time"}
