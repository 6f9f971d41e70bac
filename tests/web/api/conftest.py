"""A server for the tests of the API, and tables at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.api.playing import Group
from tests.web.served import Served, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a file of its own."""
    with served("--data", str(tmp_path_factory.mktemp("tables") / "tables.db")) as server:
        yield server


@pytest.fixture
def group(server: Served) -> Iterator[Group]:
    """A new table with a game master, a player and a helper, in a running scene."""
    with Group(server.address) as group:
        yield group


@pytest.fixture(scope="session")
def example() -> str:
    """The text of a scene file."""
    return (Path(__file__).parents[3] / "examples" / "fast-joe.toml").read_text("utf-8")
