"""Happenings: each event of a log in a line, as far as a viewer may know it."""

from collections.abc import Sequence

from contrecoup.kernel import GM, may_see
from contrecoup.log import (
    Adjusted,
    Amended,
    Chosen,
    Committed,
    Corrected,
    Ended,
    EntropyAdded,
    Event,
    Forked,
    Noted,
    Opened,
    Paused,
    Record,
    Resumed,
    Rewound,
    SeatSet,
    SecretLost,
    SecretShown,
    Started,
    Thrown,
)
from contrecoup.play.telling import Teller


def described(teller: Teller, event: Event, records: Sequence[Record]) -> str:
    """An event of these records in a line. Ask only for those that the viewer may know of (`numbered`)."""
    texts = teller.texts
    match event:
        case Chosen() | Thrown():
            return teller.head(event)
        case Adjusted():
            return texts.text("play.log.adjusted", modifier=teller.modifiers((event.modifier,)))
        case Rewound() | Forked():
            known = teller.numbered(records[: event.to])
            return texts.text(f"play.log.{event.kind}", to=len(known))
        case SeatSet():
            return texts.text(
                "play.log.auto" if event.auto else "play.log.by_hand", who=teller.who(event.seat)
            )
        case Noted():
            return texts.text("play.log.noted", text=event.text)
        case Ended():
            return texts.text("play.log.ended", outcome=teller.ended(event.outcome))
        case Started():
            return texts.text("play.log.started", scene=teller.title())
        case Corrected():
            return _corrected(teller, event)
        case Amended():
            return _amended(teller, event, records)
        case Opened():
            return texts.text("play.log.opened", what=teller.head(_thrown(records, event.of), is_opened=True))
        case _:
            return _of_dice(teller, event)


def _of_dice(teller: Teller, event: Event) -> str:
    match event:
        case Committed():
            return teller.texts.text("play.log.committed", hash=event.hash)
        case EntropyAdded():
            who = teller.who(event.seat)
            return teller.texts.text("play.log.entropy_added", who=who, entropy=event.entropy)
        case SecretShown():
            return teller.texts.text("play.log.secret_shown", secret=event.secret)
        case _:
            assert isinstance(event, Paused | Resumed | SecretLost)
            return teller.texts.name(f"play.log.{event.kind}")


def _corrected(teller: Teller, event: Corrected) -> str:
    if not may_see(event.audience, teller.viewer):
        return teller.texts.name("play.log.corrected_unseen")
    id = "play.log.corrected" if may_see(event.audience, "") else "play.log.corrected_secret"
    what, value = teller.label(event.path), teller.value(event.value)
    return teller.texts.text(id, what=what, value=value, reason=event.reason)


def _amended(teller: Teller, event: Amended, records: Sequence[Record]) -> str:
    """That a throw was read again; why, and with which modifier, for those who may know that modifier."""
    thrown = _thrown(records, event.of)
    what = teller.texts.name(thrown.reason)
    known = teller.modifiers((event.modifier,) if event.modifier else ())
    if event.modifier and not known:
        return teller.texts.text("play.log.amended_unseen", what=what)
    shown = teller.viewer == GM or not thrown.hidden
    dice = teller.dice_of(event.dice) if event.dice and shown else ""
    changed = ", ".join(each for each in (dice, known) if each)
    if event.modifier:  # its reason stands beside it
        return teller.texts.text("play.log.amended_by", what=what, changed=changed)
    return teller.texts.text("play.log.amended", what=what, changed=changed, reason=event.reason)


def _thrown(records: Sequence[Record], sequence: int) -> Thrown:
    event = records[sequence - 1].event
    assert isinstance(event, Thrown)
    return event
