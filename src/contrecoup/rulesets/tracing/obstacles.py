"""Why a setup can't be, and why an option isn't offered."""

from collections.abc import Iterator

from contrecoup.kernel import Option, Refusal, Refused, refusal
from contrecoup.rulesets.tracing.entries import DefenceKind, Stock, unknown
from contrecoup.rulesets.tracing.people import tar_on
from contrecoup.rulesets.tracing.rules.skill import pool_of
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.sheets import Defence, Hook, Participant, Program
from contrecoup.rulesets.tracing.state import SessionState

DOMAIN = "tracing"


def refuse_trace(setup: Trace) -> None:
    """Refused with every reason why this trace can't be searched for."""
    stock = setup.content.stock
    _refuse(
        [
            *_hook_faults((("hooks", setup.hooks),), stock),
            *_defence_faults(setup.defences, "defences", stock),
            *_people_faults(setup),
        ]
    )


def refuse_session(setup: Session) -> None:
    """Refused with every reason why this session can't be held."""
    stock = setup.content.stock
    helpers = ((f"helpers[{place}]", helper) for place, helper in enumerate(setup.helpers))
    _refuse(
        [
            *_hook_faults((("hooks", setup.hooks), ("findable", setup.findable)), stock),
            *_defence_faults(setup.defences, "defences", stock),
            *_people_faults(setup),
            *(fault for where, helper in helpers for fault in _program_faults(helper.programs, where, stock)),
            *_split_faults(setup),
        ]
    )


def refuse_search(setup: Trace) -> None:
    """Refused where the attacker has no skill to search with."""
    if not setup.attacker.computers:
        raise Refused([refusal("refused.no_computers")], DOMAIN)


def _refuse(reasons: list[Refusal]) -> None:
    if reasons:
        raise Refused(reasons, DOMAIN)


def _people_faults(setup: Trace | Session) -> Iterator[Refusal]:
    stock, assumed = setup.content.stock, setup.plan.assumed
    sheets: tuple[tuple[str, Participant], ...] = (
        ("attacker", setup.attacker),
        ("defender", setup.defender),
    )
    for where, sheet in sheets:
        yield from _program_faults(sheet.programs, where, stock)
    if assumed is not None:
        yield from _program_faults(assumed.programs, "plan.assumed", stock)
        yield from _defence_faults(assumed.defences, "plan.assumed.defences", stock)


def program_fault(program: Program, place: str, stock: Stock) -> Refusal | None:
    """Why a program can't be on a sheet; None where it can."""
    software = stock.programs.get(program.kind)
    if software is None:
        return unknown(f"{place}.kind", program.kind, stock.programs)
    if not software.least <= program.rating <= software.most:
        return refusal("refused.rating", f"{place}.rating", least=software.least, most=software.most)
    return None


def _program_faults(programs: tuple[Program, ...], where: str, stock: Stock) -> Iterator[Refusal]:
    for place, program in enumerate(programs):
        fault = program_fault(program, f"{where}.programs[{place}]", stock)
        if fault is not None:
            yield fault


def _hook_faults(lists: tuple[tuple[str, tuple[Hook, ...]], ...], stock: Stock) -> Iterator[Refusal]:
    placed = [(f"{where}[{place}]", hook) for where, hooks in lists for place, hook in enumerate(hooks)]
    kinds = [hook.kind for _, hook in placed]
    standing = {
        other: stock.hooks[kind]
        for kind in kinds
        if kind in stock.hooks
        for other in stock.hooks[kind].stands_for
    }
    for place, (where, hook) in enumerate(placed):
        kind = stock.hooks.get(hook.kind)
        if kind is None:
            yield unknown(f"{where}.kind", hook.kind, stock.hooks)
            continue
        if hook.value is not None and not kind.most <= hook.value <= kind.least:
            yield refusal("refused.hook_value", f"{where}.value", most=kind.most, least=kind.least)
        if hook.kind in standing:
            yield refusal("refused.stands_for", f"{where}.kind", kind=hook.kind, other=standing[hook.kind].id)
        if hook.kind in kinds[:place]:
            yield refusal("refused.hook_twice", f"{where}.kind", kind=hook.kind)


def _defence_faults(defences: tuple[Defence, ...], where: str, stock: Stock) -> Iterator[Refusal]:
    for place, defence in enumerate(defences):
        kind = stock.defences.get(defence.kind)
        if kind is None:
            yield unknown(f"{where}[{place}].kind", defence.kind, stock.defences)
        else:
            yield from _defence_values(defence, kind, f"{where}[{place}]")


def _defence_values(defence: Defence, kind: DefenceKind, where: str) -> Iterator[Refusal]:
    is_value = kind.adds == "value"
    given, other = ("value", "rating") if is_value else ("rating", "value")
    number = getattr(defence, given)
    if getattr(defence, other) is not None:
        yield refusal("refused.other_key", f"{where}.{other}", key=given)
    if number is None and not is_value:
        yield refusal("refused.no_rating", f"{where}.rating")
    if number is not None and not kind.least <= number <= kind.most:
        yield refusal("refused.range", f"{where}.{given}", least=kind.least, most=kind.most)


def _split_faults(setup: Session) -> Iterator[Refusal]:
    split, pool = setup.plan.pool, pool_of(setup.attacker)
    if split is not None and split.computers + split.stealth != pool:
        yield refusal("refused.split", "plan.pool", pool=pool)


# Options


def why_not(setup: Session, state: SessionState, answer: Option) -> None:
    """Refused with the rule that stands in the way, where one does; other options are the choice's matter."""
    reasons = tuple(_obstacles(setup, state, answer))
    if reasons:
        raise Refused(reasons, DOMAIN)


def _obstacles(setup: Session, state: SessionState, answer: Option) -> Iterator[Refusal]:
    values = dict(answer.values)
    match state.phase:
        case "act":
            yield from _act_obstacles(state, answer)
        case "decide" if answer.id == "drop":
            yield from _tar_obstacle(state)
        case "answer":
            yield from _answer_obstacles(setup, state, answer)
        case "oppose" | "dodge" | "resist" if state.deed is not None:
            yield from _pool_obstacle(values.get("count", 0), state.intruders[state.deed.target].pool)
        case _:
            return


def _act_obstacles(state: SessionState, answer: Option) -> Iterator[Refusal]:
    me = state.intruders[state.actor]
    if answer.id == "leave":
        yield from _tar_obstacle(state)
    if answer.id in ("attempt", "fight_tar", "help") and not me.computers:
        yield refusal("refused.no_computers")
    if state.exposed:
        yield from _pool_obstacle(dict(answer.values).get("dice", 0), me.pool)


def _tar_obstacle(state: SessionState) -> Iterator[Refusal]:
    tar = tar_on(state.intruders[state.actor])
    if tar:
        yield refusal("refused.tar_holds", tar=tar)


def _pool_obstacle(dice: object, left: int) -> Iterator[Refusal]:
    if isinstance(dice, int) and dice > left:
        yield refusal("refused.pool", left=left)


def _answer_obstacles(setup: Session, state: SessionState, answer: Option) -> Iterator[Refusal]:
    me, values, tools = state.keepers[state.actor], dict(answer.values), setup.tools[state.actor]
    yield from _pool_obstacle(values.get("dice", 0), me.pool)
    number = values.get("number")
    if not isinstance(number, int) or not 1 <= number <= len(tools) or tools[number - 1].acts != answer.id:
        return
    running = {run.program: run.value for run in me.running}
    most = setup.keepers[state.actor].computers
    if me.bombs >> (number - 1) & 1:
        yield refusal("refused.tar_bomb_used")
    elif number - 1 not in running and len(running) >= most:
        yield refusal("refused.too_many_programs", most=most)
    elif answer.id == "barrier" and running.get(number - 1, 0) >= tools[number - 1].rating // 2:
        yield refusal("refused.barriers_stand", most=tools[number - 1].rating // 2)
