"""Figures hold the odds' own numbers, under labels in the reader's language."""

import csv
from pathlib import Path
from typing import Any

import pytest

import contrecoup
from contrecoup.odds.charts import Figure, curves
from contrecoup.odds.charts.maps import Look, column_text, of_table
from contrecoup.odds.charts.scenes import PARTS, of_scene
from contrecoup.odds.sweeps.table import Table
from contrecoup.text import Texts
from tests.odds.sweeps.grids import BASE

NBSP = "\N{NO-BREAK SPACE}"
DUEL: dict[str, Any] = {
    "rules": "savage",
    "scene": "duel",
    "attacker": BASE["hacker"],
    "defender": BASE["hacker"],
}
GRID: dict[str, Any] = {
    "base": BASE,
    "axes": {"system.ice": ["d4", "d7", "d8"], "hacker.wild_card": [True, False]},
    "together": [{"system.colour": ["green", "red"], "hacker.bennies": [0, 2]}],
}


@pytest.fixture(scope="module")
def table() -> Table:
    return contrecoup.sweep(GRID, workers=1)


def _figures(scene: dict[str, Any], lang: str = "en") -> dict[str, Figure]:
    odds = contrecoup.odds(contrecoup.load(scene))
    return dict(zip(PARTS, of_scene(odds, PARTS, Texts(lang, "savage"), lambda _seat: ""), strict=True))


def test_ends_are_the_odds_the_likeliest_first_with_their_names() -> None:
    odds = contrecoup.odds(contrecoup.load(BASE))
    ends = _figures(BASE, "fr")["ends"]
    assert [point.at for point in ends.points] == [
        "Le hacker a contrôlé le système",
        "Le hacker a été éjecté",
    ]
    assert [point.value for point in ends.points] == [odds.ends["control"], odds.ends["ejected"]]
    assert ends.points[0].shown.endswith(f"{NBSP}%")
    assert ends.kind == "bars"


def test_rounds_come_in_order_and_add_up_to_all_the_tail_included() -> None:
    rounds = _figures(BASE)["rounds"]
    assert [point.at for point in rounds.points][:3] == ["1", "2", "3"]
    assert rounds.points[-1].at.endswith("or more")
    assert sum(point.value or 0 for point in rounds.points) == pytest.approx(1, abs=1e-9)
    assert len(rounds.points) < 20


def test_what_each_side_has_is_told_apart() -> None:
    figures = _figures(DUEL)
    left, harm = figures["left"], figures["harm"]
    assert (left.kind, harm.kind) == ("columns", "bars")
    assert set(left.series) == set(harm.series) == {"Attacker", "Defender"}
    for side in harm.series:
        assert sum(point.value or 0 for point in harm.points if point.by == side) == pytest.approx(1)


def test_a_table_of_a_figure_has_all_its_numbers_under_headings() -> None:
    harm = _figures(DUEL)["harm"]
    assert len(harm.headings()) == 3
    assert list(harm.rows()) == [(point.at, point.by, point.shown) for point in harm.points]
    assert _figures(BASE)["ends"].headings() == ("End", "Chance")


class SweepTests:
    def test_two_axes_make_a_map_of_the_first_end(self, table: Table) -> None:
        figure = of_table(table, Look(), Texts("en", "savage"))
        assert (figure.kind, figure.along, figure.across) == ("heat", "system.ice", "hacker.wild_card")
        assert figure.title == "The hacker controlled the system"
        assert figure.note == "system.colour = green, hacker.bennies = 0"
        assert figure.places == ["d4", "d7", "d8"]
        values = {(point.at, point.by): point.value for point in figure.points}
        assert values["d8", "false"] == next(
            row["ends.control"]
            for row in table.rows
            if (row["system.ice"], row["hacker.wild_card"], row["system.colour"]) == ("d8", False, "green")
        )
        assert values["d7", "true"] is None
        assert {point.shown for point in figure.points if point.value is None} == {"–"}

    def test_other_axes_are_held_at_values_and_move_with_their_companions(self, table: Table) -> None:
        held = of_table(table, Look(at={"system.colour": "red"}), Texts("en", "savage"))
        assert held.note == "system.colour = red, hacker.bennies = 2"
        bound = of_table(table, Look("system.ice", "hacker.bennies"), Texts("en", "savage"))
        assert len(bound.points) == 6
        assert "system.colour" not in bound.note

    def test_one_axis_alone_makes_curves_of_all_ends(self, table: Table) -> None:
        figure = of_table(table, Look("system.ice"), Texts("fr", "savage"))
        assert figure.kind == "curves"
        assert figure.places == ["d4", "d7", "d8"]
        for place in ("d4", "d8"):
            assert sum(point.value or 0 for point in figure.points if point.at == place) == pytest.approx(1)

    def test_any_column_of_figures_can_be_shown(self, table: Table) -> None:
        mean = of_table(table, Look(of="rounds.mean"), Texts("fr", "savage"))
        assert (mean.title, mean.is_share) == ("Rounds en moyenne", False)
        assert mean.points[0].shown.count(",") == 1
        one = of_table(table, Look("system.ice", of="harm.none"), Texts("en", "savage"))
        assert (one.kind, one.title) == ("heat", "Harm: none")

    @pytest.mark.parametrize(
        ("column", "text"),
        [
            ("ends.ejected", "The hacker was ejected"),
            ("left.hacker.3", "Markers left (Hacker): 3"),
            ("harm.attacker.none", "Harm (Attacker): none"),
            ("cut", "Chance that isn’t followed to an end"),
        ],
    )
    def test_columns_have_names(self, column: str, text: str) -> None:
        assert column_text(column, Texts("en", "savage")) == text

    @pytest.mark.parametrize(
        ("look", "id"),
        [
            (Look("system.ise"), "scene.not_accepted"),
            (Look("system.ice", "system.ice"), "chart.same_axis"),
            (Look(of="victory"), "scene.not_accepted"),
            (Look(of="refused"), "scene.not_accepted"),
            (Look(at={"hacker": "1"}), "scene.not_accepted"),
            (Look(at={"system.colour": "blue"}), "chart.nothing_there"),
        ],
    )
    def test_what_the_table_has_not_is_refused(self, table: Table, look: Look, id: str) -> None:
        with pytest.raises(contrecoup.Refused) as caught:
            of_table(table, look, Texts("en", "savage"))
        assert caught.value.reasons[0].id.startswith(id)

    def test_a_map_that_nobody_could_read_is_refused(self, table: Table) -> None:
        rows = tuple(
            table.rows[0] | {"system.ice": x, "hacker.wild_card": y} for x in range(60) for y in range(60)
        )
        with pytest.raises(contrecoup.Refused) as caught:
            of_table(Table(table.axes, table.columns, rows), Look(), Texts("en", "savage"))
        assert caught.value.reasons[0].id == "chart.too_many"


def test_curves_take_rows_of_any_key_in_their_order() -> None:
    rows = [(6, "control", 0.5), (6, "ejected", 0.5), (8.5, "control", None), (True, "mine", 0.25)]
    figure = curves("system.ice", rows, Texts("fr", "savage"))
    assert [(point.at, point.value) for point in figure.points] == [
        ("6", 0.5),
        ("6", 0.5),
        ("8,5", None),
        ("true", 0.25),
    ]
    assert figure.series[0] == "Le hacker a contrôlé le système"
    assert figure.series[-1] == "mine"


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (BASE, {"what": ["nothing"]}),
        (BASE, {"what": ["sweep"]}),
        (BASE, {"x": "system.ice"}),
        (BASE, {"theme": "pink"}),
        (BASE, {"lang": "de"}),
        ("table", {"what": ["ends"]}),
        ("missing.csv", {}),
        ("missing.toml", {}),
    ],
)
def test_what_can_not_be_drawn_is_refused_and_nothing_is_written(
    table: Table, tmp_path: Path, source: Any, options: dict[str, Any]
) -> None:
    given = {"table": table}.get(source, source) if isinstance(source, str) else source
    with pytest.raises(contrecoup.Refused):
        contrecoup.chart(given, tmp_path / "out.svg", **options)
    assert list(tmp_path.iterdir()) == []


def test_the_table_s_file_holds_the_numbers_in_full(tmp_path: Path) -> None:
    figures = contrecoup.chart(BASE, tmp_path / "out.svg", what=["ends"], table=tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["value"]) for row in rows] == [point.value for point in figures[0].points]
