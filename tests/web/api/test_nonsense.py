"""Nonsense in every shape: refused with reasons, and nothing changes."""

from typing import Any
from urllib.parse import quote

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contrecoup.table.commands import COMMANDS
from tests.web import plain
from tests.web.api.playing import Group

_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30)
)
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
_COMMANDS = st.builds(
    lambda do, rest: {**rest, "do": do},
    st.sampled_from(sorted(COMMANDS)),
    st.dictionaries(st.text(), _VALUES),
)
_PLAYERS = st.fixed_dictionaries(
    {"request": st.text(max_size=70) | _LEAVES, "command": _COMMANDS | _VALUES},
    optional={"scene": st.text(max_size=50) | _LEAVES, "turn": st.integers() | _LEAVES},
)
_FEW = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _is_refused(answer: httpx.Response) -> bool:
    return 400 <= answer.status_code < 500 and answer.headers["content-type"] == "application/problem+json"


@_FEW
@given(body=_PLAYERS | _VALUES)
def test_a_player_can_send_what_he_likes(group: Group, body: Any) -> None:
    stamp = group.player.see()["stamp"]
    answer = group.player.http.post("/commands", json=body)
    assert _is_refused(answer) or answer.status_code == 200, answer.text
    if _is_refused(answer):
        assert group.player.see()["stamp"] == stamp


@_FEW
@given(body=st.binary(max_size=200))
def test_bytes_that_are_no_json_are_refused(group: Group, body: bytes) -> None:
    for path in ("/commands", "/join", "/campaigns"):
        answer = group.player.http.post(path, content=body, headers={"content-type": "application/json"})
        assert _is_refused(answer), answer.text


@_FEW
@given(
    key=st.text(max_size=120),
    token=st.text(st.characters(codec="latin-1", categories=["L", "N", "P"]), min_size=1, max_size=120),
)
def test_no_key_and_no_token_can_be_made_up(group: Group, key: str, token: str) -> None:
    assert _is_refused(group.screen.http.post("/join", json={"key": key}))
    headers = httpx.Headers({"Authorization": f"Bearer {token}"}, "latin-1")
    assert _is_refused(plain.get(f"{group.address}/api/v1/table", headers=headers))


@_FEW
@given(path=st.text(max_size=40), query=st.text(max_size=40))
def test_no_path_breaks_the_server(group: Group, path: str, query: str) -> None:
    answer = group.player.http.get("/" + quote(path.lstrip("/")), params={"scene": query, "at": query})
    assert answer.status_code < 500
