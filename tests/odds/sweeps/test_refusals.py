"""Grids that can't be are refused before anything is worked out, with every reason and its line."""

import socket
from pathlib import Path
from typing import Any

import pytest

import contrecoup
from contrecoup.odds.sweeps import grid, workers
from tests.odds.sweeps.grids import BASE


@pytest.mark.parametrize(
    ("given", "reasons"),
    [
        ({"base": BASE}, [("axes", "sweep.no_axes")]),
        ({"axes": {"a": [1]}}, [("base", "scene.missing_kind")]),
        ({"base": 3, "axes": {"a": [1]}}, [("base", "scene.wrong_type")]),
        ({"base": BASE, "axes": {"system.ice": []}}, [("axes.system.ice", "sweep.axis_empty")]),
        ({"base": BASE, "axes": {"system.ice": "d6"}}, [("axes.system.ice", "scene.wrong_type")]),
        ({"base": BASE, "axes": {"scene": ["duel"]}}, [("axes.scene", "sweep.axis_fixed")]),
        (
            {"base": BASE, "axes": 3, "together": 3},
            [("axes", "scene.wrong_type"), ("together", "scene.wrong_type")],
        ),
        (
            {"base": BASE, "axes": {"a": [1]}, "together": [{"b": [1, 2], "c": [1]}, {"a": [1]}]},
            [("together[0]", "sweep.lengths"), ("axes", "sweep.axis_twice")],
        ),
        (
            {"base": BASE, "axes": {"a": list(range(500)), "b": list(range(500))}},
            [("axes", "sweep.too_many")],
        ),
        ({"base": BASE, "axes": {"a": [1]}, "chunk": 0}, [("chunk", "scene.out_of_range")]),
        ({"base": BASE, "axis": {"a": [1]}}, [("axis", "scene.unknown_key_near")]),
        ({"base": BASE, "axes": {"system.ise": ["d6"]}}, [("system.ise", "scene.unknown_key_near")]),
        ({"base": BASE, "axes": {"system.ice[0]": ["d6"]}}, [("system.ice[0]", "scene.set_no_table")]),
        ({"base": BASE, "axes": {"..": ["d6"]}}, [("..", "scene.set_no_key")]),
        ({"base": BASE | {"rules": "chess"}, "axes": {"a": [1]}}, [("rules", "scene.not_accepted")]),
        ({"base": BASE | {"notes": 1}, "axes": {"system.ice": ["d6"]}}, [("notes", "scene.unknown_key")]),
    ],
)
def test_a_grid_that_can_not_be_is_refused(given: dict[str, Any], reasons: list[tuple[str, str]]) -> None:
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep(given, workers=1)
    found = [(reason.where, reason.id) for reason in caught.value.reasons]
    assert [each for each in found if each in reasons] == reasons


def test_reasons_have_the_file_and_line_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "scene.toml").write_text(
        'rules = "savage"\nscene = "intrusion"\nhaker = 1\n[system]\ncolour = "green"\n', "utf-8"
    )
    path = tmp_path / "grid.toml"
    path.write_text('base = "scene.toml"\n[axes]\nsystem.ise = ["d6"]\n', "utf-8")
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep(path, workers=1)
    placed = {(reason.where, dict(reason.values)["file"], reason.line) for reason in caught.value.reasons}
    assert placed == {("system.ise", str(path), 3), ("haker", str(tmp_path / "scene.toml"), 3)}
    path.write_text('base = "scene.toml"\n[axes]\nsystem.ice = []\n', "utf-8")
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep(path, workers=1)
    assert [(reason.id, reason.line) for reason in caught.value.reasons] == [("sweep.axis_empty", 3)]


def test_the_largest_grid_is_as_large_as_is_said() -> None:
    axes = {"a": list(range(400)), "b": list(range(500))}
    assert grid.read({"base": BASE, "axes": axes}).size == grid.MOST_CELLS


@pytest.mark.parametrize("options", [{"workers": 0}, {"workers": 1000}, {"resume": True}, {"lang": "de"}])
def test_options_that_can_not_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(contrecoup.Refused):
        contrecoup.sweep({"base": BASE, "axes": {"system.ice": ["d6"]}}, **options)


@pytest.mark.parametrize("name", ["out.xlsx", "out", "folder.csv", "missing/out.csv"])
def test_an_output_that_can_not_be_written_is_refused_and_nothing_is_left(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep({"base": BASE, "axes": {"system.ice": ["d6"]}}, tmp_path / name, workers=1)
    assert caught.value.reasons[0].id.startswith("output.")
    assert [each.name for each in tmp_path.iterdir()] == ["folder.csv"]


class ClusterTests:
    @pytest.fixture(autouse=True)
    def soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workers, "WAIT", 1)

    def test_one_that_is_not_there_is_refused(self, tmp_path: Path) -> None:
        self._is_refused(tmp_path, "tcp://127.0.0.1:9", "sweep.cluster")

    @pytest.mark.parametrize("address", ["nowhere", "", "odd://x:1", "tcp://"])
    def test_what_is_no_address_is_refused(self, tmp_path: Path, address: str) -> None:
        self._is_refused(tmp_path, address, "sweep.cluster")

    def test_one_that_never_answers_is_given_up(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
            self._is_refused(tmp_path, f"tcp://127.0.0.1:{port}", "sweep.cluster")

    def test_one_without_workers_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def nobody(address: str) -> int:
            return 0

        monkeypatch.setattr(workers, "_workers", nobody)
        self._is_refused(tmp_path, "tcp://127.0.0.1:9", "sweep.cluster_idle")

    def _is_refused(self, folder: Path, address: str, id: str) -> None:
        with pytest.raises(contrecoup.Refused) as caught:
            contrecoup.sweep(
                {"base": BASE, "axes": {"system.ice": ["d6"]}}, folder / "out.csv", cluster=address
            )
        assert [reason.id for reason in caught.value.reasons] == [id]
        assert list(folder.iterdir()) == []
