"""Files that leave a table and come back."""

import json

from tests.web import plain
from tests.web.api.playing import Group


def test_a_campaign_comes_back_whole(group: Group) -> None:
    group.player.answer(group.scene)
    group.gm.do({"do": "note", "text": "the harbour", "audience": ["*"]})
    taken = group.gm.http.get("/export")
    assert taken.headers["content-type"].startswith("application/jsonl")
    brought = plain.post(
        f"{group.address}/api/v1/import", content=taken.content, headers={"content-type": "application/jsonl"}
    )
    assert brought.status_code == 201, brought.text
    there = group.member(brought.json()["session"])
    before, after = group.gm.see(), there.see()
    assert after["title"] == before["title"]
    assert after["notes"] == before["notes"]
    assert after["scene"]["board"] == before["scene"]["board"]
    assert brought.json()["table"] != group.table


def test_no_key_leaves_a_table(group: Group) -> None:
    text = group.gm.http.get("/export").text
    secrets = [group.key, group.gm.token, group.player.token, *group.keys.values()]
    assert [secret for secret in secrets if secret in text] == []


def test_a_player_takes_what_is_his_alone(group: Group) -> None:
    group.gm.do({"do": "note", "text": "a spider lurks"})
    for path in ("/export", "/recap"):
        assert "a spider lurks" not in group.player.http.get(path).text
    lines = group.player.http.get("/export").text.splitlines()
    assert json.loads(lines[0])["seat"] == group.player.seat


def test_a_recap_is_a_page_in_the_language_that_is_asked_for(group: Group) -> None:
    group.player.answer(group.scene)
    page = group.player.http.get("/recap", params={"form": "html", "lang": "fr"})
    assert page.headers["content-type"].startswith("text/html")
    assert 'lang="fr"' in page.text
    assert group.player.http.get("/recap", params={"form": "pdf"}).status_code == 400


def test_what_is_no_export_is_refused_with_its_lines(group: Group) -> None:
    taken = group.gm.http.get("/export").content.splitlines(keepends=True)
    for content in (
        b"",
        b"{}",
        b"\xff" * 100,
        b"".join(taken[:-1]),
        b"".join([*taken[:2], b"{}\n", *taken[3:]]),
    ):
        answer = plain.post(
            f"{group.address}/api/v1/import", content=content, headers={"content-type": "application/jsonl"}
        )
        assert answer.status_code == 422, answer.text
        assert all(reason["line"] for reason in answer.json()["reasons"])
    assert plain.post(f"{group.address}/api/v1/import", json={}).status_code == 415
