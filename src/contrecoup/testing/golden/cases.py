"""Golden cases as they stand in files: throws with their results, scenes with their steps, secrets."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

T = TypeVar("T")

SECRETS: Final = "secrets.toml"
_FIRST_FILLED = re.compile(r"^\s*\[\[steps\]\]|^\s*\[end\]|^\s*\[\[throws\]\]", re.MULTILINE)


class Came(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a test came to."""

    value: int
    mishap: bool = False


class ThrowCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One throw: a test of `contrecoup.dice`, one number a die, and its result or refusals.

    `test` holds `kind` (the class's name in small letters without Test) and the class's fields.
    """

    name: str
    test: dict[str, Any]
    dice: tuple[int | str, ...]
    modifier: int = 0
    expect: Came | None = None
    refused: tuple[str, ...] | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One answer of a scene, and what the rules made of it.

    Given: `choose` with `values` (in files: `with`), or `dice` by label with `modifiers`; `show` and
    `odds` where wanted. The rest is filled in from the rules.
    """

    note: str = ""
    ask: str | None = None
    seat: str | None = None
    choose: str | None = None
    values: dict[str, str | int] = msgspec.field(default_factory=dict, name="with")
    dice: dict[str, int | tuple[int, ...]] | None = None
    modifiers: tuple[int, ...] = ()
    result: Came | None = None
    told: tuple[str, ...] | None = None
    refused: tuple[str, ...] | None = None
    show: tuple[str, ...] = ()
    odds: dict[str, float] | None = None
    views: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a scene ended, or why it could not start."""

    outcome: str | None = None
    tallies: tuple[str, ...] = ()
    aftermath: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class SceneCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole scene: its data (or the file that holds them, with single values set), steps and end."""

    note: str = ""
    given: dict[str, Any] | None = None
    file: str = ""
    set: dict[str, Any] = msgspec.field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    end: Ending | None = None


class Throws(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file of throws."""

    note: str = ""
    throws: tuple[ThrowCase, ...]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scene and the same scene with other hidden values, which the viewers must not tell apart."""

    viewers: tuple[str, ...]
    scene: str = ""
    given: dict[str, Any] | None = None
    set: dict[str, Any]
    note: str = ""


class Secrets(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must not be noticed, and the ids with which a secret legitimately comes out."""

    reveals: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()


Case: TypeAlias = Throws | SceneCase


class BadCase(Exception):
    """A golden file that can't be read as one; says where and why."""


class File(msgspec.Struct, frozen=True):
    """A golden case, the text before what is filled in, its name, and the folder that paths start from."""

    name: str
    folder: Path
    head: str
    case: Case


def parse(text: str, name: str, folder: Path) -> File:
    """The case that a text holds."""
    data = _table(text, name)
    kind: type[Throws] | type[SceneCase] = Throws if "throws" in data else SceneCase
    case = _fitted(data, kind, name)
    if isinstance(case, SceneCase) and (case.given is None) == (not case.file):
        raise BadCase(f"{name}: a scene wants either [given] or file")
    first = _FIRST_FILLED.search(text)
    head = text[: first.start()].rstrip() if first else text.rstrip()
    return File(name, folder, f"{head}\n\n" if head else "", case)


def read(path: Path) -> File:
    """The case that a file holds."""
    return parse(_text(path), path.stem, path.parent)


def read_secrets(folder: Path) -> Secrets:
    """The secrets that a golden folder declares; none where it has no such file."""
    path = folder / SECRETS
    return _fitted(_table(_text(path), path.name), Secrets, path.name) if path.is_file() else Secrets()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCase(f"{path}: {error}") from None


def _table(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCase(f"{name}: {error}") from None


def _fitted(data: Mapping[str, Any], kind: type[T], name: str) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadCase(f"{name}: {error}") from None
