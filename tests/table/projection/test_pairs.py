"""Two tables that differ in secrets alone give every seat but the game master's the same, byte for byte."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from contrecoup.kernel import GM, Refused
from contrecoup.table import commands as do
from contrecoup.table.commands import Asked
from contrecoup.table.projection import encode, lines, project, voice
from tests.table import fight_pair, intrusion_pair, session_pair
from tests.table.pairs import After, Pair, Sat, id_of, play

PAIRS: Final = (intrusion_pair.PAIR, session_pair.PAIR, fight_pair.PAIR)
LANGUAGES: Final = ("en", "fr")


@pytest.fixture(params=PAIRS, ids=[pair.name for pair in PAIRS])
def pair(request: pytest.FixtureRequest) -> Pair:
    found: Pair = request.param
    return found


def seated(pair: Pair, sat: Sat) -> Iterator[str]:
    """The seats that are there already, and aren't the game master's."""
    for label in pair.seats:
        if sat.room.campaign.place(id_of(label)) is not None:
            yield id_of(label)


def scenes(pair: Pair) -> tuple[str, ...]:
    """Scenes that somebody might ask for: the one that is played, two of the game master's, none at all."""
    return tuple(map(id_of, (pair.scene, "what if", "next week", "nowhere")))


def sights(pair: Pair, sat: Sat) -> dict[tuple[str, str, str], Any]:
    """All that the seats see, of each scene that they may ask for."""
    found: dict[tuple[str, str, str], Any] = {}
    for seat in seated(pair, sat):
        for lang in LANGUAGES:
            found[seat, lang, ""] = sent(sat, seat, lang)
            for scene in scenes(pair):
                found[seat, lang, scene] = seen_or_refused(sat, seat, lang, scene)
    return found


def sent(sat: Sat, seat: str, lang: str, scene: str = "") -> bytes:
    """What a stream sends; its pieces make up the sight."""
    sight = project(sat.room, seat, lang, scene)
    assert sight.json == encode(sight.seen)
    return sight.json


def seen_or_refused(sat: Sat, seat: str, lang: str, scene: str) -> Any:
    try:
        return sent(sat, seat, lang, scene), lines(sat.room, seat, lang, scene)
    except Refused as refused:
        return [(reason.id, reason.where, reason.values) for reason in refused.reasons]


def probes(pair: Pair, sat: Sat, seat: str) -> Iterator[Asked]:
    """Commands that must be refused, and may tell nothing by how they are."""
    master: tuple[do.AnyCommand, ...] = (
        do.Adjust(by=1, reason="x"),
        do.Rewind(to=2),
        do.OpenThrow(of=5),
        do.Fork(to=2),
        do.DropFork(),
        do.Correct(path="system", value=1, reason="x"),
        do.Note(text="x", note=id_of("betrayal")),
        do.DropSheet(sheet=id_of("nemesis")),
        do.Begin(),
    )
    now = sat.turn(seat, id_of(pair.scene))
    for place, scene in enumerate(scenes(pair)):
        for number, command in enumerate((do.Choose(option="nothing"), *master)):
            yield Asked(request=f"p{place}.{number}", scene=scene, turn=now, command=command)
        for turn in (0, 1, 1_000):
            command = do.Choose(option="nothing")
            yield Asked(request=f"t{place}.{turn}", scene=scene, turn=turn, command=command)
            yield Asked(request=f"h{place}.{turn}", scene=scene, turn=turn, command=do.TypeDice(numbers=(0,)))


class SecretTests:
    def test_every_sight_of_every_seat_is_the_same(self, pair: Pair) -> None:
        def check(after: After) -> None:
            assert sights(pair, after.one) == sights(pair, after.other), after.beat

        play(pair, check)

    def test_what_a_seat_is_told_of_its_own_moves_is_the_same(self, pair: Pair) -> None:
        told = 0

        def check(after: After) -> None:
            nonlocal told
            move = after.beat.one
            if move is not None and not after.beat.is_secret and move.seat != GM:
                here, there = after.receipts
                assert here == there
                told += bool(here and here.told)

        play(pair, check)
        assert told >= 3

    def test_refusals_are_the_same(self, pair: Pair) -> None:
        def check(after: After) -> None:
            for seat in seated(pair, after.one):
                both = zip(probes(pair, after.one, seat), probes(pair, after.other, seat), strict=True)
                for asked, asked_there in both:
                    assert asked == asked_there
                    refusal = after.one.refusal(seat, asked)
                    assert refusal == after.other.refusal(seat, asked), (asked, after.beat)
                    assert refusal[0] != "done"

        play(pair, check)

    def test_the_game_master_sees_each_secret(self, pair: Pair) -> None:
        """A pair whose secrets nobody could see anywhere would prove nothing."""
        before: list[Any] = [None, None]

        def check(after: After) -> None:
            views = [master_view(sat) for sat in (after.one, after.other)]
            if after.beat.is_secret:
                for view, old, move in zip(views, before, (after.beat.one, after.beat.other), strict=True):
                    assert (view != old) == (move is not None), after.beat
            before[:] = views

        one, other = play(pair, check)
        assert master_view(one) != master_view(other)

    def test_a_door_that_stands_open_is_noticed(self, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where everybody counts as every audience, the pairs differ: they would catch it."""
        monkeypatch.setattr(voice.Voice, "may_see", lambda self, audience: True)
        monkeypatch.setattr("contrecoup.play.steps.Step.shows_answer", lambda self, viewer: True)
        differs = False

        def check(after: After) -> None:
            nonlocal differs
            differs = differs or sights(pair, after.one) != sights(pair, after.other)

        play(pair, check)
        assert differs


def master_view(sat: Sat) -> list[Any]:
    """All that the game master has of every scene."""
    found: list[Any] = [sent(sat, GM, "en")]
    for held in sat.room.campaign.scenes.values():
        found.append(sent(sat, GM, "en", held.id))
        if held.status != "prepared":
            found.append(sat.room.session(held.id).records)
    return found
