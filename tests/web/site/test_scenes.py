"""Scenes in the browser: listed, written from what rule sets show or from a file, changed, begun."""

import html
import re
import tomllib

from contrecoup import registry
from tests.web.site.visiting import Form, Visitor, faults_of, visiting

DUEL = """
rules = "savage"
scene = "duel"

[attacker]
name = "North"
hacking = "d8"
spirit = "d6"
commlink = { rating = 6 }

[defender]
name = "South"
hacking = "d6"
spirit = "d6"
commlink = { rating = 6 }
"""


async def prepared(gm: Visitor, **fields: str) -> str:
    """The id of a scene that was prepared."""
    answer = await gm.post("scenes/new", {"do": "prepare", "go": "prepare", "audience": "*", **fields})
    assert answer.status_code == 303, faults_of(answer.text)
    return str(answer.headers["location"]).partition("scene=")[2]


def test_every_scene_of_every_rule_set_can_be_begun_from() -> None:
    async def visit(gm: Visitor) -> None:
        listed = await gm.page("scenes")
        for rules, manifest in registry.find().items():
            for name in manifest.scenes:
                assert f'value="new.{rules}.{name}"' in listed
                page = await gm.page("scenes/new", **{"from": f"new.{rules}.{name}"})
                text = Form(page, f"scene-new-{rules}-{name}").fields["toml"]
                assert (tomllib.loads(text)["rules"], tomllib.loads(text)["scene"]) == (rules, name)

    visiting(visit)


def test_a_shown_scene_is_prepared_as_it_stands_and_begun() -> None:
    async def visit(gm: Visitor) -> None:
        fields = Form(await gm.page("scenes/new", **{"from": "shown.1"}), "scene-shown-1").fields
        scene = await prepared(gm, **{**fields, "title": "A second break-in"})
        assert "A second break-in" in await gm.page("scenes")
        table = await gm.page("table", scene=scene)
        assert 'value="give_chair"' in table
        assert f"/scenes/{scene}" in table
        begun = await gm.post("scenes", {"do": "begin", "scene": scene, "request": "b1"})
        assert begun.headers["location"].endswith(f"/table?scene={scene}")
        assert (await gm.get(f"scenes/{scene}")).status_code == 409

    visiting(visit)


def test_a_sheet_of_the_campaign_takes_its_place_and_stays_there_when_the_scene_is_changed() -> None:
    async def visit(gm: Visitor) -> None:
        joe = await gm.sheet("Fast Joe")
        page = await gm.post("scenes/new", {"do": "prepare", "go": "look", "title": "Duel", "toml": DUEL})
        assert page.status_code == 200
        assert re.findall(r'name="(sheets\.[^"]+)"', page.text) == ["sheets.attacker", "sheets.defender"]
        assert page.text.count(f'value="{joe}"') == 2
        scene = await prepared(gm, title="Duel", toml=DUEL, **{"sheets.attacker": joe})
        form = Form(await gm.page(f"scenes/{scene}"), f"scene-{scene}").fields
        assert form["sheets.attacker"] == joe
        assert form["sheets.defender"] == ""
        data = tomllib.loads(form["toml"])
        assert (data["attacker"]["name"], data["defender"]["name"]) == ("Fast Joe", "South")
        changed = {**form, "title": "Another duel", "go": "prepare"}
        again = await gm.post(f"scenes/{scene}", changed)
        assert again.headers["location"].endswith(f"scene={scene}")
        assert "Another duel" in await gm.page("scenes")

    visiting(visit)


def test_who_plays_whom_outlives_a_change_of_the_scene() -> None:
    async def visit(gm: Visitor) -> None:
        scene = await prepared(gm, title="Duel", toml=DUEL)
        table = await gm.page("table", scene=scene)
        seat = re.findall(r'<option value="(\w{12})">Player 1', table)[0]
        give = {"do": "give_chair", "scene": scene, "chair": "attacker", "seat": seat, "request": "g1"}
        assert (await gm.post("do", give)).status_code == 303
        form = Form(await gm.page(f"scenes/{scene}"), f"scene-{scene}").fields
        assert form["chairs.attacker"] == seat
        await gm.post(f"scenes/{scene}", {**form, "go": "prepare"})
        again = Form(await gm.page(f"scenes/{scene}"), f"scene-{scene}").fields
        assert again["chairs.attacker"] == seat

    visiting(visit)


def test_faults_stand_at_the_text_with_their_lines_and_what_was_typed_is_kept() -> None:
    async def visit(gm: Visitor) -> None:
        wrong = DUEL.replace('hacking = "d8"', 'hacking = "d7"')
        fields = {"do": "prepare", "go": "prepare", "title": "Never", "toml": wrong}
        answer = await gm.post("scenes/new", fields)
        assert answer.status_code == 422
        assert any("7" in fault and "d7" in fault for fault in faults_of(answer.text))
        assert "hacking = &#34;d7&#34;" in answer.text
        assert 'value="Never"' in answer.text
        empty = await gm.post("scenes/new", {**fields, "title": " ", "toml": ""})
        assert [fault.partition(":")[0] for fault in faults_of(empty.text)] == ["title", "toml"]
        long = await gm.post("scenes/new", {**fields, "title": "x" * 121, "toml": DUEL})
        assert faults_of(long.text) == ["title: At most 120 characters fit here."]
        broken = await gm.post("scenes/new", {**fields, "toml": 'rules = "savage\n'})
        assert broken.status_code == 422
        assert "Never" not in await gm.page("scenes")

    visiting(visit)


def test_in_french_the_faults_are_french() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.post("scenes/new", {"do": "prepare", "go": "prepare", "title": "", "toml": ""})
        assert faults_of(answer.text) == [
            "title: Ce champ est nécessaire.",
            "toml: Ce champ est nécessaire.",
        ]
        assert "La scène" in html.unescape(answer.text)

    visiting(visit, "fr")


def test_an_uploaded_file_is_shown_before_it_is_prepared() -> None:
    async def visit(gm: Visitor) -> None:
        fields = {"do": "prepare", "go": "prepare", "title": "From a file", "toml": ""}
        answer = await gm.post("scenes/new", fields, files={"file": ("duel.toml", DUEL.encode())})
        assert answer.status_code == 200
        assert tomllib.loads(Form(answer.text, "scene-").fields["toml"]) == tomllib.loads(DUEL)
        no_text = await gm.post("scenes/new", fields, files={"file": ("duel.toml", b"\xff\xfe\x00")})
        assert [fault.partition(":")[0] for fault in faults_of(no_text.text)] == ["file"]

    visiting(visit)


def test_a_prepared_scene_can_be_thrown_away() -> None:
    async def visit(gm: Visitor) -> None:
        scene = await prepared(gm, title="Short-lived", toml=DUEL)
        await gm.post("scenes", {"do": "drop_scene", "scene": scene, "request": "d1"})
        assert "Short-lived" not in await gm.page("scenes")
        assert (await gm.get(f"scenes/{scene}")).status_code == 404
        again = await gm.post("scenes", {"do": "begin", "scene": scene, "request": "d2"})
        assert again.status_code == 404

    visiting(visit)


def test_a_place_that_was_chosen_is_kept_while_the_text_cannot_be_read() -> None:
    async def visit(gm: Visitor) -> None:
        joe = await gm.sheet("Fast Joe")
        fields = {"do": "prepare", "go": "look", "title": "X", "toml": "rules =", "sheets.attacker": joe}
        form = Form((await gm.post("scenes/new", fields)).text, "scene-").fields
        assert form["sheets.attacker"] == joe

    visiting(visit)


def test_whoever_may_look_on_is_kept_with_the_scene() -> None:
    async def visit(gm: Visitor) -> None:
        new = Form(await gm.page("scenes/new", **{"from": "shown.1"}), "scene-shown-1").fields
        assert new["audience"] == ["*"]
        seat = re.findall(r'name="audience" value="(\w{12})"', await gm.page("scenes/new"))[0]
        scene = await prepared(gm, title="Few look on", toml=DUEL, audience=seat)
        kept = Form(await gm.page(f"scenes/{scene}"), f"scene-{scene}").fields
        assert kept["audience"] == [seat]
        stranger = {"do": "prepare", "go": "prepare", "title": "X", "toml": DUEL, "audience": "nobody"}
        assert (await gm.post("scenes/new", stranger)).status_code == 404

    visiting(visit)


def test_players_have_no_part_in_setting_up() -> None:
    async def visit(gm: Visitor) -> None:
        scene = await prepared(gm, title="A surprise", toml=DUEL)
        player = await gm.enter("Nosy")
        for page in ("scenes", "scenes/new", f"scenes/{scene}", "scenes/000000000000"):
            answer = await player.get(page)
            assert answer.status_code == 403, page
            assert "surprise" not in answer.text
        fields = {"do": "prepare", "go": "prepare", "title": "Mine", "toml": DUEL}
        for page in ("scenes", "scenes/new", f"scenes/{scene}"):
            assert (await player.post(page, fields)).status_code == 403
        assert "Mine" not in await gm.page("scenes")

    visiting(visit)
