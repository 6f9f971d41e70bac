"""Results: what a played or replayed scene came to, as JSON with stable keys and as a recap."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from contrecoup.kernel import End, Refused, refusal
from contrecoup.log import Chosen, Rolled, Thrown
from contrecoup.play import Session, Step
from contrecoup.play.recap import recap
from contrecoup.play.telling import Teller


def result(session: Session, teller: Teller, path: Path) -> dict[str, Any]:
    """All that the viewer may know: steps, what was told, how it ended and what stays."""
    node = session.question()
    is_over = isinstance(node, End)
    return {
        "rules": teller.scene.rules,
        "scene": teller.scene.name,
        "seat": teller.viewer,
        "log": str(path),
        "finished": is_over,
        "outcome": node.outcome if isinstance(node, End) else None,
        "tallies": msgspec.to_builtins(list(teller.known_tallies(node))) if isinstance(node, End) else [],
        "aftermath": msgspec.to_builtins(list(teller.known_changes(node))) if isinstance(node, End) else [],
        "steps": list(_steps(session, teller)),
    }


def _steps(session: Session, teller: Teller) -> Iterator[dict[str, Any]]:
    numbers = teller.places(session.records)
    for step in session.steps:
        is_seen = teller.knows(step)
        told = [teller.said(message) for message in teller.heard(step)]
        if is_seen or told:
            yield {
                **({"event": numbers[step.sequence], **_answer(step, teller)} if is_seen else {}),
                "told": [{"id": each.id, "text": each.text, "rule": each.rule} for each in told],
            }


def _answer(step: Step, teller: Teller) -> dict[str, Any]:
    event = step.event
    asked = {"seat": event.seat, "reason": step.node.reason, "auto": event.auto}
    match event:
        case Chosen():
            option = msgspec.to_builtins(event.option)
            return {**asked, "option": {"id": option["id"], "values": dict(option["values"])}}
        case Thrown():
            if not step.shows_answer(teller.viewer):
                return {**asked, "hidden": True}
            return {
                **asked,
                "dice": [_die(rolled) for rolled in event.dice],
                "origin": event.origin,
                "modifiers": [
                    {"by": each.by, "reason": each.reason} for each in teller.known(event.modifiers)
                ],
            }


def _die(rolled: Rolled) -> dict[str, Any]:
    return {
        "die": rolled.label,
        "sides": rolled.sides,
        "number": rolled.number,
        "faces": list(rolled.faces),
    }


def hold_place(path: Path | None) -> None:
    """Refused, before anything is played, where a recap could not be written."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise Refused([refusal("play.recap.no_place", file=str(path))])


def write_recap(path: Path, session: Session, teller: Teller) -> None:
    """The recap in a file; an older one is replaced."""
    try:
        path.write_text(recap(session, teller), encoding="utf-8")
    except OSError as error:
        fault = error.strerror or str(error)
        raise Refused([refusal("play.recap.unwritable", file=str(path), fault=fault)]) from None
