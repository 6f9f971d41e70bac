"""`contrecoup rules`: the rule sets that there are, or the page of one."""

from typing import Annotated, Any

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen
from contrecoup.kernel import Refused, refusal
from contrecoup.registry import Manifest, find
from contrecoup.registry.discovery import manifest_of
from contrecoup.text import Texts


def rules(
    id: Annotated[str | None, Parameter(help="cli.rules.id")] = None,
    /,
    *,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    if id is None:
        _list(chosen(lang), json)
    else:
        _page(manifest_of(id, ""), chosen(lang), json)


def _list(lang: str, as_json: bool) -> None:
    manifests = sorted(find().values(), key=lambda manifest: manifest.id)
    if as_json:
        write_json({"rules": [_described(manifest, lang) for manifest in manifests]})
        return
    screen, common = Screen(), Texts(lang)
    for manifest in manifests:
        texts = Texts(lang, manifest.id)
        scenes = ", ".join(f"{scene} ({texts.name(f'scene.{scene}')})" for scene in manifest.scenes)
        screen.heading(f"{manifest.id}: {manifest.title[lang]}")
        screen.paragraph(common.text("cli.rules.scenes", scenes=scenes), "  ")
        screen.paragraph(common.text("cli.rules.source", source=manifest.source), "  ")


def _page(manifest: Manifest, lang: str, as_json: bool) -> None:
    path = manifest.folder / f"rules.{lang}.md"
    try:
        page = path.read_text(encoding="utf-8")
    except OSError:
        raise Refused([refusal("scene.file_missing", file=str(path))]) from None
    if as_json:
        write_json({**_described(manifest, lang), "page": page})
    else:
        Screen().print(page.rstrip("\n"))


def _described(manifest: Manifest, lang: str) -> dict[str, Any]:
    return {
        "id": manifest.id,
        "version": manifest.version,
        "title": manifest.title[lang],
        "source": manifest.source,
        "seats": list(manifest.seats),
        "scenes": list(manifest.scenes),
        "rulings": {
            ruling.id: {"values": list(ruling.values), "default": ruling.default}
            for ruling in manifest.rulings
        },
    }
