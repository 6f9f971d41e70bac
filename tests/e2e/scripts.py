"""Scripts: short scenes, one for each rule set."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Script(NamedTuple):
    """A scene, the players in its seats, words in it that only the game master may read, and all that may
    come of it, in English and in French."""

    toml: str
    chairs: Mapping[str, str]
    secrets: tuple[str, ...]
    ends: Mapping[str, str]


INTRUSION: Final = Script(
    """
    rules = "savage"
    scene = "intrusion"
    [hacker]
    name = "Fast Joe"
    hacking = "d12"
    spirit = "d8"
    bennies = 1
    commlink = { name = "Beta-8", rating = 8 }
    [system]
    name = "Horizon"
    colour = "green"
    ice = "d4"
    """,
    {"hacker": "Ada"},
    (),
    {
        "The hacker controlled the system": "Le hacker a contrôlé le système",
        "The hacker was ejected": "Le hacker a été éjecté",
        "The hacker is out without control": "Le hacker est dehors sans avoir pris le contrôle",
    },
)
SESSION: Final = Script(
    """
    rules = "tracing"
    scene = "session"
    tn = 4
    [attacker]
    name = "Kestrel"
    computers = 8
    stealth = 3
    intelligence = 6
    body = 4
    tech_pool = 4
    [defender]
    name = "Ezra Holm"
    computers = 2
    stealth = 2
    tech_pool = 1
    programs = []
    [dossier]
    4 = ["quayside-wexford"]
    """,
    {"attacker": "Ada"},
    ("quayside-wexford",),
    {
        "Information was gained unnoticed": "Des informations ont été obtenues sans être remarqué",
        "Information was gained, and the attacker exposed": (
            "Des informations ont été obtenues, et l’attaquant démasqué"
        ),
        "The attacker was thrown out with nothing": "L’attaquant a été expulsé sans rien",
        "The attacker left with nothing": "L’attaquant est parti sans rien",
        "The attacker is out of the game and has nothing": "L’attaquant est hors jeu et n’a rien obtenu",
    },
)
FIGHT: Final = Script(
    """
    rules = "machines"
    scene = "fight"
    [[combatants]]
    side = "north"
    weapon = "assault_rifle"
    [combatants.sheet]
    kind = "human"
    name = "Ortiz"
    attributes = { dexterity = 4, vigor = 3, perception = 3, rank = 3 }
    combat = { firearms = 4 }
    [[combatants]]
    side = "north"
    weapon = "laser"
    [combatants.sheet]
    kind = "robot"
    name = "2023 ATC17"
    system = { hard_disk = 3, condition = 2, processor = 3, camera = 3, resistance = 3 }
    combat = { firearms = 4 }
    [[combatants]]
    side = "south"
    weapon = "laser"
    [combatants.sheet]
    kind = "robot"
    name = "2024 WAR01"
    system = { hard_disk = 1, condition = 1, processor = 1, camera = 1, resistance = 1 }
    combat = { firearms = 1 }
    """,
    {"fighter_1": "Ada", "fighter_2": "Bo"},
    (),
    {
        "North wins": "Le nord l’emporte",
        "South wins": "Le sud l’emporte",
        "Nobody wins": "Personne ne l’emporte",
    },
)
SCRIPTS: Final = {"savage": INTRUSION, "tracing": SESSION, "machines": FIGHT}
