"""Questions: the odds of a scene, or of many at once."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from contrecoup.kernel import Refused, Setup, refusal
from contrecoup.odds.answer import Ends, Odds
from contrecoup.odds.atlas import atlas_of
from contrecoup.odds.course import Course, courses_of
from contrecoup.odds.found import Exact, Sampled, Solved
from contrecoup.odds.graph import push
from contrecoup.odds.sample import sample
from contrecoup.registry import Scene

BEYOND: Final = 250_000
"""States after which a scene that its manifest expects to be too large is sampled."""
PLANS: Final = ("push",)
"""What seats may be taken to do: push goes on until the end."""


def odds(scene: Scene, plan: str = "push", exact: bool = False) -> Odds:
    """The odds of a scene, each figure worked out when it is asked for; in fractions where `exact`.

    Refused for an unknown plan, and for fractions of a scene with too many states to solve.
    """
    return odds_many((scene,), plan, exact)[0]


def odds_many(scenes: Sequence[Scene], plan: str = "push", exact: bool = False) -> tuple[Odds, ...]:
    """The odds of each scene; those of one rule set and kind are solved together, which saves most time."""
    if plan not in PLANS:
        raise Refused([refusal("odds.plan", "plan", got=plan, accepted=", ".join(PLANS))])
    groups: dict[tuple[int, str], list[int]] = {}
    for place, scene in enumerate(scenes):
        groups.setdefault((id(scene.ruleset), scene.name), []).append(place)
    answers: dict[int, Odds] = {}
    for places in groups.values():
        group = [scenes[place] for place in places]
        courses = _courses(group[0], [scene.setup for scene in group])
        for place, scene, course in zip(places, group, courses, strict=True):
            answers[place] = _answer(scene, plan, exact, course)
    return tuple(answers[place] for place in range(len(scenes)))


def _courses(scene: Scene, setups: Sequence[Setup]) -> list[Course | None]:
    """The course of each setup; None for one that is sampled: too large by its own word, or when walked."""
    atlas = atlas_of(scene.ruleset, scene.name)
    walked = [place for place, setup in enumerate(setups) if not setup.is_vast()]
    courses: list[Course | None] = [None] * len(setups)
    found = courses_of(atlas, [setups[place].pushed() for place in walked], bound_of(scene))
    for place, course in zip(walked, found, strict=True):
        courses[place] = course
    return courses


def bound_of(scene: Scene) -> int:
    """The most states of a scene that are solved."""
    bound = scene.manifest.state_bound
    return min(bound, BEYOND) if scene.name in scene.manifest.beyond else bound


def _answer(scene: Scene, plan: str, exact: bool, course: Course | None) -> Odds:
    rulings = getattr(scene.setup, "rulings", None)
    return Odds(
        scene.rules,
        scene.name,
        {} if rulings is None else msgspec.to_builtins(rulings),
        plan,
        _found(scene, scene.setup, exact, course),
        lambda: _weigh(scene, exact, course is not None),
    )


def _found(
    scene: Scene, setup: Setup, exact: bool, course: Course | None, share: int = 1
) -> Solved | Exact | Sampled:
    if course is not None:
        return (Exact if exact else Solved)(course.parts, course.states)
    if exact:
        raise Refused([refusal("odds.exact_states", most=bound_of(scene))])
    return Sampled(sample(scene.ruleset, setup.pushed(), push, share))


def _weigh(scene: Scene, exact: bool, is_solved: bool) -> Mapping[str, Mapping[Any, Ends]]:
    """The ends under each other value of each ruling: one batch, for most rulings only weigh.

    Where the scene was sampled they are too, all together with as many draws as the scene itself.
    """
    others = [
        (ruling.id, value, _under(scene.setup, ruling.id, value))
        for ruling in scene.manifest.rulings
        for value in ruling.values
        if value != getattr(_rulings(scene.setup), ruling.id)
    ]
    setups = [setup for _, _, setup in others]
    courses = _courses(scene, setups) if is_solved else [None] * len(setups)
    weight: dict[str, dict[Any, Ends]] = {ruling.id: {} for ruling in scene.manifest.rulings}
    for (ruling, value, setup), course in zip(others, courses, strict=True):
        weight[ruling][value] = _found(scene, setup, exact, course, len(setups)).outcomes()
    return weight


def _rulings(setup: Any) -> Any:
    return setup.rulings


def _under(setup: Any, ruling: str, value: object) -> Setup:
    """The setup with one ruling decided otherwise."""
    changed: Setup = replace(setup, rulings=replace(setup.rulings, **{ruling: value}))
    return changed
