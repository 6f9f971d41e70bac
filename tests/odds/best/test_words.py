"""Choices of best play in words: those that come up most, each with what has changed and its options."""

from pathlib import Path

import pytest

import contrecoup
from contrecoup.kernel import Seat
from contrecoup.odds.best import Best, best
from contrecoup.odds.best.words import MOST_TOLD, told
from contrecoup.text import Texts

JOE = Path(__file__).parents[3] / "examples" / "fast-joe.toml"


def who(seat: Seat) -> str:
    return f"<{seat}>"


@pytest.fixture(scope="module")
def played() -> Best:
    scene = contrecoup.load(JOE, overrides={"hacker.bennies": "0", "plan.once": "true"})
    return best(scene, "hacker", "control=1,wounds_1=-0.5")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_choices_are_told_in_their_order_with_options_from_the_best(played: Best, lang: str) -> None:
    texts = Texts(lang, "savage")
    choices = list(told(played, texts, who))
    assert len(choices) == min(MOST_TOLD, len(played.decisions))
    for choice, decision in zip(choices, played.decisions, strict=False):
        assert choice.often == decision.visits
        assert choice.text.startswith("<hacker>")
        assert texts.name(decision.reason) in choice.text
        assert [each.value for each in choice.options] == sorted(
            (each.value for each in decision.options), reverse=True
        )
        (taken,) = (each.text for each in choice.options if each.is_best)
        assert taken == texts.option(decision.best)


def test_what_has_changed_since_the_start_is_said_and_nothing_else(played: Best) -> None:
    scene = played.scene
    start = scene.ruleset.view(scene.setup, scene.start(), "gm").parts
    choices = list(told(played, Texts("en", "savage"), who))
    same = [scene.ruleset.view(scene.setup, each.state, "gm").parts == start for each in played.decisions]
    assert [not choice.where for choice in choices] == same[: len(choices)]
    assert "Markers (<hacker>) 7/8" in {feature for choice in choices for feature in choice.where}
