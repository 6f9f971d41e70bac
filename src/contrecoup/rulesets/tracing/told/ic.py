"""What IC that acts says."""

from collections.abc import Callable, Iterator

from contrecoup.kernel import Answer, Message, message, result_of
from contrecoup.rulesets.tracing.names import target_name
from contrecoup.rulesets.tracing.people import both_sides, tar_on
from contrecoup.rulesets.tracing.setup import Session, Tool
from contrecoup.rulesets.tracing.state import SessionState
from contrecoup.rulesets.tracing.told.answers import against

State = SessionState
Said = Iterator[Message]


def _tool(setup: Session, state: State) -> Tool:
    assert state.deed is not None
    return setup.tools[state.deed.keeper][state.deed.program]


def _rule(setup: Session, state: State) -> str:
    return _tool(setup, state).acts.replace("_", "-")


def _ic(setup: Session, before: State, answer: Answer, after: State) -> Said:
    hits = result_of(answer).value
    yield message(
        "ic_strikes" if hits else "ic_misses",
        rule=_rule(setup, before),
        audience=both_sides(setup, before),
        program=_tool(setup, before).name,
        count=hits,
    )


def _dodging(setup: Session, before: State, answer: Answer, after: State) -> Said:
    assert before.deed is not None
    left = max(0, before.deed.successes - result_of(answer).value)
    id, audience = "dodges_some" if left else "dodges", both_sides(setup, before)
    yield message(id, rule="dodge", audience=audience, who=target_name(setup, before), count=left)


def _resisting(setup: Session, before: State, answer: Answer, after: State) -> Said:
    deed, tool = before.deed, _tool(setup, before)
    assert deed is not None
    was, now = before.intruders[deed.target], after.intruders[deed.target]
    who, both, rule = target_name(setup, before), both_sides(setup, before), _rule(setup, before)
    if now.computers < was.computers:
        yield message("skill_falls", rule=rule, audience=both, who=who, computers=now.computers)
    elif after.phase == "harm" and after.deed is not None:
        yield message("ic_burns", rule=rule, audience=both, who=who, boxes=after.deed.successes)
    elif (now.boxes, now.hardware) == (was.boxes, was.hardware):
        yield message("resists", rule=rule, audience=both, who=who)
    else:
        yield from _burnt(setup, before, after)
    yield against(setup, before, rule, tool.rating + tar_on(was))


def _burnt(setup: Session, before: State, after: State) -> Said:
    assert before.deed is not None
    place = before.deed.target
    was, now = before.intruders[place], after.intruders[place]
    is_hardware = now.hardware > was.hardware
    boxes = now.hardware - was.hardware if is_hardware else now.boxes - was.boxes
    id, audience = "hardware_burns" if is_hardware else "hacker_burns", both_sides(setup, before)
    yield message(id, rule="black-ic", audience=audience, who=target_name(setup, before), boxes=boxes)


def _harm(setup: Session, before: State, answer: Answer, after: State) -> Said:
    yield from _burnt(setup, before, after)


SAID: dict[str, Callable[[Session, State, Answer, State], Said]] = {
    "ic": _ic,
    "dodging": _dodging,
    "resisting": _resisting,
    "harm": _harm,
}
