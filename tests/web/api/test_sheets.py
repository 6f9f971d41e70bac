"""Sheets over the API: a program builds one by its form alone, and nobody learns what isn't his."""

from typing import Any

import httpx
import pytest

from contrecoup import registry
from contrecoup.table.sheets.entries import placed
from tests.web.api.playing import Group, Member

KINDS = [(rules, sort) for rules in registry.find() for sort in registry.get(rules).sheets]


def _forms(member: Member, **parameters: str) -> dict[str, Any]:
    answer = member.http.get("/sheets/forms", params=parameters)
    assert answer.status_code == 200, answer.text
    return {f"{form['rules']}.{form['sort']}": form for form in answer.json()}


def _form(member: Member, sheet: str, **parameters: str) -> Any:
    answer = member.http.get(f"/sheets/{sheet}/form", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _keep(gm: Member, form: Any, data: Any, sheet: str = "") -> httpx.Response:
    """Keep data as a sheet of a form's kind."""
    command = {"do": "keep_sheet", "rules": form["rules"], "sort": form["sort"], "side": "character"}
    return gm.ask({**command, "title": "Built by a program", "data": data, "sheet": sheet})


def _kept(gm: Member, form: Any, data: Any, sheet: str = "") -> str:
    answer = _keep(gm, form, data, sheet)
    assert answer.status_code == 200, answer.text
    return sheet or str(answer.json()["made"])


def _field(form: Any, path: str) -> Any:
    (found,) = [field for step in form["steps"] for field in step["fields"] if field["path"] == path]
    return found


def test_every_kind_has_a_form_whose_data_can_be_kept_and_is_filled_in_as_it_stands(group: Group) -> None:
    forms = _forms(group.gm)
    assert list(forms) == [f"{rules}.{sort}" for rules, sort in KINDS]
    for form in forms.values():
        sheet = _kept(group.gm, form, form["data"])
        assert _form(group.gm, sheet) == form


def test_every_field_stands_in_the_data_where_its_path_says(group: Group) -> None:
    for form in _forms(group.gm).values():
        for step in form["steps"]:
            for field in step["fields"]:
                assert placed(form["data"], field["path"], field["value"]) == form["data"]
                assert field["name"] != field["path"] or field["kind"] == "text"


def test_a_robot_is_built_by_its_form_and_its_points_are_those_of_the_rules(group: Group) -> None:
    form = _forms(group.gm)["machines.robot"]
    data = form["data"]
    assert (_field(form, "system.camera")["price"], form["steps"][1]["left"]) == (5, 140)
    for ability, level in {"hard_disk": 4, "condition": 4, "processor": 4, "camera": 4}.items():
        field = _field(form, f"system.{ability}")
        assert field["least"] <= level <= field["most"]
        data = placed(data, field["path"], level)
    offer = next(each for each in _field(form, "traits")["offers"] if each["id"] == "damaged")
    assert offer["price"] == -5
    data = placed(data, "traits", ["damaged"])
    sheet = _kept(group.gm, form, data)
    system = _form(group.gm, sheet)["steps"][1]
    # each level costs 5, the first of three abilities is free; the flaw gives its points back
    assert (system["spent"], system["left"]) == (5 * (3 + 4 + 3 + 3), 140 - 65 + 5)


def test_broken_limits_are_told_at_their_places(group: Group) -> None:
    form = _forms(group.gm)["machines.robot"]
    sheet = _kept(group.gm, form, placed(form["data"], "system.hard_disk", 9))
    broken = _form(group.gm, sheet, lang="fr")
    (fault,) = [each for each in broken["steps"][1]["faults"] if each["where"] == "system.hard_disk"]
    assert fault in broken["faults"]
    assert fault["text"] not in {each["text"] for each in _form(group.gm, sheet, lang="en")["faults"]}


def test_lists_grow_by_the_entry_that_the_form_shows(group: Group) -> None:
    form = _forms(group.gm)["savage.system"]
    (listed,) = form["lists"]
    data = placed(form["data"], listed["path"], [*form["data"][listed["path"]], listed["entry"]])
    grown = _form(group.gm, _kept(group.gm, form, data))
    more = {field["path"] for step in grown["steps"] for field in step["fields"]}
    assert any(path.startswith(f"{listed['path']}[0]") for path in more)


def test_forms_speak_the_reader_s_language(group: Group) -> None:
    english, french = (_forms(group.gm, lang=lang)["savage.hacker"] for lang in ("en", "fr"))
    assert english["data"] == french["data"]
    names = [[field["name"] for field in form["steps"][0]["fields"]] for form in (english, french)]
    assert names[0] != names[1]
    assert len(names[0]) == len(names[1])


def test_a_pack_s_own_things_are_offered_to_the_game_master_alone(group: Group) -> None:
    hardened = {"name": {"en": "hardened", "fr": "blindé"}, "only": "robot", "points": -8}
    pack = {"rules": "machines", "title": "Northern front", "data": {"traits": {"hardened": hardened}}}
    group.gm.do({"do": "keep_pack", **pack})
    offered = {
        member: {each["id"] for each in _field(_forms(member)["machines.robot"], "traits")["offers"]}
        for member in (group.gm, group.player)
    }
    assert offered[group.gm] - offered[group.player] == {"hardened"}


def test_a_whole_sheet_is_read_by_whoever_may_and_looks_missing_to_others(group: Group) -> None:
    form = _forms(group.gm)["savage.hacker"]
    sheet = _kept(group.gm, form, form["data"])
    seen = group.gm.http.get(f"/sheets/{sheet}").json()
    assert (seen["listed"]["id"], seen["listed"]["title"]) == (sheet, "Built by a program")
    assert seen["board"]
    refused, missing = (group.player.http.get(f"/sheets/{each}") for each in (sheet, "nowhere"))
    assert (refused.status_code, refused.content) == (404, missing.content)
    group.gm.do({"do": "give_seat", "sheet": sheet, "seat": group.player.seat})
    own = group.player.http.get(f"/sheets/{sheet}").json()
    assert own["data"] == seen["data"]


@pytest.mark.parametrize("sheet", ["HELD", "nowhere"])
def test_forms_of_the_campaign_s_sheets_are_the_game_master_s_alone(group: Group, sheet: str) -> None:
    form = _forms(group.gm)["savage.hacker"]
    held = _kept(group.gm, form, form["data"])
    answer = group.player.http.get(f"/sheets/{held if sheet == 'HELD' else sheet}/form")
    assert answer.status_code == 403
    assert [reason["id"] for reason in answer.json()["reasons"]] == ["table.gm_only"]
    assert group.gm.http.get("/sheets/nowhere/form").status_code == 404


def test_data_that_do_not_fit_are_refused_with_their_place(group: Group) -> None:
    form = _forms(group.gm)["savage.hacker"]
    answer = _keep(group.gm, form, {**form["data"], "spirit": "d7"})
    assert answer.status_code == 422
    assert "spirit" in answer.json()["reasons"][0]["where"]
