"""`contrecoup roll`: one throw of dice given in notation."""

from typing import Annotated, Any

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen
from contrecoup.text import Texts


def roll(
    notation: Annotated[str, Parameter(help="cli.roll.notation")],
    /,
    *,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    from contrecoup.dice.notation import parse, render
    from contrecoup.play.sources import SystemDice

    thrown = parse(notation).throw(SystemDice())
    if json:
        answer: dict[str, Any] = {"notation": thrown.roll.notation, "value": thrown.value}
        if thrown.marks is not None:
            answer["marks"] = thrown.marks
        write_json(answer | {"mishap": thrown.mishap, "faces": list(thrown.faces)})
        return
    texts, screen = Texts(chosen(lang)), Screen()
    screen.print(render(thrown))
    if thrown.marks is not None:
        screen.print(texts.text("cli.roll.marks", count=thrown.marks))
    if thrown.mishap:
        screen.print(texts.name("cli.roll.mishap"))
