"""What scripts add: dice that tumble, tracks that show what changed, typed dice, drafts, live updates."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from contrecoup.table.seen import Owned, RolledSeen
from tests.e2e.secrets import Recorder
from tests.e2e.serving import Site
from tests.web.gallery import gallery
from tests.web.samples import track

_HEAR = """() => {
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.heard.push(this.frequency.value);
        start.apply(this, when);
    };
    navigator.vibrate = (pattern) => { window.heard.push("trembles"); return true; };
}"""

_WAIT = """() => {
    window.waits = [];
    Math.random = () => 0.5;  // pages come back apart from one another by chance
    const wait = window.setTimeout;
    window.setTimeout = (call, time, ...more) => {
        if ([500, 1000, 2000, 4000, 5000].includes(time)) window.waits.push(time);
        return wait(call, time, ...more);
    };
}"""


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(5000)
    page = context.new_page()
    page.add_init_script(f"({_HEAR})()")
    with page.expect_response("**/stream"):
        page.goto(f"{site.address}/en-light.html")
    yield page
    context.close()
    site.stream.is_refused = False


def test_dice_tumble_and_come_to_rest_on_what_was_thrown(page: Page, site: Site) -> None:
    thrown = (RolledSeen("die", "Trait d8", 8, 11, (8, 3)), RolledSeen("die", "Wild d6", 6, 5, (5,)))
    site.stream.say(_main(thrown=thrown, throw=8))
    dice = page.locator("cc-dice")
    expect(dice).to_have_attribute("data-tumbling", "")
    expect(dice).not_to_have_attribute("data-tumbling", "")
    assert dice.locator(".face-number").all_inner_texts() == ["8", "3", "11", "5"]


def test_nothing_tumbles_for_who_wants_nothing_to_move(page: Page, site: Site) -> None:
    expect(page.locator("cc-dice")).not_to_have_attribute("data-tumbling", "")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(
        "new MutationObserver(() => window.heard.push('moved'))"
        ".observe(document.querySelector('cc-dice'), {attributes: true, attributeFilter: ['data-tumbling']})"
    )
    # a table tells its state to whoever comes back; this server doesn't, so it says it again
    for _ in range(5):
        site.stream.say(_main(thrown=(RolledSeen("die", "d6", 6, 2, (2,)),), throw=9))
        with suppress(AssertionError):
            expect(page.locator("cc-dice .face-number")).to_have_text("2", timeout=2000)
            break
    expect(page.locator("cc-dice .face-number")).to_have_text("2")
    assert "moved" not in page.evaluate("window.heard")


def test_a_track_flashes_the_pips_that_changed(page: Page, site: Site) -> None:
    site.stream.say(_main(board=_board(4)))
    fresh = page.locator("cc-track .pip.is-new")
    expect(fresh).to_have_count(3)
    expect(fresh).to_have_count(0)
    expect(page.locator(".scene cc-track .pip.is-on")).to_have_count(4)


def test_a_morph_keeps_half_typed_text_and_the_focus(page: Page, site: Site) -> None:
    page.locator("#field-reason").fill("half a tho")
    site.stream.say(_main(board=_board(5)))
    expect(page.locator(".scene cc-track .pip.is-on")).to_have_count(5)
    expect(page.locator("#field-reason")).to_have_value("half a tho")
    expect(page.locator("#field-reason")).to_be_focused()


def test_half_typed_text_outlives_a_reload_until_it_is_sent(page: Page) -> None:
    page.locator("#field-reason").fill("half a tho")
    page.reload()
    expect(page.locator("#field-reason")).to_have_value("half a tho")
    with page.expect_response("**/do"):
        page.get_by_role("button", name="Add the modifier").click()
    page.wait_for_function("!Object.keys(sessionStorage).some(key => key.includes('draft'))")
    page.reload()
    expect(page.locator("#field-reason")).to_have_value("")


def test_a_lost_stream_shows_and_its_return_takes_the_banner_away(page: Page, site: Site) -> None:
    banner = page.locator("[data-connection]")
    expect(banner).to_be_hidden()
    page.locator("#field-reason").fill("half a tho")
    site.stream.is_refused = True
    site.stream.drop()
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("Reconnecting")
    site.stream.is_refused = False
    expect(banner).to_be_hidden(timeout=15_000)
    expect(page.locator("#field-reason")).to_have_value("half a tho")
    site.stream.say(_main(board=_board(2)))
    expect(page.locator(".scene cc-track .pip.is-on")).to_have_count(2)


@pytest.mark.parametrize("trouble", ["no server", "a server in trouble"])
def test_a_stream_that_could_not_be_opened_is_asked_for_until_it_is(
    page: Page, site: Site, trouble: str
) -> None:
    page.add_init_script(f"({_WAIT})()")
    failed = _break_streams(page, trouble, times=3)
    with page.expect_response(_is_opened, timeout=15_000):
        page.reload()
        banner = page.locator("[data-connection]")
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("Reconnecting")
        expect(page.locator("cc-dice")).to_be_visible()  # what was answered didn't take the page's place
    assert len(failed) == 3
    assert page.evaluate("window.waits") == [500, 1000, 2000]  # less and less often
    expect(banner).to_be_hidden()
    site.stream.say(_main(board=_board(2)))
    expect(page.locator(".scene cc-track .pip.is-on")).to_have_count(2)
    site.stream.drop()  # from here on the stream mends as any other
    with page.expect_response(_is_opened):
        pass


def test_a_network_that_is_back_opens_the_stream_at_once(page: Page) -> None:
    failed = _break_streams(page, "no server", times=5)
    page.reload()
    page.wait_for_timeout(3000)
    before = len(failed)
    assert before < 5
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(100)
    assert len(failed) == before + 1


@pytest.mark.parametrize("was_open", [False, True])
def test_a_seat_that_was_closed_while_its_stream_was_away_is_told_by_its_page(
    page: Page, site: Site, was_open: bool
) -> None:
    page.route("**/stream", lambda route: route.fulfill(status=401, body="closed"), times=1)
    if not was_open:
        page.reload(wait_until="commit")
    with page.expect_navigation(timeout=15_000):  # the page is asked for again
        if was_open:
            site.stream.drop()
    expect(page.locator("cc-dice")).to_be_visible()


def _is_opened(answer: Response) -> bool:
    return answer.url.endswith("/stream") and answer.ok


def _break_streams(page: Page, trouble: str, times: int) -> list[str]:
    """Have the next requests for the stream fail; those that did."""
    failed: list[str] = []

    def fail(route: Route) -> None:
        failed.append(route.request.url)
        if trouble == "no server":
            route.abort("connectionrefused")
        else:
            route.fulfill(status=503, content_type="text/html", body="<main><h1>Unavailable</h1></main>")

    page.route("**/stream", fail, times=times)
    return failed


def test_numbers_are_typed_one_after_the_other_by_keyboard_alone(page: Page) -> None:
    first, second = page.locator("#field-numbers\\.0"), page.locator("#field-numbers\\.1")
    first.fill("15")
    first.press("Enter")
    expect(second).to_be_focused()
    second.press_sequentially("4")
    with page.expect_request("**/do") as sent:
        second.press("Enter")
    assert {"numbers.0=15", "numbers.1=4", "do=type", "turn=13"} <= set(
        (sent.value.post_data or "").split("&")
    )


def test_a_tone_sounds_once_a_question_and_not_when_switched_off(page: Page, site: Site) -> None:
    page.locator("h2").first.click()  # browsers play nothing before the page has been touched
    site.stream.say(_main(turn=14))
    page.wait_for_function("window.heard.length > 0")
    assert page.evaluate("window.heard") == ["trembles", 523, 784]
    page.locator(".menu > summary").click()
    switch = page.locator("cc-sound button")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    page.locator("h2").first.click()
    site.stream.say(_main(turn=15))
    expect(page.locator("cc-tone")).to_have_attribute("of", "15")
    assert page.evaluate("window.heard") == []


def test_the_theme_changes_at_once_and_the_server_is_told(page: Page) -> None:
    page.locator(".menu > summary").click()
    with page.expect_request("**/preferences") as sent:
        page.get_by_role("button", name="Dark").click()
    assert "theme=dark" in (sent.value.post_data or "")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_the_recorder_hears_pages_streams_and_storage(browser: Browser, site: Site) -> None:
    context = browser.new_context()
    recorder = Recorder(context)
    page = context.new_page()
    with page.expect_response("**/stream"):
        page.goto(f"{site.address}/en-light.html")
    assert recorder.holds("Neon harbour")
    site.stream.say("<p id='told'>whispered in the stream</p>")
    expect(page.locator("#told")).to_be_visible()
    site.stream.say("<p id='gone'>nothing more</p>")
    expect(page.locator("#gone")).to_be_visible()
    page.evaluate("localStorage.setItem('kept', 'in storage')")
    assert recorder.holds("whispered in the stream")
    assert recorder.holds("in storage")
    assert not recorder.holds("never said")
    context.close()


def _board(left: int) -> tuple[Owned, ...]:
    return (Owned("hacker", "Joe", (track("en", left),)),)


def _main(**changes: Any) -> str:
    """What stands in the page's main part, with other samples."""
    found = re.search(r"<main[^>]*>(.*)</main>", gallery("en", "light", **changes), re.DOTALL)
    assert found
    return found[1]
