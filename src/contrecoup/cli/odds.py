"""`contrecoup odds`: exact odds of a whole scene, or of one throw."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Misused, Overrides, chosen, overrides


def odds(
    file: Annotated[Path | None, Parameter(help="cli.odds.file")] = None,
    /,
    *,
    roll: Annotated[str | None, Parameter(name="--roll", metavar="NOTATION", help="cli.odds.roll")] = None,
    plan: Annotated[Literal["push"] | None, Parameter(name="--plan", help="cli.odds.plan")] = None,
    seat: Annotated[str, Parameter(name="--seat", help="cli.odds.seat")] = "",
    set: Overrides = (),
    soak: Annotated[bool, Parameter(name="--soak", negative="", help="cli.odds.soak")] = False,
    exact: Annotated[bool, Parameter(name="--exact", negative="", help="cli.odds.exact")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    if roll is None:
        if file is None:
            raise Misused("cli.usage.nothing")
        changes = overrides(set) | ({"plan.soak": "true"} if soak else {})
        _of_scene(file, changes, plan or "push", exact, seat, chosen(lang), json)
        return
    if file is not None:
        raise Misused("cli.usage.both")
    for option, is_given in (("--plan", plan), ("--set", set), ("--soak", soak), ("--seat", seat)):
        if is_given:
            raise Misused("cli.usage.scene_only", option=option)
    _of_roll(roll, exact, chosen(lang), json)


def _of_scene(
    file: Path, changes: dict[str, str], plan: str, exact: bool, seat: str, lang: str, as_json: bool
) -> None:
    from contrecoup.registry import load

    scene = load(file, changes)
    if seat:
        scene = scene.known_to(seat)
    from contrecoup.cli import scene_odds  # after loading, so that what is refused is refused at once
    from contrecoup.odds import odds as solved

    found = solved(scene, plan=plan, exact=exact)
    if as_json:
        scene_odds.write(scene, plan, found)
    else:
        scene_odds.show(scene, found, lang)


def _of_roll(notation: str, exact: bool, lang: str, as_json: bool) -> None:
    from contrecoup.cli import roll_odds
    from contrecoup.dice.notation import parse

    roll = parse(notation)
    if as_json:
        roll_odds.write(roll, exact)
    else:
        roll_odds.show(roll, exact, lang)
