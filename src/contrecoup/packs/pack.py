"""Packs: one file of entries, read and checked by itself."""

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.packs.tables import tables
from contrecoup.registry import documents
from contrecoup.registry.faults import fitted
from contrecoup.registry.lines import Lines
from contrecoup.registry.reasons import missing_key, not_accepted, unknown_key, wrong_type

HEAD: Final = ("rules", "title", "forbid")
ACTS: Final = ("replace", "change")
_OBJECT: Final = {"type": "object"}
_TEXT: Final = {"type": "string"}


class Pack(msgspec.Struct, frozen=True):
    """A pack as its file says it: `data`, and what they mean.

    `entries` are the tables' entries as written, by table and id, the broken ones left out; `forbid` the
    ids that it takes away, by table; `title` its own title by language (empty where it has none). `faults`
    is every fault of the file by itself, each with its line.
    """

    path: Path
    rules: str
    data: Mapping[str, Any]
    entries: Mapping[str, Mapping[str, Mapping[str, Any]]]
    forbid: Mapping[str, tuple[str, ...]]
    title: Mapping[str, str]
    text: str
    faults: tuple[Refusal, ...] = ()

    def at(self, reason: Refusal) -> Refusal:
        """The reason with this file and its line."""
        return documents.in_file(reason, self.path, _lines(self.text).line(reason.where))


def read(path: Path, content: type, rules: str = "") -> Pack:
    """The pack in a file with every fault of its form; Refused only where there is no TOML file.

    A pack says which rules it is for; a shipped file of `rules` need not.
    """
    try:
        document = documents.read(path)
    except Refused as refused:
        raise Refused(documents.in_file(reason, path) for reason in refused.reasons) from None
    return parse(document.data, content, rules, path, document.text)


def parse(data: Mapping[str, Any], content: type, rules: str, path: Path, text: str = "") -> Pack:
    """The pack that data are, with every fault of its form; `path` and `text` are where they stand."""
    said = data.get("rules", rules)
    entries, broken = _sorted(_entries(data, content), content)
    reasons = [*_form(data, content, rules), *broken]
    pack = Pack(
        path, said if isinstance(said, str) else rules, data, entries, _forbid(data), _title(data), text
    )
    return msgspec.structs.replace(pack, faults=tuple(map(pack.at, reasons)))


def shipped(folder: Path, content: type, rules: str) -> tuple[Pack, ...]:
    """The packs in a rule set's own `content` folder, in the order of their names."""
    return tuple(read(path, content, rules) for path in sorted((folder / "content").glob("*.toml")))


def rules_of(path: Path) -> str:
    """The rule set that a pack's file is for; Refused where it can't be read or says none."""
    try:
        said = documents.read(path).data.get("rules")
    except Refused as refused:
        raise Refused(documents.in_file(reason, path) for reason in refused.reasons) from None
    if not isinstance(said, str):
        raise Refused([documents.in_file(missing_key("rules", _TEXT), path)])
    return said


@functools.lru_cache(maxsize=16)
def _lines(text: str) -> Lines:
    return Lines(text)


def _entries(data: Mapping[str, Any], content: type) -> dict[str, dict[str, Mapping[str, Any]]]:
    return {
        table: {id: entry for id, entry in found.items() if isinstance(entry, Mapping)}
        for table in tables(content)
        if isinstance(found := data.get(table), Mapping)
    }


def _forbid(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    forbid = data.get("forbid", {})
    if not isinstance(forbid, Mapping):
        return {}
    return {
        table: tuple(id for id in ids if isinstance(id, str))
        for table, ids in forbid.items()
        if isinstance(ids, list)
    }


def _title(data: Mapping[str, Any]) -> dict[str, str]:
    title = data.get("title", {})
    return {lang: str(text) for lang, text in title.items()} if isinstance(title, Mapping) else {}


def _form(data: Mapping[str, Any], content: type, rules: str) -> Iterator[Refusal]:
    """What is wrong with the file around its entries."""
    known = tables(content)
    if "rules" not in data and not rules:
        yield missing_key("rules", _TEXT)
    elif rules and data.get("rules", rules) != rules:
        yield not_accepted("rules", data["rules"], [rules])
    for key, value in data.items():
        if key in known:
            yield from _table_form(key, value)
        elif key not in HEAD:
            yield unknown_key(key, key, [*known, *HEAD])
    yield from _head_form(data, known)


def _table_form(table: str, value: Any) -> Iterator[Refusal]:
    if not isinstance(value, Mapping):
        yield wrong_type(table, value, _OBJECT)
        return
    for id, entry in value.items():
        if not isinstance(entry, Mapping):
            yield wrong_type(f"{table}.{id}", entry, _OBJECT)


def _head_form(data: Mapping[str, Any], known: Mapping[str, type]) -> Iterator[Refusal]:
    title, forbid = data.get("title", {}), data.get("forbid", {})
    if not isinstance(title, Mapping) or (title and set(title) != {"en", "fr"}):
        yield refusal("packs.title", "title")
    if not isinstance(forbid, Mapping):
        yield wrong_type("forbid", forbid, _OBJECT)
        return
    for table, ids in forbid.items():
        if table not in known:
            yield unknown_key(f"forbid.{table}", table, known)
        elif not isinstance(ids, list) or not all(isinstance(id, str) for id in ids):
            yield wrong_type(f"forbid.{table}", ids, {"type": "array"})


def _sorted(
    written: Mapping[str, Mapping[str, Mapping[str, Any]]], content: type
) -> tuple[dict[str, dict[str, Mapping[str, Any]]], list[Refusal]]:
    """The entries in order, and the faults of the others; a change is judged over what it changes."""
    sound: dict[str, dict[str, Mapping[str, Any]]] = {table: {} for table in written}
    faults: list[Refusal] = []
    for table, entries in written.items():
        for id, entry in entries.items():
            found = [*_acts(entry, f"{table}.{id}")]
            if entry.get("change") is not True:
                found += broken_entry(entry, id, tables(content)[table], f"{table}.{id}")
            if not found:
                sound[table][id] = entry
            faults += found
    return sound, faults


def _acts(entry: Mapping[str, Any], where: str) -> Iterator[Refusal]:
    for act in ACTS:
        if act in entry and entry[act] is not True:
            yield not_accepted(f"{where}.{act}", entry[act], [True])
    if all(act in entry for act in ACTS):
        yield refusal("packs.replace_or_change", where)


def broken_entry(entry: Mapping[str, Any], id: str, kind: type, where: str) -> Iterator[Refusal]:
    """The faults of one entry against its type."""
    if not id.replace("_", "").isalnum() or not id.islower() or not id.isascii():
        yield refusal("packs.id", where, id=id)
    try:
        documents.hold_bounds(entry)
        fitted(plain(entry, id), kind)
    except Refused as refused:
        for reason in refused.reasons:
            yield msgspec.structs.replace(reason, where=f"{where}.{reason.where}" if reason.where else where)


def plain(entry: Mapping[str, Any], id: str) -> dict[str, Any]:
    """The entry as its type has it: with its id, without what it does to a lower layer's."""
    return {"id": id, **{key: value for key, value in entry.items() if key not in ACTS}}
