"""The game master sets single values right, of the state and of the sheets that play reads."""

import pytest

from contrecoup import registry
from contrecoup.kernel import Choice, only
from contrecoup.log import Corrected, MemoryStore
from contrecoup.play import Session, TypedDice
from contrecoup.play.recap import recap
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene
from tests.play.coins import HEADS
from tests.play.conftest import SCENES
from tests.play.hands import begin, outcome
from tests.play.stepping_in import lines, lucky, refusals


class CorrectedTests:
    def test_what_may_be_corrected_is_listed_with_limits(self, scene: Scene) -> None:
        known = {(each.part, each.path): each for each in lucky(scene).correctable()}
        score = known["state", "scores[0]"]
        assert (score.value, score.field, score.limits.least, score.limits.most) == (0, "scores", 0, 30)
        luck = known["sheet", "second.luck"]
        assert (luck.value, luck.limits.kind, luck.limits.words) == ("d6", "word", ("d4", "d6", "d8"))
        assert lucky(scene).correctable("first") == ()

    def test_a_value_is_set_right_and_undone_by_a_rewind(self, scene: Scene) -> None:
        session = lucky(scene)
        session.set_right("scores[1]", 5, "counted wrongly", audience=only("second"))
        assert session.state.scores == (0, 5)
        assert session.records[-1].event == Corrected(
            part="state", path="scores[1]", value=5, reason="counted wrongly", audience=only("second")
        )
        assert len(session.corrections) == 1
        assert outcome(Session.resume(MemoryStore(session.records))) == outcome(session)
        session.rewind(3)
        assert session.state.scores == (0, 0)
        assert not session.corrections

    def test_everyone_learns_that_something_was_corrected_and_its_audience_what(self, scene: Scene) -> None:
        session = lucky(scene)
        session.set_right("scores[1]", 5, "counted wrongly", audience=only("second"))
        told = "Corrected in secret: scores[1] is now 5 (counted wrongly)"
        assert lines(session, "gm")[-1] == lines(session, "second")[-1] == told
        assert (
            lines(session, "first")[-1]
            == lines(session, "screen")[-1]
            == "The game master corrected something"
        )
        assert "counted" not in recap(session, Teller(scene, "en", "first"))
        assert "The game master corrected something" in recap(session, Teller(scene, "en", "first"))
        assert "Le meneur a corrigé quelque chose" in recap(session, Teller(scene, "fr", "screen"))

    def test_a_sheet_is_set_right_where_it_stands(self, scene: Scene) -> None:
        session = begin(scene)
        session.choose(HEADS)
        session.set_right("second.luck", "d8", "he bought a rise", part="sheet")
        node = session.question()
        assert not isinstance(node, Choice)
        assert session.scene.setup.second.luck == "d8"  # type: ignore[attr-defined]  # the coins' own setup
        session.throw(TypedDice((7, 3)))
        assert session.state.marks == 1
        again = Session.resume(MemoryStore(session.records))
        assert outcome(again) == outcome(session)
        session.rewind(2)
        assert session.scene.setup.second.luck == "d6"  # type: ignore[attr-defined]  # the coins' own setup

    @pytest.mark.parametrize(
        ("path", "value", "part", "reason"),
        [
            ("scores[2]", 1, "state", "play.correct.no_place"),
            ("scores", 1, "state", "play.correct.no_place"),
            ("nothing.here", 1, "state", "play.correct.no_place"),
            ("scores[0]", 31, "state", "play.correct.number"),
            ("scores[0]", -1, "state", "play.correct.number"),
            ("scores[0]", True, "state", "play.correct.number"),
            ("scores[0]", "two", "state", "play.correct.number"),
            ("scores[0]", 0, "state", "play.correct.same"),
            ("scores[0]", 12, "state", "play.correct.track"),
            ("phase", "over", "state", "play.correct.word"),
            ("second.luck", "d20", "sheet", "play.correct.word"),
            ("second.name", "x" * 201, "sheet", "play.correct.text"),
            ("second.name", "Ann", "sheet", "one_name"),
        ],
    )
    def test_what_cannot_be_is_refused_and_nothing_changes(
        self, scene: Scene, path: str, value: int | str, part: str, reason: str
    ) -> None:
        session = lucky(scene)
        before = outcome(session)
        assert refusals(lambda: session.set_right(path, value, "why", part=part)) == [reason]  # type: ignore[arg-type]  # one of two words
        assert outcome(session) == before

    def test_a_reason_is_needed(self, scene: Scene) -> None:
        session = lucky(scene)
        assert refusals(lambda: session.set_right("scores[0]", 2, " ")) == ["play.reason_length"]

    def test_rules_that_cannot_go_on_refuse(self, scene: Scene) -> None:
        """A duel's fighter gets no more markers than his commlink has."""
        session = begin(registry.load(SCENES["duel"]))
        assert refusals(lambda: session.set_right("attacker.markers", 30, "why")) == ["play.correct.track"]

    def test_labels_come_from_the_catalogues_and_name_whose_it_is(self) -> None:
        teller = Teller(registry.load(SCENES["duel"]), "en", "gm")
        assert teller.label("attacker.body.wounds") == "Attacker, Wounds"
        assert teller.label("attacker.markers").startswith("Attacker, ")
        assert teller.label("nowhere[2].thing") == "nowhere[2].thing"

    def test_a_correction_may_end_the_scene_and_its_undoing_opens_it_again(self, scene: Scene) -> None:
        session = begin(scene)
        session.set_right("scores[0]", 9, "won already")
        assert session.is_over()
        assert [record.event.kind for record in session.records] == ["started", "corrected", "ended"]
        session.set_right("scores[0]", 8, "not quite")
        assert not session.is_over()
