"""Layering: packs laid one over the other, the shipped ones first, into one content."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.packs.pack import Pack, broken_entry, plain
from contrecoup.packs.tables import tables

T = TypeVar("T", bound=msgspec.Struct)


class _Layers:
    """The entries so far, and the pack that each comes from."""

    def __init__(self, content: type) -> None:
        self.tables = tables(content)
        self.entries: dict[str, dict[str, dict[str, Any]]] = {table: {} for table in self.tables}
        self.origin: dict[tuple[str, str], Pack] = {}
        self.forbidden: list[str] = []
        self.faults: list[Refusal] = []

    def lay(self, pack: Pack) -> None:
        """Lay a pack over what is there."""
        self.faults += pack.faults
        for table, entries in pack.entries.items():
            for id, entry in entries.items():
                self.faults += map(pack.at, self._put(pack, table, id, entry))
        for table, ids in pack.forbid.items():
            for index, id in enumerate(ids):
                self.faults += map(pack.at, self._take(table, id, f"forbid.{table}[{index}]"))

    def _put(self, pack: Pack, table: str, id: str, entry: Mapping[str, Any]) -> Iterator[Refusal]:
        held, where = self.entries[table], f"{table}.{id}"
        acts = entry.get("replace") is True or entry.get("change") is True
        if acts and id not in held:
            yield _unknown("packs.nothing_there", where, id, held)
            return
        if not acts and id in held:
            yield refusal("packs.exists", where, id=id, other=str(self.origin[table, id].path))
            return
        whole = {**held[id], **plain(entry, id)} if entry.get("change") is True else plain(entry, id)
        broken = (
            tuple(broken_entry(whole, id, self.tables[table], where)) if entry.get("change") is True else ()
        )
        if broken:
            yield from broken
            return
        held[id] = whole
        self.origin[table, id] = pack

    def _take(self, table: str, id: str, where: str) -> Iterator[Refusal]:
        held = self.entries.get(table, {})
        if id not in held:
            yield _unknown("packs.nothing_there", where, id, held)
            return
        del held[id]
        self.forbidden.append(f"{table}.{id}")


def _unknown(reason: str, where: str, id: str, held: Iterable[str]) -> Refusal:
    names = sorted(held)
    near = difflib.get_close_matches(id, names, 1, 0.5)
    if near:
        return refusal(f"{reason}_near", where, id=id, nearest=near[0])
    return refusal(reason, where, id=id, accepted=", ".join(names) or "–")


def layer(content: type[T], packs: Sequence[Pack], rules: str) -> T:
    """The content of packs laid one over the other, the first lowest; Refused with every fault.

    A new entry adds; `replace = true` puts a whole entry in an older one's place; `change = true` changes
    the keys that it gives; `forbid` takes entries away. A content type may say by a method `faults` which
    entries don't fit together; each is laid at the door of the pack that wrote the entry last.
    """
    layers = _Layers(content)
    for pack in packs:
        layers.lay(pack)
    if layers.faults:
        raise Refused(layers.faults, rules)
    data: dict[str, Any] = {table: list(entries.values()) for table, entries in layers.entries.items()}
    if "forbidden" in content.__struct_fields__:
        data["forbidden"] = layers.forbidden
    whole = msgspec.convert(data, content)
    reasons = tuple(_unfit(whole, layers, packs))
    if reasons:
        raise Refused(reasons, rules)
    return whole


def _unfit(whole: Any, layers: _Layers, packs: Sequence[Pack]) -> Iterator[Refusal]:
    for reason in getattr(whole, "faults", tuple)():
        table, _, rest = reason.where.partition(".")
        pack = layers.origin.get((table, rest.partition(".")[0]), packs[-1] if packs else None)
        yield pack.at(reason) if pack else reason
