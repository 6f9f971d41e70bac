"""`contrecoup packs`: content packs checked and listed, and their JSON Schema."""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Misused, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import Refused
from contrecoup.packs import Pack, everywhere, layer, read, schema, shipped
from contrecoup.packs.pack import rules_of
from contrecoup.registry import Manifest, find, get
from contrecoup.registry.discovery import manifest_of
from contrecoup.text import Texts


def packs(
    action: Annotated[Literal["check", "list", "schema"], Parameter(help="cli.packs.action")],
    files: Annotated[tuple[Path, ...], Parameter(help="cli.packs.files")] = (),
    /,
    *,
    rules: Annotated[str, Parameter(help="cli.packs.rules")] = "",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    if action == "schema":
        if not rules:
            raise Misused("cli.packs.no_rules")
        write_json(schema(_content(manifest_of(rules, "")), rules))
    elif action == "check":
        _check(files, rules, chosen(lang), json)
    else:
        _list(files, rules, chosen(lang), json)


def _content(manifest: Manifest) -> type:
    content: type | None = get(manifest.id).content
    if content is None:
        raise Misused("cli.packs.no_content", rules=manifest.id)
    return content


def _by_rules(files: tuple[Path, ...], rules: str) -> dict[str, list[Path]]:
    """The files by the rule set that they are for, those that hold everywhere first."""
    grouped: dict[str, list[Path]] = {}
    for path in (*everywhere(), *files):
        said = rules_of(path)
        if rules in ("", said):
            grouped.setdefault(said, []).append(path)
    return grouped


def _check(files: tuple[Path, ...], rules: str, lang: str, as_json: bool) -> None:
    """Refused with every fault of every file; all packs of one rule set are laid over one another."""
    grouped = _by_rules(files, rules)
    if not grouped:
        raise Misused("cli.packs.no_files")
    reasons: list[Any] = []
    for id, paths in grouped.items():
        try:
            _layered(manifest_of(id), paths)
        except Refused as refused:
            reasons += refused.reasons
    if reasons:
        raise Refused(reasons, next(iter(grouped)))
    counted = {str(path): id for id, paths in grouped.items() for path in paths}
    if as_json:
        write_json({"valid": counted})
        return
    for path, id in counted.items():
        Screen().paragraph(printable(Texts(lang).text("packs.valid", file=path, rules=id)))


def _layered(manifest: Manifest, paths: list[Path]) -> tuple[Pack, ...]:
    content = _content(manifest)
    own = tuple(read(path, content, manifest.id) for path in paths)
    layer(content, [*shipped(manifest.folder, content, manifest.id), *own], manifest.id)
    return own


def _list(files: tuple[Path, ...], rules: str, lang: str, as_json: bool) -> None:
    """What is shipped and what packs add, replace, change and forbid, table by table."""
    listed = [entry for id in find() if rules in ("", id) for entry in _listed(manifest_of(id), files)]
    if as_json:
        write_json({"packs": listed})
        return
    screen, texts = Screen(), Texts(lang)
    for pack in listed:
        title = pack["title"].get(lang, "") or pack["file"] or texts.text("packs.shipped")
        screen.heading(printable(f"{pack['rules']}: {title}"))
        for act in ("adds", "replaces", "changes", "forbids"):
            for table, ids in pack[act].items():
                text = texts.text(f"packs.{act}", table=table, entries=", ".join(ids))
                screen.paragraph(printable(text), "  ")


def _listed(manifest: Manifest, files: tuple[Path, ...]) -> list[dict[str, Any]]:
    content: type | None = get(manifest.id).content
    if content is None:
        return []
    paths = _by_rules(files, manifest.id).get(manifest.id, [])
    own = _layered(manifest, paths)
    ground = shipped(manifest.folder, content, manifest.id)
    base: dict[str, list[str]] = {}
    for pack in ground:
        for table, entries in pack.entries.items():
            base.setdefault(table, []).extend(entries)
    first = {
        "rules": manifest.id,
        "file": "",
        "title": {},
        "adds": base,
        "replaces": {},
        "changes": {},
        "forbids": {},
    }
    return [first, *map(_described, own)]


def _described(pack: Pack) -> dict[str, Any]:
    acts: dict[str, dict[str, list[str]]] = {"adds": {}, "replaces": {}, "changes": {}}
    for table, entries in pack.entries.items():
        for id, entry in entries.items():
            act = "replaces" if entry.get("replace") else "changes" if entry.get("change") else "adds"
            acts[act].setdefault(table, []).append(id)
    forbids = {table: list(ids) for table, ids in pack.forbid.items()}
    return {
        "rules": pack.rules,
        "file": str(pack.path),
        "title": dict(pack.title),
        **acts,
        "forbids": forbids,
    }
