"""At the table: without scripts, with wrong dice, in a tab that is behind, after a link was taken back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.checks import cut_off, violations
from tests.e2e.devices import PHONE, Device
from tests.e2e.evenings import Evening, play
from tests.e2e.scripts import INTRUSION
from tests.web.served import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served("--data", str(tmp_path_factory.mktemp("tables") / "tables.db")) as server:
        yield server


@pytest.fixture
def evening(server: Served, browser: Browser) -> Iterator[Evening]:
    """A running intrusion with Ada as the hacker; the system plays on by itself."""
    with Evening(server.address, browser) as evening:
        evening.seat("Ada")
        scene = evening.begin(INTRUSION.toml, INTRUSION.chairs)
        evening.gm.do({"do": "set_auto", "seat": "system", "auto": True}, scene)
        yield evening


def test_a_scene_is_played_by_plain_forms_where_there_are_no_scripts(evening: Evening) -> None:
    ada = evening.device("Ada", java_script_enabled=False, **PHONE)
    page = ada.page
    while page.locator("#typed").count() == 0:
        ada.pushed().click()
    page.locator("#typed input[inputmode]").first.fill("many")
    page.locator("#typed button").click()
    expect(page.locator("#fault-numbers\\.0")).to_have_text("many is no whole number.")
    expect(page.locator("#field-numbers\\.0")).to_have_value("many")
    for field, number in zip(page.locator("#typed input[inputmode]").all(), ada.numbers("low"), strict=True):
        field.fill(str(number))
    page.locator("#typed button").click()
    expect(page.locator("#dice-title")).to_be_visible()
    gm = evening.device("gm", java_script_enabled=False)
    gm.page.get_by_role("button", name="Back to before this").last.click()
    page.reload()
    expect(page.locator("#throw")).to_contain_text("already fell")
    page.locator("#throw button").click()
    expect(page.locator("#dice-title")).to_be_visible()


def test_a_page_whose_stream_could_not_be_opened_catches_up_once_it_is(evening: Evening) -> None:
    page = evening.device("Ada").page
    page.route("**/stream?*", lambda route: route.abort())
    page.reload()
    expect(page.locator("[data-connection]")).to_be_visible()
    evening.gm.do({"do": "note", "text": "They heard you.", "audience": ["*"]})
    page.unroute("**/stream?*")
    expect(page.get_by_text("They heard you.")).to_be_attached(timeout=15_000)
    expect(page.locator("[data-connection]")).to_be_hidden()


def test_wrong_dice_are_told_at_their_field_and_stay_as_they_were_typed(evening: Evening) -> None:
    ada = _at_the_dice(evening)
    first, second = ada.page.locator("#field-numbers\\.0"), ada.page.locator("#field-numbers\\.1")
    first.fill("99")
    ada.page.locator("#typed button").click()
    expect(ada.page.locator("#fault-numbers\\.1")).to_have_text("A number is missing.")
    expect(first).to_have_value("99")
    second.fill("2")
    ada.page.locator("#typed button").click()
    expect(ada.page.locator("#faults")).to_be_visible()
    expect(second).to_have_value("2")
    expect(second).not_to_have_attribute("aria-invalid", "true")


def test_the_game_master_puts_dice_right_that_were_typed_wrong(evening: Evening) -> None:
    ada, gm = _at_the_dice(evening), evening.device("gm", types="high")
    ada.answer()
    throws = gm.page.locator("#log li:has(.dice)")
    expect(throws).to_have_count(2)  # or the page moves below the pointer
    gm.press(throws.last.get_by_role("button", name="Back to before this"))
    gm.unfold("Put the dice right")
    high = gm.numbers("high")
    gm.type(*high)
    thrown = ada.page.locator(".scene cc-dice .die, #log .die")
    expect(thrown.filter(has_text=f"shows {high[0]}").first).to_be_attached()


def test_a_tab_that_is_behind_is_brought_up_to_date_and_keeps_what_was_typed(evening: Evening) -> None:
    ada, behind = _at_the_dice(evening), evening.device("gm", java_script_enabled=False)
    behind.unfold("Modifiers")
    behind.page.locator("#field-by").fill("2")
    behind.page.locator("#field-reason").fill("half a thought")
    ada.answer()
    behind.page.locator("#modifier button").click()
    expect(behind.page.locator("#faults")).to_be_visible()
    expect(behind.page.locator("#dice-title")).to_be_visible()
    expect(behind.page.locator("#field-by")).to_have_value("2")
    expect(behind.page.locator("#field-reason")).to_have_value("half a thought")


def test_an_answer_to_a_question_of_before_changes_nothing_and_shows_how_things_stand(
    evening: Evening,
) -> None:
    ada, second = _at_the_dice(evening), evening.device("Ada")
    second.page.locator("#typed").evaluate("form => form.querySelector('[name=turn]').value = 0")
    second.page.locator("#field-numbers\\.0").fill("3")
    second.page.locator("#typed button").click()
    expect(second.page.locator("#faults")).to_be_visible()
    expect(second.page.locator("#field-numbers\\.0")).to_have_value("3")
    expect(ada.page.locator("#typed")).to_be_visible()


def test_a_link_that_was_taken_back_says_so_and_nothing_else(evening: Evening) -> None:
    ada = evening.device("Ada")
    expect(ada.page.locator("h1")).to_contain_text("The scene")
    evening.gm.do({"do": "revoke_seat", "seat": evening.seats["Ada"]})
    expect(ada.page.locator("body")).not_to_contain_text("Horizon")
    expect(ada.page.locator("body")).not_to_contain_text("The scene")
    late = Device(evening.browser, "late")
    late.page.goto(f"{evening.address}/join/{evening.keys['Ada']}")
    expect(late.page.get_by_role("heading", level=1)).to_have_text("This link opens nothing any more")
    assert not [each for each in ("Horizon", "The scene", "Fast Joe") if late.recorder.holds(each)]
    late.close()


def test_a_running_intrusion_is_at_most_five_clicks_away(server: Served, browser: Browser) -> None:
    device = Device(browser, "new")
    device.page.goto(server.address)
    clicks = 0
    while device.page.locator(".question.is-yours, .question").count() == 0:
        device.page.locator("main .choice").first.click()
        clicks += 1
        device.page.wait_for_load_state()
        assert clicks <= 5
    expect(device.page.locator("h1")).to_contain_text("Horizon")
    assert re.search(r"/at/[^/]+/table", device.page.url)
    device.close()


def test_the_answers_leave_half_of_a_phone_to_the_scene(evening: Evening) -> None:
    ada = _at_the_dice(evening, **PHONE)
    bar = ada.page.locator(".actions").bounding_box()
    assert bar is not None
    assert bar["height"] <= 370
    assert cut_off(ada.page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_table_is_accessible_in_every_state_of_a_scene(evening: Evening, theme: str) -> None:
    look = {"color_scheme": theme}
    gm, ada = evening.device("gm", **look), evening.device("Ada", types="high", **PHONE, **look)
    for device in (gm, ada):
        assert violations(device.page) == []
    ada.answer()
    gm.page.locator("details.fold").evaluate_all("all => all.forEach(each => each.open = true)")
    for device in (gm, ada):
        assert violations(device.page) == []
    play([ada])
    for device in (gm, ada):
        assert violations(device.page) == []
        assert cut_off(device.page) == []


def _at_the_dice(evening: Evening, **look: object) -> Device:
    """Ada, whose dice are asked for."""
    ada = evening.device("Ada", types="low", **look)
    while ada.page.locator("#typed").count() == 0:
        ada.press(ada.pushed())
    return ada
