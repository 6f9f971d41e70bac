"""Every fault of data against a msgspec type, as refusals that say what would be accepted.

msgspec checks fast and stops at the first fault; only then does jsonschema list them all, over the JSON
Schema of the same type.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.registry import reasons
from contrecoup.registry.documents import MOST_FAULTS
from contrecoup.registry.places import written

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

T = TypeVar("T")

_PLACE = re.compile(r" - at `(?:key` in `)?\$?\.?([^`]*)`$")
_LENGTHS: Final = {"Length": "text", "Items": "list", "Properties": "table"}


def fitted(data: Mapping[str, Any], kind: type[T]) -> T:
    """The data as an instance of the type; Refused with every fault.

    One table where the type wants a list of tables counts as a list of one.
    """
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except (ValueError, OverflowError):
        data = _listed(data, kind)
    found = faults(data, kind)
    if found:
        raise Refused(found)
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except (ValueError, OverflowError) as error:
        raise Refused([_unlisted(str(error))]) from None


def faults(data: Any, kind: type) -> tuple[Refusal, ...]:
    """Every fault that the type's JSON Schema finds (the first hundred)."""
    reader = _Reader(_schema(kind).get("$defs", {}))
    found: dict[Refusal, None] = {}
    for error in _errors(data, kind):
        found.update(dict.fromkeys(islice(reader.refusals(error), MOST_FAULTS)))
        if len(found) >= MOST_FAULTS:
            break
    return tuple(found)[:MOST_FAULTS]


@functools.cache
def _schema(kind: type) -> dict[str, Any]:
    return msgspec.json.schema(kind)


def _errors(data: Any, kind: type) -> Iterator["ValidationError"]:
    from jsonschema import Draft202012Validator  # dearer than a whole question, and only faults need it
    from jsonschema.validators import extend as extended

    checker = Draft202012Validator.TYPE_CHECKER.redefine(
        "array", lambda _, item: isinstance(item, list | tuple)
    ).redefine("integer", lambda _, item: isinstance(item, int) and not isinstance(item, bool))
    extend: Any = extended  # its own annotations leave it untyped
    validator = extend(Draft202012Validator, type_checker=checker)(_schema(kind))
    yield from validator.iter_errors(data)


class _Reader:
    """Reads jsonschema's errors as our refusals, with the schema's definitions at hand."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions

    def refusals(self, error: "ValidationError") -> Iterator[Refusal]:
        """One error as refusals (unknown and missing keys and types come in bunches)."""
        schema: Any = error.schema
        match error.validator:
            case "additionalProperties":
                yield from self._unknown(error, schema)
            case "required":
                yield self._missing(error, schema)
            case "anyOf":
                yield from self._none_of(error)
            case _:
                yield _plain(str(error.validator), written(error.absolute_path), error.instance, schema)

    def _unknown(self, error: "ValidationError", schema: Any) -> Iterator[Refusal]:
        known = schema.get("properties", {})
        got: Any = error.instance
        for key in got:
            if key not in known:
                yield reasons.unknown_key(written((*error.absolute_path, key)), str(key), known, got)

    def _missing(self, error: "ValidationError", schema: Any) -> Refusal:
        got: Any = error.instance
        needed: Any = error.validator_value
        # jsonschema reports each missing key by itself, in a sentence that names it first
        key = next(key for key in needed if key not in got and error.message.startswith(repr(key)))
        wanted = schema.get("properties", {}).get(key, {})
        return reasons.missing_key(written((*error.absolute_path, key)), self._resolved(wanted))

    def _none_of(self, error: "ValidationError") -> Iterator[Refusal]:
        """A value that fits none of several types: the faults against the type that it seems to be."""
        schema: Any = error.schema
        got: Any = error.instance
        branches: list[list[ValidationError]] = [[] for _ in schema["anyOf"]]
        for part in error.context or ():
            branches[int(part.relative_schema_path[0])].append(part)
        tags = schema.get("discriminator")
        if tags is not None and isinstance(got, Mapping):
            branches = [branches[index] for index in self._tagged(got, schema, tags)]
            if not branches:
                yield _untagged(written((*error.absolute_path, tags["propertyName"])), got, tags)
                return
        near = [branch for branch in branches if not any(_is_of_other_type(part) for part in branch)]
        if near:
            for part in min(near, key=len):
                yield from self.refusals(part)
        else:
            yield self._no_type(error, schema)

    def _tagged(self, got: Mapping[str, Any], schema: Any, tags: Any) -> list[int]:
        """The branch that a table's tag names."""
        wanted = tags["mapping"].get(got.get(tags["propertyName"]))
        return [index for index, shape in enumerate(schema["anyOf"]) if shape.get("$ref") == wanted]

    def _no_type(self, error: "ValidationError", schema: Any) -> Refusal:
        where, got = written(error.absolute_path), error.instance
        shapes = [self._resolved(shape) for shape in schema["anyOf"]]
        shapes = [shape for shape in shapes if shape.get("type") != "null"]
        if all("enum" in shape for shape in shapes):
            return reasons.not_accepted(where, got, [value for shape in shapes for value in shape["enum"]])
        if len(shapes) == 1:
            return _plain("type", where, got, shapes[0])
        return refusal("scene.impossible", where, got=reasons.shown(got))

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        name = schema.get("$ref", "").rpartition("/")[2]
        return self._definitions[name] if name else schema


def _plain(rule: str, where: str, got: Any, schema: Any) -> Refusal:
    """A refusal for one value that breaks one rule of the schema."""
    if rule == "enum":
        return reasons.not_accepted(where, got, schema["enum"])
    if rule in ("minimum", "maximum", "type") and schema.get("type") in ("integer", "number"):
        return reasons.wrong_number(where, got, schema)
    if rule == "type":
        return reasons.wrong_type(where, got, schema)
    if rule == "pattern":
        return refusal("scene.pattern", where, got=reasons.shown(got), pattern=schema["pattern"])
    if rule[:3] in ("min", "max") and rule[3:] in _LENGTHS:
        return reasons.wrong_length(where, len(got), schema, _LENGTHS[rule[3:]])
    return refusal("scene.impossible", where, got=reasons.shown(got))


def _untagged(where: str, got: Mapping[str, Any], tags: Any) -> Refusal:
    """A table of one of several kinds whose kind is missing or unknown."""
    if tags["propertyName"] not in got:
        return reasons.missing_key(where, {"enum": list(tags["mapping"])})
    return reasons.not_accepted(where, got[tags["propertyName"]], tags["mapping"])


def _is_of_other_type(part: "ValidationError") -> bool:
    """Whether a branch fails because the value itself is of another kind altogether."""
    if part.relative_path:
        return False
    if part.validator == "enum":
        choices: Any = part.validator_value
        return all(type(choice) is not type(part.instance) for choice in choices)
    return part.validator == "type"


def _unlisted(error: str) -> Refusal:
    """What msgspec refuses and the schema lets pass, such as a key that must be a number."""
    place = _PLACE.search(error)
    return refusal("scene.impossible_here", place.group(1).replace("[...]", "") if place else "")


def _listed(data: Any, kind: type) -> Any:
    """The data with one table put into a list wherever the type wants a list of tables."""
    for error in list(_errors(data, kind)):
        if (
            error.validator == "type"
            and error.validator_value == "array"
            and isinstance(error.instance, Mapping)
        ):
            data = _wrapped(data, tuple(error.absolute_path))
    return data


def _wrapped(data: Any, path: tuple[Any, ...]) -> Any:
    if not path:
        return [data]
    copy: Any = list(data) if isinstance(data, list | tuple) else dict(data)
    copy[path[0]] = _wrapped(copy[path[0]], path[1:])
    return copy
