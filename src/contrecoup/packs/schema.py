"""The JSON Schema of packs, for editors and other tools."""

from typing import Any

import msgspec

from contrecoup.packs.pack import ACTS
from contrecoup.packs.tables import tables

_TRUE = {"const": True}


def schema(content: type, rules: str) -> dict[str, Any]:
    """What a pack for these rules may hold."""
    kinds = tables(content)
    (*entries,), definitions = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    held = {table: _table(entry, definitions) for table, entry in zip(kinds, entries, strict=True)}
    ids = {"type": "array", "items": {"type": "string"}}
    texts = {"type": "object", "required": ["en", "fr"], "additionalProperties": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"contrecoup content pack: {rules}",
        "type": "object",
        "required": ["rules"],
        "additionalProperties": False,
        "properties": {
            "rules": {"const": rules},
            "title": texts,
            "forbid": {
                "type": "object",
                "additionalProperties": False,
                "properties": dict.fromkeys(held, ids),
            },
            **held,
        },
        "$defs": {
            name: part for name, part in definitions.items() if f"#/$defs/{name}" not in map(_ref, entries)
        },
    }


def _ref(entry: dict[str, Any]) -> str:
    return str(entry.get("$ref", ""))


def _table(entry: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A table of entries: each whole (new, or in another's place), or a change of a few keys."""
    kind = definitions[_ref(entry).rpartition("/")[2]]
    keys = {name: part for name, part in kind["properties"].items() if name != "id"}
    needed = [name for name in kind.get("required", ()) if name != "id"]
    base = {"type": "object", "additionalProperties": False, "description": kind.get("description", "")}
    whole = {**base, "properties": {**keys, ACTS[0]: _TRUE}, "required": needed}
    change = {**base, "properties": {**keys, ACTS[1]: _TRUE}, "required": [ACTS[1]]}
    return {
        "type": "object",
        "propertyNames": {"pattern": "^[a-z0-9_]+$"},
        "additionalProperties": {"anyOf": [whole, change]},
    }
