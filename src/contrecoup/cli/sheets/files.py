"""Sheet files: TOML that names its rules and kind, read into the rule set's type, and written again."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.packs import supplied
from contrecoup.registry import Manifest, documents
from contrecoup.registry.discovery import find, manifest_of, ruleset_of
from contrecoup.registry.faults import fitted
from contrecoup.registry.reasons import missing_key, not_accepted

DRAFT: Final = ".draft.toml"


class SheetFile(msgspec.Struct, frozen=True):
    """A sheet with its rules: `content` is what the rule set reads from content, packs over it (None where
    it reads none)."""

    manifest: Manifest
    ruleset: Any
    kind: str
    sheet: Any
    content: Any

    def with_data(self, data: Mapping[str, Any]) -> "SheetFile":
        """The same with other data; Refused where they don't fit the type."""
        return msgspec.structs.replace(self, sheet=_typed(self.ruleset, self.kind, data))

    def data(self) -> dict[str, Any]:
        """The sheet as a file holds it."""
        data: dict[str, Any] = msgspec.to_builtins(self.sheet)
        data.pop("kind", None)
        return data


def read(path: Path, packs: Sequence[Path], rules: str = "", kind: str = "") -> SheetFile:
    """The sheet in a file; Refused with every fault, each with its line."""
    document = documents.read(path)
    try:
        return opened(document.data, packs, rules, kind)
    except Refused as refused:
        lines = document.lines()
        reasons = [documents.in_file(reason, path, lines.line(reason.where)) for reason in refused.reasons]
        raise Refused(sorted(reasons, key=lambda reason: reason.line), refused.domain) from None


def opened(data: Mapping[str, Any], packs: Sequence[Path], rules: str = "", kind: str = "") -> SheetFile:
    """The sheet that data are."""
    documents.hold_bounds(data)
    said = data.get("rules", rules)
    if not isinstance(said, str) or not said:
        raise Refused([missing_key("rules", {"enum": list(find())})])
    manifest = manifest_of(said)
    ruleset = ruleset_of(manifest)
    kind = str(data.get("kind", kind))
    if kind not in ruleset.sheets:
        given = "kind" in data or kind
        reason = (
            not_accepted("kind", kind, ruleset.sheets)
            if given
            else missing_key("kind", {"enum": [*ruleset.sheets]})
        )
        raise Refused([reason], manifest.id)
    content = None
    if ruleset.content is not None:
        named = [str(pack.resolve()) for pack in packs]
        content = supplied(manifest.folder, ruleset.content, manifest.id, named, Path()).content
    try:
        return SheetFile(manifest, ruleset, kind, _typed(ruleset, kind, data), content)
    except Refused as refused:
        raise Refused(refused.reasons, manifest.id) from None


def _typed(ruleset: Any, kind: str, data: Mapping[str, Any]) -> Any:
    sheet = ruleset.sheets[kind]
    rest = {key: value for key, value in data.items() if key not in ("rules", "kind")}
    if sheet.__struct_config__.tag_field == "kind":
        rest["kind"] = kind
    return fitted(rest, sheet)


def draft_of(path: Path) -> Path:
    """Where the draft of a sheet's file lies."""
    return path.with_name(path.name.removesuffix(".toml").removesuffix(".draft") + DRAFT)


def write(path: Path, file: SheetFile) -> None:
    """The sheet in a file: either whole or not at all; Refused where it can't be written."""
    text = written(file)
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        reason = refusal("sheet.not_written", "", file=str(path), reason=error.strerror or str(error))
        raise Refused([reason]) from None


def written(file: SheetFile) -> str:
    """The sheet as TOML: what isn't as it is by default."""
    kind = file.ruleset.sheets[file.kind]
    lines = [f'rules = "{file.manifest.id}"', f'kind = "{file.kind}"']
    tables: list[str] = []
    for field in msgspec.structs.fields(kind):
        value = getattr(file.sheet, field.name)
        if field.default is not msgspec.NODEFAULT and value == field.default:
            continue
        plain = msgspec.to_builtins(value)
        if isinstance(plain, dict):
            plain.pop("kind", None)
            tables += [
                "",
                f"[{field.encode_name}]",
                *(f"{key} = {toml(item)}" for key, item in plain.items()),
            ]
        else:
            lines.append(f"{field.encode_name} = {toml(plain)}")
    return "\n".join((*lines, *tables)) + "\n"


def toml(value: Any) -> str:
    """A value as TOML, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
        case list() | tuple():
            return f"[{', '.join(map(toml, value))}]"
        case _:
            return str(value)
