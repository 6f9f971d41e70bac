"""The coins of these tests as a rule set that the registry finds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from contrecoup import registry
from contrecoup.registry import Scene

HERE = Path(__file__).parent


@pytest.fixture(scope="module", autouse=True)
def coins_are_found() -> Iterator[None]:
    """Where rule sets are looked for, with this folder among the places."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONTRECOUP_RULESETS", str(HERE))
        yield


@pytest.fixture(scope="module")
def scene(coins_are_found: None) -> Scene:
    return registry.load(DATA)


@pytest.fixture(scope="module", params=["coins", "intrusion", "duel"])
def any_scene(coins_are_found: None, request: pytest.FixtureRequest) -> Scene:
    return registry.load(SCENES[request.param])


DATA = {
    "rules": "coins",
    "scene": "toss",
    "first": {"name": "Ann"},
    "second": {"name": "Bob", "luck": "d6"},
}

HACKER = {"hacking": "d8", "spirit": "d6", "bennies": 2, "commlink": {"rating": 4}}
SCENES = {
    "coins": DATA,
    "intrusion": {
        "rules": "savage",
        "scene": "intrusion",
        "hacker": HACKER,
        "system": {"colour": "red", "ice": "d4", "spiders": [{"hacking": "d6"}]},
    },
    "duel": {"rules": "savage", "scene": "duel", "attacker": HACKER, "defender": {**HACKER, "hacking": "d4"}},
}
