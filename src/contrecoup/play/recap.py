"""Recap: the evening as one page of Markdown, for one viewer, in one language."""

import re
from collections.abc import Iterator
from typing import Final

from contrecoup.kernel import End, may_see
from contrecoup.log import Noted, Started
from contrecoup.play.session import Session
from contrecoup.play.steps import Step
from contrecoup.play.telling import Teller

_MARKUP: Final = re.compile(r"([\\`*_\[\]<>#|~])")


def recap(session: Session, teller: Teller) -> str:
    """What counts of a session (not what was undone), with each throw, its reckoning and the rules named."""
    lines = [
        *_head(session, teller),
        *_story(session, teller),
        *_end(session, teller),
        *_notes(session, teller),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _head(session: Session, teller: Teller) -> Iterator[str]:
    texts, scene = teller.texts, teller.scene
    started = session.records[0]
    yield f"# {_safe(_capital(teller.title()))}"
    yield ""
    date = started.time.strftime("%Y-%m-%d %H:%M UTC")
    yield _safe(texts.text("play.recap.head", rules=scene.manifest.title[texts.lang], date=date))
    yield ""
    event = started.event
    rulings = event.rulings if isinstance(event, Started) else {}
    for ruling in scene.manifest.rulings:
        value = rulings.get(ruling.id, ruling.default)
        if value != ruling.default:
            name, answer = (
                texts.name(f"ruling.{id}") for id in (ruling.id, f"{ruling.id}.{str(value).lower()}")
            )
            yield f"- {_safe(texts.text('play.recap.ruling', ruling=name, value=answer))}"


def _story(session: Session, teller: Teller) -> Iterator[str]:
    for step in session.steps:
        if step.node.round and teller.sees(step.node):
            yield ""
            yield f"## {_safe(teller.texts.text('play.round', number=step.rounds))}"
            yield ""
        if teller.sees(step.node):
            yield from _step(step, teller)
        else:
            yield from (f"- {_told(*told[:2])}" for told in map(teller.said, step.heard(teller.viewer)))


def _step(step: Step, teller: Teller) -> Iterator[str]:
    yield f"- **{_safe(teller.head(step.event))}**"
    for text, rule, _ in teller.told(step):
        yield f"  - {_told(text, rule)}"


def _told(text: str, rule: str) -> str:
    return f"{_safe(text)} *({_safe(rule)})*" if rule else _safe(text)


def _end(session: Session, teller: Teller) -> Iterator[str]:
    node = session.question()
    yield ""
    yield f"## {_safe(teller.texts.name('play.recap.end'))}"
    yield ""
    if not isinstance(node, End):
        yield _safe(teller.texts.name("play.recap.unfinished"))
        return
    yield f"**{_safe(teller.outcome(node))}**"
    yield ""
    yield from (f"- {_safe(line)}" for line in teller.remains(node))


def _notes(session: Session, teller: Teller) -> Iterator[str]:
    events = [record.event for record in session.records]
    notes = [event for event in events if isinstance(event, Noted) and may_see(event.audience, teller.viewer)]
    if not notes:
        return
    yield ""
    yield f"## {_safe(teller.texts.name('play.recap.notes'))}"
    yield ""
    yield from (f"- {_safe(' '.join(note.text.split()))}" for note in notes)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _safe(text: str) -> str:
    """The text with nothing that Markdown would read as markup."""
    return _MARKUP.sub(r"\\\1", text)
