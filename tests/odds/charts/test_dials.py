"""A dial's pictures: how ends move with each key, the others as in the nearest setting."""

from pathlib import Path
from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import Refused
from tests.odds.sweeps.grids import BASE

KEYS = ["system.ice=d4|d6|d8", "system.alert", "system.colour=green"]


def test_each_key_that_was_turned_has_curves_of_all_ends(tmp_path: Path) -> None:
    found = contrecoup.dial(contrecoup.load(BASE), ["control=0.5"], KEYS)
    figures = contrecoup.chart(found, tmp_path / "out.svg")
    assert [(figure.kind, figure.along) for figure in figures] == [
        ("curves", "system.ice"),
        ("curves", "system.alert"),
    ]
    best = found.nearest[0].values
    assert figures[0].note == f"system.alert = {str(best['system.alert']).lower()}, system.colour = green"
    for point in figures[0].points:
        keys = {"system.ice": point.at, "system.alert": str(best["system.alert"]).lower()}
        odds = contrecoup.odds(contrecoup.load(BASE, keys))
        end = "control" if "controlled" in point.by else "ejected"
        assert point.value == pytest.approx(float(odds.ends[end]), abs=1e-12)
    assert figures[0].places == ["d4", "d6", "d8"]


def test_what_belongs_to_scenes_and_tables_is_refused(tmp_path: Path) -> None:
    found = contrecoup.dial(contrecoup.load(BASE), ["control=0.5"], KEYS)
    wrong: list[dict[str, Any]] = [{"what": ["ends"]}, {"x": "system.ice"}]
    for options in wrong:
        with pytest.raises(Refused) as raised:
            contrecoup.chart(found, tmp_path / "out.svg", **options)
        assert raised.value.reasons[0].id == "chart.of_dials"
    assert not (tmp_path / "out.svg").exists()
