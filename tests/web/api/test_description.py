"""The description of the API is true: whatever is made from it is answered as it says (schemathesis)."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from schemathesis.config import SchemathesisConfig

from contrecoup.web.api import BODIES, takeaways
from tests.web import plain
from tests.web.api.playing import Group
from tests.web.served import Served

ODDS: Final = "/api/v1/odds"
ENDLESS: Final = "/api/v1/stream"
_CONFIG: Final = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", 401, 403, 404, 409, 413, 422]}
    }
}
"""What has the right form may still be out of turn, or no scene file: the description can't say that."""
_OPERATIONS: Final[tuple[tuple[str, str], ...]] = (
    ("GET", "/health"),
    ("GET", "/metrics"),
    ("POST", "/api/v1/campaigns"),
    ("POST", "/api/v1/join"),
    ("GET", "/api/v1/session"),
    ("DELETE", "/api/v1/session"),
    ("GET", "/api/v1/table"),
    ("POST", "/api/v1/commands"),
    ("GET", "/api/v1/recap"),
    ("GET", "/api/v1/export"),
    ("GET", ENDLESS),
    ("GET", ODDS),
    ("GET", "/api/v1/sheets/forms"),
    ("GET", "/api/v1/sheets/{sheet}"),
    ("GET", "/api/v1/sheets/{sheet}/form"),
    ("POST", "/api/v1/import"),
)


@schemathesis.serializer(takeaways.LINES)
def _lines(_: Any, value: Any) -> bytes:
    """Text as it is sent."""
    return str(value).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def table(server: Served) -> Iterator[Group]:
    """A table that everything is asked of, one thing after the other."""
    with Group(server.address) as group:
        yield group


@pytest.fixture(scope="module")
def description(server: Served) -> Any:
    """The description as the server gives it."""
    return plain.get(f"{server.address}/api/v1/openapi.json").json()


def test_the_description_names_every_route_and_no_other(description: Any) -> None:
    named = {(method.upper(), path) for path, methods in description["paths"].items() for method in methods}
    assert named == set(_OPERATIONS)


def test_every_body_that_is_taken_is_described(description: Any) -> None:
    for path in BODIES:
        assert description["paths"][path]["post"]["requestBody"]["required"]
    assert description["components"]["schemas"]["Asked"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("method", "path"),
    [each for each in _OPERATIONS if each[1] != ENDLESS],
)
def test_whatever_is_asked_is_answered_as_described(table: Group, method: str, path: str) -> None:
    schema = schemathesis.openapi.from_url(
        f"{table.address}/api/v1/openapi.json", config=SchemathesisConfig.from_dict(_CONFIG)
    )
    operation = schema[path][method]
    asker = table.screen if path == ODDS else table.gm  # who has no part is told so at once

    @settings(
        max_examples=60 if method == "POST" else 25,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        assume(not _has_whole_float(case.body))
        case.call_and_validate(headers={"Authorization": f"Bearer {asker.token}"})

    ask()


@pytest.mark.parametrize("path", [ENDLESS, ODDS, "/api/v1/table"])
def test_wrong_parameters_are_refused_as_described(table: Group, description: Any, path: str) -> None:
    documented = description["paths"][path]["get"]["responses"]
    for parameters in ({"lang": "tlh"}, {"scene": "a" * 41}, {"at": "a" * 101}):
        answer = table.gm.http.get(path.removeprefix("/api/v1"), params=parameters)
        assert answer.status_code == 400
        assert answer.headers["content-type"] in documented["400"]["content"]
        assert answer.json()["reasons"]


def test_odds_and_campaigns_that_come_back_are_answered_as_described(table: Group) -> None:
    schema = schemathesis.openapi.from_url(f"{table.address}/api/v1/openapi.json")
    headers = {"Authorization": f"Bearer {table.gm.token}"}
    odds = schema[ODDS]["GET"].Case(query={"scene": table.scene, "lang": "fr"})
    assert odds.call_and_validate(headers=headers).status_code == 200
    lines = table.gm.http.get("/export").text
    campaign = schema["/api/v1/import"]["POST"].Case(body=lines, media_type=takeaways.LINES)
    assert campaign.call_and_validate().status_code == 201


def _has_whole_float(value: Any) -> bool:
    """JSON Schema takes 2.0 for an integer; here only 2 is one."""
    if isinstance(value, dict):
        return any(map(_has_whole_float, value.values()))
    if isinstance(value, list):
        return any(map(_has_whole_float, value))
    return isinstance(value, float) and value.is_integer()
