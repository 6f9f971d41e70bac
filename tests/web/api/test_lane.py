"""The lane: a command without query gets what its route gives to one with a query, headers and all."""

from typing import Any

import pytest

from contrecoup.web.settings import COMMAND_BYTES
from tests.web.api.playing import Group

NOTE = {"request": "same", "command": {"do": "note", "text": "seen"}}


def _answers(group: Group, **sent: Any) -> list[tuple[int, dict[str, str], str]]:
    """What the lane answers, and then the route."""
    found = []
    for query in ({}, {"lang": "en"}):
        answer = group.gm.http.post("/commands", params=query, **sent)
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        found.append((answer.status_code, headers, answer.text))
    return found


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (200, {"json": NOTE}),
        (400, {"json": {"request": "x"}}),
        (400, {"content": b"{", "headers": {"Content-Type": "application/json"}}),
        (401, {"json": NOTE, "headers": {"Authorization": "Bearer nobody"}}),
        (413, {"content": b" " * (COMMAND_BYTES + 1), "headers": {"Content-Type": "application/json"}}),
        (415, {"content": b"{}", "headers": {"Content-Type": "text/plain"}}),
        (422, {"json": {"request": "blank", "command": {"do": "note", "text": " "}}}),
    ],
)
def test_lane_and_route_answer_alike(group: Group, status: int, sent: dict[str, Any]) -> None:
    lane, route = _answers(group, **sent)
    assert lane == route
    assert lane[0] == status


def test_the_lane_is_counted_and_logged_as_its_route(group: Group) -> None:
    group.gm.do({"do": "note", "text": "counted"})
    counted = group.gm.http.get(f"{group.address}/metrics").text
    assert 'contrecoup_requests_total{method="POST",route="/api/v1/commands",status="200"}' in counted
