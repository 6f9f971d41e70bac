"""Two intrusions: what the system is, and what the game master throws unseen, tries and notes, differs."""

from typing import Any, Final

from contrecoup.kernel import GM
from contrecoup.table import commands as do
from tests.table.pairs import Beat, Command, Move, Pair, back, both, id_of

PACK: Final = {
    "traits": {"hardened": {"name": {"en": "hardened", "fr": "blindé"}, "only": "robot", "points": -8}}
}
SCENE: Final = "desk"
JOE: Final = {
    "name": "Fast Joe",
    "hacking": "d8",
    "spirit": "d6",
    "vigor": "d6",
    "bennies": 2,
    "commlink": {"rating": 8},
}
DESK: Final = {"name": "Front desk", "colour": "green", "ice": "d8", "consequences": "Nobody comes."}
LAB: Final = {"name": "Front desk", "colour": "red", "ice": "d8", "consequences": "Dogs."}
WHOLE: Final = {"rules": "savage", "scene": "intrusion", "hacker": JOE, "system": LAB}


def system(data: dict[str, Any], title: str) -> Move:
    command = do.KeepSheet(rules="savage", sort="system", side="opposition", title=title, data=data)
    return Move(GM, command, makes="system")


def scene(data: dict[str, Any]) -> Move:
    whole = {"rules": "savage", "scene": "intrusion", "hacker": JOE, "system": data}
    command = do.Prepare(
        title="The front desk",
        data=whole,
        sheets={"hacker": id_of("joe's sheet"), "system": id_of("system")},
        chairs={"hacker": id_of("joe")},
    )
    return Move(GM, command, makes=SCENE)


def gm(command: Command, at: str = SCENE, makes: str = "") -> Move:
    return Move(GM, command, at, makes)


def joe(command: Command) -> Move:
    return Move("joe", command, SCENE)


FOUNDING: Final = (
    *both(
        Move(
            GM,
            do.KeepSheet(rules="savage", sort="hacker", side="character", title="Fast Joe", data=JOE),
            makes="joe's sheet",
        ),
        Move(GM, do.MakeSeat(role="player", name="Jo", sheet=id_of("joe's sheet")), makes="joe"),
        Move(GM, do.MakeSeat(role="player", name="Nico"), makes="nico"),
        Move(GM, do.MakeSeat(role="helper", name="Ada"), makes="ada"),
        Move(GM, do.MakeSeat(role="screen", name="Wall"), makes="wall"),
        Move(GM, do.Note(text="Meet at the harbour.", audience=frozenset({"*"})), makes="harbour"),
        Move(GM, do.Note(text="You know the guard.", audience=frozenset({id_of("joe")})), makes="guard"),
    ),
    Beat(system(DESK, "A front desk"), system(LAB, "A research lab, really")),
    Beat(None, Move(GM, do.Note(text="They will be betrayed."), makes="betrayal")),
    Beat(None, Move(GM, do.KeepPack(rules="machines", title="For next week", data=PACK), makes="pack")),
    Beat(
        None,
        Move(
            GM,
            do.KeepSheet(rules="savage", sort="hacker", side="opposition", title="Nemesis", data=JOE),
            makes="nemesis",
        ),
    ),
    Beat(scene(DESK), scene(LAB)),
    Beat(None, Move(GM, do.Prepare(title="Next week", data=WHOLE), makes="next week")),
)
PLAY: Final = (
    *both(
        gm(do.Begin()),
        joe(do.AddEntropy(text="seven sevens")),
        joe(do.Choose(option="connect")),
        joe(do.Choose(option="go_on")),
    ),
    # the Ice takes a marker either way
    Beat(gm(do.TypeDice(numbers=(5,), hidden=True)), gm(do.TypeDice(numbers=(6, 2), hidden=True))),
    Beat(gm(do.Adjust(by=1, reason="a forgotten password", secret=True)), None),
    *both(joe(do.TypeDice(numbers=(5, 3, 2))), joe(do.Choose(option="keep"))),
    Beat(None, gm(do.Fork(to=5), makes="what if")),
    Beat(None, gm(do.PassTurn(), at="what if")),
    Beat(None, gm(do.PassTurn(), at="what if")),
    *both(joe(do.Choose(option="go_on"))),
    Beat(
        gm(do.TypeDice(numbers=(2,), hidden=True)),
        gm(do.TypeDice(numbers=(3, 2), hidden=True)),
    ),
    *both(
        joe(do.TypeDice(numbers=(2, 3, 2))),
        joe(do.Choose(option="reroll")),
        joe(do.TypeDice(numbers=(7, 3, 2))),
        joe(do.Choose(option="keep")),
    ),
    Beat(
        gm(do.Correct(part="sheet", path="system.consequences", value="Nothing.", reason="so", secret=True)),
        gm(do.Correct(part="sheet", path="system.consequences", value="Dogs!", reason="no", secret=True)),
    ),
    *both(
        joe(do.Choose(option="go_on")),
        gm(do.Pause()),
        gm(do.Resume()),
        gm(do.Adjust(by=1, reason="the door stands open")),
        gm(back("thrown", 2)),
        joe(do.ThrowDice()),  # the dice that are kept
        joe(do.Choose(option="keep")),
        joe(do.Choose(option="disconnect")),
        gm(do.SetAuto(seat="system", auto=True)),
        gm(do.PassTime(minutes=90)),
    ),
)
PAIR: Final = Pair("intrusion", ("joe", "nico", "ada", "wall"), SCENE, FOUNDING + PLAY)
