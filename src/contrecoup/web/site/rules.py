"""Rules: each rule set's page in the reader's language, searchable, with the anchors that logs lead to."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from msgspec import Struct

from contrecoup import registry
from contrecoup.play.pages import Page, Section
from contrecoup.registry.discovery import manifest_of
from contrecoup.table.refusals import unknown
from contrecoup.text import Texts
from contrecoup.web.askers import Asker, asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.pieces import Frame, Link
from contrecoup.web.server import server_of
from contrecoup.web.site.drawing import answer, frame, home
from contrecoup.web.site.folding import folded, has_all, marked
from contrecoup.web.site.params import At, Name, Search

_FENCE: Final = "```"
_REACHABLE: Final = {
    "<table>": '<div class="scroll" tabindex="0"><table>',
    "</table>": "</table></div>",
    "<pre>": '<pre tabindex="0">',
    "<th></th>": "<td></td>",
}


class Shown(Struct, frozen=True):
    """A section as it is shown: its anchor, its title (HTML where words are marked), its body as HTML."""

    anchor: str
    title: str
    body: Markup


@get("/rules", include_in_schema=False)
async def index(request: Request[Any, Any, Any]) -> Response[str]:
    return _index(request, None, frame(request, Texts(language_of(request)).name("web.page.rules")))


@get("/at/{at:str}/rules", include_in_schema=False)
async def index_at(request: Request[Any, Any, Any], at: At) -> Response[str]:
    asker = await asker_of(request, at)
    return _index(
        request, asker, await _frame(request, asker, Texts(language_of(request)).name("web.page.rules"))
    )


@get("/rules/{rules:str}", include_in_schema=False)
async def page(request: Request[Any, Any, Any], rules: Name, q: Search = "") -> Response[str]:
    return _page(request, rules, q, "/rules", frame(request, _title(rules, language_of(request))))


@get("/at/{at:str}/rules/{rules:str}", include_in_schema=False)
async def page_at(request: Request[Any, Any, Any], at: At, rules: Name, q: Search = "") -> Response[str]:
    asker = await asker_of(request, at)
    surrounding = await _frame(request, asker, _title(rules, language_of(request)))
    return _page(request, rules, q, home(asker, "rules"), surrounding)


async def _frame(request: Request[Any, Any, Any], asker: Asker, title: str) -> Frame:
    seen = await server_of(request).desk.seen(asker.table, asker.seat, language_of(request))
    return frame(request, title, asker, campaign=seen.title, seat=seen.name)


def _index(request: Request[Any, Any, Any], asker: Asker | None, surrounding: Frame) -> Response[str]:
    lang, base = language_of(request), home(asker, "rules") if asker else "/rules"
    links = [Link(f"{base}/{manifest.id}", manifest.title[lang]) for manifest in registry.find().values()]
    return answer(request, "rules_index.html", surrounding, links=links)


def _page(
    request: Request[Any, Any, Any], rules: str, wanted: str, base: str, surrounding: Frame
) -> Response[str]:
    lang = language_of(request)
    folder = _folder(rules)
    return answer(
        request,
        "rules.html",
        surrounding,
        address=f"{base}/{rules}",
        index=base,
        table=base.removesuffix("rules") + "table" if base != "/rules" else "",
        title=_title(rules, lang),
        wanted=wanted,
        contents=[Link(f"#{each.anchor}", each.title) for each in _sections(folder, lang) if each.anchor],
        sections=list(_found(_sections(folder, lang), wanted)),
    )


def _folder(rules: str) -> Path:
    if rules not in registry.find():
        raise unknown("web.no_rules", "rules", rules=rules[:40])
    return manifest_of(rules).folder


def _title(rules: str, lang: str) -> str:
    _folder(rules)
    return manifest_of(rules).title[lang]


@functools.lru_cache(maxsize=32)
def _sections(folder: Path, lang: str) -> tuple[Shown, ...]:
    """The page's sections; what only tests read is left out."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return tuple(_shown(section, markdown) for section in Page(folder, lang).sections)


def _shown(section: Section, markdown: MarkdownIt) -> Shown:
    # rendered from our own pages without HTML of their own
    body = Markup(_reachable(markdown.render("\n".join(_told(section.lines)))))
    return Shown(section.anchor, section.title, body)


def _reachable(html: str) -> str:
    """Wide tables and lines scroll in themselves, by keyboard too; a corner of a table heads nothing."""
    for plain, reachable in _REACHABLE.items():
        html = html.replace(plain, reachable)
    return html


def _told(lines: tuple[str, ...]) -> Iterator[str]:
    is_test = False
    for line in lines:
        if line.startswith(_FENCE):
            starts = not is_test and "golden" in line
            if starts or is_test:
                is_test = starts
                continue
        if not is_test:
            yield line


def _found(sections: tuple[Shown, ...], wanted: str) -> Iterator[Shown]:
    """The sections in which all the words stand, whatever their accents, with the words marked."""
    words = folded(wanted).split()
    for section in sections:
        text = folded(f"{section.title} {section.body.striptags()}")
        if not words:
            yield section
        elif has_all(text, words):
            yield Shown(section.anchor, marked(escape(section.title), words), marked(section.body, words))


ROUTES: Final = (index, index_at, page, page_at)
