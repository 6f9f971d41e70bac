"""Pictures are whole, in the reader's language and theme, and say what they show."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import contrecoup
from contrecoup.odds.charts import Figure, Point, draw
from contrecoup.odds.charts.specs import spec_of
from contrecoup.odds.charts.themes import THEMES, Theme
from tests.odds.sweeps.grids import BASE

_TEXT = "{http://www.w3.org/2000/svg}text"
HEAT = Figure(
    "heat",
    "Title",
    (Point("a", 0.1, "10%", "x"), Point("b", None, "–", "x"), Point("a", 0.9, "90%", "y")),
    "Chance",
    "along",
    "across",
    note="held = 1",
)
CURVES = Figure(
    "curves",
    "Title",
    (Point("1", 0.2, "20%", "A & B"), Point("2", 0.4, "40%", "A & B")),
    "Chance",
    "key",
    "end",
)
LONG = Figure(
    "bars",
    "Title",
    (Point("L’adversaire, mis hors de combat, abandonne la poursuite à travers le réseau", 0.5, "50 %"),),
    "Probabilité",
    "Issue",
)


def _texts(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(_TEXT)]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("theme", THEMES)
def test_a_drawing_shows_every_label_and_number(tmp_path: Path, lang: str, theme: Theme) -> None:
    path = tmp_path / "out.svg"
    figures = contrecoup.chart(BASE, path, lang=lang, theme=theme)
    svg = path.read_text("utf-8")
    shown = " ".join(_texts(svg))
    for figure in figures:
        assert figure.title in shown
        for series in filter(None, figure.series):
            assert series in shown
    for point in figures[0].points:
        assert all(word in shown for word in point.at.split())
        assert point.shown in shown
    assert THEMES[theme].ground in svg
    assert THEMES[theme].series[0] in svg
    assert ("100\u202f%" in shown or "100\u00a0%" in shown) == (lang == "fr")


def test_a_drawing_says_what_it_shows_in_the_reader_s_language_alone(tmp_path: Path) -> None:
    contrecoup.chart(BASE, tmp_path / "out.svg", lang="fr", what=["ends"])
    root = ElementTree.fromstring((tmp_path / "out.svg").read_text("utf-8"))
    assert root.get("role") == "img"
    assert root.get("lang") == "fr"
    assert "Le hacker a contrôlé le système" in root.get("aria-label", "")
    assert [
        each.get("aria-label") for each in root.iter() if each is not root and each.get("aria-label")
    ] == []


@pytest.mark.parametrize("figure", [HEAT, CURVES, LONG], ids=["heat", "curves", "long"])
def test_every_text_stands_inside_the_picture(tmp_path: Path, figure: Figure) -> None:
    draw([figure], tmp_path / "out.svg", "light", "fr")
    svg = (tmp_path / "out.svg").read_text("utf-8")
    root = ElementTree.fromstring(svg)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for left, top, right, bottom in _boxes(root):
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height


def _boxes(root: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Where texts stand that aren't turned, a fifth wider than they usually are."""
    found: list[tuple[float, float, float, float]] = []

    def walk(node: ElementTree.Element, x: float, y: float) -> None:
        transform = node.get("transform", "")
        if "rotate(-" in transform:
            return
        for dx, dy in re.findall(r"translate\(([-\d.]+),\s*([-\d.]+)\)", transform):
            x, y = x + float(dx), y + float(dy)
        if node.tag == _TEXT:
            size = float(node.get("font-size", "12px").removesuffix("px"))
            lines = [each.text or "" for each in node] or [node.text or ""]
            wide = max(map(len, lines)) * size * 0.6 * 1.1
            left = x - {"end": wide, "middle": wide / 2}.get(node.get("text-anchor", ""), 0)
            found.append((left, y - size, left + wide, y + size * (len(lines) - 1)))
        for child in node:
            walk(child, x, y)

    walk(root, 0, 0)
    return found


def test_series_differ_in_more_than_colour_and_names_are_escaped(tmp_path: Path) -> None:
    spec = spec_of([CURVES], "light")
    assert {"strokeDash", "shape"} <= {
        key for layer in spec["vconcat"][0]["layer"] for key in layer["encoding"]
    }
    draw([CURVES], tmp_path / "out.html", "dark", "en")
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "A &amp; B" in page
    assert "A & B" not in page


def test_a_page_has_the_table_of_the_numbers_and_needs_nothing_else(tmp_path: Path) -> None:
    figures = contrecoup.chart(BASE, tmp_path / "out.html", lang="fr")
    page = (tmp_path / "out.html").read_text("utf-8")
    assert page.startswith('<!DOCTYPE html>\n<html lang="fr">')
    assert page.count("<table>") == page.count("<svg ") == len(figures)
    for figure in figures:
        for point in figure.points:
            assert f"<td>{point.shown.replace('<', '&lt;')}</td>" in page
    assert re.findall(r'(?:src|href)="(?!#)', page) == []


def test_a_png_is_one(tmp_path: Path) -> None:
    draw([HEAT], tmp_path / "out.png", "dark", "en")
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("theme", THEMES)
def test_texts_stand_out_against_their_ground(theme: Theme) -> None:
    colours = THEMES[theme]
    assert _contrast(colours.text, colours.ground) > 7
    for colour in colours.series:
        assert _contrast(colour, colours.ground) > 2


def _contrast(one: str, other: str) -> float:
    bright, dark = sorted((_light(one), _light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_each_legend_shows_the_marks_of_its_own_series(tmp_path: Path) -> None:
    two = Figure("curves", "Two", (*CURVES.points, Point("1", 0.8, "80%", "C")), "Chance", "key", "end")
    draw([two, two], tmp_path / "out.svg", "light", "en")
    svg = (tmp_path / "out.svg").read_text("utf-8")
    symbols = [part.split("</g>")[0] for part in svg.split('class="mark-symbol role-legend-symbol"')[1:]]
    paths = [re.findall(r' d="(M[^"]+)"', each)[0] for each in symbols]
    assert len(paths) == 4
    assert paths[0] == paths[2] != paths[1] == paths[3]
    assert "stroke-dasharray" not in "".join(symbols)


def test_the_middle_of_a_label_of_several_lines_stands_beside_its_bar() -> None:
    spec = spec_of([LONG], "light")
    raised = spec["vconcat"][0]["encoding"]["y"]["axis"]["labelOffset"]["condition"]
    assert [each["value"] for each in raised] == [-7.5, -15.0]


def test_a_fighter_is_called_by_his_own_name(tmp_path: Path) -> None:
    duel = {
        "rules": "machines",
        "scene": "fight",
        "combatants": [
            {"side": side, "weapon": "blade", "sheet": {"kind": "human", "name": name, "damage": 5}}
            for side, name in (("north", "Ortiz"), ("south", "Vane"))
        ],
    }
    (left,) = contrecoup.chart(duel, tmp_path / "out.svg", what=["left"])
    assert left.series == ["Ortiz", "Vane"]
