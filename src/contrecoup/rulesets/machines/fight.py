"""The fight: start, questions and answers, phase by phase (rule page, Combat)."""

from collections.abc import Callable

from msgspec.structs import replace

from contrecoup.kernel import Answer, Node, Option, Refused, Result, pick, result_of
from contrecoup.rulesets.machines import actions, blows, exchange, heating, rounds
from contrecoup.rulesets.machines.endings import end_of
from contrecoup.rulesets.machines.fighter import Fighter
from contrecoup.rulesets.machines.obstacles import obstacles
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import actor, put, under_way
from contrecoup.rulesets.machines.state import FightState, Standing

State = FightState


def start(setup: Fight) -> State:
    """Everybody in his place, before initiative; Refused with every reason why not."""
    reasons = tuple(obstacles(setup.combatants, setup.content.stock))
    if reasons:
        raise Refused(reasons, "machines")
    standings = tuple(
        Standing(
            fighter.hurt, tuple(arm.rounds for arm in fighter.arms), tuple(arm.spare for arm in fighter.arms)
        )
        for fighter in setup.fighters
    )
    return rounds.begin(setup, State("initiative", standings))


def node(setup: Fight, state: State) -> Node:
    """The question of the state's phase."""
    return _NODES[state.phase](setup, state)


def apply(setup: Fight, state: State, answer: Answer) -> State:
    """The state after an answer to the question of the state's phase; Refused once the fight is over."""
    if state.phase in _THROWS:
        return _THROWS[state.phase](setup, state, result_of(answer))
    chosen = pick(node(setup, state), answer)
    return _CHOICES[state.phase](setup, state, chosen)


# Choices


def _act(setup: Fight, state: State, chosen: Option) -> State:
    """An action begins; what takes no dice is over at once."""
    by = actor(state)
    match chosen.id:
        case "attack" | "several":
            blow = actions.blow_of(setup, by, chosen)
            if chosen.id == "several":
                return replace(state, phase="shots", opening=False, blow=blow)
            return replace(state, phase="attack", opening=False, blow=blow)
        case "reload":
            arm = actions.arm_of(setup.fighters[by], chosen)
            return heating.done(
                setup, put(state, by, _reloaded(setup.fighters[by], state.standings[by], arm)), by
            )
        case "flee" | "surrender":
            gone = replace(state.standings[by], gone="fled" if chosen.id == "flee" else "surrendered")
            return rounds.advance(setup, put(state, by, gone))
        case _:
            return rounds.advance(setup, state)


def _reloaded(fighter: Fighter, standing: Standing, arm: int) -> Standing:
    loaded, spare = list(standing.rounds), list(standing.spare)
    loaded[arm], spare[arm] = fighter.arms[arm].magazine, spare[arm] - 1
    return replace(standing, rounds=tuple(loaded), spare=tuple(spare))


def _shots(setup: Fight, state: State, chosen: Option) -> State:
    blow = under_way(state)
    ways = rules.splits(setup.fighters[blow.by].arms[blow.arm].pool, int(str(chosen["count"])))
    if len(ways) == 1:
        return replace(state, phase="attack", blow=replace(blow, shots=ways[0]))
    return replace(state, phase="split", blow=replace(blow, shots=ways[-1]))


def _split(setup: Fight, state: State, chosen: Option) -> State:
    shots = tuple(int(part) for part in str(chosen["dice"]).split("+"))
    return replace(state, phase="attack", blow=replace(under_way(state), shots=shots))


def _aim(setup: Fight, state: State, chosen: Option) -> State:
    target = actions.target_of(setup, chosen)
    return replace(state, phase="attack", blow=replace(under_way(state), target=target))


_NODES: dict[str, Callable[[Fight, State], Node]] = {
    "initiative": rounds.ask_initiative,
    "ties": rounds.ask_tie,
    "act": actions.ask_act,
    "shots": actions.ask_shots,
    "split": actions.ask_split,
    "aim": actions.ask_aim,
    "attack": blows.ask_attack,
    "damage": blows.ask_damage,
    "absorb": blows.ask_absorb,
    "exchange": exchange.ask,
    "heat": heating.ask,
    "over": end_of,
}
_CHOICES: dict[str, Callable[[Fight, State, Option], State]] = {
    "act": _act,
    "shots": _shots,
    "split": _split,
    "aim": _aim,
}
_THROWS: dict[str, Callable[[Fight, State, Result], State]] = {
    "initiative": rounds.roll,
    "ties": rounds.break_tie,
    "attack": blows.attack,
    "damage": blows.deal,
    "absorb": blows.absorb,
    "exchange": exchange.take,
    "heat": heating.overheat,
}
