"""`contrecoup chart` draws scenes and sweeps, with the table of the same numbers."""

import csv

import pytest

from tests.cli.command import JOE, NBSP, Command


def test_the_numbers_of_a_picture_are_shown_as_a_table(command: Command) -> None:
    ran = command("chart", command.write(JOE), "-o", "out.svg", "--what", "ends, rounds", "--lang", "fr")
    assert (ran.code, ran.err) == (0, "")
    assert "Comment cela finit" in ran.out
    assert f"56,4{NBSP}%" in ran.out
    assert "Marqueurs" not in ran.out
    assert ran.out.endswith(f"out.svg{NBSP}: écrit.\n")
    svg = (command.folder / "out.svg").read_text("utf-8")
    assert f"56,4{NBSP}%" in svg


def test_a_table_can_go_into_a_file_and_a_page_has_it_already(command: Command) -> None:
    file = command.write(JOE)
    assert command("chart", file, "-o", "out.png", "--table", "out.csv").out == "out.png: written.\n"
    with (command.folder / "out.csv").open(encoding="utf-8", newline="") as rows:
        assert next(csv.DictReader(rows))["at"] == "The hacker controlled the system"
    assert command("chart", file, "-o", "out.html").out == "out.html: written.\n"


def test_json_has_the_figures_with_their_points(command: Command) -> None:
    answer = command("chart", command.write(JOE), "-o", "out.svg", "--json").json
    assert [figure["kind"] for figure in answer["figures"]] == ["bars", "columns", "columns", "bars"]
    assert answer["figures"][0]["points"][0]["value"] == pytest.approx(0.564025138299891)


def test_a_sweep_is_drawn_as_a_map_or_as_curves(command: Command) -> None:
    command.write(JOE)
    command.write(
        'base = "scene.toml"\naxes.system.ice = ["d4", "d8"]\naxes.hacker.bennies = [0, 2]\n', "g.toml"
    )
    assert command("sweep", "g.toml", "-o", "out.csv", "--workers", "1").code == 0
    drawn = command("chart", "out.csv", "-o", "map.svg", "--of", "ejected", "--json").json["figures"][0]
    assert (drawn["kind"], drawn["along"], drawn["across"]) == ("heat", "system.ice", "hacker.bennies")
    ran = command(
        "chart", "out.csv", "-o", "c.svg", "--x", "system.ice", "--at", "hacker.bennies=2", "--json"
    )
    assert ran.json["figures"][0]["kind"] == "curves"
    assert ran.json["figures"][0]["note"] == "hacker.bennies = 2"


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (
            ["-o", "out.gif"],
            "out.gif: The ending of a file’s name says how it is written. Accepted: .svg, .png, .html.",
            (
                "out.gif: La terminaison du nom d’un fichier dit comment il s’écrit. "
                "Sont acceptées~: .svg, .png, .html."
            ),
        ),
        (
            ["-o", "out.svg", "--what", "end"],
            'what: "end" isn’t accepted.',
            'what: "end" n’est pas accepté.',
        ),
        (
            ["-o", "out.svg", "--x", "system.ice"],
            "x: This is for a table that a sweep has written, not for a scene.",
            "x: Ceci vaut pour un tableau écrit par un balayage, pas pour une scène.",
        ),
        (
            ["-o", "none/out.svg"],
            "none/out.svg: This file can’t be written: No such file or directory.",
            "none/out.svg: Ce fichier ne peut pas être écrit~: No such file or directory.",
        ),
    ],
)
def test_what_can_not_be_drawn_is_refused_in_both_languages(
    command: Command, arguments: list[str], english: str, french: str
) -> None:
    file = command.write(JOE)
    for lang, sentence in (("en", english), ("fr", french)):
        ran = command("chart", file, *arguments, "--lang", lang)
        assert (ran.code, ran.out) == (1, "")
        assert sentence.replace("~", NBSP) in ran.err
    assert [path.name for path in command.folder.iterdir()] == ["scene.toml"]
