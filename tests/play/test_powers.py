"""What the game master may do in the middle of a scene, and what players learn of it."""

import pytest

from contrecoup import registry
from contrecoup.kernel import EVERYONE, GM_ONLY, only
from contrecoup.log import Amended, MemoryStore, Modifier, Opened, Rolled, Thrown
from contrecoup.play import Session, TypedDice, replayed
from contrecoup.play.recap import recap, recap_html
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene
from tests.play.coins import HEADS, TAILS
from tests.play.conftest import SCENES
from tests.play.hands import begin, outcome, play
from tests.play.stepping_in import lines, lucky, refusals


class HiddenTests:
    def test_hidden_dice_are_the_game_master_s_alone(self, scene: Scene) -> None:
        session = lucky(scene, hidden=True)
        step = session.steps[-1]
        assert [step.shows_answer(viewer) for viewer in ("gm", "second", "screen")] == [True, False, False]
        assert [len(step.heard(viewer)) for viewer in ("gm", "second", "screen")] == [1, 0, 0]
        assert lines(session, "gm")[-1].endswith("trait die (d6) 4; Wild Die (d6) 3 (typed) (in secret)")
        assert lines(session, "second")[-1] == "Bob, trying his luck: in secret"
        assert lines(session, "screen", "fr")[-1].endswith("\u00a0: en secret")

    def test_a_recap_tells_hidden_dice_to_nobody_else(self, scene: Scene) -> None:
        session = lucky(scene, hidden=True)
        assert "Luck gives 1" in recap(session, Teller(scene, "en", "gm"))
        for viewer in ("first", "second", "screen"):
            told = recap(session, Teller(scene, "en", viewer))
            assert "in secret" in told
            assert "Luck gives" not in told
            assert "(d6)" not in told

    def test_opened_dice_are_everyone_s(self, scene: Scene) -> None:
        session = lucky(scene, hidden=True)
        session.open(3)
        assert (session.records[-1].event, session.records[-1].who) == (Opened(of=3), "gm")
        for viewer in ("first", "second", "screen"):
            assert session.steps[-1].shows_answer(viewer)
            assert "Luck gives 1" in recap(session, Teller(scene, "en", viewer))
        assert lines(session, "screen")[-1].startswith(
            "Opened: The second player, trying his luck: trait die (d6) 4"
        )

    def test_opening_a_throw_that_rules_hide_tells_what_was_told_of_it(self, scene: Scene) -> None:
        session = lucky(scene)
        session.throw(TypedDice((2,)))
        teller = Teller(scene, "en", "second")
        assert "peek" not in recap(session, teller)
        numbers = teller.numbered(session.records)
        session.open(4)
        assert "The peek shows 2" in recap(session, teller)
        after = teller.numbered(session.records)
        assert {number: after[number] for number in numbers} == numbers
        assert teller.places(session.records)[4] == len(after)

    def test_what_was_opened_stays_so_after_a_rewind_and_when_resumed(self, scene: Scene) -> None:
        session = lucky(scene, hidden=True)
        session.open(3)
        session.rewind(3)
        again = Session.resume(MemoryStore(session.records))
        assert again.opened == session.opened == {3}
        assert again.steps[-1].is_opened

    def test_only_hidden_throws_are_opened_and_once(self, scene: Scene) -> None:
        session = lucky(scene)
        assert refusals(lambda: session.open(3)) == ["play.open_already"]
        assert refusals(lambda: session.open(2)) == ["play.no_such_throw"]
        assert refusals(lambda: session.open(99)) == ["play.no_such_throw"]
        hidden = lucky(scene, hidden=True)
        hidden.open(3)
        assert refusals(lambda: hidden.open(3)) == ["play.open_already"]

    def test_the_secret_s_showing_opens_all_that_was_hidden(self, scene: Scene) -> None:
        session = Session.begin(scene, MemoryStore(), secret=b"s" * 32)
        session.choose(HEADS)
        session.throw(session.hand(), hidden=True)
        session.throw(session.hand())
        assert refusals(session.show_secret) == ["play.secret_early"]
        session.show_secret(early=True)
        assert all(step.shows_answer("screen") for step in session.steps if isinstance(step.event, Thrown))
        assert not session.steps[0].shows_answer("screen")

    def test_kept_dice_that_were_hidden_are_told_to_nobody_beforehand(self, scene: Scene) -> None:
        session = lucky(scene, hidden=True)
        session.rewind(2)
        assert session.kept() is not None
        assert [session.kept(viewer) for viewer in ("first", "second", "screen")] == [None] * 3
        session.open(3)
        assert session.kept("second") == session.kept()


class AmendedTests:
    def test_a_modifier_after_the_throw_reads_it_again(self, scene: Scene) -> None:
        session = lucky(scene)
        assert session.state.marks == 1
        step = session.amend("good maps", by=4)
        assert (session.state.marks, step.answer) == (2, (2, False))
        assert session.records[-1].event == Amended(
            of=3, reason="good maps", modifier=Modifier(by=4, reason="good maps")
        )
        assert len(session.steps) == 2
        assert lines(session, "second")[-1] == "Read again – trying his luck: +4 (good maps)"

    def test_a_secret_modifier_afterwards_is_told_to_nobody(self, scene: Scene) -> None:
        session = lucky(scene)
        session.amend("a trap", by=-4, audience=GM_ONLY)
        assert session.state.marks == 0
        for viewer in ("first", "second", "screen"):
            assert lines(session, viewer)[-1] == "Read again – trying his luck"
            assert "trap" not in recap(session, Teller(scene, "en", viewer))
        assert "secret −4 (a trap)" in lines(session, "gm")[-1]

    def test_other_dice_are_told_and_a_secret_modifier_with_them_is_not(self, scene: Scene) -> None:
        session = lucky(scene)
        session.amend("misread", by=-4, hand=TypedDice((5, 1)), audience=GM_ONLY)
        assert lines(session, "screen")[-1] == "Read again – trying his luck"
        assert "secret −4 (misread)" in lines(session, "gm")[-1]

    def test_what_is_hidden_is_read_again_in_secret_until_it_is_open(self, scene: Scene) -> None:
        session = lucky(scene, hidden=True)
        session.amend("good maps", by=4)
        assert lines(session, "screen")[-1] == "The second player, trying his luck: in secret"
        session.open(3)
        session.amend("bad light", by=-1)
        assert lines(session, "screen")[-1] == "Read again – trying his luck: −1 (bad light)"

    def test_other_dice_replace_those_that_were_misread_and_are_kept(self, scene: Scene) -> None:
        session = lucky(scene)
        session.amend("a 5, not a 4", hand=TypedDice((5, 9)))
        assert session.state.marks == 2
        assert lines(session, "screen")[-1].endswith("trait die (d6) 5; Wild Die (d6) 9 (a 5, not a 4)")
        headline = Teller(scene, "en", "screen").headline(session.steps[-1])
        assert headline.endswith("trait die (d6) 5; Wild Die (d6) 9 (dice corrected)")
        session.rewind(2)
        assert session.kept() == (
            Rolled(label="die.trait", sides=6, number=5),
            Rolled(label="die.wild", sides=6, number=9),
        )

    def test_both_at_once_and_again_and_undone(self, scene: Scene) -> None:
        session = lucky(scene)
        session.amend("both", by=4, hand=TypedDice((8, 1)))
        session.amend("more", by=-1)
        assert session.state.marks == 2
        assert outcome(Session.resume(MemoryStore(session.records))) == outcome(session)
        session.rewind(3)
        assert session.state.marks == 1

    def test_only_the_last_answer_is_read_again(self, scene: Scene) -> None:
        session = begin(scene)
        assert refusals(lambda: session.amend("late", by=1)) == ["play.not_last"]
        session.choose(HEADS)
        assert refusals(lambda: session.amend("late", by=1)) == ["play.not_last"]
        session.throw(TypedDice((4, 3)))
        session.set_right("scores[0]", 4, "counted wrongly")
        assert refusals(lambda: session.amend("late", by=1)) == ["play.not_last"]
        assert session.state.scores == (4, 0)

    def test_a_reason_is_needed_and_dice_must_be_possible(self, scene: Scene) -> None:
        session = lucky(scene)
        count = len(session.records)
        assert refusals(lambda: session.amend("", by=1)) == ["play.modifier_reason"]
        assert refusals(lambda: session.amend("", hand=TypedDice((4, 4)))) == ["play.reason_length"]
        assert refusals(lambda: session.amend("none")) == ["play.modifier_range"]
        assert refusals(lambda: session.amend("six", hand=TypedDice((6, 4)))) == ["dice.multiple"]
        assert len(session.records) == count

    def test_the_end_is_taken_back_where_the_last_throw_comes_to_something_else(self) -> None:
        data = {**SCENES["intrusion"], "system": {"colour": "green", "ice": "d4"}}
        session = play(begin(registry.load(data)), 3)
        while not isinstance(session.steps[-1].event, Thrown):
            session.rewind(session.steps[-1].sequence - 1)
        step = session.steps[-1]
        assert isinstance(step.event, Thrown)
        session.amend("misread", hand=TypedDice(tuple(2 for _ in step.event.dice)))
        again = Session.resume(MemoryStore(session.records))
        assert outcome(again) == outcome(session)


class PausedTests:
    def test_while_paused_nobody_but_the_game_master_answers(self, scene: Scene) -> None:
        session = begin(scene)
        session.pause()
        assert session.is_paused
        assert refusals(lambda: session.choose(HEADS)) == ["play.paused"]
        session.choose(HEADS, who="gm")
        assert refusals(lambda: session.throw(TypedDice((4, 3)))) == ["play.paused"]
        assert refusals(session.pause) == ["play.paused_already"]
        session.rewind(1)
        assert session.is_paused
        assert Session.resume(MemoryStore(session.records)).is_paused
        session.unpause()
        assert refusals(session.unpause) == ["play.not_paused"]
        session.choose(TAILS)

    def test_who_answered_for_a_seat_is_recorded(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(HEADS, who="gm")
        session.throw(TypedDice((4, 3)))
        session.play_on(TypedDice((2,)), who="gm")
        session.note("mine", only("first"), who="first")
        session.adjust(1, "a favour", who="helper")
        assert [record.who for record in session.records] == ["gm", "gm", "second", "gm", "first", "helper"]


class ForkedTests:
    def test_nothing_of_a_what_if_touches_the_scene(self, scene: Scene) -> None:
        session = lucky(scene)
        before = session.records
        store = MemoryStore()
        fork = session.fork(store, 2)
        assert fork.state == replayed(session.records[:2]).standing.state
        play(fork, 5)
        assert session.records == before
        assert session.question() != fork.question()
        assert outcome(Session.resume(MemoryStore(store.read().records))) == outcome(fork)

    def test_dice_that_fell_stay_and_others_are_not_foreseen(self, scene: Scene) -> None:
        session = Session.begin(scene, MemoryStore(), secret=b"s" * 32)
        session.choose(HEADS)
        fallen = session.throw(session.hand())
        fork = session.fork(MemoryStore(), 3)
        assert fork.commitment == ""
        again = fork.throw(fork.hand())
        assert isinstance(again.event, Thrown)
        assert isinstance(fallen.event, Thrown)
        assert (again.event.dice, again.event.origin) == (fallen.event.dice, "kept")
        further = fork.throw(fork.hand())
        assert isinstance(further.event, Thrown)
        assert further.event.counter is None

    def test_a_fork_from_nowhere_writes_nothing(self, scene: Scene) -> None:
        store = MemoryStore()
        assert refusals(lambda: lucky(scene).fork(store, 9)) == ["play.no_event"]
        assert store.read().records == ()

    def test_a_paused_scene_s_what_if_is_not(self, scene: Scene) -> None:
        session = lucky(scene)
        session.pause()
        assert not session.fork(MemoryStore()).is_paused


class SecretTests:
    def test_a_secret_is_never_in_the_log_before_it_is_shown(self, scene: Scene) -> None:
        session = Session.begin(scene, MemoryStore(), secret=b"s" * 32)
        play(session)
        assert (b"s" * 32).hex() not in repr(session.records)
        session.show_secret()
        assert (b"s" * 32).hex() in repr(session.records[-1])

    def test_a_log_is_gone_on_with_by_its_own_secret_alone(self, scene: Scene) -> None:
        session = Session.begin(scene, MemoryStore(), secret=b"s" * 32)
        store = MemoryStore(session.records)
        assert refusals(lambda: Session.resume(store, secret=b"t" * 32)) == ["play.secret_other"]
        without = Session.resume(store)
        assert refusals(without.hand) == ["play.secret_missing"]
        assert refusals(without.show_secret) == ["play.secret_missing"]
        assert refusals(lambda: without.commit(b"t" * 32)) == ["play.committed_already"]
        plain = begin(scene)
        assert refusals(plain.show_secret) == ["play.not_committed"]

    def test_a_resumed_session_throws_what_the_first_one_would_have(self, scene: Scene) -> None:
        first = Session.begin(scene, MemoryStore(), secret=b"s" * 32)
        first.choose(HEADS)
        second = Session.resume(MemoryStore(first.records), secret=b"s" * 32)
        assert first.throw(first.hand()).answer == second.throw(second.hand()).answer
        assert first.records[-1].event == second.records[-1].event


class HtmlTests:
    @pytest.mark.parametrize("lang", ["en", "fr"])
    def test_the_page_tells_what_the_markdown_tells_and_loads_nothing(self, scene: Scene, lang: str) -> None:
        session = play(lucky(scene))
        session.note("a <script>alert(1)</script> & more", EVERYONE)
        page = recap_html(session, Teller(scene, lang, "gm"))
        assert f'<html lang="{lang}">' in page
        assert "<script" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page
        assert not any(word in page for word in ("http", "src=", "href=", "url("))
        assert page.count("<ul>") == page.count("</ul>")
        assert page.count("<li>") == page.count("</li>")
        rounds = recap(session, Teller(scene, lang, "gm")).count("\n## ")
        assert page.count("<h2>") == rounds

    def test_each_viewer_gets_his_own_page(self, scene: Scene) -> None:
        session = lucky(scene)
        assert "The bet is on heads" in recap_html(session, Teller(scene, "en", "first"))
        assert "The bet is on heads" not in recap_html(session, Teller(scene, "en", "second"))


class PeekTests:
    def test_a_rewind_leaves_players_nothing_of_what_they_had_not_been_told(self, scene: Scene) -> None:
        """Undone hidden answers are in no view, no number and no line of anybody who wasn't told."""
        session, other = lucky(scene), lucky(scene)
        for each, peek in ((session, 1), (other, 4)):
            each.throw(TypedDice((peek,)))
            each.rewind(3)
        for viewer in ("second", "screen"):
            assert lines(session, viewer) == lines(other, viewer)
            assert session.view(viewer) == other.view(viewer)
            assert session.kept(viewer) == other.kept(viewer) is None
            assert session.turn(viewer) == other.turn(viewer)
        assert session.kept("first") != other.kept("first")

    def test_players_see_that_the_scene_went_back(self, scene: Scene) -> None:
        session = lucky(scene)
        session.rewind(2)
        assert lines(session, "screen")[-1] == "Back to where event 1 had led"
