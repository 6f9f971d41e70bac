"""The workshop: throws and scenes reckoned for whoever asks, and nothing of the campaign for players."""

import html
import re
import zlib
from base64 import urlsafe_b64encode
from fractions import Fraction
from pathlib import Path

import pytest

import contrecoup
from contrecoup.odds.best.answer import best
from tests.web.site.visiting import Visitor, faults_of, visiting

EXAMPLES = Path(__file__).parents[3] / "examples"
FAST_JOE = (EXAMPLES / "fast-joe.toml").read_text("utf-8")
TRACE = (EXAMPLES / "tracing-trace.toml").read_text("utf-8")


def shares_of(page: str) -> dict[str, str]:
    """What tables of odds say, by what it is said of; a later table's line goes over an earlier one's."""
    lines = re.findall(r'<dt>(.*?)</dt>\s*<dd><meter[^>]*value="([^"]+)"', page, re.DOTALL)
    return {html.unescape(text): share for text, share in lines}


def offered(page: str) -> dict[str, str]:
    """The scenes that may be reckoned by name, by id."""
    return dict(re.findall(r'<option value="(\w+)">([^<]+)</option>', page.partition('name="weigh"')[0]))


def test_a_throw_has_the_chances_that_counting_gives() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page("workshop", roll="2d6")
        shares = shares_of(page)
        for total in range(2, 13):
            by_count = Fraction(6 - abs(total - 7), 36)
            assert float(shares[str(total)]) == pytest.approx(float(by_count))
        assert "7.000 on average" in page
        assert 'value="2d6"' in page

    visiting(visit)


def test_a_trait_test_shows_successes_and_raises_and_its_mishap() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page("workshop", roll="s8+2")
        assert "Success and raises" in page
        assert "27.1%" in page  # 13 of 48: a 1 on either die

    visiting(visit)


def test_a_wrong_notation_is_kept_and_its_column_named() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.get("workshop", roll="3d8 keep")
        assert answer.status_code == 422
        assert 'value="3d8 keep"' in answer.text
        (fault,) = faults_of(answer.text)
        assert fault.startswith("roll: Column 6:")
        french = await gm.get("workshop", roll="3d8 keep", lang="fr")
        assert faults_of(french.text)[0].startswith("roll: Colonne 6\u00a0:")

    visiting(visit)


def test_a_throw_beyond_the_bounds_is_refused() -> None:
    async def visit(gm: Visitor) -> None:
        assert (await gm.get("workshop", roll="9999999d9999999")).status_code == 422
        assert (await gm.get("workshop", roll="1" * 201)).status_code == 400

    visiting(visit)


def test_a_pasted_scene_has_the_odds_that_the_library_gives() -> None:
    solved = contrecoup.odds(contrecoup.load(EXAMPLES / "fast-joe.toml"))

    async def visit(gm: Visitor) -> None:
        answer = await gm.post("workshop", {"toml": FAST_JOE})
        assert answer.status_code == 200
        shares = shares_of(answer.text)
        assert float(shares["The hacker controlled the system"]) == pytest.approx(
            float(solved.ends["control"])
        )
        assert f"Solved, not sampled: {solved.states} states." in answer.text
        assert "What rulings weigh" not in answer.text
        assert "wild_card = true" in answer.text  # what was pasted is still there

    visiting(visit)


def test_a_ruling_is_weighed_on_request_as_the_scene_under_it() -> None:
    other = contrecoup.load(EXAMPLES / "fast-joe.toml", {"rulings.commlink_helps": "true"})
    control = float(contrecoup.odds(other).ends["control"])

    async def visit(gm: Visitor) -> None:
        page = (await gm.post("workshop", {"toml": FAST_JOE, "weigh": "yes"})).text
        weights = page[page.index("What rulings weigh") :]
        there = weights[weights.index("The commlink helps the Hacking test: yes") :]
        found = re.search(r'<meter[^>]*value="([^"]+)"', there)
        assert found is not None
        assert float(found[1]) == pytest.approx(control)
        assert f"{control:.1%} (+12.2 points)" in there

    visiting(visit)


def test_a_scene_comes_as_a_file_too_and_in_french() -> None:
    async def visit(gm: Visitor) -> None:
        sent = {"file": ("scene.toml", FAST_JOE.encode())}
        page = (await gm.post("workshop", {"toml": ""}, files=sent)).text
        assert "Le hacker a contrôlé le système" in page
        assert "56,4\u00a0%" in page or "56,4\u202f%" in page

    visiting(visit, "fr")


def test_what_is_wrong_with_a_scene_stands_at_its_text_with_the_line() -> None:
    async def visit(gm: Visitor) -> None:
        wrong = FAST_JOE.replace('hacking = "d8"', 'hacking = "d7"')
        line = wrong.splitlines().index('hacking = "d7"') + 1
        answer = await gm.post("workshop", {"toml": wrong, "weigh": "yes"})
        assert answer.status_code == 422
        assert faults_of(answer.text)[0].startswith(f"toml: Line {line}, hacker.hacking: ")
        assert "hacking = &#34;d7&#34;" in answer.text
        assert re.search(r'name="weigh" value="yes" checked', answer.text)
        nothing = await gm.post("workshop", {"toml": " "})
        assert nothing.status_code == 422
        assert faults_of(nothing.text) == ["toml: There is no scene yet: paste one or choose a file."]
        binary = await gm.post("workshop", {}, files={"file": ("x.toml", b"\xff\xfe\x00")})
        assert binary.status_code == 422
        assert faults_of(binary.text) == ["file: The file is no text in UTF-8."]

    visiting(visit)


def test_a_scene_never_names_a_file_of_the_server() -> None:
    async def visit(gm: Visitor) -> None:
        named = FAST_JOE + '\n[[system.spiders]]\nsheet = "/etc/passwd.toml"\n'
        answer = await gm.post("workshop", {"toml": named})
        assert answer.status_code == 422
        assert any("takes no files by name" in fault for fault in faults_of(answer.text))

    visiting(visit)


def test_best_play_says_what_to_choose_for_whom() -> None:
    found = best(contrecoup.load(EXAMPLES / "tracing-trace.toml"), "attacker")

    async def visit(gm: Visitor) -> None:
        page = (await gm.post("workshop", {"toml": TRACE, "seat": "attacker"})).text
        assert "Best play" in page
        assert f"the scene is worth {found.value:.4f}." in page
        assert "<strong>" in page

    visiting(visit)


def test_a_seat_or_an_aim_that_the_scene_lacks_is_named_at_its_field() -> None:
    async def visit(gm: Visitor) -> None:
        answer = await gm.post("workshop", {"toml": FAST_JOE, "seat": "fighter_1"})
        assert answer.status_code == 422
        (fault,) = faults_of(answer.text)
        assert '"hacker", "system"' in fault
        assert '<option value="fighter_1" selected>' in answer.text
        aim = await gm.post("workshop", {"toml": FAST_JOE, "seat": "hacker", "value": "control"})
        assert aim.status_code == 422
        assert 'name="value" value="control"' in aim.text

    visiting(visit)


def test_the_game_master_reckons_a_prepared_scene_by_name() -> None:
    async def visit(gm: Visitor) -> None:
        scenes = offered(await gm.page("workshop"))
        scene = next(id for id, title in scenes.items() if title == "Who is the Archivist?")
        answer = await gm.post("workshop", {"scene": scene})
        assert answer.status_code == 200
        assert "How it ends" in answer.text
        assert (await gm.get("workshop", scene=scene)).status_code == 200
        assert (await gm.get("workshop", scene="nowhere")).status_code in (404, 422)

    visiting(visit)


def test_players_reckon_what_is_theirs_and_learn_of_no_prepared_scene() -> None:
    async def visit(gm: Visitor) -> None:
        scenes = offered(await gm.page("workshop"))
        assert scenes
        player = await gm.enter("Ada")
        theirs = await player.page("workshop")
        for id, title in scenes.items():
            assert id not in theirs
            assert title not in theirs
            for answer in (
                await player.get("workshop", scene=id),
                await player.post("workshop", {"scene": id}),
                await player.post("workshop", {"scene": "nowhere"}),
            ):
                assert answer.status_code == 403
                assert title not in answer.text
        assert (await player.post("workshop", {"toml": FAST_JOE})).status_code == 200

    visiting(visit)


def test_nobody_without_a_seat_reckons_anything() -> None:
    async def visit(gm: Visitor) -> None:
        gm.http.cookies.clear()
        assert (await gm.get("workshop", roll="2d6")).status_code == 401
        assert (await gm.post("workshop", {"toml": FAST_JOE})).status_code == 401

    visiting(visit)


def test_a_picture_shows_the_same_figures_from_this_server() -> None:
    async def visit(gm: Visitor) -> None:
        page = (await gm.post("workshop", {"toml": FAST_JOE})).text
        address = re.search(r'<img src="([^"]+)"', page)
        assert address is not None
        drawn = await gm.http.get(html.unescape(address[1]))
        assert drawn.status_code == 200
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert "script-src 'self'" in drawn.headers["content-security-policy"]
        assert "Le hacker a contrôlé le système, 56,4\u00a0%" in drawn.text.replace("\u202f", "\u00a0")

    visiting(visit, "fr")


def test_an_address_without_figures_has_no_picture() -> None:
    bomb = urlsafe_b64encode(zlib.compress(b"[" + b" " * 1_000_000)).decode()

    async def visit(gm: Visitor) -> None:
        for figures in ("x", "AAAA", "é", bomb, urlsafe_b64encode(zlib.compress(b"[]")).decode()):
            assert (await gm.get("workshop/picture.svg", of=figures)).status_code == 422
        assert (await gm.get("workshop/picture.svg", of="x" * 3_500)).status_code == 400

    visiting(visit)
