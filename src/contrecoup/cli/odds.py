"""`contrecoup odds`: exact odds of a whole scene, or of one throw."""

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Misused, Overrides, chosen, overrides


def odds(
    file: Annotated[Path | None, Parameter(help="cli.odds.file")] = None,
    /,
    *,
    roll: Annotated[str | None, Parameter(name="--roll", metavar="NOTATION", help="cli.odds.roll")] = None,
    plan: Annotated[Literal["push", "best"] | None, Parameter(name="--plan", help="cli.odds.plan")] = None,
    seats: Annotated[str | None, Parameter(name="--for", metavar="SEAT", help="cli.odds.for")] = None,
    value: Annotated[str | None, Parameter(name="--value", metavar="AIM", help="cli.odds.value")] = None,
    against: Annotated[
        Literal["push", "best"] | None, Parameter(name="--against", help="cli.odds.against")
    ] = None,
    seat: Annotated[str, Parameter(name="--seat", metavar="SEAT", help="cli.odds.seat")] = "",
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
        if file.suffix == ".jsonl":
            _of_log(file, changes, plan, exact, seat, chosen(lang), json)
            return
        if plan == "best":
            if seats is None:
                raise Misused("cli.usage.best")
            _best(file, changes, Play(seats, value, against or "push"), exact, chosen(lang), json)
            return
        if seats is not None or value is not None or against is not None:
            raise Misused("cli.usage.best_only")
        _of_scene(file, changes, plan or "push", exact, seat, chosen(lang), json)
        return
    if file is not None:
        raise Misused("cli.usage.both")
    scene_only = (("--plan", plan), ("--set", set), ("--soak", soak), ("--seat", seat))
    for option, is_given in (*scene_only, *_given(seats, value, against)):
        if is_given:
            raise Misused("cli.usage.scene_only", option=option)
    _of_roll(roll, exact, chosen(lang), json)


def _given(seats: str | None, value: str | None, against: str | None) -> tuple[tuple[str, str | None], ...]:
    return ("--for", seats), ("--value", value), ("--against", against)


class Play(NamedTuple):
    """Whose best play, for what (None: for what the rules say that he plays for), against what."""

    seats: str
    value: str | None
    against: str


def _best(file: Path, changes: dict[str, str], play: Play, exact: bool, lang: str, as_json: bool) -> None:
    from contrecoup.registry import load

    scene = load(file, changes)
    from contrecoup.cli import best_odds
    from contrecoup.odds.best import best

    seats = tuple(seat.strip() for seat in play.seats.split(","))
    found = best(scene, seats, play.value, play.against, exact)
    if as_json:
        best_odds.write(found)
    else:
        best_odds.show(found, lang)


def _of_log(
    file: Path, changes: dict[str, str], plan: str | None, exact: bool, seat: str, lang: str, as_json: bool
) -> None:
    from contrecoup.cli import belief_odds

    if changes or plan == "best":
        raise Misused("cli.usage.log")
    belief_odds.of_log(file, seat, exact, lang, as_json)


def _of_scene(
    file: Path, changes: dict[str, str], plan: str, exact: bool, seat: str, lang: str, as_json: bool
) -> None:
    from contrecoup.registry import load

    scene = load(file, changes)
    if seat:
        from contrecoup.cli import belief_odds

        if belief_odds.of_scene(scene, seat, exact, lang, as_json):
            return
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
