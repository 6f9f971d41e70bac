"""The check: any pool against a difficulty, and the standing tests (rule pages, Base mechanics, Standing
tests)."""

from collections.abc import Iterator
from typing import NamedTuple

from contrecoup.dice import PoolTest
from contrecoup.kernel import (
    GM,
    Answer,
    Change,
    Choice,
    End,
    Node,
    Refusal,
    Refused,
    Throw,
    option,
    pick,
    refusal,
    result_of,
)
from contrecoup.rulesets.machines.entries import Stock, Task, sheet_of
from contrecoup.rulesets.machines.obstacles import given_sheet
from contrecoup.rulesets.machines.rules.absence import absent, unknown
from contrecoup.rulesets.machines.rules.dice import HIGHEST, pool
from contrecoup.rulesets.machines.rules.health import OUT, boxes_of
from contrecoup.rulesets.machines.rules.levels import granted, levels
from contrecoup.rulesets.machines.rules.points import kind_of
from contrecoup.rulesets.machines.rules.recovery import HOUR
from contrecoup.rulesets.machines.setup import Check
from contrecoup.rulesets.machines.sheets import AnySheet, Robot
from contrecoup.rulesets.machines.state import CheckState

State = CheckState
ABLE, UNABLE = option("able"), option("unable")
DEFAULT_DIFFICULTY = 7


class Question(NamedTuple):
    """What a check comes to: dice, difficulty and successes asked; `fear`: a nerve that the sheet lacks."""

    dice: int
    difficulty: int
    asked: int
    fear: bool = False


def start(setup: Check) -> State:
    """Before the throw; at once over where nothing needs to be thrown; Refused where it can't be."""
    reasons = tuple(_obstacles(setup))
    if not reasons:
        reasons = tuple(_impossible(setup, question_of(setup)))
    if reasons:
        raise Refused(reasons, "machines")
    asked = question_of(setup)
    if _knows_no_fear(setup) or not asked.asked:
        return State("over", "success")
    return State("fear") if asked.fear else State("throw")


def node(setup: Check, state: State) -> Node:
    """The question of the state's phase."""
    if state.phase == "fear":
        return Choice(GM, (ABLE, UNABLE), ABLE, "choice.fear")
    if state.phase == "throw":
        test, seat = test_of(setup), "actor"
        return Throw(seat, test, "throw.check", ("check",), floor=-1, cap=test.count, round=True)
    return End(state.outcome, (), tuple(_changes(setup, state)))


def apply(setup: Check, state: State, answer: Answer) -> State:
    """The state after the game master's word or the throw."""
    if state.phase != "throw":
        chosen = pick(node(setup, state), answer)
        return State("over", "success" if chosen == ABLE else "failure")
    net, botch = result_of(answer)
    if botch:
        return State("over", "botch")
    asked = question_of(setup)
    net = min(max(net, 0), asked.dice)
    return State("over", "success" if net >= asked.asked else "failure", net)


def test_of(setup: Check) -> PoolTest:
    """The test that is thrown."""
    asked = question_of(setup)
    return pool(asked.dice, asked.difficulty, setup.rulings)


def question_of(setup: Check) -> Question:
    """Dice, difficulty and successes of a check that has no obstacle."""
    stock = setup.content.stock
    task, actor = stock.tasks.get(setup.task), sheet_of(setup.actor, stock)
    level = levels(actor, stock) if actor else {}
    abilities = abilities_of(setup, task, actor)
    difficulty, asked = DEFAULT_DIFFICULTY, 1
    if task is not None:
        difficulty, asked = task.difficulty, _asked(setup, task)
    if setup.difficulty is not None:
        difficulty = setup.difficulty
    if setup.successes is not None:
        asked = setup.successes
    fear = task is not None and task.fear and bool(abilities) and not level.get(abilities[-1], 0)
    dice = sum(level.get(ability, 0) for ability in abilities) + setup.dice
    return Question(dice, difficulty + (_added(actor, stock) if actor else 0), asked, fear)


def abilities_of(setup: Check, task: Task | None, actor: AnySheet | None) -> tuple[str, ...]:
    """The abilities whose levels are added: the scene's own, or the task's for this kind of sheet."""
    if setup.pool or task is None or actor is None:
        return setup.pool
    return task.robot if isinstance(actor, Robot) else task.human


def _asked(setup: Check, task: Task) -> int:
    """The successes asked: the task's number, or the target's condition or warmth."""
    target = sheet_of(setup.target, setup.content.stock)
    if task.against and target is not None:
        return levels(target, setup.content.stock).get(task.against, 0)
    return task.successes


def _added(sheet: AnySheet, stock: Stock) -> int:
    return boxes_of(stock.tracks[kind_of(sheet)]).added[sheet.damage]


def _knows_no_fear(setup: Check) -> bool:
    stock = setup.content.stock
    task = stock.tasks.get(setup.task)
    return task is not None and task.fear and isinstance(sheet_of(setup.actor, stock), Robot)


def _obstacles(setup: Check) -> Iterator[Refusal]:
    stock = setup.content.stock
    yield from given_sheet(stock, setup.actor, "actor")
    yield from given_sheet(stock, setup.target, "target")
    if isinstance(setup.actor, str) and setup.actor not in stock.characters:
        return
    if isinstance(setup.target, str) and setup.target not in stock.characters:
        return
    task, actor = stock.tasks.get(setup.task), sheet_of(setup.actor, stock)
    if setup.task and task is None:
        yield absent("tasks", "task", setup.task, stock.tasks, stock)
    if actor is None and not setup.dice:
        yield refusal("actor_missing", "actor")
    if actor is not None:
        known = levels(actor, stock)
        for place, ability in enumerate(setup.pool):
            if ability not in known:
                yield unknown("unknown_ability", f"pool[{place}]", ability, known)
    if task is None and not setup.pool and not setup.dice:
        yield refusal("pool_missing", "pool")
    if task is not None:
        yield from _task_obstacles(setup, task, actor)


def _task_obstacles(setup: Check, task: Task, actor: AnySheet | None) -> Iterator[Refusal]:
    """What a standing test wants: a target of the right kind, equipment, time since the last try."""
    stock = setup.content.stock
    target = sheet_of(setup.target, stock)
    if task.animal and not setup.dice:
        yield refusal("dice_missing", "dice")
    if (
        task.against
        and setup.successes is None
        and (target is None or task.against not in levels(target, stock))
    ):
        yield refusal("target_missing", "target", task=setup.task)
    if isinstance(actor, Robot) and task.needs and task.needs not in granted(actor, stock):
        yield refusal("task_needs", "actor.equipment", needed=task.needs)
    if task.mends:
        patient = target if target is not None else actor
        if not isinstance(patient, Robot):
            yield refusal("not_a_robot", "target")
        elif patient.repair_wait:
            yield refusal("repaired_lately", "target.repair_wait", minutes=patient.repair_wait)
        elif not patient.damage:
            yield refusal("nothing_to_repair", "target.damage")


def _impossible(setup: Check, asked: Question) -> Iterator[Refusal]:
    """Why nothing can be thrown."""
    if _knows_no_fear(setup) or not asked.asked or asked.fear:
        return
    if asked.dice < 1:
        yield refusal("no_dice_to_throw", "pool")
    if asked.difficulty >= OUT:
        yield refusal("actor_out", "actor.damage")
    elif asked.difficulty > HIGHEST:
        yield refusal("too_difficult", "difficulty", difficulty=asked.difficulty, most=HIGHEST)


def _changes(setup: Check, state: State) -> Iterator[Change]:
    """What a try at repair leaves on the sheet: a box off for each success, and an hour to wait."""
    task = setup.content.stock.tasks.get(setup.task)
    if task is None or not task.mends:
        return
    where, patient = ("target", setup.target) if setup.target is not None else ("actor", setup.actor)
    if not isinstance(patient, Robot):
        return
    yield Change(where, "repair_wait", HOUR)
    if state.net:
        yield Change(where, "damage", max(patient.damage - state.net, 0))
