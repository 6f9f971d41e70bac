"""On grids of scenes of all three rule sets best play is never worth less than push."""

import pytest

from contrecoup import best, load, odds

JOE = "examples/fast-joe.toml"


@pytest.mark.parametrize(("hacking", "ice"), [("d4", "d12"), ("d8", "d8"), ("d12", "d4")])
def test_best_play_is_worth_at_least_what_push_comes_to(hacking: str, ice: str) -> None:
    changes = {"hacker.bennies": "0", "hacker.hacking": hacking, "system.ice": ice}
    scene = load(JOE, changes)
    assert best(scene, "hacker", "control=1").value >= odds(scene).ends["control"] - 1e-12


def person(name: str, dexterity: int) -> dict[str, object]:
    """Somebody with a blade."""
    attributes = {"dexterity": dexterity, "vigor": 1, "perception": 1, "rank": 1}
    return {"kind": "human", "name": name, "attributes": attributes, "combat": {"melee": 1}}


@pytest.mark.parametrize("kind", ["attack", "fight"])
@pytest.mark.parametrize("dexterity", [1, 2])
def test_a_fighter_at_his_best_does_at_least_as_well_as_push(kind: str, dexterity: int) -> None:
    pair = (("north", person("A", dexterity)), ("south", person("B", 1)))
    combatants = [{"side": side, "weapon": "blade", "sheet": sheet} for side, sheet in pair]
    scene = load({"rules": "machines", "scene": kind, "combatants": combatants})
    found, wanted = best(scene, "fighter_1"), "hit" if kind == "attack" else "north"
    assert found.value >= odds(scene).ends[wanted] - 1e-12
    assert bool(found.decisions) == (kind == "fight")


@pytest.mark.parametrize(("computers", "aimed"), [(1, 1), (2, 2)])
def test_an_attacker_at_his_best_gains_at_least_as_much_as_with_push(computers: int, aimed: int) -> None:
    attacker = {"computers": computers, "stealth": 0, "body": 1}
    defender = {"computers": 1, "stealth": 1, "tech_pool": 1}
    head = {"rules": "tracing", "scene": "session", "tn": 4, "plan": {"level": aimed}}
    scene = load({**head, "attacker": attacker, "defender": defender})
    mean = sum(int(level) * float(share) for level, share in odds(scene).tallies["level"].items())
    assert best(scene, "attacker").value >= mean - 1e-12
