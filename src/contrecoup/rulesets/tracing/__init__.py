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


class Tracing:
    """The five calls of the rule set."""

    scenes: Mapping[str, type[Setup]] = {"trace": Trace, "session": Session}
    sheets = {"attacker": Attacker, "defender": Defender, "helper": Helper}
    content = Content
    forms = Forms()
    start = staticmethod(flow.start)
    node = staticmethod(flow.node)
    apply = staticmethod(flow.apply)
    tell = staticmethod(tell)
    view = staticmethod(view)
    later = staticmethod(later)


RULESET = Tracing()
