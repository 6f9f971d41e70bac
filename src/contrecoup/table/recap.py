"""Recap of a campaign: its notes and all its scenes, for one seat in one language, as pieces of a page."""

from collections.abc import Iterator

from contrecoup.kernel import Seat, may_see
from contrecoup.play.recap import Block, blocks
from contrecoup.play.telling import Teller
from contrecoup.table.room import Room
from contrecoup.text import Texts


def campaign_blocks(room: Room, seat: Seat, lang: str) -> list[Block]:
    """The title and the notes that the seat may read."""
    campaign, texts = room.campaign, Texts(lang)
    page = [Block("title", campaign.title)]
    if campaign.founded:
        page.append(Block("text", texts.text("recap.founded", date=campaign.founded.strftime("%Y-%m-%d"))))
    notes = [note.text for note in campaign.notes.values() if may_see(note.audience, seat)]
    if notes:
        page.append(Block("heading", texts.name("play.recap.notes")))
        page += (Block("told", " ".join(note.split())) for note in notes)
    return page


def scene_blocks(room: Room, seat: Seat, lang: str, scene: str) -> list[Block]:
    """A scene that has begun; the room must have its session at hand."""
    held = room.campaign.scenes[scene]
    session = room.session(scene)
    teller = Teller(session.scene, lang, held.viewer(seat))
    return list(_below(held.title, blocks(session, teller)))


def _below(title: str, page: Iterator[Block]) -> Iterator[Block]:
    """A scene's page under the campaign's, with the title that the table gave the scene."""
    for block in page:
        own = block._replace(text=title) if block.kind == "title" else block
        yield own._replace(depth=1)
