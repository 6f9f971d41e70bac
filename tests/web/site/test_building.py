"""Building step by step: points as the rules count them, faults at fields, nothing lost on the way."""

import re
import tomllib
from typing import Any

from tests.web.site.visiting import Form, Visitor, faults_of, visiting


async def begun(gm: Visitor, kind: str = "machines.robot") -> str:
    """The id of a new sheet."""
    answer = await gm.post("sheets/new", {"go": "begin", "kind": kind, "side": "character"})
    return str(answer.headers["location"]).split("/")[-2]


async def data(gm: Visitor, sheet: str) -> dict[str, Any]:
    """A sheet as it is kept."""
    return tomllib.loads((await gm.get(f"sheets/{sheet}/file")).text)


def points(page: str) -> list[int]:
    """What a step says is spent and left."""
    shown = re.findall(r'part-value(?: is-over)?">([^<]+)</dd>', page)
    return [int(text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", "")) for text in shown]


def test_points_of_a_robot_are_counted_as_the_rules_say() -> None:
    async def visit(gm: Visitor) -> None:
        robot = await begun(gm)
        step = f"sheets/{robot}/build?step=1"
        start = points(await gm.page(f"sheets/{robot}/build", step="1"))
        # 140 points; a level of the system costs 5, the first of three of its levels is free
        assert start == [0, 140]
        levels = {"hard_disk": 4, "condition": 4, "processor": 4, "camera": 4, "resistance": 3}
        fields = {f"system.{name}": str(level) for name, level in levels.items()}
        answer = await gm.post(step, {**fields, "go": "on"})
        assert answer.headers["location"].endswith("build?step=2")
        spent = 5 * (3 + 4 + 3 + 3 + 3)
        assert points(await gm.page(f"sheets/{robot}/build", step="1")) == [spent, 140 - spent]
        assert (await data(gm, robot))["system"] == levels

    visiting(visit)


def test_a_broken_limit_is_kept_and_said_at_its_field_and_going_back_is_free() -> None:
    async def visit(gm: Visitor) -> None:
        robot = await begun(gm)
        fields = Form(await gm.page(f"sheets/{robot}/build", step="1"), "step-system").fields
        fields["system.hard_disk"] = "9"
        on = await gm.post(f"sheets/{robot}/build?step=1", {**fields, "go": "on"})
        assert on.status_code == 422
        assert [fault.partition(":")[0] for fault in faults_of(on.text)] == ["system.hard_disk"]
        assert (await data(gm, robot))["system"]["hard_disk"] == 9
        back = await gm.post(f"sheets/{robot}/build?step=1", {**fields, "go": "back"})
        assert back.headers["location"].endswith("build?step=0")
        aside = await gm.post(f"sheets/{robot}/build?step=1", {**fields, "go": "to.4"})
        assert aside.headers["location"].endswith("build?step=4")
        assert "/build?step=1" in await gm.page(f"sheets/{robot}")  # the limit leads to its step

    visiting(visit)


def test_what_is_no_number_is_refused_at_its_field_and_all_that_was_typed_is_kept() -> None:
    async def visit(gm: Visitor) -> None:
        robot = await begun(gm)
        fields = Form(await gm.page(f"sheets/{robot}/build", step="1"), "step-system").fields
        fields |= {"system.condition": "lots", "system.camera": "77", "system.resistance": "2"}
        answer = await gm.post(f"sheets/{robot}/build?step=1", {**fields, "go": "on"})
        assert answer.status_code == 422
        assert [fault.partition(":")[0] for fault in faults_of(answer.text)] == ["system.condition"]
        typed = Form(answer.text, "step-system").fields
        assert {key: typed[key] for key in fields if key.startswith("system.")} == {
            key: value for key, value in fields.items() if key.startswith("system.")
        }
        beyond = await gm.post(
            f"sheets/{robot}/build?step=1", {**fields, "system.condition": "1", "go": "back"}
        )
        assert [fault.partition(":")[0] for fault in faults_of(beyond.text)] == ["system.camera"]
        assert "system" not in await data(gm, robot)

    visiting(visit)


def test_gear_is_chosen_in_rows_with_level_and_ability() -> None:
    async def visit(gm: Visitor) -> None:
        atc = await gm.sheet("2023 ATC17")
        page = await gm.page(f"sheets/{atc}/build", step="6")
        fields = Form(page, "step-traits").fields
        assert (fields["traits.0.id"], fields["traits.0.on"]) == ("bug", "research")
        assert fields["traits.1.id"] == ""
        fields |= {"traits.0.on": "repair", "traits.1.id": "overclocked"}
        await gm.post(f"sheets/{atc}/build?step=6", {**fields, "go": "leave"})
        assert (await data(gm, atc))["traits"] == [{"id": "bug", "on": "repair"}, "overclocked"]

    visiting(visit)


def test_the_title_goes_with_the_name_until_it_is_given_another() -> None:
    async def visit(gm: Visitor) -> None:
        robot = await begun(gm)
        fields = {
            "name": "2040 NEW",
            "origin": "Chile",
            "character": "",
            "recordings": "",
            "notes": "",
            "go": "on",
        }
        await gm.post(f"sheets/{robot}/build", fields)
        assert await gm.sheet("2040 NEW") == robot
        await gm.post(f"sheets/{robot}", {"do": "rename", "title": "The new one", "side": "character"})
        await gm.post(f"sheets/{robot}/build", {**fields, "name": "2041 NEWER"})
        assert await gm.sheet("The new one") == robot

    visiting(visit)


def test_a_sheet_without_forms_of_its_own_grows_lists_and_offers_words() -> None:
    async def visit(gm: Visitor) -> None:
        system = await begun(gm, "savage.system")
        fields = Form(await gm.page(f"sheets/{system}/build"), "step-sheet").fields
        assert fields["ice"] == "d4"
        more = await gm.post(f"sheets/{system}/build", {**fields, "ice": "d12", "go": "more.spiders"})
        assert more.status_code == 303
        form = Form(await gm.page(f"sheets/{system}/build"), "step-sheet").fields
        assert (form["ice"], form["spiders[0].hacking"]) == ("d12", "unskilled")
        await gm.post(f"sheets/{system}/build", {**form, "spiders[0].hacking": "d8", "go": "leave"})
        assert (await data(gm, system))["spiders"] == [{"hacking": "d8"}]
        await gm.post(f"sheets/{system}/build", {**form, "go": "less.spiders"})
        assert "spiders" not in await data(gm, system)
        no_list = await gm.post(f"sheets/{system}/build", {**fields, "go": "more.ice"})
        assert no_list.status_code == 422

    visiting(visit)


def test_a_robot_is_built_from_nothing_to_a_sheet_without_faults_in_french() -> None:
    async def visit(gm: Visitor) -> None:
        robot = await begun(gm)
        where, typed = f"sheets/{robot}/build?step=0", {"name": "2042 NEUF", "origin": "Chili"}
        for _ in range(15):
            page = await gm.http.get(f"{gm.base}/{where}")
            id = re.findall(r'<form [^>]*id="(step-[\w.]+)"', page.text)[0]
            fields = Form(page.text, id).fields
            fields |= {key: value for key, value in typed.items() if key in fields}
            answer = await gm.post(where, {**fields, "go": "on"})
            assert answer.status_code == 303, faults_of(answer.text)
            where = answer.headers["location"].removeprefix(f"{gm.base}/")
            if where == f"sheets/{robot}":
                break
        sheet = await gm.page(where)
        assert "2042 NEUF" in sheet
        assert "Ce que disent les règles de création" not in sheet

    visiting(visit, "fr")
