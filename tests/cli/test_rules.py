"""`contrecoup rules` lists the rule sets and shows their pages."""

import pytest

from contrecoup.registry import find
from tests.cli.command import NBSP, Command


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_rule_set_is_listed_with_title_and_scenes(command: Command, lang: str) -> None:
    out = command("rules", "--lang", lang).out
    for manifest in find().values():
        assert f"{manifest.id}: {manifest.title[lang]}" in out
        assert all(scene in out for scene in manifest.scenes)
    assert (f"Scènes{NBSP}: " if lang == "fr" else "Scenes: ") in out


def test_the_list_is_there_in_json(command: Command) -> None:
    listed = {rules["id"]: rules for rules in command("rules", "--json", "--lang", "fr").json["rules"]}
    assert set(listed) == set(find())
    savage = listed["savage"]
    assert savage["title"] == find()["savage"].title["fr"]
    assert savage["scenes"] == ["intrusion", "duel"]
    assert savage["rulings"]["both_out"] == {"values": ["ejected", "control"], "default": "ejected"}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("id", sorted(find()))
def test_a_page_is_shown_in_the_language(command: Command, id: str, lang: str) -> None:
    page = (find()[id].folder / f"rules.{lang}.md").read_text(encoding="utf-8")
    assert command("rules", id, "--lang", lang).out == page.rstrip("\n") + "\n"
    assert command("rules", id, "--lang", lang, "--json").json["page"] == page
