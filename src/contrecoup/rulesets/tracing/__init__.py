"""The rule set `tracing`: digital tracing sessions."""

from collections.abc import Mapping

from contrecoup.kernel import Setup
from contrecoup.rulesets.tracing import flow
from contrecoup.rulesets.tracing.entries import Content
from contrecoup.rulesets.tracing.forms import Forms
from contrecoup.rulesets.tracing.later import later
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.sheets import Attacker, Defender, Helper
from contrecoup.rulesets.tracing.tell import tell
from contrecoup.rulesets.tracing.view import view

__all__ = ["RULESET"]


_PERSON = ("name", "computers", "stealth", "intelligence", "body", "tech_pool", "datajack")


class Tracing:
    """The five calls of the rule set."""

    scenes: Mapping[str, type[Setup]] = {"trace": Trace, "session": Session}
    sheets = {"attacker": Attacker, "defender": Defender, "helper": Helper}
    content = Content
    forms = Forms()
    correctable = (
        *(f"intruders[].{field}" for field in ("computers", "boxes", "stealth", "further", "pool")),
        "keepers[].pool",
    )
    correctable_sheets = (
        "tn",
        *(f"{whose}.{field}" for whose in ("attacker", "defender", "helpers[]") for field in _PERSON),
        *("attacker.previous", "attacker.further"),
        *("defender.programs[].rating", "helpers[].programs[].rating"),
    )
    start = staticmethod(flow.start)
    node = staticmethod(flow.node)
    apply = staticmethod(flow.apply)
    tell = staticmethod(tell)
    view = staticmethod(view)
    later = staticmethod(later)


RULESET = Tracing()
