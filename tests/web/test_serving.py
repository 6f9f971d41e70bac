"""Serving: starting, stopping, several processes, a database that is down, and heads without end."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.postgres import Server as Postgres
from tests.web import plain
from tests.web.api.playing import Group
from tests.web.served import COMMAND, PATIENCE, ROOT, Served, served


def _soon(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_stop_ends_streams_at_once_and_nothing_with_an_error(tmp_path: Path) -> None:
    with served("--data", str(tmp_path / "tables.db")) as server, Group(server.address) as group:
        with group.player.follow() as events:
            next(events)
            server.process.terminate()
            kinds = [event.get("event", "") for event in events]
            assert "out" not in kinds
        assert server.process.wait(PATIENCE) == 0
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert [line for line in lines if line["level"] not in ("info", "debug")] == []


def test_what_was_played_is_there_after_a_restart(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "tables.db"))
    with served(*options) as server, Group(server.address) as group:
        group.player.answer(group.scene)
        before = group.player.see()
        token = group.player.token
        assert server.stop() == 0
    with served(*options) as server:
        after = plain.get(
            f"{server.address}/api/v1/table", headers={"Authorization": f"Bearer {token}"}
        ).json()
    assert after["stamp"] == before["stamp"]


def test_no_key_stands_in_the_log_of_a_server(tmp_path: Path) -> None:
    with served("--data", str(tmp_path / "tables.db")) as server, Group(server.address) as group:
        plain.get(f"{server.address}/join/{group.key}")
        plain.get(f"{server.address}/api/v1/table?session={group.gm.token}")
        server.stop()
        log = server.log()
        assert '"route":"/api/v1/commands"' in log
        for secret in (group.key, group.gm.token, group.player.token, *group.keys.values()):
            assert secret not in log


def test_several_processes_over_one_file_are_refused(tmp_path: Path) -> None:
    done = _run("--data", str(tmp_path / "tables.db"), "--workers", "2")
    assert done.returncode == 1
    assert "PostgreSQL" in done.stderr
    assert not (tmp_path / "tables.db").exists()


def test_an_address_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = _run("--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "127.0.0.1" in done.stderr


def test_a_port_that_is_none_is_a_usage_error() -> None:
    done = _run("--port", "70000")
    assert done.returncode == 2
    assert "65535" in done.stderr


def test_a_head_without_end_is_cut_off(tmp_path: Path) -> None:
    with served("--data", str(tmp_path / "tables.db"), program=COMMAND) as server:
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), PATIENCE) as connection:
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n")
            got = b""
            try:
                for number in range(200_000):  # a busy system's buffers take some before the server looks
                    connection.sendall(b"X-%d: %s\r\n" % (number, b"a" * 100))
            except OSError:
                pass  # it has hung up: that is the point
            else:
                raise AssertionError("twenty megabytes of headers were taken")
            connection.settimeout(PATIENCE)
            try:
                got = connection.recv(1000)
            except OSError:
                got = b""
        assert got.startswith(b"HTTP/1.1 431") or got == b""
        assert plain.get(f"{server.address}/health").status_code == 200


def test_whoever_takes_nothing_of_his_stream_is_cut_off_and_nobody_else(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "tables.db"))
    with (
        served(*data, CONTRECOUP_TEST_STALLED="1") as server,
        Group(server.address) as group,
        ThreadPoolExecutor(2) as awake,
        _following(server, group.screen.token),
        _following(server, group.screen.token) as drowsy,
        group.player.follow() as events,
    ):
        told = awake.submit(lambda: any("that is all" in event.get("data", "") for event in events))
        told_slowly = awake.submit(_drowse, drowsy, b"that is all")
        _soon(lambda: _streams(server) == 3)
        while _streams(server) == 3:  # what there is to read grows with every note
            group.gm.do({"do": "note", "text": "a" * 2000, "audience": ["*"]})
        group.gm.do({"do": "note", "text": "that is all", "audience": ["*"]})
        assert told.result(PATIENCE)
        assert told_slowly.result(PATIENCE) > 2
        assert _streams(server) == 2


@contextmanager
def _following(server: Served, token: str) -> Generator[socket.socket]:
    """A connection on which a stream was asked for, with little room for what comes."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((host, int(port)))
        head = f"GET /api/v1/stream HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n"
        connection.sendall(head.encode())
        yield connection


def _drowse(connection: socket.socket, until: bytes) -> float:
    """Read slowly until something comes; how many seconds that took."""
    start, rest = time.monotonic(), b""
    while until not in rest:
        got = connection.recv(4096)
        assert got, "cut off"
        rest = rest[-len(until) :] + got
        time.sleep(0.04)
    return time.monotonic() - start


def _streams(server: Served) -> int:
    metrics = plain.get(f"{server.address}/metrics").text
    return int(metrics.split("\ncontrecoup_streams ")[1].split("\n")[0])


def test_while_the_database_is_down_nothing_is_acknowledged_and_all_goes_on_afterwards(
    postgres: Postgres, postgres_url: str
) -> None:
    with served(CONTRECOUP_DATABASE_URL=postgres_url) as server, Group(server.address) as group:
        before = group.player.see()
        postgres.stop()
        try:
            seen = before["scene"]
            asked = {"do": "choose", "option": "connect"}
            answer = group.player.ask(asked, group.scene, seen["turn"], request="again")
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["retry-after"]) > 0
            assert answer.headers["content-type"] == "application/problem+json"
            assert plain.get(f"{server.address}/health").status_code == 503
        finally:
            postgres.start()
        _soon(lambda: plain.get(f"{server.address}/health").status_code == 200)
        receipt = group.player.do(asked, group.scene, seen["turn"], request="again")
        assert receipt["turn"] > seen["turn"]
        assert group.player.see()["scene"]["turn"] == receipt["turn"]


def test_several_processes_behind_one_socket_stop_together(postgres_url: str) -> None:
    with served("--workers", "2", CONTRECOUP_DATABASE_URL=postgres_url) as server:
        _soon(lambda: _answers(server))
        assert server.stop() == 0


def _answers(server: Served) -> bool:
    try:
        return plain.get(f"{server.address}/health", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def _run(*options: str) -> "subprocess.CompletedProcess[str]":
    """A server that doesn't come to be."""
    command = [sys.executable, *COMMAND, *options, "--lang", "en"]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False, env=dict(os.environ)
    )
