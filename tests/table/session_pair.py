"""Two tracing sessions: who the target is, what is known of him, and what is thrown unseen differs."""

from typing import Any, Final

from contrecoup.kernel import GM
from contrecoup.table import commands as do
from tests.table.pairs import Beat, Command, Move, Pair, both, id_of, showing

SCENE: Final = "archive"
KESTREL: Final = {
    "name": "Kestrel",
    "computers": 6,
    "stealth": 5,
    "intelligence": 5,
    "body": 4,
    "tech_pool": 4,
    "previous": 1,
}
HOLM: Final = {
    "name": "The Archivist",
    "computers": 5,
    "stealth": 3,
    "tech_pool": 3,
    "programs": [{"kind": "white_ic", "rating": 4}],
}
OTHER: Final = {
    "name": "The Archivist",
    "computers": 9,
    "stealth": 7,
    "tech_pool": 1,
    "programs": [{"kind": "black_ic", "rating": 6}, {"kind": "tar_bomb", "rating": 2}],
}


def sheet(data: dict[str, Any]) -> Move:
    command = do.KeepSheet(rules="tracing", sort="defender", side="opposition", title="Holm", data=data)
    return Move(GM, command, makes="defender")


def scene(data: dict[str, Any], dossier: dict[str, list[str]], findable: list[dict[str, Any]]) -> Move:
    whole = {
        "rules": "tracing",
        "scene": "session",
        "tn": 5,
        "attacker": KESTREL,
        "defender": data,
        "dossier": dossier,
        "findable": findable,
    }
    command = do.Prepare(
        title="The archive",
        data=whole,
        sheets={"attacker": id_of("kestrel"), "defender": id_of("defender")},
        chairs={"attacker": id_of("kes")},
    )
    return Move(GM, command, makes=SCENE)


def gm(command: Command) -> Move:
    return Move(GM, command, SCENE)


def kes(command: Command) -> Move:
    return Move("kes", command, SCENE)


FOUNDING: Final = (
    *both(
        Move(
            GM,
            do.KeepSheet(rules="tracing", sort="attacker", side="character", title="Kestrel", data=KESTREL),
            makes="kestrel",
        ),
        Move(GM, do.MakeSeat(role="player", name="Kes", sheet=id_of("kestrel")), makes="kes"),
        Move(GM, do.MakeSeat(role="player", name="Ann"), makes="ann"),
        Move(GM, do.MakeSeat(role="helper", name="Moth"), makes="moth"),
        Move(GM, do.MakeSeat(role="screen", name="Wall"), makes="wall"),
    ),
    Beat(sheet(HOLM), sheet(OTHER)),
    Beat(
        scene(HOLM, {"3": ["The harbour district"]}, [{"kind": "system_contact"}]),
        scene(OTHER, {"1": ["An old man"], "3": ["Nobody you know"]}, [{"kind": "hunted", "value": -6}]),
    ),
)
NO_HOOK: Final = gm(do.Choose(option="no_hook"))
PLAY: Final = (
    *both(gm(do.Begin()), NO_HOOK),
    *both(
        kes(do.Choose(option="split", values={"computers": 2, "stealth": 2})),
        kes(do.TypeDice(numbers=(8, 7, 5, 4, 3, 2, 1))),
    ),
    *both(NO_HOOK),
    *both(
        kes(do.Choose(option="attempt", values={"level": 1, "dice": 0})),
        kes(do.TypeDice(numbers=(4, 3, 3, 2, 2, 2, 1, 1))),
    ),
    Beat(gm(showing(1)), gm(showing(2))),  # whether stealth wears
    *both(NO_HOOK),
    Beat(gm(do.Fork(to=4)), None),
    *both(kes(do.Choose(option="attempt", values={"level": 2, "dice": 0}))),
    Beat(gm(do.Adjust(by=-1, reason="an old archive", secret=True)), None),
    *both(kes(do.TypeDice(numbers=(4, 4, 4, 3, 2, 2, 1, 1)))),
    *both(gm(showing(2))),
    Beat(None, gm(do.SetAuto(seat="defender", auto=True))),
    *both(NO_HOOK, kes(do.Choose(option="leave"))),
)
PAIR: Final = Pair("session", ("kes", "ann", "moth", "wall"), SCENE, FOUNDING + PLAY)
