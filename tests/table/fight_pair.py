"""Two fights: how well the robot shoots, and what it throws unseen, differs."""

from typing import Any, Final

from contrecoup.kernel import GM
from contrecoup.table import commands as do
from tests.table.pairs import Beat, Command, Move, Pair, back, both, id_of, showing

SCENE: Final = "ambush"
ORTIZ: Final = {
    "kind": "human",
    "name": "Ortiz",
    "attributes": {"dexterity": 3, "vigor": 3, "perception": 2, "rank": 3},
    "combat": {"firearms": 3},
}
BODY: Final = {"hard_disk": 3, "condition": 2, "processor": 3, "camera": 3, "resistance": 3}
PLAIN: Final = {"kind": "robot", "name": "ATC17", "system": BODY, "combat": {"firearms": 2}}
DEADLY: Final = {"kind": "robot", "name": "ATC17", "system": BODY, "combat": {"firearms": 5}}


def sheet(data: dict[str, Any]) -> Move:
    command = do.KeepSheet(rules="machines", sort="robot", side="opposition", title="The robot", data=data)
    return Move(GM, command, makes="robot")


def scene(robot: dict[str, Any]) -> Move:
    fighters = [
        {"side": "north", "weapon": "assault_rifle", "sheet": ORTIZ},
        {"side": "south", "weapon": "laser", "sheet": robot},
    ]
    command = do.Prepare(
        title="The ambush",
        data={"rules": "machines", "scene": "fight", "combatants": fighters},
        sheets={"combatants[0].sheet": id_of("ortiz's sheet"), "combatants[1].sheet": id_of("robot")},
        chairs={"fighter_1": id_of("ortiz")},
    )
    return Move(GM, command, makes=SCENE)


def gm(command: Command) -> Move:
    return Move(GM, command, SCENE)


def ortiz(command: Command) -> Move:
    return Move("ortiz", command, SCENE)


SHOT: Final = ortiz(do.Choose(option="attack", values={"target": "ATC17", "weapon": "weapons.assault_rifle"}))
FOUNDING: Final = (
    *both(
        Move(
            GM,
            do.KeepSheet(rules="machines", sort="human", side="character", title="Ortiz", data=ORTIZ),
            makes="ortiz's sheet",
        ),
        Move(GM, do.MakeSeat(role="player", name="Luis", sheet=id_of("ortiz's sheet")), makes="ortiz"),
        Move(GM, do.MakeSeat(role="player", name="Nico"), makes="nico"),
        Move(GM, do.MakeSeat(role="screen", name="Wall"), makes="wall"),
        Move(GM, do.Rule(rules="machines", ruling="initiative", value="per_round")),
    ),
    Beat(sheet(PLAIN), sheet(DEADLY)),
    Beat(scene(PLAIN), scene(DEADLY)),
)
PLAY: Final = (
    *both(gm(do.Begin()), ortiz(do.TypeDice(numbers=(9, 9, 9)))),
    Beat(gm(do.TypeDice(numbers=(2, 2, 2), hidden=True)), gm(do.TypeDice(numbers=(3, 3, 3), hidden=True))),
    *both(SHOT),
    Beat(gm(do.Adjust(by=1, reason="a gust of wind", secret=True)), None),
    *both(ortiz(showing(2))),
    *both(gm(do.PassTurn(option="attack", values={"target": "Ortiz", "weapon": "weapons.laser"}))),
    Beat(gm(showing(2, hidden=True)), gm(showing(3, hidden=True))),
    Beat(None, Move(GM, do.Fork(to=6), SCENE, "what if")),
    Beat(None, Move(GM, do.PassTurn(), "what if")),
    *both(ortiz(showing(8))),
    Beat(gm(showing(2, hidden=True)), gm(showing(3, hidden=True))),
    *both(SHOT, ortiz(showing(8)), gm(back("thrown")), ortiz(do.ThrowDice())),
)
PAIR: Final = Pair("fight", ("ortiz", "nico", "wall"), SCENE, FOUNDING + PLAY)
