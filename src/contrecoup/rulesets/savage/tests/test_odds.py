"""The vectors' odds, by the public call, exactly where asked, and by a second method."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import contrecoup
from contrecoup.rulesets.savage.tests import second_method

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
INTRUSIONS: list[dict[str, Any]] = VECTORS["intrusions"]
TINY = 1e-12


def scene(given: dict[str, Any], **rulings: Any) -> dict[str, Any]:
    """A vector's setup as a scene."""
    hacker = {"wild_card": given["wild"], "hacking": f"d{given['hacking']}", "spirit": "d6"}
    if given.get("hot_sim"):
        hacker |= {"mode": "hot_sim", "spirit": f"d{2 * given['hmark']}"}
    else:
        hacker |= {"commlink": {"rating": given["hmark"]}}
    colour = "red" if given["red"] else "green"
    system = {"colour": colour, "ice": f"d{given['ice']}", "alert": bool(given.get("alert"))}
    rulings = {"commlink_helps": "assist" in given} | rulings
    return {"rules": "savage", "scene": "intrusion", "hacker": hacker, "system": system, "rulings": rulings}


def solved(given: dict[str, Any], **rulings: Any) -> Any:
    return contrecoup.odds(contrecoup.load(scene(given, **rulings)))


@pytest.mark.parametrize("vector", INTRUSIONS, ids=lambda vector: str(vector["setup"]["hmark"]))
def test_intrusions_end_as_in_the_vectors(vector: dict[str, Any]) -> None:
    found = solved(vector["setup"])
    assert found.ends["control"] == pytest.approx(vector["control"], abs=TINY)
    assert found.ends["ejected"] == pytest.approx(vector["ejected"], abs=TINY)
    assert found.rounds.mean == pytest.approx(vector["mean_rounds"], abs=1e-11)
    for seat in ("hacker", "system"):
        left = {str(value): float(share) for value, share in found.left[seat].items() if share}
        assert left == pytest.approx(vector[f"{seat}_markers_left"], abs=TINY)


@pytest.mark.parametrize("vector", INTRUSIONS, ids=lambda vector: str(vector["setup"]["hmark"]))
def test_the_ruling_on_both_out_moves_what_the_vectors_say(vector: dict[str, Any]) -> None:
    found = solved(vector["setup"], both_out="control")
    assert found.ends["control"] == pytest.approx(vector["control"] + vector["both_out"], abs=TINY)


@pytest.mark.parametrize("vector", INTRUSIONS, ids=lambda vector: str(vector["setup"]["hmark"]))
def test_a_second_method_comes_to_the_same(vector: dict[str, Any]) -> None:
    control, both_out, rounds = second_method.odds(vector["setup"])
    found = solved(vector["setup"])
    assert found.ends["control"] == pytest.approx(control, abs=TINY)
    assert found.left["system"].get("0", found.left["system"].get(0, 0)) == pytest.approx(both_out, abs=TINY)
    assert found.rounds.mean == pytest.approx(rounds, abs=1e-11)


def test_the_fractions_are_exact() -> None:
    vector = VECTORS["intrusion_exact"]
    found = contrecoup.odds(contrecoup.load(scene(vector["setup"])), exact=True)
    assert Fraction(found.ends["control"]) == Fraction(vector["control"])
    assert Fraction(found.ends["ejected"]) == Fraction(vector["ejected"])
    assert Fraction(found.rounds.mean) == Fraction(vector["mean_rounds"])


def test_the_duel_of_the_source() -> None:
    vector = VECTORS["duel"]
    joe = {"hacking": "d8", "spirit": "d6", "commlink": {"rating": 6}}
    slave = {"wild_card": False, "hacking": "d6", "spirit": "d6", "commlink": {"rating": 6}}
    found = contrecoup.odds(
        contrecoup.load({"rules": "savage", "scene": "duel", "attacker": joe, "defender": slave})
    )
    assert found.ends["attacker_crashes"] == pytest.approx(vector["first_crashes"], abs=TINY)
    assert found.ends["defender_crashes"] == pytest.approx(vector["second_crashes"], abs=TINY)
    assert found.ends["both_crash"] == pytest.approx(vector["both_crash"], abs=TINY)
    assert found.rounds.mean == pytest.approx(vector["mean_rounds"], abs=1e-11)


def test_questions_of_one_shape_do_not_answer_for_one_another() -> None:
    given: dict[str, Any] = INTRUSIONS[0]["setup"]
    for rating in (8, 4, 12, 8):
        found = solved(given | {"hmark": rating})
        assert sum(found.left["hacker"].values()) == pytest.approx(found.ends["control"], abs=TINY)
        assert max(int(value) for value in found.left["hacker"]) == rating


def test_soaking_helps_exactly_where_the_plan_says_so() -> None:
    given = scene(INTRUSIONS[1]["setup"])
    given["hacker"]["bennies"] = 1
    kept = contrecoup.odds(contrecoup.load(given))
    spent = contrecoup.odds(contrecoup.load(given | {"plan": {"soak": True}}))
    assert spent.ends == pytest.approx(kept.ends, abs=TINY)
    assert spent.harm["none"] > kept.harm["none"] + 0.1
