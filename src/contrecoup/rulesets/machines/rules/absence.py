"""Absence: the refusal of an id that nothing has, with the nearest that something has."""

import difflib
from collections.abc import Iterable

from contrecoup.kernel import Refusal, refusal
from contrecoup.rulesets.machines.entries import Stock


def unknown(id: str, where: str, got: str, known: Iterable[str]) -> Refusal:
    """The refusal of an id that nothing has, with the nearest that something has."""
    names = sorted(known)
    near = difflib.get_close_matches(got, names, 1, 0.5)
    if near:
        return refusal(f"{id}_near", where, got=got, nearest=near[0])
    return refusal(id, where, got=got, accepted=", ".join(names) or "-")


def absent(table: str, where: str, got: str, known: Iterable[str], stock: Stock) -> Refusal:
    """The refusal of an entry that isn't there, or that a pack has taken away."""
    if f"{table}.{got}" in stock.forbidden:
        return refusal("forbidden_entry", where, got=got)
    return unknown("unknown_entry", where, got, known)
