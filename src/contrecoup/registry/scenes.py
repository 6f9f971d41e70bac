"""Scenes: a scene file or dictionary read into a rule set's setup, refused with every reason at once."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from contrecoup.kernel import Refusal, Refused, Setup
from contrecoup.registry import documents
from contrecoup.registry.additions import with_tables
from contrecoup.registry.beliefs import beliefs_of
from contrecoup.registry.discovery import find, manifest_of, ruleset_of
from contrecoup.registry.documents import Document, in_file
from contrecoup.registry.faults import fitted
from contrecoup.registry.manifests import Manifest
from contrecoup.registry.overrides import overridden
from contrecoup.registry.reasons import missing_key, not_accepted, unknown_key

_CONTENT: Final = "content"
_HERE: Final = Path()

Source: TypeAlias = str | os.PathLike[str] | Mapping[str, Any]


class Scene(msgspec.Struct, frozen=True):
    """A scene ready to be played or solved.

    `rules` and `name` are the rule set's id and the scene's ("savage", "intrusion"), `setup` is what its
    file says in the rule set's own type, `data` what the file says as it stands, overrides included.
    """

    rules: str
    name: str
    manifest: Manifest
    ruleset: Any
    setup: Setup
    data: Mapping[str, Any]

    def start(self) -> Any:
        """The first state."""
        return self.ruleset.start(self.setup)

    def known_to(self, seat: str) -> "Scene":
        """The scene as a seat may take it, for odds of its own: without anything that it can't know."""
        try:
            setup = self.setup.known_to(seat)
        except Refused as refused:
            raise Refused(refused.reasons, refused.domain or self.rules) from None
        return msgspec.structs.replace(self, setup=setup, data={})

    def called(self, seat: str) -> str:
        """What everybody calls a seat in this scene ("Ortiz"); "" where the rules give it no name."""
        called = getattr(self.ruleset, "called", None)
        return str(called(self.setup, seat)) if called else ""


def load(source: Source, overrides: Mapping[str, str] | None = None, *, alone: bool = False) -> Scene:
    """A scene from a TOML file's path or from a dictionary of the same form.

    `overrides` are values as texts by key path, such as {"system.ice": "d10"}. A dictionary may name files
    beside the working directory, unless it stands `alone`, as one in a log or from a network does: then
    no file that it names is opened. Refused with every reason, each with its key path, and its line where a
    file was read.
    """
    if isinstance(source, Mapping):
        return _scene(source, overrides, None if alone else _HERE)
    document = documents.read(Path(source))
    try:
        return _scene(document.data, overrides, document.path.parent)
    except Refused as refused:
        raise Refused(_placed(refused.reasons, document, overrides or ()), refused.domain) from None


def _scene(data: Mapping[str, Any], overrides: Mapping[str, str] | None, beside: Path | None) -> Scene:
    if overrides or type(data) is not dict or not documents.is_ordinary(data):
        whole = data if beside is None else with_tables(data, beside)
        data = overridden(whole, overrides or {})
        documents.hold_bounds(data)
    manifest = manifest_of(_rules(data))
    ruleset = ruleset_of(manifest)
    name = _name(data, ruleset.scenes)
    try:
        _hold_beliefs(manifest, data)
        setup, data = _setup(manifest, ruleset, ruleset.scenes[name], data, beside)
        scene = Scene(manifest.id, name, manifest, ruleset, setup, data)
        scene.start()
    except Refused as refused:
        raise Refused(refused.reasons, manifest.id) from None
    return scene


def _setup(
    manifest: Manifest, ruleset: Any, kind: type[Setup], data: Mapping[str, Any], beside: Path | None
) -> tuple[Setup, Mapping[str, Any]]:
    """The setup, with its content where its rules have any, and the data with the packs in them."""
    rest = {key: value for key, value in data.items() if key not in ("rules", "scene", "beliefs")}
    if ruleset.content is None:
        return fitted(rest, kind), data
    from contrecoup.packs import supplied  # only where there is content

    if _CONTENT in rest:
        raise Refused([unknown_key(_CONTENT, _CONTENT, ["packs"])])
    content, packs = supplied(manifest.folder, ruleset.content, manifest.id, rest.pop("packs", []), beside)
    setup: Any = fitted(rest, kind)  # a rule set with content has setups with this field
    return msgspec.structs.replace(setup, content=content), {**data, "packs": packs} if packs else data


def _hold_beliefs(manifest: Manifest, data: Mapping[str, Any]) -> None:
    """Refuse beliefs that can't be read, and those of seats that there aren't."""
    if "beliefs" in data:
        strangers = [seat for seat in beliefs_of(data) if seat not in manifest.seats]
        if strangers:
            raise Refused(not_accepted(f"beliefs.{seat}", seat, manifest.seats) for seat in strangers)


def _rules(data: Mapping[str, Any]) -> str:
    rules = data.get("rules")
    if rules is None:
        raise Refused([missing_key("rules", {"enum": list(find())})])
    if not isinstance(rules, str):
        raise Refused([not_accepted("rules", rules, find())])
    return rules


def _name(data: Mapping[str, Any], scenes: Mapping[str, Any]) -> str:
    name = data.get("scene")
    if name is None:
        raise Refused([missing_key("scene", {"enum": list(scenes)})])
    if not isinstance(name, str) or name not in scenes:
        raise Refused([not_accepted("scene", name, scenes)])
    return name


def _placed(reasons: Iterable[Refusal], document: Document, overrides: Iterable[str]) -> list[Refusal]:
    """The reasons with file and line, in the order of the file; what an override says has no line."""
    lines, elsewhere = document.lines(), set(overrides)
    placed = (
        reason if reason.where in elsewhere else in_file(reason, document.path, lines.line(reason.where))
        for reason in reasons
    )
    return sorted(placed, key=lambda reason: reason.line)
