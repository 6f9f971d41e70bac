"""The board shows every kind of part, at any width, with or without block characters."""

import io

import pytest

from contrecoup import registry
from contrecoup.cli.referee.board import Board
from contrecoup.cli.screen import Screen
from contrecoup.kernel import Card, Clock, Condition, Dice, Name, Part, Pool, Table, Track, View, message
from contrecoup.play.telling import Teller
from tests.cli.playing import RULESETS

DATA = {"rules": "coins", "scene": "toss", "first": {"name": "Ann"}, "second": {"name": "Bob"}}


def shown(
    monkeypatch: pytest.MonkeyPatch,
    *parts: Part,
    columns: int = 60,
    encoding: str = "utf-8",
    lang: str = "en",
) -> list[str]:
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(RULESETS))
    monkeypatch.setenv("COLUMNS", str(columns))
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    Board(Teller(registry.load(DATA), lang), Screen(stream)).show(View(parts))
    stream.seek(0)
    return stream.read().replace("\N{NO-BREAK SPACE}", " ").splitlines()


def test_a_track_is_a_bar_of_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Track("score", "first", 3, 8)) == ["Ann", "  Score: ███░░░░░ 3/8"]


def test_a_track_without_block_characters_is_of_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, Track("score", "first", 3, 8), encoding="ascii")
    assert lines == ["Ann", "  Score: ###..... 3/8"]


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize(("now", "most"), [(0, 0), (0, 500), (1, 500), (250, 500), (500, 500), (9, 5)])
def test_a_long_track_fits_the_width_and_shows_the_last_mark(
    monkeypatch: pytest.MonkeyPatch, columns: int, now: int, most: int
) -> None:
    _, *lines = shown(monkeypatch, Track("score", "first", now, most), columns=columns)
    assert all(len(line) <= columns for line in lines)
    text = "".join(lines)
    assert text.endswith(f"{now}/{most}")
    assert ("█" in text) is (now > 0)
    assert ("░" in text) is (now < max(most, 1))


def test_conditions_pools_dice_and_clocks_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = (
        Condition("lucky", "first"),
        Condition("lucky", "first", 2),
        Pool("score", "first", 2, 3),
        Dice("score", "first", "d8"),
        Clock("score", "first", 345),
    )
    assert shown(monkeypatch, *parts) == [
        "Ann",
        "  Lucky",
        "  Lucky 2",
        "  Score: 2 of 3",
        "  Score: d8",
        "  Score: 5 h 45 min",
    ]


def test_french_has_its_own_words_and_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, Pool("score", "first", 2, 3), Condition("lucky", "first"), lang="fr")
    assert lines == ["Ann", "  Score : 2 sur 3", "  Chanceux"]


def test_a_card_shows_messages_and_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    card = Card("bet", "first", (message("bet_laid", side=Name("side.tails")), "Lives by the harbour."))
    assert shown(monkeypatch, card) == [
        "Ann",
        "  Bet:",
        "    The bet is on tails.",
        "    Lives by the harbour.",
    ]


TABLE = Table("score", "first", ("part.bet", "part.lucky"), ((Name("side.heads"), 12), ("a word", 3)))


def test_a_table_has_columns_where_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, TABLE) == [
        "Ann",
        "  Score",
        "    Bet     Lucky",
        "    heads   12",
        "    a word  3",
    ]


def test_a_table_that_is_too_wide_has_a_line_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("score", "first", ("part.bet", "part.lucky"), (("x" * 30, 12),))
    assert shown(monkeypatch, table, columns=40) == [
        "Ann",
        "  Score",
        f"  - Bet: {'x' * 30}",
        "    Lucky: 12",
    ]


def test_a_table_may_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Table("score", "", ("part.bet",), ())) == ["  Score", "    Bet"]


def test_each_owner_has_one_heading_in_the_order_of_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = (Condition("lucky", "second"), Condition("lucky", "first"), Dice("score", "second", "d6"))
    assert shown(monkeypatch, *parts) == ["Bob", "  Lucky", "  Score: d6", "Ann", "  Lucky"]


def test_what_is_nobody_s_has_no_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Condition("lucky", "")) == ["  Lucky"]
