"""The rule set `savage`: the alternative Matrix for Savage Worlds."""

from collections.abc import Mapping

import msgspec

from contrecoup.kernel import Setup
from contrecoup.rulesets.savage import flow
from contrecoup.rulesets.savage.later import later
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.sheets import Hacker, System
from contrecoup.rulesets.savage.tell import tell
from contrecoup.rulesets.savage.view import view

__all__ = ["RULESET"]


_BODY = ("shaken", "wounds", "fatigue", "bennies")
_HACKER = ("name", "wild_card", "hacking", "spirit", "vigor", "commlink.name", "commlink.armour")


class Savage:
    """The five calls of the rule set."""

    scenes: Mapping[str, type[Setup]] = {"intrusion": Intrusion, "duel": Duel}
    sheets: Mapping[str, type[msgspec.Struct]] = {"hacker": Hacker, "system": System}
    content = None
    correctable = (
        *("hacker", "system", "alert"),
        *(f"{whose}{field}" for whose in ("body.", "attacker.body.", "defender.body.") for field in _BODY),
        *("attacker.markers", "defender.markers"),
    )
    correctable_sheets = (
        *(f"{whose}.{field}" for whose in ("hacker", "attacker", "defender") for field in _HACKER),
        *("system.name", "system.colour", "system.ice", "system.consequences"),
        *("system.spiders[].name", "system.spiders[].hacking", "system.spiders[].wild_card"),
    )
    start = staticmethod(flow.start)
    node = staticmethod(flow.node)
    apply = staticmethod(flow.apply)
    tell = staticmethod(tell)
    view = staticmethod(view)
    later = staticmethod(later)


RULESET = Savage()
