"""The opposition's ratings with their odds: those of the rules, moved by what is typed, found by the dial."""

import html
import re
from typing import Any

import msgspec
import pytest

import contrecoup
from contrecoup.table.demonstration import shown_scenes
from tests.web.site.visiting import Form, Visitor, faults_of, visiting

SCRIPT = {"HX_Request": "true"}
INTRUSION = next(scene.data for scene in shown_scenes() if scene.data["scene"] == "intrusion")


def control(ice: str, colour: str = "green") -> float:
    """How likely control is, asked of the library."""
    system = {**INTRUSION["system"], "ice": ice, "colour": colour}
    return float(contrecoup.odds(contrecoup.load({**INTRUSION, "system": system})).ends["control"])


async def form(gm: Visitor, title: str) -> tuple[str, dict[str, Any]]:
    """The page of a sheet, and its fields as they stand."""
    page = f"opposition/{await gm.sheet(title)}"
    return page, Form(await gm.page(page), "ratings").fields


def shares(page: str) -> list[float]:
    """The bars of a page, in order."""
    return [float(share) for share in re.findall(r'<meter [^>]*value="([^"]+)"', page)]


def settings(page: str) -> list[dict[str, Any]]:
    """What the buttons of the dial's settings would put into the fields."""
    taken = re.findall(r'value="take\.([^"]+)"', page)
    return [msgspec.json.decode(html.unescape(each)) for each in taken]


def test_odds_are_those_of_the_rules_and_move_with_the_ratings() -> None:
    async def visit(gm: Visitor) -> None:
        page, fields = await form(gm, "Horizon")
        assert fields["ice"] == "d8"
        for ice in ("d8", "d12", "d4"):
            answer = await gm.post(page, {**fields, "ice": ice, "go": ""}, **SCRIPT)
            assert answer.status_code == 200
            assert "<html" not in answer.text
            assert shares(answer.text)[0] == pytest.approx(control(ice))
        assert Form(await gm.page(page), "ratings").fields["ice"] == "d8"  # nothing is kept

    visiting(visit)


def test_without_scripts_a_button_gives_the_page_with_odds_and_what_was_typed() -> None:
    async def visit(gm: Visitor) -> None:
        page, fields = await form(gm, "Horizon")
        answer = await gm.post(page, {**fields, "ice": "d10", "go": "odds"})
        assert answer.status_code == 200
        assert "<html" in answer.text
        assert Form(answer.text, "ratings").fields["ice"] == "d10"
        assert shares(answer.text)[0] == pytest.approx(control("d10"))
        assert "Le hacker a contrôlé le système" in html.unescape(answer.text)

    visiting(visit, "fr")


def test_the_dial_finds_ratings_and_one_is_taken_over_and_kept() -> None:
    async def visit(gm: Visitor) -> None:
        page, fields = await form(gm, "Horizon")
        wish = {**fields, "end": "control", "percent": "45", "turn": ["ice"], "go": "dial"}
        answer = await gm.post(page, wish)
        found = settings(answer.text)
        best = min(("d4", "d6", "d8", "d10", "d12"), key=lambda ice: abs(control(ice) - 0.45))
        assert found[0] == {"ice": best}
        assert len(found) == 5
        take = f"take.{msgspec.json.encode(found[0]).decode()}"
        taken = await gm.post(page, {**fields, "go": take})
        assert Form(taken.text, "ratings").fields["ice"] == best
        kept = await gm.post(page, {**Form(taken.text, "ratings").fields, "go": "keep"})
        assert kept.status_code == 303
        assert Form(await gm.page(page), "ratings").fields["ice"] == best

    visiting(visit)


def test_wishes_that_cannot_be_are_refused_with_all_that_was_typed() -> None:
    async def visit(gm: Visitor) -> None:
        page, fields = await form(gm, "Horizon")
        wish = {**fields, "ice": "d10", "end": "control", "percent": "lots", "turn": ["ice"], "go": "dial"}
        answer = await gm.post(page, wish)
        assert answer.status_code == 422
        assert [fault.partition(":")[0] for fault in faults_of(answer.text)] == ["percent"]
        typed = Form(answer.text, "ratings").fields
        assert (typed["ice"], typed["percent"]) == ("d10", "lots")
        nothing = await gm.post(page, {**wish, "percent": "50", "turn": ["name"]})
        assert nothing.status_code == 422
        nobody = await gm.post(page, {**wish, "percent": "50", "end": "peace"})
        assert nobody.status_code == 422
        garbage = await gm.post(page, {**fields, "go": "take.{"})
        assert garbage.status_code == 422

    visiting(visit)


def test_ratings_that_cannot_be_are_said_at_their_fields() -> None:
    async def visit(gm: Visitor) -> None:
        page, fields = await form(gm, "Ezra Holm")
        for computers in ("x", "99"):
            answer = await gm.post(page, {**fields, "computers": computers, "go": "odds"})
            assert answer.status_code == 422
            assert [fault.partition(":")[0] for fault in faults_of(answer.text)] == ["computers"]
            assert Form(answer.text, "ratings").fields["computers"] == computers
        part = await gm.post(page, {**fields, "computers": "x", "go": ""}, **SCRIPT)
        assert part.status_code == 422
        assert 'href="#field-computers"' in part.text

    visiting(visit)


def test_a_sheet_is_held_against_its_own_prepared_scene_first_and_any_other_that_takes_it() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page(f"opposition/{await gm.sheet('2024 WAR01')}")
        against = re.findall(r'<option value="((?:scene|shown)\.[^"]+)"( selected)?', page)
        assert against[0][0].endswith(":combatants[2].sheet")
        assert against[0][1]
        assert [each.rpartition(":")[2] for each, _ in against[1:]] == [
            "combatants[0].sheet",
            "combatants[1].sheet",
        ]
        turning = re.findall(r'name="turn" value="combat.firearms"', page)
        assert not turning  # no odds yet, so no dial

    visiting(visit)


def test_a_fight_too_large_to_solve_is_sampled_and_offers_no_dial() -> None:
    async def visit(gm: Visitor) -> None:
        page, fields = await form(gm, "2024 WAR01")
        answer = await gm.post(page, {**fields, "go": "odds"})
        assert answer.status_code == 200
        assert sum(shares(answer.text)) == pytest.approx(1)
        assert "sampled runs" in answer.text
        assert 'value="dial"' not in answer.text

    visiting(visit)
