"""What a seat takes away is its own: a secret changes no byte of its export or its recap, in any form."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from contrecoup.kernel import GM
from contrecoup.play.recap import as_html, as_markdown
from contrecoup.play.verifiable import VerifiableDice
from contrecoup.table import commands as do
from contrecoup.table.extract import extract_head, extract_scene
from contrecoup.table.recap import campaign_blocks, scene_blocks
from contrecoup.table.takeaways import exported, recapped
from tests.table import fight_pair, intrusion_pair, session_pair
from tests.table.desks import Group, a_group, in_loop
from tests.table.pairs import Pair, Sat, id_of, play

PAIRS: Final = (intrusion_pair.PAIR, session_pair.PAIR, fight_pair.PAIR)
LANGUAGES: Final = ("en", "fr")


def taken(sat: Sat, pair: Pair, seat: str, lang: str) -> tuple[bytes, str, str]:
    """All that a seat takes away of the scene that was played."""
    scene = id_of(pair.scene)
    export = extract_head(sat.room, seat, lang) + extract_scene(sat.room, seat, lang, scene)
    page = [*campaign_blocks(sat.room, seat, lang), *scene_blocks(sat.room, seat, lang, scene)]
    return export, as_markdown(page), as_html(page, lang)


class SecretTests:
    @pytest.mark.parametrize("pair", PAIRS, ids=[pair.name for pair in PAIRS])
    def test_exports_and_recaps_are_the_same(self, pair: Pair) -> None:
        one, other = play(pair, lambda after: None)
        for seat in map(id_of, pair.seats):
            for lang in LANGUAGES:
                assert taken(one, pair, seat, lang) == taken(other, pair, seat, lang)

    @pytest.mark.parametrize("pair", PAIRS, ids=[pair.name for pair in PAIRS])
    def test_the_game_master_s_differ(self, pair: Pair) -> None:
        one, other = play(pair, lambda after: None)
        here, there = (taken(sat, pair, GM, "en") for sat in (one, other))
        assert all(mine != theirs for mine, theirs in zip(here, there, strict=True))


async def finished(group: Group, **how: bool) -> None:
    """A scene that was played with the table's dice, and put away, its secret shown."""
    await group.begin()
    await group.ask(do.AddEntropy(text="seven sevens"), group.ana)
    await group.play_out()
    await group.ask(do.Close(**how))


async def lines_of(group: Group, seat: str, lang: str = "en") -> list[dict[str, Any]]:
    return [
        json.loads(line)
        async for chunk in exported(group.desk, group.table, seat, lang)
        for line in chunk.splitlines()
    ]


def faces(lines: list[dict[str, Any]]) -> Iterator[tuple[int, int]]:
    for line in lines:
        if line.get("is") == "line":
            for die in line["line"].get("dice", []):
                yield from ((die["sides"], face) for face in die.get("faces", []))


class ExtractTests:
    @in_loop
    async def test_a_player_has_head_scene_and_lines_in_his_language(self) -> None:
        async with a_group() as group:
            await finished(group)
            head, scene, *lines = await lines_of(group, group.ana, "fr")
            assert (head["format"], head["version"], head["name"], head["lang"]) == (
                "contrecoup-log",
                1,
                "Ana",
                "fr",
            )
            assert (scene["is"], scene["title"], scene["status"]) == ("scene", "Front desk", "closed")
            assert [line["line"]["number"] for line in lines] == list(range(1, len(lines) + 1))
            assert lines[0]["line"]["text"] == "La scène commence\N{NO-BREAK SPACE}: Intrusion"

    @in_loop
    async def test_faces_can_be_recomputed_from_what_a_player_has(self) -> None:
        async with a_group() as group:
            await finished(group)
            found = await lines_of(group, group.ana)
            scene = found[1]
            secret = bytes.fromhex(scene["proof"]["secret"])
            entropy = [each["text"] for each in scene["proof"]["entropy"]]
            recomputed: list[tuple[int, int]] = []
            for thrown in scene["derived"]:
                dice = VerifiableDice(secret, entropy, thrown["counter"])
                recomputed += [(sides, dice.face(sides)) for sides, _ in thrown["faces"]]
                assert recomputed[-len(thrown["faces"]) :] == [tuple(each) for each in thrown["faces"]]
            assert recomputed == list(faces(found))
            assert len(recomputed) >= 2

    @in_loop
    async def test_before_the_secret_is_shown_there_are_no_counters(self) -> None:
        async with a_group() as group:
            await group.begin()
            for _ in range(4):
                await group.answer()
            scene = (await lines_of(group, group.ana))[1]
            assert (scene["derived"], scene["proof"]["secret"]) == ([], "")
            assert all("counter" not in json.dumps(line) for line in await lines_of(group, group.ana))

    @in_loop
    async def test_a_what_if_is_in_nobody_s_extract(self) -> None:
        async with a_group() as group:
            await group.begin()
            before = await lines_of(group, group.ana)
            await group.ask(do.Fork(to=2))
            assert await lines_of(group, group.ana) == before


class RecapTests:
    @in_loop
    async def test_the_campaign_s_page_has_its_notes_and_every_scene_in_order(self) -> None:
        async with a_group() as group:
            await finished(group)
            await group.ask(do.Note(text="*They* know.", audience=frozenset({group.ana})))
            await group.begin()
            page = await recapped(group.desk, group.table, group.ana, "en")
            heads = [line for line in page.splitlines() if line.startswith("#")]
            assert heads[:3] == ["# Night shift", "## Notes", "## Front desk"]
            assert heads.count("## Front desk") == 2
            assert "### Round 1" in heads
            assert "- \\*They\\* know." in page

    @in_loop
    async def test_it_is_a_page_of_html_too_in_either_language(self) -> None:
        async with a_group() as group:
            await group.ask(do.RenameCampaign(title="<b>Nuit</b>"))
            await finished(group)
            page = await recapped(group.desk, group.table, group.ana, "fr", "html")
            assert page.startswith('<!DOCTYPE html>\n<html lang="fr">')
            assert "<h1>&lt;b&gt;Nuit&lt;/b&gt;</h1>" in page
            assert "<h2>Front desk</h2>" in page
            assert "<h3>Round 1</h3>" in page
            assert "src=" not in page

    @in_loop
    async def test_the_game_master_reads_what_others_do_not(self) -> None:
        async with a_group() as group:
            await group.ask(do.Note(text="They will be betrayed."))
            await finished(group)
            assert "betrayed" in await recapped(group.desk, group.table, GM, "en")
            assert "betrayed" not in await recapped(group.desk, group.table, group.ana, "en")
