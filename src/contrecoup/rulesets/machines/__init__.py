"""The rule set `machines`: robots and humans, pools of d10."""

from collections.abc import Mapping

from contrecoup.kernel import Setup
from contrecoup.rulesets.machines import flow
from contrecoup.rulesets.machines.contents import Content
from contrecoup.rulesets.machines.forms import Forms
from contrecoup.rulesets.machines.later import later
from contrecoup.rulesets.machines.setup import Attack, Check, Fight
from contrecoup.rulesets.machines.sheets import Human, Robot
from contrecoup.rulesets.machines.tell import tell
from contrecoup.rulesets.machines.view import called, view

__all__ = ["RULESET"]


_SECTIONS = (
    *("name", "willpower", "system.*", "attributes.*", "combat.*", "humanisation.*", "competence.*"),
    *("technique.*", "knowledge.*", "nerve.*"),
)


class Machines:
    """The five calls of the rule set."""

    scenes: Mapping[str, type[Setup]] = {"check": Check, "attack": Attack, "fight": Fight}
    sheets = {"robot": Robot, "human": Human}
    content = Content
    forms = Forms()
    correctable = ("standings[].boxes", "standings[].rounds[]", "standings[].spare[]")
    correctable_sheets = tuple(f"combatants[].sheet.{section}" for section in _SECTIONS)
    start = staticmethod(flow.start)
    node = staticmethod(flow.node)
    apply = staticmethod(flow.apply)
    tell = staticmethod(tell)
    view = staticmethod(view)
    later = staticmethod(later)
    called = staticmethod(called)


RULESET = Machines()
