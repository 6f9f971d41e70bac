"""Why a setup can't be, and why an option isn't offered."""

from collections.abc import Iterator

from contrecoup.kernel import Option, Refusal, Refused, refusal
from contrecoup.rulesets.tracing.rules.skill import pool_of
from contrecoup.rulesets.tracing.rules.trace import HOOKS
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.sheets import Defence, Hook
from contrecoup.rulesets.tracing.state import SessionState

DOMAIN = "tracing"


def refuse_trace(setup: Trace) -> None:
    """Refused with every reason why this trace can't be searched for."""
    _refuse([*_hook_faults(setup.hooks, "hooks"), *_defence_faults(setup.defences)])


def refuse_session(setup: Session) -> None:
    """Refused with every reason why this session can't be held."""
    hooks = (*_hook_faults((*setup.hooks, *setup.findable), "hooks"), *_defence_faults(setup.defences))
    _refuse([*hooks, *_split_faults(setup)])


def _refuse(reasons: list[Refusal]) -> None:
    if reasons:
        raise Refused(reasons, DOMAIN)


def _hook_faults(hooks: tuple[Hook, ...], where: str) -> Iterator[Refusal]:
    kinds = [hook.kind for hook in hooks]
    for place, hook in enumerate(hooks):
        most, least = HOOKS[hook.kind]
        if hook.value is not None and not most <= hook.value <= least:
            yield refusal("refused.hook_value", f"{where}[{place}].value", most=most, least=least)
        if hook.kind in ("superficial_details", "personal_information") and "known_well" in kinds:
            yield refusal("refused.known_well", f"{where}[{place}].kind")
        if hook.kind in kinds[:place]:
            yield refusal("refused.hook_twice", f"{where}[{place}].kind")


def _defence_faults(defences: tuple[Defence, ...]) -> Iterator[Refusal]:
    for place, defence in enumerate(defences):
        if defence.kind != "sheltered" and defence.rating is None:
            yield refusal("refused.no_rating", f"defences[{place}].rating")


def _split_faults(setup: Session) -> Iterator[Refusal]:
    split, pool = setup.plan.pool, pool_of(setup.attacker)
    if split is not None and split.computers + split.stealth != pool:
        yield refusal("refused.split", "plan.pool", pool=pool)


def why_not(setup: Session, state: SessionState, answer: Option) -> None:
    """Refused with the rule that stands in the way, where one does; other options are the choice's matter."""
    reasons = tuple(_obstacles(setup, state, answer))
    if reasons:
        raise Refused(reasons, DOMAIN)


def _obstacles(setup: Session, state: SessionState, answer: Option) -> Iterator[Refusal]:
    values = dict(answer.values)
    dice = values.get("dice", 0)
    if state.phase == "act":
        me = state.intruders[state.actor]
        if answer.id == "leave" and me.tar:
            yield refusal("refused.tar_holds", tar=me.tar)
        if answer.id != "leave" and answer.id != "wait" and not me.computers:
            yield refusal("refused.no_computers")
        if state.exposed and isinstance(dice, int) and dice > me.pool:
            yield refusal("refused.pool", left=me.pool)
    if state.phase == "answer":
        yield from _answer_obstacles(setup, state, answer)


def _answer_obstacles(setup: Session, state: SessionState, answer: Option) -> Iterator[Refusal]:
    me, sheet, values = state.keepers[state.actor], setup.keepers[state.actor], dict(answer.values)
    dice, number = values.get("dice", 0), values.get("program")
    if isinstance(dice, int) and dice > me.pool:
        yield refusal("refused.pool", left=me.pool)
    if not isinstance(number, int) or not 1 <= number <= len(sheet.programs):
        return
    running = {run.program for run in me.running}
    if me.bombs >> (number - 1) & 1:
        yield refusal("refused.tar_bomb_used")
    if number - 1 not in running and len(running) >= sheet.computers:
        yield refusal("refused.too_many_programs", most=sheet.computers)
