"""The odds of whole intrusions and duels, against values worked out once by other means."""

from fractions import Fraction
from typing import Any

import pytest

from contrecoup.odds import odds, odds_many
from contrecoup.odds.atlas import forget
from contrecoup.registry import Scene, load

INTRUSIONS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"hacking": 8, "wild": True, "hmark": 8, "ice": 8, "red": False},
        {
            "control": 0.5640251382998905,
            "ejected": 0.43597486170010924,
            "mean_rounds": 5.6499178940819865,
            "both_out": 0.1302881630027,
            "hacker": {
                1: 0.10207182095757535,
                2: 0.10729506967535472,
                3: 0.10542756991374819,
                4: 0.09493950052548966,
                5: 0.07611075457533564,
                6: 0.05047981725730126,
                7: 0.022877267491801932,
                8: 0.00482333790328374,
            },
            "system": {
                0: 0.1302881630027,
                1: 0.08361374791001283,
                2: 0.07512548385006423,
                3: 0.06150688330840209,
                4: 0.0441046814343713,
                5: 0.026011358275563997,
                6: 0.011609724829287151,
                7: 0.003302428817994389,
                8: 0.0004123902717132663,
            },
        },
    ),
    (
        {"hacking": 8, "wild": True, "hmark": 8, "ice": 8, "red": True},
        {
            "control": 0.4118523382354583,
            "ejected": 0.5881476617645404,
            "mean_rounds": 5.044046005233975,
            "both_out": 0.17629532352908228,
            "hacker": {
                1: 0.10621593677889045,
                2: 0.09879685424535943,
                3: 0.08344562025016973,
                4: 0.06198023284763729,
                5: 0.03815853739671636,
                6: 0.017607740471730356,
                7: 0.0050292121537596855,
                8: 0.000618204091195034,
            },
            "system": {
                0: 0.17629532352908228,
                1: 0.10621593677889044,
                2: 0.0987968542453594,
                3: 0.08344562025016972,
                4: 0.0619802328476373,
                5: 0.038158537396716354,
                6: 0.017607740471730353,
                7: 0.005029212153759686,
                8: 0.0006182040911950341,
            },
        },
    ),
    (
        {"hacking": 6, "wild": False, "hmark": 6, "ice": 6, "red": False},
        {
            "control": 0.44558630683634587,
            "ejected": 0.5544136931636539,
            "mean_rounds": 5.962772103196513,
            "both_out": 0.10882738632730793,
            "hacker": {
                1: 0.10956852224248555,
                2: 0.10761046488131351,
                3: 0.09588999155009428,
                4: 0.07367387965122782,
                5: 0.04360688791781369,
                6: 0.015236560593410964,
            },
            "system": {
                0: 0.10882738632730793,
                1: 0.10956852224248549,
                2: 0.10761046488131355,
                3: 0.09588999155009434,
                4: 0.0736738796512278,
                5: 0.043606887917813704,
                6: 0.01523656059341096,
            },
        },
    ),
    (
        {"hacking": 10, "wild": True, "hmark": 4, "ice": 10, "red": True, "hot_sim": True},
        {
            "control": 0.03349653239920289,
            "ejected": 0.9665034676007968,
            "mean_rounds": 2.9758650018476445,
            "both_out": 0.06901967859658378,
            "hacker": {
                1: 0.022292394593648908,
                2: 0.008703992888089887,
                3: 0.002228793259827322,
                4: 0.00027135165763677335,
            },
            "system": {
                0: 0.06901967859658378,
                1: 0.05236221537957139,
                2: 0.07326820301983303,
                3: 0.09717755030490907,
                4: 0.12267332324031013,
                5: 0.14177478822000522,
                6: 0.1470014359896722,
                7: 0.12731682914952427,
                8: 0.0883547231103633,
                9: 0.042243571693381846,
                10: 0.005311148896642466,
            },
        },
    ),
    (
        {"hacking": 8, "wild": True, "hmark": 8, "ice": 8, "red": False, "assist": [8]},
        {
            "control": 0.6855976483540575,
            "ejected": 0.31440235164593905,
            "mean_rounds": 5.146271958930337,
            "both_out": 0.12126391027001784,
            "hacker": {
                1: 0.10204044171858696,
                2: 0.11649936098661175,
                3: 0.12412436062544599,
                4: 0.12077327500339197,
                5: 0.10450105054186648,
                6: 0.0744182752186722,
                7: 0.03552169772801116,
                8: 0.007719186531470976,
            },
            "system": {
                0: 0.12126391027001784,
                1: 0.06336355703786767,
                2: 0.05120305547812006,
                3: 0.03715936203798466,
                4: 0.02333727510413909,
                5: 0.012030067354404103,
                6: 0.00474930057390363,
                7: 0.0011768199453871249,
                8: 0.00011900384411487468,
            },
        },
    ),
    (
        {"hacking": 12, "wild": True, "hmark": 12, "ice": 12, "red": True, "assist": [12], "alert": True},
        {
            "control": 0.41842064857519834,
            "ejected": 0.5815793514247976,
            "mean_rounds": 5.249424584947056,
            "both_out": 0.20901602018500856,
            "hacker": {
                1: 0.09774738136423664,
                2: 0.0909448302829701,
                3: 0.07806175911694706,
                4: 0.060963733717950545,
                5: 0.04259926217044403,
                6: 0.02608839558968404,
                7: 0.013635406395426665,
                8: 0.005865563857844568,
                9: 0.001969522379597819,
                10: 0.00047313132185579365,
                11: 6.939405958993738e-05,
                12: 2.268318651175142e-06,
            },
            "system": {
                0: 0.20901602018500856,
                1: 0.08478879765281959,
                2: 0.07750035526695406,
                3: 0.06651599414139908,
                4: 0.05306228322689164,
                5: 0.03882239577915523,
                6: 0.025592885927466127,
                7: 0.014848528423555423,
                8: 0.007346190014663601,
                9: 0.0029646509885932213,
                10: 0.000913129414055418,
                11: 0.00019090209632199743,
                12: 1.721830791352581e-05,
            },
        },
    ),
]


def intrusion(*, hacking: int, wild: bool, hmark: int, ice: int, red: bool, **more: Any) -> dict[str, Any]:
    """A scene; `hot_sim` halves a Spirit die of twice the markers, `assist` lets the commlink help."""
    hot = more.get("hot_sim", False)
    hacker: dict[str, Any] = {
        "hacking": f"d{hacking}",
        "wild_card": wild,
        "spirit": f"d{2 * hmark}" if hot else "d6",
        "vigor": "d6",
        "mode": "hot_sim" if hot else "commlink",
        "commlink": {"rating": hmark},
    }
    return {
        "rules": "savage",
        "scene": "intrusion",
        "rulings": {"commlink_helps": "assist" in more},
        "hacker": hacker,
        "system": {"colour": "red" if red else "green", "ice": f"d{ice}", "alert": more.get("alert", False)},
    }


FAST_JOE = intrusion(hacking=8, wild=True, hmark=8, ice=8, red=False)


def joe(**changes: Any) -> Scene:
    """Fast Joe's intrusion with other rulings."""
    return load(FAST_JOE | {"rulings": {"commlink_helps": False} | changes})


@pytest.mark.parametrize(("setup", "wanted"), INTRUSIONS)
def test_an_intrusion_is_as_worked_out(setup: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = odds(load(intrusion(**setup)))
    hacker, system = found.left["hacker"], found.left["system"]
    assert found.ends["control"] == pytest.approx(wanted["control"], abs=1e-12)
    assert found.ends["ejected"] == pytest.approx(wanted["ejected"], abs=1e-12)
    assert found.rounds.mean == pytest.approx(wanted["mean_rounds"], abs=1e-10)
    assert {n: p for n, p in hacker.items() if n} == pytest.approx(wanted["hacker"], abs=1e-12)
    assert system == pytest.approx(wanted["system"], abs=1e-12)
    assert found.cut == 0


def test_intrusions_together_are_as_worked_out() -> None:
    forget()
    asked = odds_many([load(intrusion(**setup)) for setup, _ in INTRUSIONS])
    for found, (_, wanted) in zip(asked, INTRUSIONS, strict=True):
        assert found.ends["control"] == pytest.approx(wanted["control"], abs=1e-12)
        assert found.rounds.mean == pytest.approx(wanted["mean_rounds"], abs=1e-10)


def test_a_small_intrusion_has_these_fractions() -> None:
    found = odds(load(intrusion(hacking=8, wild=True, hmark=4, ice=4, red=False)), exact=True)
    whole = 9763842844298972894801365981917609984
    assert found.ends["control"] == Fraction(8047666221175965720333270495822781333, whole)
    assert found.ends["ejected"] == Fraction(1716176623123007174468095486094828651, whole)
    mean = Fraction(7987102167493475283165316195914396857, 2440960711074743223700341495479402496)
    assert found.rounds.mean == mean


def test_fast_joe_gains_control_as_often_as_worked_out() -> None:
    found = odds(joe())
    assert found.ends["control"] == pytest.approx(0.564025138299891, abs=1e-12)
    assert found.rounds.mean == pytest.approx(5.649917894081991, abs=1e-12)


def test_fractions_and_doubles_agree_in_every_figure() -> None:
    found, exact = odds(joe()), odds(joe(), exact=True)
    assert found.ends == pytest.approx({end: float(p) for end, p in exact.ends.items()}, abs=1e-13)
    for kind, of in (("left", "hacker"), ("left", "system")):
        wanted = {value: float(p) for value, p in exact.tallies[kind][of].items()}
        assert found.tallies[kind][of] == pytest.approx(wanted, abs=1e-13)
    assert found.harm == pytest.approx({label: float(p) for label, p in exact.harm.items()}, abs=1e-13)
    assert sum(exact.harm.values()) == 1
    assert exact.cut == 0


def test_who_loses_the_last_markers_together_moves_thirteen_points() -> None:
    found = odds(joe())
    moved = float(found.rulings_weight["both_out"]["control"]["control"] - found.ends["control"])
    assert moved == pytest.approx(0.1302881630027, abs=1e-12)


def test_a_rulings_weight_is_the_odds_under_its_other_value() -> None:
    weight = odds(joe()).rulings_weight
    assert list(weight) == [ruling.id for ruling in joe().manifest.rulings]
    for ruling, value in (("natural_one", "any_face"), ("ones_on", "trait_die"), ("both_out", "control")):
        assert weight[ruling][value] == odds(joe(**{ruling: value})).ends
    assert list(weight["commlink_helps"]) == [True]


def test_the_rounds_of_an_intrusion_add_up_to_one_and_to_their_mean() -> None:
    rounds = odds(joe()).rounds
    assert sum(rounds.p.values()) + rounds.cut == pytest.approx(1, abs=1e-14)
    assert rounds.cut < 1e-15
    assert sum(number * p for number, p in rounds.p.items()) == pytest.approx(rounds.mean, abs=1e-12)


def test_a_duel_is_as_worked_out() -> None:
    link = {"rating": 6}
    one = {"hacking": "d8", "wild_card": True, "spirit": "d6", "commlink": link}
    other = {"hacking": "d6", "wild_card": False, "spirit": "d6", "commlink": link}
    found = odds(load({"rules": "savage", "scene": "duel", "attacker": one, "defender": other}))
    wanted = {
        "attacker_crashes": 0.1789677815554358,
        "defender_crashes": 0.6820228205017521,
        "both_crash": 0.1390093979428088,
    }
    assert found.ends == pytest.approx(wanted, abs=1e-12)
    assert found.rounds.mean == pytest.approx(4.059689231168219, abs=1e-10)
