"""Contrecoup: referees, plays and solves hacking and machine-war scenes.

```python
scene = contrecoup.load("examples/fast-joe.toml")
found = contrecoup.odds(scene)
found.ends["control"], found.rounds.mean, found.left["hacker"]
```
Everything here is imported when it is first used.
"""

from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from contrecoup.dice import Source
    from contrecoup.dice.distribution import Distribution
    from contrecoup.dice.notation import Thrown
    from contrecoup.kernel import Refusal, Refused
    from contrecoup.odds import Odds, odds, odds_many
    from contrecoup.odds.beliefs import Belief
    from contrecoup.odds.best import Best, best
    from contrecoup.odds.charts import Figure, chart
    from contrecoup.odds.dials import Dial, dial
    from contrecoup.odds.luck import Luck
    from contrecoup.odds.sweeps import Table, sweep
    from contrecoup.registry import Scene, load

__all__ = [
    "Belief",
    "Best",
    "Dial",
    "Distribution",
    "Figure",
    "Luck",
    "Odds",
    "Refusal",
    "Refused",
    "Scene",
    "Source",
    "Table",
    "Thrown",
    "belief",
    "best",
    "chart",
    "dial",
    "distribution",
    "load",
    "luck",
    "odds",
    "odds_many",
    "roll",
    "sweep",
]

_HOMES: Final = {
    "Best": "contrecoup.odds.best",
    "Belief": "contrecoup.odds.beliefs",
    "Dial": "contrecoup.odds.dials",
    "Distribution": "contrecoup.dice.distribution",
    "Figure": "contrecoup.odds.charts",
    "Luck": "contrecoup.odds.luck",
    "Odds": "contrecoup.odds",
    "Refusal": "contrecoup.kernel",
    "Refused": "contrecoup.kernel",
    "Scene": "contrecoup.registry",
    "Source": "contrecoup.dice",
    "Table": "contrecoup.odds.sweeps",
    "Thrown": "contrecoup.dice.notation",
    "best": "contrecoup.odds.best",
    "chart": "contrecoup.odds.charts",
    "dial": "contrecoup.odds.dials",
    "load": "contrecoup.registry",
    "odds": "contrecoup.odds",
    "odds_many": "contrecoup.odds",
    "sweep": "contrecoup.odds.sweeps",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *(name for name in __all__ if name not in globals())]


def roll(notation: str, source: "Source | None" = None) -> "Thrown":
    """One throw of dice written in notation, from the operating system's random numbers or a source.

    Refused, with the column of the first wrong character, where the notation can't be read.
    """
    from contrecoup.dice.notation import parse

    if source is None:
        from contrecoup.play.sources import SystemDice

        source = SystemDice()
    return parse(notation).throw(source)


def belief(source: "Scene | str | PathLike[str]", seat: str) -> "Belief":
    """What a seat may believe of a scene before it begins, or of a played one by the path of its log.

    Refused for a seat whose knowledge the rules don't declare, where what it has seen fits nothing that it
    held possible, and for a log that can't be read to its end.
    """
    from contrecoup.odds.beliefs import believe
    from contrecoup.registry import Scene

    if isinstance(source, Scene):
        return believe(source, seat)
    from contrecoup.kernel import Refused
    from contrecoup.play.evenings import retell

    told = retell(Path(source))
    if told.faults:
        raise Refused(told.faults)
    return believe(told.fold.scene, seat, told.fold.steps(), told.fold.node())


def distribution(notation: str) -> "Distribution":
    """The exact chances of dice written in notation: a mapping from value to fraction.

    Refused, with the column of the first wrong character, where the notation can't be read.
    """
    from contrecoup.dice.notation import parse

    return parse(notation).distribution()


def luck(log: "str | PathLike[str]", seat: str | None = None, value: str | None = None) -> "Luck":
    """What the dice of a played scene gave and took, and what its choices cost, by the path of its log.

    Measured for a seat (by default the first that decided something) and an aim such as "control=1" (by
    default 1 for the outcome that the scene came to). Refused for a log that can't be read to its end,
    unknown seats and names, and scenes that are too large for best play.
    """
    from contrecoup.kernel import Refused
    from contrecoup.odds.luck import Passed, measure
    from contrecoup.play.evenings import retell

    told = retell(Path(log))
    if told.faults:
        raise Refused(told.faults)
    standing = told.fold.standing
    passed = [Passed(each.node, each.before, each.after, each.sequence) for each in standing.steps()]
    return measure(told.fold.scene, passed, standing.state, seat, value)
