"""What is let in, and what every answer says about itself."""

import httpx
import pytest

from contrecoup.web.settings import Limits, Rate, Settings
from tests.web.calling import HOST, calling, get, post

ANSWERS = [
    pytest.param("/health", 200, id="a route"),
    pytest.param("/nowhere", 404, id="no route"),
    pytest.param("/metrics", 403, id="a refusal of a route"),
    pytest.param("/" + "a" * 5000, 414, id="a refusal of the gate"),
]


@pytest.mark.parametrize(("path", "status"), ANSWERS)
def test_every_answer_forbids_what_no_page_of_ours_needs(path: str, status: int) -> None:
    answer = get(path)
    assert answer.status_code == status
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"


def test_only_what_comes_by_https_is_told_to_stay_there() -> None:
    assert "strict-transport-security" in get("/health", scheme="https").headers
    assert "strict-transport-security" not in get("/health").headers


@pytest.mark.parametrize(
    ("path", "status", "id"),
    [
        ("/nowhere", 404, "missing"),
        ("/metrics", 403, "not_yours"),
        ("/?" + "a" * 5000, 414, "target_too_long"),
    ],
)
def test_whatever_is_refused_is_a_problem_in_the_readers_language(path: str, status: int, id: str) -> None:
    english = get(path, accept_language="en")
    french = get(path, accept_language="fr-CA, en;q=0.5")
    assert english.headers["content-type"] == french.headers["content-type"] == "application/problem+json"
    assert english.json()["status"] == english.status_code == status
    assert english.json()["type"] == french.json()["type"] == f"urn:contrecoup:problem:{id}"
    assert english.json()["title"] != french.json()["title"]
    assert "." in english.json()["detail"]
    assert "web." not in english.json()["detail"] + french.json()["detail"]


def test_a_method_that_a_route_lacks_is_refused_with_those_that_it_has() -> None:
    answer = post("/health")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_a_browser_says_come_from_elsewhere_are_refused(site: str) -> None:
    answer = get("/health", sec_fetch_site=site)
    assert answer.status_code == 403
    assert [reason["id"] for reason in answer.json()["reasons"]] == ["web.other_site"]


def test_a_link_from_elsewhere_may_lead_to_a_page_but_not_to_the_api() -> None:
    coming = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
    assert get("/health", **coming).status_code == 200
    assert get("/api/v1/openapi.json", **coming).status_code == 403
    assert post("/health", **coming).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"http://{HOST}:81", f"http://{HOST}.evil.example", "http://["]
)
def test_what_changes_something_must_come_from_this_origin(origin: str) -> None:
    answer = post("/health", origin=origin)
    assert answer.status_code == 403
    assert [reason["id"] for reason in answer.json()["reasons"]] == ["web.other_origin"]


@pytest.mark.parametrize("origin", [f"http://{HOST}", f"http://{HOST}:80", f"HTTP://{HOST.upper()}"])
def test_this_origin_is_known_however_it_is_written(origin: str) -> None:
    assert post("/health", origin=origin).status_code == 405


def test_a_server_answers_to_its_own_names_alone() -> None:
    settings = Settings(hosts=(HOST,))
    assert get("/health", settings).status_code == 200
    assert get("/health", settings, host=f"{HOST}:8000").status_code == 200
    for name in ("evil.example", "", "[", f"{HOST}.evil.example"):
        answer = get("/health", settings, host=name)
        assert answer.status_code == 400
        assert answer.json()["reasons"][0]["id"] == "web.host"


@pytest.mark.parametrize("path", ["/health", "/api/v1/commands"])
@pytest.mark.parametrize("host", ['te"st', "te st", "te/st", "te\\st", "<test>"])
def test_what_is_no_host_is_refused_wherever_it_asks(host: str, path: str) -> None:
    answer = post(path, host=host)
    assert answer.status_code == 400
    assert answer.json()["reasons"][0]["id"] == "web.host"


def test_a_head_is_bounded_in_size_and_in_number_of_headers() -> None:
    assert get("/health", x_padding="a" * 15_000).status_code == 200
    assert get("/health", x_padding="a" * 17_000).status_code == 431
    many = {f"x_{number}": "a" for number in range(70)}
    assert get("/health", **many).status_code == 431


def test_one_address_is_held_to_its_rate_and_others_are_not() -> None:
    settings = Settings(limits=Limits(everything=Rate(0.1, 3)))

    async def four(caller: httpx.AsyncClient) -> list[httpx.Response]:
        return [await caller.get("/health") for _ in range(4)]

    *let_in, refused = calling(four, settings)
    assert [answer.status_code for answer in let_in] == [200, 200, 200]
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "10"
    assert "10" in refused.json()["detail"]


def test_figures_are_for_this_machine_or_whoever_has_the_token() -> None:
    settings = Settings(token="a long token")
    assert get("/metrics", client="127.0.0.1").status_code == 200
    assert get("/metrics", client="::1").status_code == 200
    assert get("/metrics", client="127.0.0.1", x_forwarded_for="203.0.113.5").status_code == 403
    assert get("/metrics", settings, authorization="Bearer a long token").status_code == 200
    for given in ("Bearer a longer token", "Bearer", "Basic a long token", "Bearer é"):
        assert get("/metrics", settings, authorization=given).status_code == 403


def test_figures_count_requests_by_route_and_name_no_path() -> None:
    async def several(caller: httpx.AsyncClient) -> str:
        await caller.get("/health")
        await caller.get("/nowhere/secret-of-somebody")
        await caller.get("/join/another-secret")
        return (await caller.get("/metrics")).text

    text = calling(several, client="127.0.0.1")
    assert 'contrecoup_requests_total{method="GET",route="/health",status="200"} 1' in text.splitlines()
    assert 'contrecoup_requests_total{method="GET",route="",status="404"} 1' in text.splitlines()
    assert 'contrecoup_requests_total{method="GET",route="/join/{key}",status="401"} 1' in text.splitlines()
    assert 'contrecoup_request_seconds_count{route="/health"} 1' in text.splitlines()
    assert "secret" not in text
