"""Scenes' content: the shipped packs, those that hold everywhere, and those that a scene file names."""

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.packs.layering import layer
from contrecoup.packs.pack import Pack, parse, read, shipped
from contrecoup.packs.places import everywhere
from contrecoup.registry.reasons import wrong_type


class Supplied(NamedTuple):
    """A scene's content, and its packs as the scene's data hold them, so that they stand by themselves."""

    content: Any
    packs: list[Mapping[str, Any]]


def supplied(folder: Path, content: type, rules: str, named: Any, beside: Path | None) -> Supplied:
    """The content of a scene of these rules whose key `packs` says `named`; Refused with every fault.

    Each pack is a file's name or, in data that stand by themselves, its table (without a folder `beside`
    which files lie it has to be that). Only where none is a table do the packs that hold everywhere come
    under them.
    """
    ground = _shipped(folder, content, rules)
    packs = tuple(_packs(content, rules, named, beside))
    if not packs:
        return Supplied(_bare(folder, content, rules), [])
    return Supplied(layer(content, [*ground, *packs], rules), [pack.data for pack in packs])


@functools.lru_cache(maxsize=16)
def _shipped(folder: Path, content: type, rules: str) -> tuple[Pack, ...]:
    return shipped(folder, content, rules)


@functools.lru_cache(maxsize=16)
def _bare(folder: Path, content: type, rules: str) -> Any:
    return layer(content, _shipped(folder, content, rules), rules)


def _packs(content: type, rules: str, named: Any, beside: Path | None) -> Iterator[Pack]:
    if not isinstance(named, list):
        raise Refused([wrong_type("packs", named, {"type": "array"})])
    faults: list[Refusal] = []
    if not any(isinstance(pack, Mapping) for pack in named):
        for path in everywhere():
            pack = read(path, content)
            if pack.rules == rules:
                yield pack
    for place, said in enumerate(named):
        if isinstance(said, Mapping):
            yield parse(said, content, rules, Path(f"packs[{place}]"))
        elif isinstance(said, str) and beside is not None:
            yield read(beside / said, content, rules)
        else:
            faults.append(refusal("packs.no_pack", f"packs[{place}]"))
    if faults:
        raise Refused(faults)
