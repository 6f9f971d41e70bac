"""On a grid of intrusions best play is never worth less than push."""

import pytest

from contrecoup import best, load, odds

JOE = "examples/fast-joe.toml"


@pytest.mark.parametrize(("hacking", "ice"), [("d4", "d12"), ("d8", "d8"), ("d12", "d4")])
def test_best_play_is_worth_at_least_what_push_comes_to(hacking: str, ice: str) -> None:
    changes = {"hacker.bennies": "0", "hacker.hacking": hacking, "system.ice": ice}
    scene = load(JOE, changes)
    assert best(scene, "hacker", "control=1").value >= odds(scene).ends["control"] - 1e-12
