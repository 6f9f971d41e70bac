"""Content packs: the entries that rules read (weapons, traits ...), shipped ones and a group's over them."""

from contrecoup.packs.layering import layer
from contrecoup.packs.pack import Pack, read, shipped
from contrecoup.packs.places import VARIABLE, everywhere
from contrecoup.packs.scenes import Supplied, supplied
from contrecoup.packs.schema import schema
from contrecoup.packs.tables import tables

__all__ = [
    "VARIABLE",
    "Pack",
    "Supplied",
    "everywhere",
    "layer",
    "read",
    "schema",
    "shipped",
    "supplied",
    "tables",
]
