"""Recap: the evening as one page, for one viewer, in one language, as Markdown or as HTML."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final, Literal, NamedTuple, TypeAlias

from contrecoup.kernel import End, may_see
from contrecoup.log import Corrected, Noted, Record, Started
from contrecoup.play.happenings import described
from contrecoup.play.session import Session
from contrecoup.play.steps import Step
from contrecoup.play.telling import Teller, Told

_MARKUP: Final = re.compile(r"([\\`*_\[\]<>#|~])")

Kind: TypeAlias = Literal["title", "heading", "text", "result", "item", "told"]


class Block(NamedTuple):
    """One piece of the page; an item (a step) has what was told of it below. `depth`: how far headings lie
    below where they lie on a scene's own page."""

    kind: Kind
    text: str
    rule: str = ""
    below: tuple[Told, ...] = ()
    depth: int = 0


def recap(session: Session, teller: Teller) -> str:
    """What counts of a session (not what was undone), with each throw, its reckoning and the rules named,
    as Markdown."""
    return as_markdown(blocks(session, teller))


def recap_html(session: Session, teller: Teller) -> str:
    """The same as one page of HTML, without anything to load."""
    return as_html(blocks(session, teller), teller.texts.lang)


def as_markdown(page: Iterable[Block]) -> str:
    """A page as Markdown."""
    lines = [line for block in page for line in _markdown(block)]
    return "\n".join(lines).rstrip() + "\n"


def as_html(page: Iterable[Block], lang: str) -> str:
    """A page as HTML, called like its first block."""
    whole = list(page)
    return _PAGE.format(lang=lang, title=escape(whole[0].text), body="\n".join(_html(whole)))


_PAGE: Final = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
em {{ opacity: 0.75; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #16181d; color: #e8e8e8; }} }}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def blocks(session: Session, teller: Teller) -> Iterator[Block]:
    """The pieces of a session's page, in order."""
    yield from _head(session, teller)
    yield from _story(session, teller)
    yield from _end(session, teller)
    yield from _notes(session, teller)


def _head(session: Session, teller: Teller) -> Iterator[Block]:
    texts, scene = teller.texts, teller.scene
    started = session.records[0]
    yield Block("title", _capital(teller.title()))
    date = started.time.strftime("%Y-%m-%d %H:%M UTC")
    yield Block("text", texts.text("play.recap.head", rules=scene.manifest.title[texts.lang], date=date))
    event = started.event
    rulings = event.rulings if isinstance(event, Started) else {}
    for ruling in scene.manifest.rulings:
        value = rulings.get(ruling.id, ruling.default)
        if value != ruling.default:
            name, answer = (
                texts.name(f"ruling.{id}") for id in (ruling.id, f"{ruling.id}.{str(value).lower()}")
            )
            yield Block("told", texts.text("play.recap.ruling", ruling=name, value=answer))


def _story(session: Session, teller: Teller) -> Iterator[Block]:
    happened: list[Step | Record] = [*session.steps, *session.corrections]
    for each in sorted(happened, key=lambda each: each.sequence):
        if isinstance(each, Record):
            assert isinstance(each.event, Corrected)
            yield Block("told", described(teller, each.event, session.records))
            continue
        if each.node.round and teller.knows(each):
            yield Block("heading", teller.texts.text("play.round", number=each.rounds))
        if teller.knows(each):
            yield Block("item", teller.headline(each), below=tuple(teller.told(each)))
        else:
            yield from (Block("told", *told[:2]) for told in map(teller.said, each.heard(teller.viewer)))


def _end(session: Session, teller: Teller) -> Iterator[Block]:
    node = session.question()
    yield Block("heading", teller.texts.name("play.recap.end"))
    if not isinstance(node, End):
        yield Block("text", teller.texts.name("play.recap.unfinished"))
        return
    yield Block("result", teller.outcome(node))
    yield from (Block("told", line) for line in teller.remains(node))


def _notes(session: Session, teller: Teller) -> Iterator[Block]:
    events = [record.event for record in session.records]
    notes = [event for event in events if isinstance(event, Noted) and may_see(event.audience, teller.viewer)]
    if notes:
        yield Block("heading", teller.texts.name("play.recap.notes"))
        yield from (Block("told", " ".join(note.text.split())) for note in notes)


def _markdown(block: Block) -> Iterator[str]:
    text = _safe(block.text)
    match block.kind:
        case "title":
            yield from ("", *_headed(text, 1 + block.depth)) if block.depth else _headed(text, 1)
        case "heading":
            yield from ("", *_headed(text, 2 + block.depth))
        case "text":
            yield from (text, "")
        case "result":
            yield from (f"**{text}**", "")
        case "item":
            yield f"- **{text}**"
            yield from (f"  - {_ruled(_safe(told.text), _safe(told.rule), '*')}" for told in block.below)
        case "told":
            yield f"- {_ruled(text, _safe(block.rule), '*')}"


def _headed(text: str, level: int) -> tuple[str, str]:
    return f"{'#' * level} {text}", ""


def _html(blocks: list[Block]) -> Iterator[str]:
    """The page's lines; items that follow one another are one list."""
    is_list = False
    for block in blocks:
        is_item = block.kind in ("item", "told")
        if is_item != is_list:
            yield "<ul>" if is_item else "</ul>"
        is_list = is_item
        yield _element(block)
    if is_list:
        yield "</ul>"


def _element(block: Block) -> str:
    text = escape(block.text)
    match block.kind:
        case "title":
            return f"<h{1 + block.depth}>{text}</h{1 + block.depth}>"
        case "heading":
            return f"<h{2 + block.depth}>{text}</h{2 + block.depth}>"
        case "text":
            return f"<p>{text}</p>"
        case "result":
            return f"<p><strong>{text}</strong></p>"
        case "item":
            return f"<li><strong>{text}</strong>{_below(block.below)}</li>"
        case "told":
            return f"<li>{_with_rule(block.text, block.rule)}</li>"


def _below(told: tuple[Told, ...]) -> str:
    lines = "".join(f"<li>{_with_rule(each.text, each.rule)}</li>" for each in told)
    return f"<ul>{lines}</ul>" if lines else ""


def _with_rule(text: str, rule: str) -> str:
    return f"{escape(text)} <em>({escape(rule)})</em>" if rule else escape(text)


def _ruled(text: str, rule: str, mark: str) -> str:
    return f"{text} {mark}({rule}){mark}" if rule else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _safe(text: str) -> str:
    """The text with nothing that Markdown would read as markup."""
    return _MARKUP.sub(r"\\\1", text)
