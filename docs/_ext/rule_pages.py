"""Writes a page for each rule set and language: its own rules page, then the keys of its scene files.

Nothing but its folder names a rule set, so a new one appears in the documentation by being there.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from sphinx.application import Sphinx

from contrecoup.registry import find, get

WORDS = {
    "en": (
        "Keys of a scene file",
        "Scene",
        "key",
        "value",
        "left out",
        "required",
        "list of",
        "text",
        "number",
    ),
    "fr": (
        "Clés d’un fichier de scène",
        "Scène",
        "clé",
        "valeur",
        "en son absence",
        "obligatoire",
        "liste de",
        "texte",
        "nombre",
    ),
}


def write_rule_pages(app: Sphinx) -> None:
    """Write the pages into `rules/` where they changed, and take away those of rule sets that are gone."""
    folder = Path(app.srcdir) / "rules"
    folder.mkdir(exist_ok=True)
    pages = dict(_pages())
    for old in folder.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def _pages() -> Iterator[tuple[str, str]]:
    for name, manifest in find().items():
        for language in WORDS:
            rules = (manifest.folder / f"rules.{language}.md").read_text("utf-8")
            yield f"{name}.{language}.md", _apart(rules, f"{name}-{language}") + _keys(name, language)


def _apart(page: str, prefix: str) -> str:
    """The page with anchors of its own: all pages have the same ones, and labels are known to all of them."""
    page = re.sub(r"^\(([\w-]+)\)=$", rf"({prefix}-\1)=", page, flags=re.MULTILINE)
    page = re.sub(r"\{#([\w-]+)\}$", rf"{{#{prefix}-\1}}", page, flags=re.MULTILINE)
    return re.sub(r"\]\(#([\w-]+)\)", rf"](#{prefix}-\1)", page)


def _keys(name: str, language: str) -> str:
    words = WORDS[language]
    parts = [f"\n\n## {words[0]}\n"]
    for scene, kind in get(name).scenes.items():
        parts.append(
            f"\n### {words[1]} `{scene}`\n\n| {words[2]} | {words[3]} | {words[4]} |\n|---|---|---|\n"
        )
        schema = msgspec.json.schema(kind)
        parts += (f"| `{path}` | {value} | {default} |\n" for path, value, default in _rows(schema, language))
    return "".join(parts)


def _rows(schema: Mapping[str, Any], language: str) -> Iterator[tuple[str, str, str]]:
    yield from _fields(_resolved(schema, schema), schema, "", language, ())


def _fields(
    part: Mapping[str, Any], schema: Mapping[str, Any], prefix: str, language: str, above: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """The rows of an object's keys, those of objects in it after their own; nothing is gone into twice."""
    for key, described in part.get("properties", {}).items():
        if key == "content":
            continue
        default = _default(key, described, part, language)
        inner, mark = _inner(described, schema)
        title = inner.get("title", "")
        if "properties" in inner and title not in above:
            yield from _fields(inner, schema, f"{prefix}{key}{mark}.", language, (*above, title))
        else:
            yield prefix + key, _value(described, schema, language), default


def _inner(described: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """What a key holds, through lists and through what may be left out; "[]" marks a list."""
    described = _resolved(described, schema)
    if "anyOf" in described:
        kinds = [kind for kind in described["anyOf"] if kind.get("type") != "null"]
        if len(kinds) == 1:
            return _inner(kinds[0], schema)
    if described.get("type") == "array" and isinstance(described.get("items"), dict):
        return _resolved(described["items"], schema), "[]"
    return described, ""


def _resolved(described: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = described.get("$ref")
    return schema["$defs"][reference.rpartition("/")[2]] if reference else described


def _default(key: str, described: Mapping[str, Any], part: Mapping[str, Any], language: str) -> str:
    if key in part.get("required", ()):
        return WORDS[language][5]
    default = described.get("default")
    return "" if default in (None, "", [], (), {}) else f"`{_toml(default)}`"


def _value(described: Mapping[str, Any], schema: Mapping[str, Any], language: str) -> str:
    *_, several, text, number = WORDS[language]
    described = _resolved(described, schema)
    if "enum" in described:
        return ", ".join(f"`{_toml(value)}`" for value in sorted(described["enum"], key=_natural))
    if "anyOf" in described:
        return ", ".join(
            _value(kind, schema, language) for kind in described["anyOf"] if kind.get("type") != "null"
        )
    match described.get("type"):
        case "boolean":
            return "`true`, `false`"
        case "integer":
            return _bounds(described, number)
        case "array":
            return f"{several} {_value(described.get('items') or {}, schema, language)}"
        case "object":
            return f"`{{…}}` ({described.get('title', '')})".replace(" ()", "")
        case _:
            return text


def _natural(value: Any) -> list[tuple[int, str]]:
    """Sorts d8 before d10."""
    parts = re.findall(r"\d+|\D+", str(value))
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _bounds(described: Mapping[str, Any], number: str) -> str:
    least, most = described.get("minimum"), described.get("maximum")
    if least is None and most is None:
        return number
    return f"{'' if least is None else least}…{'' if most is None else most}"


def _toml(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("builder-inited", write_rule_pages)
    return {"parallel_read_safe": True}
