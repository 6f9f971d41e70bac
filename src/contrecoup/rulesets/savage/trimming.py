"""What of an intrusion can't matter any more to its ends, so that odds of best play walk fewer states.

Nothing here is a rule: each trim says why what it takes away changes neither an outcome nor a tally. The
contract suite compares trimmed intrusions with whole ones.
"""

from msgspec.structs import replace

from contrecoup.dice import marks_of
from contrecoup.rulesets.savage.comparing import STEP
from contrecoup.rulesets.savage.rules.trait import LOWEST, TARGET
from contrecoup.rulesets.savage.state import IntrusionState, Kept

State = IntrusionState


def trimmed(state: State) -> State:
    """The state without what can't matter from here on.

    Whether a blow has fallen before matters to nobody, nor who found an alert and who raised it; of an end
    what stays on sheets.
    """
    state = replace(state, struck=False, alerted=state.alert)
    if state.phase == "over":
        body = replace(state.body, bennies=0)
        return replace(state, body=body, alert=False, alerted=False, backdoor=0, spiders=0)
    if state.kept is None:
        return state
    if state.phase == "resist":
        return replace(state, kept=Kept(state.kept.total, False))
    return _compared(state, state.kept)


def _compared(state: State, kept: Kept) -> State:
    """A throw that takes all markers has as good as taken them: a higher one can't take more."""
    least = kept.total + 1 if state.phase == "higher" else kept.total
    system = 0 if least >= STEP * state.system else state.system
    if state.alert:
        marks = min(system, marks_of(kept.total, TARGET))
        kept = Kept(STEP * marks if marks else LOWEST, False)
    return replace(state, system=system, kept=kept)
