"""Powers: what the game master alone may order: opening hidden dice, corrections, another reading."""

from contrecoup.cli.referee.desk import Again, Desk
from contrecoup.cli.referee.words import modifier
from contrecoup.cli.screen import printable
from contrecoup.log import Record, Thrown
from contrecoup.play import Correctable, happenings
from contrecoup.play.corrections import Scalar

_TRUTHS = {"yes": True, "no": False, "oui": True, "non": False, "true": True, "false": False}


def reveal(desk: Desk, rest: str) -> Again:
    """Open a hidden throw to everyone: that of a number in the log, else the last one."""
    hidden = [record.sequence for record in desk.session.records if _is_hidden(desk, record)]
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 8 else 0
    if not desk.is_master:
        desk.say("play.master_only")
    elif not hidden and not number:
        desk.say("play.reveal.nothing")
    else:
        desk.session.open(number or hidden[-1])
        desk.screen.paragraph(printable(_last(desk)))
    return Again.NOTHING


def fix(desk: Desk, rest: str) -> Again:
    """List what may be corrected, or set one value right: its number or path, the value, the reason."""
    if not desk.is_master:
        desk.say("play.master_only")
        return Again.NOTHING
    places = desk.session.correctable(desk.viewer)
    words = rest.split(maxsplit=2)
    place = _place(places, words[0]) if words else None
    if place is None or len(words) < 3:
        _list(desk, places, words[0] if words else "")
        return Again.NOTHING
    desk.session.set_right(place.path, _value(place, words[1]), words[2], part=place.part)
    desk.screen.paragraph(printable(_last(desk, "corrected")))
    return Again.TABLE


def reread(desk: Desk, rest: str) -> Again:
    """Read the last throw again with a modifier more."""
    given = modifier(rest)
    if not desk.is_master:
        desk.say("play.master_only")
    elif given is None:
        desk.say("play.reread.usage")
    else:
        step = desk.session.amend(given[1], by=given[0])
        desk.screen.paragraph(printable(_last(desk, "amended")))
        for told in desk.teller.told(step):
            desk.tell(told)
        return Again.TABLE
    return Again.NOTHING


def _is_hidden(desk: Desk, record: Record) -> bool:
    event = record.event
    return isinstance(event, Thrown) and event.hidden and record.sequence not in desk.session.opened


def _last(desk: Desk, kind: str = "") -> str:
    """The last event (of a kind) in a line: an end may have followed it."""
    records = desk.session.records
    event = next(each.event for each in reversed(records) if kind in ("", each.event.kind))
    return happenings.described(desk.teller, event, records)


def _place(places: tuple[Correctable, ...], wish: str) -> Correctable | None:
    """A value by its number in the list, or by its path."""
    if wish.isascii() and wish.isdigit() and len(wish) < 5:
        return places[int(wish) - 1] if 1 <= int(wish) <= len(places) else None
    return next((each for each in places if each.path == wish), None)


def _value(place: Correctable, word: str) -> Scalar:
    """What a word means for a value of this kind; as it stands where it means nothing there."""
    if place.limits.kind == "flag":
        return _TRUTHS.get(word.casefold(), word)
    is_number = word.removeprefix("-").isdecimal() and word.isascii() and len(word) < 10
    return int(word) if is_number and place.limits.kind != "text" else word


def _list(desk: Desk, places: tuple[Correctable, ...], wish: str) -> None:
    """The values that may be corrected (those whose path or name has the wished word), with what they are."""
    folded = wish.casefold()
    desk.say("play.fix.list")
    for number, each in enumerate(places, 1):
        label = desk.teller.label(each.path)
        if folded in each.path.casefold() or folded in label.casefold() or wish == str(number):
            name = label if label == each.path else f"{label} [{each.path}]"
            value = desk.teller.value(each.value)
            line = desk.teller.texts.text("play.fix.line", what=name, value=value, limits=_limits(desk, each))
            desk.screen.paragraph(printable(f"{number:>3}  {line}"))


def _limits(desk: Desk, place: Correctable) -> str:
    limits, texts = place.limits, desk.teller.texts
    match limits.kind:
        case "number":
            return texts.text("play.fix.number", least=limits.least, most=limits.most)
        case "word":
            return ", ".join(map(str, limits.words))
        case "flag":
            return f"{texts.name('play.yes')}, {texts.name('play.no')}"
        case "text":
            return texts.text("play.fix.text", most=limits.most)
