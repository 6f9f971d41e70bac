"""Sheets in the browser: read, made, taken from files, given, copied, changed as text, dropped."""

import re
import tomllib
from pathlib import Path

from contrecoup import registry
from tests.web.site.visiting import Form, Visitor, faults_of, visiting

EXAMPLES = Path(__file__).parents[3] / "examples" / "characters"
ROBOT = """rules = "machines"
kind = "robot"
name = "2031 TEST"
"""


async def taken(gm: Visitor, toml: str, side: str = "character") -> str:
    """The id of a sheet that was pasted."""
    answer = await gm.post("sheets/new", {"go": "import", "toml": toml, "side": side})
    assert answer.status_code == 303, faults_of(answer.text)
    return str(answer.headers["location"]).rpartition("/")[2]


def test_the_game_master_reads_every_sheet_and_downloads_it_as_it_can_be_taken_again() -> None:
    async def visit(gm: Visitor) -> None:
        listed = await gm.page("sheets")
        assert re.search("Opposition.*Horizon", listed, re.DOTALL)
        for id in dict.fromkeys(re.findall(r'/sheets/(\w{12})">', listed)):
            page = await gm.page(f"sheets/{id}")
            assert "/build" in page
            file = await gm.get(f"sheets/{id}/file")
            assert file.headers["content-disposition"].startswith("attachment; filename=")
            again = await taken(gm, file.text)
            assert (await gm.get(f"sheets/{again}/file")).text == file.text

    visiting(visit)


def test_a_file_of_each_example_is_taken_with_its_name() -> None:
    async def visit(gm: Visitor) -> None:
        for path in sorted(EXAMPLES.glob("*.toml")):
            sent = {"file": (path.name, path.read_bytes())}
            answer = await gm.post("sheets/new", {"go": "import", "side": "opposition"}, files=sent)
            assert answer.status_code == 303, faults_of(answer.text)
            assert tomllib.loads(path.read_text("utf-8"))["name"] in await gm.page("sheets")

    visiting(visit)


def test_what_is_wrong_with_a_pasted_sheet_is_said_with_its_line_and_the_text_is_kept() -> None:
    async def visit(gm: Visitor) -> None:
        wrong = ROBOT + "system = { hard_disk = 400 }\n"
        answer = await gm.post("sheets/new", {"go": "import", "toml": wrong, "side": "character"})
        assert answer.status_code == 422
        assert any("4" in fault and "400" in fault for fault in faults_of(answer.text))
        assert Form(answer.text, "take").fields["toml"] == wrong
        for text in ("", "rules = ", 'rules = "nobody"', 'rules = "savage"\nkind = "dragon"'):
            refused = await gm.post("sheets/new", {"go": "import", "toml": text, "side": "character"})
            assert refused.status_code == 422
            assert [fault.partition(":")[0] for fault in faults_of(refused.text)] == ["toml"], text

    visiting(visit)


def test_in_french_the_line_is_said_in_french() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.post(
            "sheets/new", {"go": "import", "toml": ROBOT + "damage = 99", "side": "character"}
        )
        assert faults_of(answer.text)[0].startswith("toml: Ligne 4")

    visiting(visit, "fr")


def test_a_sheet_is_copied_renamed_given_and_dropped() -> None:
    async def visit(gm: Visitor) -> None:
        joe = await gm.sheet("Fast Joe")
        copied = await gm.post(f"sheets/{joe}", {"do": "copy"})
        copy = str(copied.headers["location"]).rpartition("/")[2]
        assert copy != joe
        assert await gm.sheet("Fast Joe (copy)") == copy
        renamed = {"do": "rename", "title": "Slow Joe", "side": "character"}
        assert (await gm.post(f"sheets/{copy}", renamed)).status_code == 303
        assert await gm.sheet("Slow Joe") == copy
        nameless = await gm.post(f"sheets/{copy}", {**renamed, "title": " "})
        assert [fault.partition(":")[0] for fault in faults_of(nameless.text)] == ["title"]
        page = await gm.page(f"sheets/{copy}")
        seat = re.findall(r'name="seat" value="(\w+)"', page)[0]
        await gm.post(f"sheets/{copy}", {"do": "give_seat", "seat": seat})
        assert "has it" in await gm.page(f"sheets/{copy}")
        await gm.post(f"sheets/{copy}", {"do": "drop_sheet"})
        assert (await gm.get(f"sheets/{copy}")).status_code == 404

    visiting(visit)


def test_a_sheet_changed_as_text_says_what_was_written_or_why_not() -> None:
    async def visit(gm: Visitor) -> None:
        horizon = await gm.sheet("Horizon")
        said = Form(await gm.page(f"sheets/{horizon}/text"), "text").fields["toml"]
        assert tomllib.loads(said)["ice"] == "d8"
        changed = said.replace('"d8"', '"d10"')
        assert (await gm.post(f"sheets/{horizon}/text", {"toml": changed})).status_code == 303
        assert tomllib.loads((await gm.get(f"sheets/{horizon}/file")).text)["ice"] == "d10"
        other = await gm.post(f"sheets/{horizon}/text", {"toml": ROBOT})
        assert other.status_code == 422
        assert Form(other.text, "text").fields["toml"] == ROBOT
        assert tomllib.loads((await gm.get(f"sheets/{horizon}/file")).text)["ice"] == "d10"

    visiting(visit)


def test_every_kind_of_every_rule_set_can_be_begun() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page("sheets/new")
        for rules in registry.find():
            for kind in registry.get(rules).sheets:
                assert f'value="{rules}.{kind}"' in page
                begun = await gm.post(
                    "sheets/new", {"go": "begin", "kind": f"{rules}.{kind}", "side": "character"}
                )
                assert str(begun.headers["location"]).endswith("/build"), kind
        for kind, side in (("savage.dragon", "character"), ("savage.hacker", "nobody")):
            answer = await gm.post("sheets/new", {"go": "begin", "kind": kind, "side": side})
            assert answer.status_code == 422

    visiting(visit)


def test_players_read_their_own_sheet_alone_and_change_none() -> None:
    async def visit(gm: Visitor) -> None:
        joe, horizon = await gm.sheet("Fast Joe"), await gm.sheet("Horizon")
        player = await gm.enter("Nosy")
        assert "Fast Joe" not in await player.page("sheets")
        for page in (f"sheets/{joe}", f"sheets/{horizon}", f"sheets/{horizon}/file", "sheets/000000000000"):
            answer = await player.get(page)
            assert answer.status_code == 404, page
            assert "Horizon" not in answer.text
        seats = await gm.page("seats")
        seat = re.findall(r'id="seat-(\w+)">Nosy', seats)[0]
        await gm.post(f"sheets/{joe}", {"do": "give_seat", "seat": seat})
        assert "Fast Joe" in await player.page("sheets")
        page = await player.page(f"sheets/{joe}")
        assert "/build" not in page
        assert "drop_sheet" not in page
        assert tomllib.loads((await player.get(f"sheets/{joe}/file")).text)["name"] == "Fast Joe"
        for path in ("sheets/new", f"sheets/{joe}/build", f"sheets/{joe}/text", f"opposition/{horizon}"):
            assert (await player.get(path)).status_code == 403, path
            assert (await player.post(path, {"go": "import", "toml": ROBOT})).status_code == 403, path
        assert (await player.post(f"sheets/{joe}", {"do": "drop_sheet"})).status_code == 403
        assert await gm.sheet("Fast Joe") == joe

    visiting(visit)
