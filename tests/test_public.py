"""The public module: small, typed, documented, and imported only as far as it is used."""

import inspect
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

import contrecoup
from contrecoup.dice import Source

SCENE: dict[str, Any] = {
    "rules": "savage",
    "scene": "intrusion",
    "hacker": {"hacking": "d8", "spirit": "d6", "commlink": {"rating": 4}},
    "system": {"colour": "green", "ice": "d4"},
}

PUBLIC = {
    "Belief", "Best", "Luck", "belief", "best", "luck",
    "Dial", "Distribution", "Figure", "Odds", "Refusal", "Refused", "Scene", "Source", "Table", "Thrown",
    "chart", "dial", "distribution", "load", "odds", "odds_many", "roll", "sweep",
}  # fmt: skip


def test_all_that_is_public_is_listed_and_there() -> None:
    assert set(contrecoup.__all__) == PUBLIC
    assert sorted(contrecoup.__all__) == list(contrecoup.__all__)
    assert set(dir(contrecoup)) >= PUBLIC
    for name in PUBLIC:
        assert inspect.getdoc(getattr(contrecoup, name)), name


def test_what_is_not_there_is_missed_by_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = contrecoup.nothing


@pytest.mark.parametrize(
    "code",
    [
        "import contrecoup; contrecoup.odds(contrecoup.load(SCENE)).ends",
        "import contrecoup, contrecoup.odds; contrecoup.odds(contrecoup.load(SCENE)).ends",
        "from contrecoup.odds import odds; from contrecoup import load; odds(load(SCENE)).ends",
        "import contrecoup.odds.graph; from contrecoup import odds, load; odds(load(SCENE)).ends",
    ],
)
def test_odds_can_be_called_however_they_were_imported(code: str) -> None:
    subprocess.run([sys.executable, "-c", f"SCENE = {SCENE!r}\n{code}"], check=True, timeout=60)


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert not imported("import contrecoup") & {"numpy", "msgspec", "lark", "scipy"}


def test_odds_of_a_usual_scene_need_no_scipy() -> None:
    code = f"import contrecoup; o = contrecoup.odds(contrecoup.load({SCENE!r})); o.ends, o.rounds.p"
    assert "scipy" not in imported(code)


def imported(code: str) -> set[str]:
    """The modules that are there once some code has run in a process of its own."""
    code += "\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    return set(run.stdout.split())


def test_odds_read_as_mappings_of_shares() -> None:
    found = contrecoup.odds(contrecoup.load(SCENE))
    assert isinstance(found, contrecoup.Odds)
    assert sum(found.ends.values()) == pytest.approx(1)
    assert set(found.left) == {"hacker", "system"}
    assert sum(found.harm.values()) == pytest.approx(1)
    assert found.cut == 0
    assert (found.rules, found.scene, found.plan) == ("savage", "intrusion", "push")
    assert found.rulings["both_out"] == "ejected"
    assert "control" in repr(found)


def test_exact_odds_are_fractions() -> None:
    found = contrecoup.odds(contrecoup.load(SCENE), exact=True)
    assert all(isinstance(share, Fraction) for share in found.ends.values())
    assert sum(found.ends.values()) == 1


def test_many_scenes_are_answered_in_their_order() -> None:
    scenes = [contrecoup.load(SCENE, {"system.ice": ice}) for ice in ("d4", "d12", "d8")]
    many = contrecoup.odds_many(scenes)
    assert [each.ends["control"] for each in many] == pytest.approx(
        [contrecoup.odds(scene).ends["control"] for scene in scenes], abs=1e-13
    )
    assert contrecoup.odds_many([]) == ()


def test_an_unknown_plan_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.odds(contrecoup.load(SCENE), plan="sleep")
    (reason,) = caught.value.reasons
    assert isinstance(reason, contrecoup.Refusal)
    assert (reason.id, reason.where, dict(reason.values)) == (
        "odds.plan",
        "plan",
        {"got": "sleep", "accepted": "push"},
    )


class Sixes:
    """A source that shows what it is told to."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def face(self, sides: int, /) -> int:
        return self.faces.pop(0)


def test_a_roll_takes_its_faces_from_a_source_or_from_the_system() -> None:
    source: Source = Sixes(2, 5)
    assert contrecoup.roll("2d6+1", source).value == 8
    assert 2 <= contrecoup.roll("2d6").value <= 12


def test_a_distribution_is_exact() -> None:
    assert contrecoup.distribution("2d6")[7] == Fraction(1, 6)


def test_notation_that_cannot_be_read_is_refused() -> None:
    for ask in (contrecoup.roll, contrecoup.distribution):
        with pytest.raises(contrecoup.Refused):
            ask("2d")
