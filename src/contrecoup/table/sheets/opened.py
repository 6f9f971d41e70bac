"""Opened sheets: data in the rule set's own type, with the content and the forms that belong to it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from contrecoup.kernel import Refused
from contrecoup.kernel.form import Forms
from contrecoup.packs import supplied
from contrecoup.registry import Manifest, documents
from contrecoup.registry.discovery import find, manifest_of, ruleset_of
from contrecoup.registry.faults import fitted
from contrecoup.registry.reasons import missing_key, not_accepted
from contrecoup.table.sheets.plain import PlainForms
from contrecoup.table.sheets.writing import written


class OpenSheet(msgspec.Struct, frozen=True):
    """A sheet with its rules: `content` is what the rule set reads from content, packs over it (None where
    it reads none)."""

    manifest: Manifest
    ruleset: Any
    kind: str
    sheet: Any
    content: Any

    @property
    def forms(self) -> Forms:
        """How it is filled in."""
        return forms_of(self.ruleset)

    def with_data(self, data: Mapping[str, Any]) -> "OpenSheet":
        """The same with other data; Refused where they don't fit the type."""
        return msgspec.structs.replace(self, sheet=_typed(self.ruleset, self.kind, data))

    def data(self) -> dict[str, Any]:
        """The sheet as a file holds it beside `rules` and `kind`."""
        data: dict[str, Any] = msgspec.to_builtins(self.sheet)
        data.pop("kind", None)
        return data

    def said(self) -> dict[str, Any]:
        """The sheet without what is as it is by default, as it stands in a scene."""
        tagged = self.sheet.__struct_config__.tag_field == "kind" or "kind" in self.sheet.__struct_fields__
        return {**({"kind": self.kind} if tagged else {}), **_said(self.sheet)}

    def text(self) -> str:
        """The sheet as the text of a file."""
        data = {key: value for key, value in self.said().items() if key != "kind"}
        return written({"rules": self.manifest.id, "kind": self.kind, **data})


def open_sheet(
    data: Mapping[str, Any], packs: Iterable[str | Mapping[str, Any]] = (), rules: str = "", kind: str = ""
) -> OpenSheet:
    """The sheet that data are, under packs (files by name, or their data); Refused with every fault."""
    documents.hold_bounds(data)
    said = data.get("rules", rules)
    if not isinstance(said, str) or not said:
        raise Refused([missing_key("rules", {"enum": list(find())})])
    manifest = manifest_of(said)
    ruleset = ruleset_of(manifest)
    kind = _kind(ruleset, data, kind, manifest.id)
    content = content_of(manifest, ruleset, packs)
    try:
        return OpenSheet(manifest, ruleset, kind, _typed(ruleset, kind, data), content)
    except Refused as refused:
        raise Refused(refused.reasons, manifest.id) from None


def forms_of(ruleset: Any) -> Forms:
    """The rule set's own forms, or plain ones."""
    forms: Forms = getattr(ruleset, "forms", None) or PlainForms()
    return forms


def content_of(manifest: Manifest, ruleset: Any, packs: Iterable[str | Mapping[str, Any]]) -> Any:
    """What a rule set reads from content, with packs over it; None where it reads none."""
    if ruleset.content is None:
        return None
    return supplied(manifest.folder, ruleset.content, manifest.id, list(packs), Path()).content


def _kind(ruleset: Any, data: Mapping[str, Any], kind: str, rules: str) -> str:
    said = str(data.get("kind", kind))
    if said in ruleset.sheets:
        return said
    given = "kind" in data or kind
    if given:
        raise Refused([not_accepted("kind", said, ruleset.sheets)], rules)
    raise Refused([missing_key("kind", {"enum": [*ruleset.sheets]})], rules)


def _typed(ruleset: Any, kind: str, data: Mapping[str, Any]) -> Any:
    sheet = ruleset.sheets[kind]
    rest = {key: value for key, value in data.items() if key not in ("rules", "kind")}
    if sheet.__struct_config__.tag_field == "kind":
        rest["kind"] = kind
    return fitted(rest, sheet)


def _said(sheet: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that aren't as they are by default."""
    return {
        field.encode_name: _plain(value)
        for field in msgspec.structs.fields(sheet)
        if (value := getattr(sheet, field.name)) is not None
        and (field.default is msgspec.NODEFAULT or value != field.default)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _said(value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return msgspec.to_builtins(value)
