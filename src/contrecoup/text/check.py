"""Whether the catalogues are whole: `python -m contrecoup.text.check`.

Both languages have the same ids with the same placeholders; each id that code uses is there, and each that
is there is used. Ids in code are texts; where one is put together (f"scene.type.{kind}"), what stands for
the braces may be anything. In templates t("...") says an id, and t("..." ~ x) puts one together.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from contrecoup.registry import Manifest, find
from contrecoup.text.catalogues import COMMON
from contrecoup.text.languages import LANGUAGES

SOURCE: Final = Path(__file__).parent.parent
_ELSEWHERE: Final = (SOURCE / "rulesets", SOURCE / "testing")
"""Rule sets have catalogues of their own; the contract suite asks for ids that nobody has."""
_SAYING: Final = {
    "Message": "{}",
    "message": "{}",
    "Misused": "{}",
    "Refusal": "{}",
    "refusal": "{}",
    "Name": "{}",
    "Option": "option.{}",
    "option": "option.{}",
    "name": "{}",
    "text": "{}",
}
"""Calls whose first argument is an id, and the entry that it stands for."""
_NAMED: Final = frozenset({"reason", "label", "help"})
"""Arguments that are ids wherever they are given by name as a text."""
_PREFIXES: Final = frozenset(
    ("option", "part", "ruling", "outcome", "tally", "seat", "scene", "sheet", "field", "die", "condition")
)
"""Entries that go by an id of the rules: option.<id>, ruling.<id>.<value>, ..."""
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_ANY: Final = "[a-z0-9_.]+"
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_ID = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")
_IN_TEMPLATE = re.compile(r"\"([a-z0-9_.]+)\"(\s*~)?")
_SAID_IN_TEMPLATE = re.compile(r"\bt\(\"([a-z0-9_.]+)\"\s*[,)]")


Entry: TypeAlias = tuple[str, tuple[str, ...]]
"""An id, and the texts of its plural forms (one where it has none)."""

Catalogues: TypeAlias = Mapping[str, list[Entry]]
"""Entries by language, as they stand in the files."""


class Used(NamedTuple):
    """What code says: ids that must have an entry, and all texts and patterns that may name one."""

    said: frozenset[str]
    texts: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]


def faults() -> list[str]:
    """Everything that is wrong with the common catalogue and each rule set's, a line each."""
    manifests = find()
    found = _common_faults(manifests.values())
    for manifest in manifests.values():
        found += faults_of(manifest)
    return found


def faults_of(manifest: Manifest) -> list[str]:
    """Everything that is wrong with a rule set's catalogues, a line each."""
    code = used(manifest.folder.rglob("*.py"))
    texts = _catalogues(manifest.folder / "text")
    return [
        *_compared(manifest.id, texts),
        *_missing(manifest.id, code.said, [texts, _catalogues(COMMON)]),
        *_unused(manifest.id, texts, code, _words(manifest)),
    ]


def _common_faults(manifests: Iterable[Manifest]) -> list[str]:
    code = used(path for path in SOURCE.rglob("*.py") if not any(map(path.is_relative_to, _ELSEWHERE)))
    own = _joined([code, used_in_templates(SOURCE.rglob("templates/**/*.html"))])
    everywhere = _joined([own, *(used(manifest.folder.rglob("*.py")) for manifest in manifests)])
    texts = _catalogues(COMMON)
    return [
        *_compared("common", texts),
        *_missing("common", own.said, [texts]),
        *_unused("common", texts, everywhere, frozenset()),
    ]


def _catalogues(folder: Path) -> Catalogues:
    return {lang: entries(folder / f"{lang}.po") for lang in LANGUAGES}


def entries(path: Path) -> list[Entry]:
    """A catalogue's ids with the texts of their plural forms, each as often as it stands there."""
    from babel.messages.pofile import read_po

    if not path.exists():
        return []
    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    whole = [(_id(each.id), _forms(each.string)) for each in catalogue if each.id and not each.fuzzy]
    ids = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    again = (Counter(ids) - Counter(id for id, _ in whole)).elements()
    return [(id, ("",)) for id in again] + whole


def used(paths: Iterable[Path]) -> Used:
    """What the code in these files says; tests and golden cases say nothing."""
    said: set[str] = set()
    texts: set[str] = set()
    patterns: set[str] = set()
    for path in paths:
        if "tests" in path.relative_to(path.anchor).parts[-3:]:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            said.update(_said(node))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns.add(_pattern(node))
    telling = (pattern for pattern in sorted(patterns) if re.search("[a-z]{3}", pattern.replace(_ANY, "")))
    return Used(frozenset(said), frozenset(texts), tuple(map(re.compile, telling)))


def used_in_templates(paths: Iterable[Path]) -> Used:
    """What templates say."""
    sources = [path.read_text(encoding="utf-8") for path in paths]
    found = [match for source in sources for match in _IN_TEMPLATE.finditer(source)]
    return Used(
        frozenset(id for source in sources for id in _SAID_IN_TEMPLATE.findall(source)),
        frozenset(match[1] for match in found if not match[2]),
        tuple(re.compile(re.escape(match[1]) + _ANY) for match in found if match[2]),
    )


def _said(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.keyword) and node.arg in _NAMED:
        yield from _ids(node.value, with_dot=node.arg == "help")
    if not isinstance(node, ast.Call) or not node.args:
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _SAYING:
        yield from map(_SAYING[name].format, _ids(node.args[0], with_dot=name in ("name", "text")))


def _ids(node: ast.expr, with_dot: bool) -> Iterator[str]:
    """The id that an argument is, if it is one; other texts have blanks, capitals, or no dot where ids do."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return
    if _ID.fullmatch(node.value) and ("." in node.value or not with_dot):
        yield node.value


def _pattern(node: ast.JoinedStr) -> str:
    """An id that is put together, as a pattern."""
    parts = (str(part.value) if isinstance(part, ast.Constant) else None for part in node.values)
    return "".join(_ANY if part is None else re.escape(part) for part in parts)


def _joined(parts: list[Used]) -> Used:
    return Used(
        frozenset().union(*(part.said for part in parts)),
        frozenset().union(*(part.texts for part in parts)),
        tuple(pattern for part in parts for pattern in part.patterns),
    )


def _compared(name: str, texts: Catalogues) -> Iterator[str]:
    """Entries that are twice in a language, empty, missing in one, or with other placeholders there."""
    whole = {lang: dict(listed) for lang, listed in texts.items()}
    for lang, listed in texts.items():
        if not listed:
            yield f"{name}: no catalogue in {lang}"
        counts = Counter(id for id, _ in listed)
        yield from (f"{name}: {id}: twice in {lang}" for id, count in counts.items() if count > 1)
        yield from (
            f"{name}: {id}: empty in {lang}" for id, forms in listed if not all(forms) and counts[id] == 1
        )
    first, *others = LANGUAGES
    for other in others:
        for id in sorted(whole[first].keys() ^ whole[other].keys()):
            yield f"{name}: {id}: only in {first if id in whole[first] else other}"
        for id in sorted(whole[first].keys() & whole[other].keys()):
            if _placeholders(whole[first][id]) != _placeholders(whole[other][id]):
                yield f"{name}: {id}: other placeholders in {other} than in {first}"


def _missing(name: str, said: Iterable[str], catalogues: list[Catalogues]) -> Iterator[str]:
    known = {id for catalogue in catalogues for listed in catalogue.values() for id, _ in listed}
    yield from (f"{name}: {id}: used in code, in no catalogue" for id in sorted(set(said) - known))


def _unused(name: str, texts: Catalogues, code: Used, words: frozenset[str]) -> Iterator[str]:
    for id in sorted({id for listed in texts.values() for id, _ in listed}):
        if not _is_used(id, code, words):
            yield f"{name}: {id}: in no code"


def _is_used(id: str, code: Used, words: frozenset[str]) -> bool:
    if id in code.texts or any(pattern.fullmatch(id) for pattern in code.patterns):
        return True
    prefix, _, rest = id.partition(".")
    parts = rest.split(".") if prefix in _PREFIXES and rest else ()
    return bool(parts) and all(
        part in words or part in code.texts or any(pattern.fullmatch(part) for pattern in code.patterns)
        for part in parts
    )


def _words(manifest: Manifest) -> frozenset[str]:
    """Ids that come from elsewhere than code: the manifest, contents, and cases that are played."""
    values = (value for ruling in manifest.rulings for value in ruling.values)
    shown = (str(value).lower() if isinstance(value, bool) else str(value) for value in values)
    files = (*manifest.folder.glob("content/*.toml"), *manifest.folder.glob("golden/*.toml"))
    found = {word for path in files for word in _WORD.findall(path.read_text(encoding="utf-8"))}
    return frozenset(
        (*manifest.seats, *manifest.scenes, *(ruling.id for ruling in manifest.rulings), *shown, *found)
    )


def _id(id: object) -> str:
    return str(id[0] if isinstance(id, list | tuple) else id)


def _forms(string: object) -> tuple[str, ...]:
    return tuple(str(form) for form in string) if isinstance(string, list | tuple) else (str(string or ""),)


def _placeholders(forms: tuple[str, ...]) -> set[str]:
    return {found[1] for form in forms for found in _PLACEHOLDER.finditer(form) if found[1]}


if __name__ == "__main__":
    lines = faults()
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.exit(1 if lines else 0)
