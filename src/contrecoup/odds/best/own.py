"""Own aims: what seats play for by their rules' word, where nobody says what they are to play for."""

import re
from collections.abc import Sequence
from typing import Any, Final

from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.odds.best.aim import WHERE, Aim
from contrecoup.odds.dials.paths import parsed, places, value_at
from contrecoup.registry import Scene

_KEY: Final = re.compile(r"\{([^{}]+)\}")


def own_aim(scene: Scene, seats: Sequence[Seat]) -> Aim:
    """What these seats play for in this scene, as the manifest declares it.

    A key of the scene file in braces stands for its value. Refused where the rules say nothing of a seat,
    and where seats that are to play together play for different things.
    """
    said = {seat: scene.manifest.value_for(seat, scene.name) for seat in seats}
    silent = [seat for seat, text in said.items() if text is None]
    if silent:
        raise Refused([refusal("best.aim.none", WHERE, seat=silent[0])])
    aims = [Aim.read(_filled(scene.data, text or ""))._replace(is_own=True) for text in said.values()]
    if any(aim != aims[0] for aim in aims):
        raise Refused([refusal("best.aim.differ", WHERE, seats=", ".join(seats))])
    return aims[0]


def _filled(data: Any, text: str) -> str:
    return _KEY.sub(lambda key: str(_found(data, key[1])), text)


def _found(data: Any, key: str) -> Any:
    place = next(places(data, parsed(key)), None)
    return None if place is None else value_at(data, place)
