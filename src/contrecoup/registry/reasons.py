"""Reasons why a value or key is refused, each with what would be accepted."""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from contrecoup.kernel import Name, Refusal, refusal

_SHOWN: Final = 60
_MANY: Final = 6
_COMMA_NUMBER = re.compile(r"\s*[+-]?[\d.]*\d,\d+\s*")

_NUMBER = re.compile(r"\d{1,9}")


def shown(value: Any) -> str:
    """A value as a scene file writes it, cut where it is long."""
    if isinstance(value, str):
        text = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, Mapping):
        text = "{ … }" if value else "{}"
    elif isinstance(value, list | tuple):
        text = "[ … ]" if value else "[]"
    elif isinstance(value, int) and value.bit_length() > 256:
        text = "…"
    else:
        text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def all_shown(values: Iterable[Any]) -> str:
    """Values as a scene file writes them, one after the other (d4 before d10)."""
    return ", ".join(sorted(map(shown, values), key=_by_number))


def _by_number(text: str) -> tuple[bool, str, int]:
    """Texts that differ in a number alone go by it; others stay in their order."""
    number = _NUMBER.search(text)
    return (number is None, text[: number.start()] if number else "", int(number.group()) if number else 0)


def nearest(word: str, known: Iterable[str]) -> str:
    """The word of a list that somebody may have meant; "" where none is near."""
    from difflib import get_close_matches  # only needed where something is refused

    return next(iter(get_close_matches(word, list(known), 1, 0.5)), "")


def not_accepted(where: str, got: Any, accepted: Iterable[Any]) -> Refusal:
    """The refusal of a value outside a list, with the nearest one where the list is long."""
    choices = list(accepted)
    named = [choice for choice in choices if isinstance(choice, str)]
    near = nearest(str(got), named)
    if near and len(choices) > _MANY:
        return refusal(
            "scene.not_accepted_near",
            where,
            got=shown(got),
            nearest=shown(near),
            accepted=all_shown(choices),
        )
    return refusal("scene.not_accepted", where, got=shown(got), accepted=all_shown(choices))


def unknown_key(where: str, key: str, known: Iterable[str], used: Container[str] = ()) -> Refusal:
    """The refusal of a key that nothing is called, with the nearest that there is, else those left."""
    names = list(known)
    near = nearest(key.lower(), names)
    if near:
        return refusal("scene.unknown_key_near", where, key=key[:_SHOWN], nearest=near)
    left = [name for name in names if name not in used]
    if left:
        return refusal("scene.unknown_key", where, key=key[:_SHOWN], accepted=", ".join(left))
    return refusal("scene.unknown_key_none", where, key=key[:_SHOWN])


def missing_key(where: str, schema: Mapping[str, Any]) -> Refusal:
    """The refusal of a table without a key that it needs, with what the key may hold."""
    if "enum" in schema:
        return refusal("scene.missing_one_of", where, accepted=all_shown(schema["enum"]))
    if schema.get("type") == "integer" and "minimum" in schema and "maximum" in schema:
        return refusal("scene.missing_number", where, least=schema["minimum"], most=schema["maximum"])
    if "type" in schema:
        return refusal("scene.missing_kind", where, kind=type_name(schema))
    return refusal("scene.missing", where)


def wrong_number(where: str, got: Any, schema: Mapping[str, Any]) -> Refusal:
    """The refusal of what is no number, or one outside its bounds: type and bounds are named together."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if isinstance(got, str) and _COMMA_NUMBER.fullmatch(got):
        return refusal("scene.comma_number", where, got=shown(got), kind=type_name(schema))
    if least is not None and most is not None:
        return refusal("scene.out_of_range", where, got=shown(got), least=least, most=most)
    if least is not None:
        return refusal("scene.below", where, got=shown(got), least=least)
    if most is not None:
        return refusal("scene.above", where, got=shown(got), most=most)
    return wrong_type(where, got, schema)


def wrong_type(where: str, got: Any, schema: Mapping[str, Any]) -> Refusal:
    """The refusal of a value of another type."""
    return refusal("scene.wrong_type", where, got=shown(got), kind=type_name(schema))


def wrong_length(where: str, length: int, schema: Mapping[str, Any], thing: str) -> Refusal:
    """The refusal of a text or list that is too short or too long; `thing` says which."""
    low, high = (schema.get(f"{bound}{_BOUNDED[thing]}") for bound in ("min", "max"))
    if high is None:
        return refusal(f"scene.{thing}_too_short", where, length=length, least=low or 0)
    return refusal(f"scene.{thing}_length", where, length=length, least=low or 0, most=high)


def type_name(schema: Mapping[str, Any]) -> Name:
    """What a type of JSON Schema is called."""
    return Name(f"scene.type.{schema.get('type', 'object')}")


_BOUNDED: Final = {"text": "Length", "list": "Items", "table": "Properties"}
