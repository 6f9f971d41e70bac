"""The log page: sifted, leafed through, gone back from and tried anew, all by plain forms."""

import re
from datetime import UTC, datetime

from contrecoup.table.seen import Line, Said
from contrecoup.web.site.log import PAGE, Page, Sieve, page_of
from tests.web.site.visiting import Form, Visitor, faults_of, visiting

TIME = datetime(2026, 11, 30, 20, tzinfo=UTC)


def line(number: int, kind: str = "thrown", round: int = 0, **more: str) -> Line:
    """A line of a log."""
    fields = {"number": number, "kind": kind, "text": f"line {number}", "time": TIME, "round": round}
    return Line(**{**fields, **more})  # type: ignore[arg-type]  # fields as a table


def lines_of(page: str) -> list[int]:
    """The numbers of the lines on a page."""
    return [int(number) for number in re.findall(r'id="line-(\d+)"', page)]


async def play(gm: Visitor, steps: int) -> str:
    """Answer so often what the running scene asks, its first option or the dice; the scene's id."""
    for _ in range(steps):
        page = await gm.page("table")
        fields = dict(re.findall(r'<input type="hidden" name="(scene|turn)" value="([^"]*)"', page))
        if 'id="pass_turn-0"' in page:
            fields = Form(page, "pass_turn-0").fields
        command = "throw" if 'id="throw"' in page else "pass_turn"
        answer = await gm.post("do", {**fields, "do": command})
        assert answer.status_code == 303, answer.text
    scene = re.search(r'name="scene" value="(\w+)"', await gm.page("table"))
    assert scene is not None
    return scene[1]


def test_thousands_of_lines_make_no_huge_page() -> None:
    told = [line(number) for number in range(1, 3457)]
    last = page_of(told, 0)
    assert (last.number, last.pages, last.count) == (35, 35, 3456)
    assert [each.number for each in last.lines] == list(range(3401, 3457))
    assert [each.number for each in page_of(told, 2).lines] == list(range(PAGE + 1, 2 * PAGE + 1))
    assert page_of(told, 999) == last
    assert page_of([], 0) == Page((), 1, 1, 0)


def test_a_sieve_lets_through_what_is_of_the_seat_kind_and_round_with_the_words() -> None:
    throw = line(3, seat="hacker", told=(Said("Le contrecoup l’écrase."),))  # type: ignore[arg-type]  # as above
    assert Sieve("ECRASE contre", "hacker", "thrown", 2).lets(throw, 2)
    assert not Sieve("crase").lets(throw, 2)  # words are found by their beginning
    assert not Sieve(who="system").lets(throw, 2)
    assert not Sieve(kind="chosen").lets(throw, 2)
    assert not Sieve(round=1).lets(throw, 2)
    assert not Sieve(kind="hidden").lets(throw, 2)
    assert Sieve(kind="other").lets(line(4, "paused"), 1)


def test_the_log_is_sifted_by_what_the_form_says_and_keeps_it() -> None:
    async def visit(gm: Visitor) -> None:
        await play(gm, 5)
        whole = await gm.page("log")
        chosen = lines_of(await gm.page("log", kind="chosen"))
        thrown = lines_of(await gm.page("log", kind="thrown", round="1", q=""))
        assert chosen
        assert thrown
        assert set(chosen) & set(thrown) == set()
        assert set(chosen) | set(thrown) < set(lines_of(whole))
        nothing = await gm.page("log", q="zyxwv", kind="thrown", round="1")
        assert lines_of(nothing) == []
        assert "0 lines found." in nothing
        assert 'value="zyxwv"' in nothing
        assert '<option value="thrown" selected>' in nothing
        seat = re.findall(r'<option value="(\w+)">', whole.partition('name="who"')[2])[0]
        assert set(lines_of(await gm.page("log", who=seat))) < set(lines_of(whole))

    visiting(visit)


def test_a_round_that_is_no_number_is_said_at_its_field() -> None:
    async def visit(gm: Visitor) -> None:
        await play(gm, 3)
        answer = await gm.get("log", round="dernier", q="scène")
        assert answer.status_code == 422
        assert faults_of(answer.text) == ["round: dernier n’est pas un nombre entier."]
        assert 'value="dernier"' in answer.text
        assert 'value="scène"' in answer.text

    visiting(visit, "fr")


def test_the_scene_goes_back_to_a_line_by_a_plain_form() -> None:
    async def visit(gm: Visitor) -> None:
        scene = await play(gm, 4)
        page = await gm.page("log", scene=scene)
        forms = page.partition('id="log"')[2]
        assert "hx-post" not in forms  # the page is no live one, so a form must lead on
        fields = dict(re.findall(r'<input type="hidden" name="(scene|turn)" value="([^"]*)"', forms))
        to = re.findall(r'<button name="to" value="(\d+)"', forms)[0]
        answer = await gm.post("do", {**fields, "do": "rewind", "to": to})
        assert answer.headers["location"].endswith(f"/table?scene={scene}")
        assert len(lines_of(await gm.page("log", scene=scene))) < len(lines_of(page))
        stale = await gm.post("do", {**fields, "do": "rewind", "to": "9999"})
        assert 400 <= stale.status_code < 500

    visiting(visit)


def test_what_ifs_are_listed_for_the_game_master_and_nobody_else() -> None:
    async def visit(gm: Visitor) -> None:
        scene = await play(gm, 4)
        ada = await gm.enter("Ada")
        forms = (await gm.page("log", scene=scene)).partition('id="log"')[2]
        fields = dict(re.findall(r'<input type="hidden" name="(scene|turn)" value="([^"]*)"', forms))
        to = re.findall(r'<button name="to" value="(\d+)"', forms)[0]
        made = await gm.post("do", {**fields, "do": "fork", "to": to})
        fork = made.headers["location"].partition("scene=")[2]
        assert f"/log?scene={fork}" in await gm.page("log", scene=scene)
        assert f"/log?scene={scene}" in await gm.page("log", scene=fork)
        assert fork not in await ada.page("log", scene=scene)
        assert (await ada.get("log", scene=fork)).status_code == 404

    visiting(visit)


def test_players_have_no_way_back_and_no_sieve_for_secrets() -> None:
    async def visit(gm: Visitor) -> None:
        scene = await play(gm, 4)
        ada = await gm.enter("Ada")
        page = await ada.page("log", scene=scene)
        assert lines_of(page)
        assert 'name="to"' not in page
        assert 'value="hidden"' not in page

    visiting(visit)


def test_each_rule_that_a_line_names_is_on_its_page_in_both_languages() -> None:
    async def visit(gm: Visitor) -> None:
        await play(gm, 6)
        named = set(re.findall(r'href="[^"]*/rules/(\w+)#([\w-]+)"', await gm.page("log")))
        assert named
        for rules, anchor in named:
            for lang in ("en", "fr"):
                page = await gm.page(f"rules/{rules}", lang=lang)
                assert f'id="{anchor}"' in page
                assert f'href="{gm.base}/table"' in page

    visiting(visit)
