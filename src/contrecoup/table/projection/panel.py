"""The game master's panel of a scene: what he alone knows, and what he may set right."""

from collections.abc import Iterator

from contrecoup.kernel import GM
from contrecoup.play import Session
from contrecoup.play.telling import Teller
from contrecoup.table.campaign import Campaign, Held
from contrecoup.table.projection.stage import Stage
from contrecoup.table.seen import Closed, Correctable, PanelSeen, WhatIf


def panel(campaign: Campaign, held: Held, stage: Stage, lang: str) -> PanelSeen:
    """The panel of a scene that runs."""
    return PanelSeen(tuple(_closed(stage, lang)), tuple(_what_ifs(campaign, held, stage, lang)), held.of)


def corrections(session: Session, lang: str) -> tuple[Correctable, ...]:
    """Every value that may be corrected now. They are many, so they are listed only when asked for."""
    teller = Teller(session.scene, lang)
    return tuple(
        Correctable(
            part=each.part,
            path=each.path,
            label=teller.label(each.path),
            kind=each.limits.kind,
            now=each.value,
            shown=teller.value(each.value),
            least=each.limits.least,
            most=each.limits.most,
            accepted=each.limits.words,
        )
        for each in session.correctable(GM)
    )


def _closed(stage: Stage, lang: str) -> Iterator[Closed]:
    for line in reversed(tuple(stage.hidden(lang))):
        event = line.undo + 1
        if event not in stage.session.opened:
            yield Closed(event, line.number, line.text)


def _what_ifs(campaign: Campaign, held: Held, stage: Stage, lang: str) -> Iterator[WhatIf]:
    for other in campaign.scenes.values():
        if other.of == held.id:
            lines = stage.lines_between(GM, lang, 0, min(other.to, len(stage.session.fold.records)))
            yield WhatIf(other.id, lines[-1].number if lines else 0, "over" if other.outcome else "running")
