"""A game master and two players play a scene of each rule set to its end, each in a browser of his own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.devices import FRENCH, PHONE, Device
from tests.e2e.evenings import Evening, asked_of, play
from tests.e2e.scripts import SCRIPTS, Script
from tests.web.served import served

WHISPER = "whispered-nightjar"
NOTE = "noted-kingfisher"
SUPPOSED = "supposed-goldcrest"


class Party:
    """Who sits at the table: Ada with a phone in French and a second screen, Bo at a desktop."""

    def __init__(self, evening: Evening, script: Script) -> None:
        evening.seat("Ada")
        evening.seat("Bo")
        self.evening = evening
        self.scene = evening.begin(script.toml, script.chairs)
        self.gm = evening.device("gm", types="low")
        self.ada = evening.device("Ada", types="high", **PHONE, **FRENCH)
        self.second = evening.device("Ada")
        self.bo = evening.device("Bo", types="high")
        self.all = [self.gm, self.ada, self.bo, self.second]

    @property
    def players(self) -> list[Device]:
        """Everybody who may not know what the game master knows, on each of their devices."""
        return [self.ada, self.bo, self.second]


@pytest.fixture(params=sorted(SCRIPTS))
def script(request: pytest.FixtureRequest) -> Script:
    return SCRIPTS[request.param]


@pytest.fixture
def party(script: Script, browser: Browser, tmp_path: Path) -> Iterator[Party]:
    with served("--data", str(tmp_path / "tables.db")) as server, Evening(server.address, browser) as evening:
        yield Party(evening, script)


def test_a_scene_is_played_to_its_end_whatever_happens_on_the_way(party: Party, script: Script) -> None:
    _come_to_a_throw(party)
    party.evening.gm.do({"do": "note", "text": NOTE})
    _whisper_a_modifier(party)
    _lose_the_network_and_find_it_again(party)
    _reload_with_half_typed_dice(party)
    _throw_and_take_it_back(party)
    _suppose_something_else(party)
    play([party.gm, party.ada, party.bo])
    ended = party.gm.page.locator("#ended-title").inner_text()
    for device in party.all:
        told = script.ends[ended] if device is party.ada else ended
        expect(device.page.locator("#ended-title")).to_have_text(told)
        assert device.faults_of_policy() == []
    for device in party.players:
        assert [
            each for each in (WHISPER, NOTE, SUPPOSED, *script.secrets) if device.recorder.holds(each)
        ] == []
    assert party.gm.recorder.holds(WHISPER)


def _come_to_a_throw(party: Party) -> None:
    """The scene goes on until Ada's dice are asked for, on both of her devices."""
    while party.ada.page.locator("#typed").count() == 0:
        asked = asked_of([party.gm, party.ada, party.bo])
        assert asked is not None
        if asked is not party.ada or party.ada.page.locator("#typed").count() == 0:
            asked.answer()
    expect(party.second.page.locator("#typed")).to_be_visible()


def _suppose_something_else(party: Party) -> None:
    """The game master looks at a what-if, which is nobody else's."""
    gm = party.evening.gm
    lines = gm.see(scene=party.scene)["scene"]["log"]
    back = next(line["undo"] for line in reversed(lines) if line.get("undo"))
    what_if = str(gm.do({"do": "fork", "to": back}, party.scene)["made"])
    turn = int(gm.see(scene=what_if)["scene"]["turn"])
    gm.do({"do": "adjust", "by": 1, "reason": SUPPOSED}, what_if, turn)


def _whisper_a_modifier(party: Party) -> None:
    """The game master makes the next throw easier, in secret: he alone sees that he did."""
    party.gm.unfold("Modifier")
    form = party.gm.page.locator("#modifier")
    form.locator("#field-by").fill("1")
    form.locator("#field-reason").fill(WHISPER)
    form.locator("[name=secret]").check()
    party.gm.press(form.get_by_role("button"))
    expect(party.gm.page.locator(".chip", has_text=WHISPER)).to_be_visible()


def _lose_the_network_and_find_it_again(party: Party) -> None:
    """What Ada has half typed is still there when her phone is back, and so is what happened meanwhile."""
    page = party.ada.page
    banner = page.locator("[data-connection]")
    page.locator("#typed input[inputmode]").first.fill("3")
    party.ada.context.set_offline(True)
    expect(banner).to_be_visible()
    party.evening.gm.do({"do": "pause"}, party.scene)
    party.ada.context.set_offline(False)
    expect(page.locator("#typed")).to_have_count(0)
    expect(banner).to_be_hidden()
    party.evening.gm.do({"do": "resume"}, party.scene)
    expect(page.locator("#typed input[inputmode]").first).to_have_value("3")


def _reload_with_half_typed_dice(party: Party) -> None:
    party.ada.page.reload()
    expect(party.ada.page.locator("#typed input[inputmode]").first).to_have_value("3")


def _throw_and_take_it_back(party: Party) -> None:
    """The table throws for Ada, on all devices; taken back, they lie there and stay what they were."""
    party.ada.press(party.ada.page.locator("#throw button"))
    expect(party.second.page.locator("#typed")).to_have_count(0)
    expect(party.second.page.locator("cc-dice .face").first).to_be_visible()
    dice = party.ada.page.locator("cc-dice .face-number").all_inner_texts()
    thrown = party.gm.page.locator("#log li:has(.dice)").last
    party.gm.press(thrown.get_by_role("button", name="Back to before this"))
    expect(party.ada.page.locator("#throw")).to_contain_text("Reprendre")
    party.ada.press(party.ada.page.locator("#throw button"))
    assert party.ada.page.locator("cc-dice .face-number").all_inner_texts() == dice
