"""Overrides: single values of a scene put in place of the file's, as `--set key=value` gives them."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.registry.places import Key, parsed

_MOST_CHARACTERS: Final = 10_000


def overridden(data: Mapping[str, Any], overrides: Mapping[str, str]) -> Mapping[str, Any]:
    """A copy of the data with the overrides in place; Refused with every one that has no place."""
    whole: Any = data
    faults: list[Refusal] = []
    for where, text in overrides.items():
        path = parsed(where.strip())
        if path is None:
            faults.append(refusal("scene.set_no_key", where))
            continue
        try:
            whole = put(whole, path, value_of(text), where)
        except Refused as refused:
            faults += refused.reasons
    if faults:
        raise Refused(faults)
    return whole  # type: ignore[no-any-return]  # a mapping went in, and put copies it as one


def value_of(text: str) -> Any:
    """What a text means as a TOML value; a bare word means itself."""
    if len(text) > _MOST_CHARACTERS:
        raise Refused([refusal("scene.text_too_long", most=_MOST_CHARACTERS, length=len(text))])
    try:
        values = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    value = values["value"]
    return value if len(values) == 1 and isinstance(value, str | bool | int | float | list | dict) else text


def put(data: Any, path: tuple[Key, ...], value: Any, where: str) -> Any:
    """A copy of the data with one value at a key path; Refused where nothing can stand there."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(data, Mapping) and isinstance(key, str):
        return {**data, key: put(data.get(key, {}), rest, value, where)}
    if isinstance(data, list | tuple):
        index = int(key) if str(key).isdecimal() else len(data)
        if index < len(data):
            return [*data[:index], put(data[index], rest, value, where), *data[index + 1 :]]
        raise Refused([refusal("scene.set_no_place", where, most=len(data) - 1)])
    raise Refused([refusal("scene.set_no_table", where)])
