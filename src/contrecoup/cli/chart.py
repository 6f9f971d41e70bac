"""`contrecoup chart`: a picture of a scene's odds or of a sweep, with the table of its numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen, overrides
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Row, Screen, printable
from contrecoup.text import Texts

if TYPE_CHECKING:
    from contrecoup.odds.charts import Figure


def chart(
    file: Annotated[Path, Parameter(help="cli.chart.file")],
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="cli.chart.output")],
    what: Annotated[str, Parameter(name="--what", metavar="LIST", help="cli.chart.what")] = "",
    theme: Annotated[Literal["light", "dark"], Parameter(name="--theme", help="cli.chart.theme")] = "light",
    table: Annotated[Path | None, Parameter(name="--table", help="cli.chart.table")] = None,
    x: Annotated[str, Parameter(name="--x", metavar="KEY", help="cli.chart.x")] = "",
    y: Annotated[str, Parameter(name="--y", metavar="KEY", help="cli.chart.y")] = "",
    of: Annotated[str, Parameter(name="--of", metavar="COLUMN", help="cli.chart.of")] = "",
    at: Annotated[
        tuple[str, ...], Parameter(name="--at", metavar="KEY=VALUE", negative="", help="cli.chart.at")
    ] = (),
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    from contrecoup.odds.charts import chart as drawn

    texts = Texts(chosen(lang))
    figures = drawn(
        file,
        output,
        what=[part.strip() for part in what.split(",") if part.strip()],
        theme=theme,
        lang=texts.lang,
        table=table,
        x=x,
        y=y,
        of=of,
        at=overrides(at),
    )
    if json:
        write_json({"output": str(output), "figures": figures})
        return
    _show(figures, table is not None, output, texts)


def _show(figures: Sequence["Figure"], is_written: bool, output: Path, texts: Texts) -> None:
    """The numbers, unless they are in the page or in a file of their own, and where the picture is."""
    screen = Screen()
    if not is_written and output.suffix.lower() != ".html":
        for figure in figures:
            screen.heading(printable(figure.caption))
            screen.rows(_rows(figure))
            screen.print()
    screen.paragraph(printable(texts.text("cli.chart.done", file=str(output))))


def _rows(figure: "Figure") -> list[Row]:
    """The figure's numbers as rows, with bars for shares."""
    return [
        Row(
            printable(" · ".join(filter(None, (point.at, point.by)))),
            point.shown,
            point.value if figure.is_share and point.value is not None else 0.0,
        )
        for point in figure.points
    ]
