"""Logs: whole lines of JSON that hold no secret."""

import io
import json
import logging
import secrets
from collections.abc import Iterator

import httpx
import pytest

from contrecoup.web.logs import Lines, masked
from tests.web.calling import calling


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the server logs while a test runs."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    logger = logging.getLogger("contrecoup.web")
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.INFO)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(level)


def test_a_request_is_one_line_with_its_route_and_status(written: io.StringIO) -> None:
    calling(lambda caller: caller.get("/health?lang=fr"))
    (line,) = written.getvalue().splitlines()
    read = json.loads(line)
    assert (read["event"], read["method"], read["route"], read["status"]) == (
        "request",
        "GET",
        "/health",
        200,
    )
    assert read["ms"] > 0


def test_a_key_in_a_path_a_query_a_header_or_a_cookie_is_in_no_line(written: io.StringIO) -> None:
    key = secrets.token_urlsafe(24)

    async def all_ways(caller: httpx.AsyncClient) -> None:
        await caller.get(
            f"/join/{key}", headers={"authorization": f"Bearer {key}", "cookie": f"contrecoup={key}"}
        )
        await caller.get(f"/nowhere?key={key}")
        await caller.post(f"/{key}", content=key, headers={"origin": f"http://{key}"})

    calling(all_ways)
    assert len(written.getvalue().splitlines()) == 3
    assert key not in written.getvalue()
    assert '"/join/{key}"' in written.getvalue()


def test_line_breaks_of_a_caller_start_no_line(written: io.StringIO) -> None:
    calling(lambda caller: caller.get("/a%0A%7B%22event%22:1%7D"))
    assert len(written.getvalue().splitlines()) == 1


def test_a_databases_password_is_masked_in_an_error() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 1, "no postgresql://tom:hunter2@db/x", (), None)
    assert "hunter2" not in Lines().format(record)
    assert masked("postgresql://tom:hunter2@db/x") == "postgresql://…@db/x"
