"""Settings in the browser: title, time, notes, rulings and packs, and campaigns that leave and come back."""

import json
import re

import pytest

import contrecoup
from contrecoup.table.demonstration import shown_scenes
from tests.web.site.visiting import Visitor, faults_of, visiting

PACK = (
    '[weapons.shovel]\nname = { en = "shovel", fr = "pelle" }\nskill = "melee"\ndamage = 3\ndifficulty = 4\n'
)


def checked_of(page: str, rules: str, ruling: str) -> str:
    """Which answer to a ruling is chosen."""
    form = page[page.index(f'id="house-{rules}"') :].partition("</form>")[0]
    found = re.search(rf'name="ruling\.{ruling}" value="([^"]+)" checked', form)
    return found[1] if found else ""


def test_the_campaign_gets_another_title() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.post(
            "settings", {"do": "rename_campaign", "title": "Nuits d’été & <b>", "request": "r"}
        )
        assert answer.status_code == 303
        assert answer.headers["location"].endswith("/settings#campaign")
        assert "Nuits d’été &amp; &lt;b&gt;" in await gm.page("table")
        empty = await gm.post("settings", {"do": "rename_campaign", "title": "  "})
        assert empty.status_code == 422
        assert faults_of(empty.text) == ["rename_campaign.title: This is needed."]
        long = await gm.post("settings", {"do": "rename_campaign", "title": "x" * 500})
        assert long.status_code == 422
        assert "x" * 500 in long.text

    visiting(visit)


def test_game_time_passes_and_the_sheets_that_it_changes_are_named() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.post("settings", {"do": "pass_time", "count": "8", "unit": "hours", "request": "t"})
        assert answer.status_code == 303
        page = (await gm.http.get(answer.headers["location"])).text
        assert "0 d 8 h 0 min" in page
        assert "It changed no sheet." in page
        again = await gm.post("settings", {"do": "pass_time", "count": "8", "unit": "hours", "request": "t"})
        assert "0 d 8 h 0 min" in (await gm.http.get(again.headers["location"])).text
        for count in ("", "x", "0", "-1", "9" * 30, "2.5"):
            wrong = await gm.post("settings", {"do": "pass_time", "count": count, "unit": "days"})
            assert wrong.status_code == 422
            assert faults_of(wrong.text)[0].startswith("pass_time.count: A whole number")
            assert f'name="count" value="{count}"' in wrong.text

    visiting(visit)


def test_time_that_heals_names_the_sheet_and_leads_to_it() -> None:
    async def visit(gm: Visitor) -> None:
        tired = {
            "name": "Tired Tess",
            "hacking": "d6",
            "spirit": "d6",
            "commlink": {"rating": 4},
            "fatigue": 1,
        }
        fields = {"do": "keep_sheet", "rules": "savage", "sort": "hacker", "side": "character"}
        kept = {**fields, "title": "Tired Tess", "data": json.dumps(tired), "request": "k"}
        assert (await gm.post("do", kept)).status_code == 303
        sheet = await gm.sheet("Tired Tess")
        answer = await gm.post(
            "settings", {"do": "pass_time", "count": "120", "unit": "minutes", "request": "t"}
        )
        page = (await gm.http.get(answer.headers["location"])).text
        assert "Time has passed, and changed these sheets:" in page
        assert f'href="{gm.base}/sheets/{sheet}">Tired Tess' in page
        assert "Fatigue: 0" in page

    visiting(visit)


def test_notes_are_written_for_some_changed_and_thrown_away() -> None:
    async def visit(gm: Visitor) -> None:
        ada = await gm.enter("Ada")
        page = await gm.page("settings")
        seat = {name: id for id, name in re.findall(r'value="(\w+)"> ([^<]+)</label>', page)}["Ada"]
        written = {"do": "note", "text": "the harbour at ten", "audience": [seat], "request": "n1"}
        assert (await gm.post("settings", written)).status_code == 303
        secret = {"do": "note", "text": "Ada is a mole", "request": "n2"}
        assert (await gm.post("settings", secret)).status_code == 303
        page = await gm.page("settings")
        assert "the harbour at ten" in page
        exported = (await ada.get("recap", form="markdown")).text
        assert "Ada is a mole" not in exported
        note = re.search(r'name="note" value="(\w+)">', page)
        assert note is not None
        changed = {"do": "note", "note": note[1], "text": "the harbour at eleven", "audience": [seat]}
        assert (await gm.post("settings", changed | {"request": "n3"})).status_code == 303
        assert "the harbour at eleven" in await gm.page("settings")
        dropped = await gm.post("settings", {"do": "drop_note", "note": note[1], "request": "n4"})
        assert dropped.status_code == 303
        assert "the harbour at eleven" not in await gm.page("settings")
        empty = await gm.post("settings", {"do": "note", "text": " ", "audience": [seat]})
        assert faults_of(empty.text) == ["note.text: This is needed."]
        assert re.search(rf'value="{seat}" checked', empty.text)

    visiting(visit)


def test_rulings_are_settled_together_and_hold_for_scenes_that_are_prepared_then() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page("settings")
        assert checked_of(page, "savage", "natural_one") == "first_face"
        chosen = {
            "ruling.natural_one": "any_face",
            "ruling.commlink_helps": "false",
            "ruling.assist_cap": "4",
        }
        answer = await gm.post("settings", {"do": "rulings", "rules": "savage", **chosen})
        assert answer.status_code == 303
        page = await gm.page("settings")
        found = [checked_of(page, "savage", each.removeprefix("ruling.")) for each in chosen]
        assert found == ["any_face", "false", "4"]
        assert checked_of(page, "savage", "both_out") == "ejected"
        back = {"do": "rulings", "rules": "savage", "ruling.natural_one": "first_face"}
        assert (await gm.post("settings", back)).status_code == 303
        assert checked_of(await gm.page("settings"), "savage", "natural_one") == "first_face"

    visiting(visit)


def test_an_answer_that_a_ruling_lacks_is_refused_at_it() -> None:
    async def visit(gm: Visitor) -> None:
        wrong = await gm.post("settings", {"do": "rulings", "rules": "savage", "ruling.natural_one": "never"})
        assert wrong.status_code == 422
        assert faults_of(wrong.text) == [
            "rulings.ruling.natural_one: This ruling has these answers: first_face, any_face"
        ]
        assert (await gm.post("settings", {"do": "rulings", "rules": "chess"})).status_code == 422

    visiting(visit)


def test_each_ruling_leads_to_what_the_rules_say_of_it() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page("settings")
        links = set(re.findall(r'href="[^"]*/rules/(\w+)#([\w-]+)"', page))
        assert ("savage", "ruling-natural-one") in links
        for lang in ("en", "fr"):
            for rules, anchor in links:
                assert f'id="{anchor}"' in await gm.page(f"rules/{rules}", lang=lang)

    visiting(visit)


def test_rulings_are_weighed_in_a_scene_of_the_demonstration_under_the_campaigns_own() -> None:
    place, shown = next(
        (place, each) for place, each in enumerate(shown_scenes()) if each.data["rules"] == "savage"
    )
    data = dict(shown.data) | {"rulings": {**shown.data.get("rulings", {}), "both_out": "control"}}
    solved = contrecoup.odds(contrecoup.load(data))

    async def visit(gm: Visitor) -> None:
        await gm.post("settings", {"do": "rulings", "rules": "savage", "ruling.both_out": "control"})
        page = await gm.page("settings", weigh="savage", of=f"demonstration-{place}")
        assert "What rulings weigh" in page
        assert f'<option value="demonstration-{place}" selected>' in page
        share = re.search(r'<meter[^>]*value="([^"]+)"', page)
        assert share is not None
        assert float(share[1]) == pytest.approx(float(max(solved.ends.values())))
        nowhere = await gm.page("settings", weigh="savage", of="nowhere")
        assert "There is no such scene to weigh rulings in." in nowhere

    visiting(visit)


def test_a_pack_is_added_by_text_or_file_and_let_go() -> None:
    async def visit(gm: Visitor) -> None:
        fields = {"do": "keep_pack", "rules": "machines", "title": "Garden", "request": "p1"}
        assert (await gm.post("settings", {**fields, "toml": PACK})).status_code == 303
        file = {"file": ("pack.toml", PACK.replace("shovel", "rake").encode())}
        again = {**fields, "title": "Shed", "request": "p2", "toml": ""}
        assert (await gm.post("settings", again, files=file)).status_code == 303
        page = await gm.page("settings")
        assert "Garden" in page
        assert "Shed" in page
        pack = re.search(r'name="pack" value="(\w+)"', page)
        assert pack is not None
        assert (
            await gm.post("settings", {"do": "drop_pack", "pack": pack[1], "request": "p3"})
        ).status_code == 303
        assert "Garden" not in await gm.page("settings")

    visiting(visit)


def test_what_is_wrong_with_a_pack_is_said_by_line_and_all_is_kept() -> None:
    async def visit(gm: Visitor) -> None:
        toml = "# mine\n[weapons.shovel]\nsharp = true\n"
        fields = {"do": "keep_pack", "rules": "machines", "title": "Jardin", "toml": toml}
        answer = await gm.post("settings", fields)
        assert answer.status_code == 422
        assert any("Ligne 3, weapons.shovel.sharp\u00a0:" in each for each in faults_of(answer.text))
        assert "sharp = true" in answer.text
        assert 'value="Jardin"' in answer.text
        nothing = await gm.post("settings", {"do": "keep_pack", "rules": "machines"})
        assert {each.partition(":")[0] for each in faults_of(nothing.text)} == {
            "keep_pack.title",
            "keep_pack.toml",
        }

    visiting(visit, "fr")


def test_what_this_page_doesnt_ask_for_is_refused() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.post("settings", {"do": "revoke_seat", "seat": "gm"})
        assert answer.status_code == 422
        assert "asks for nothing that the table knows" in answer.text

    visiting(visit)


def test_the_settings_are_the_game_masters_alone() -> None:
    async def visit(gm: Visitor) -> None:
        await gm.post("settings", {"do": "note", "text": "Ada is a mole", "request": "n"})
        ada = await gm.enter("Ada")
        for answer in (
            await ada.get("settings"),
            await ada.get("settings", weigh="savage", of="demonstration-1"),
            await ada.post("settings", {"do": "rename_campaign", "title": "Mine"}),
        ):
            assert answer.status_code == 403
            assert "mole" not in answer.text
        assert "Mine" not in await gm.page("settings")

    visiting(visit)


def test_an_export_comes_back_as_a_campaign_of_its_own_with_a_new_link() -> None:
    async def visit(gm: Visitor) -> None:
        await gm.post("settings", {"do": "rename_campaign", "title": "Harbour nights", "request": "r"})
        taken = (await gm.get("export")).content
        answer = await gm.http.post(
            "/import", files={"file": ("campaign.jsonl", taken)}, headers={"Origin": str(gm.http.base_url)}
        )
        assert answer.status_code == 200, faults_of(answer.text)
        key = re.search(r"/join/([\w-]+)", answer.text)
        table = re.search(r'href="(/at/[^"]+/table)"', answer.text)
        assert key is not None
        assert table is not None
        assert gm.base not in table[1]
        assert "Harbour nights" in (await gm.http.get(table[1])).text
        assert "Harbour nights" in await gm.page("table")

    visiting(visit)


def test_what_is_no_export_is_refused_by_line() -> None:
    async def visit(gm: Visitor) -> None:
        origin = {"Origin": str(gm.http.base_url)}
        assert "Importer" in (await gm.http.get("/import")).text
        for content in (b"{}", b"\xff", b"[" * 100_000):
            answer = await gm.http.post("/import", files={"file": ("x.jsonl", content)}, headers=origin)
            assert answer.status_code == 422
            assert faults_of(answer.text)[0].startswith("file: Ligne 1\u00a0:")
        nothing = await gm.http.post("/import", data={"file": ""}, headers=origin)
        assert faults_of(nothing.text) == ["file: Ce champ est nécessaire."]

    visiting(visit, "fr")
