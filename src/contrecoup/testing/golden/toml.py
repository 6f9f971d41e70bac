"""Writing TOML so that a person likes to read it: short lines, one answer a line."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from contrecoup.testing.golden.cases import Came, Case, Ending, Step, ThrowCase, Throws

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def inline(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and '"' in value and "'" not in value and value.isprintable():
        return f"'{value}'"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        items = (f"{key_text(key)} = {inline(item)}" for key, item in value.items())
        return f"{{ {', '.join(items)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    return repr(value)


def key_text(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if key and _BARE.issuperset(key) else inline(key)


def rows(key: str, lines: Iterable[str], comments: Mapping[str, str]) -> list[str]:
    """A list of texts, one a line, each with what it says beside it."""
    body = [f"  {inline(line)},{_comment(comments.get(line, ''))}" for line in lines]
    return [f"{key} = [", *body, "]"] if body else [f"{key} = []"]


def _comment(text: str) -> str:
    return f"  # {' '.join(text.split())}" if text else ""


def written(case: Case, comments: Mapping[str, str]) -> str:
    """What of a case is filled in: the throws, or the steps and the end. `comments`: told line: sentence."""
    if isinstance(case, Throws):
        blocks = [_throw(throw) for throw in case.throws]
    else:
        blocks = [_step(step, comments) for step in case.steps]
        blocks += [_ending(case.end)] if case.end else []
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _throw(throw: ThrowCase) -> list[str]:
    lines = ["[[throws]]", f"name = {inline(throw.name)}", f"test = {inline(throw.test)}"]
    lines.append(f"dice = {inline(throw.dice)}")
    lines += [f"modifier = {throw.modifier}"] if throw.modifier else []
    lines += [f"expect = {_came(throw.expect)}"] if throw.expect else []
    lines += [f"refused = {inline(throw.refused)}"] if throw.refused else []
    return lines


def _came(came: Came) -> str:
    return inline(msgspec.to_builtins(came))


def _step(step: Step, comments: Mapping[str, str]) -> list[str]:
    given: dict[str, Any] = {
        "note": step.note or None,
        "ask": step.ask,
        "seat": step.seat,
        "choose": step.choose,
        "with": step.values or None,
        "dice": step.dice,
        "modifiers": step.modifiers or None,
    }
    lines = ["[[steps]]", *(f"{key} = {inline(value)}" for key, value in given.items() if value is not None)]
    lines += [f"result = {_came(step.result)}"] if step.result else []
    lines += [f"refused = {inline(step.refused)}"] if step.refused else []
    lines += rows("told", step.told, comments) if step.told is not None else []
    lines += [f"show = {inline(step.show)}"] if step.show else []
    lines += [f"odds = {inline(step.odds)}"] if step.odds is not None else []
    if step.views:
        lines += ["", "[steps.views]"]
        for viewer, view in step.views.items():
            lines += rows(key_text(viewer), view, {})
    return lines


def _ending(end: Ending) -> list[str]:
    if end.refused:
        return ["[end]", *rows("refused", end.refused, {})]
    lines = ["[end]", f"outcome = {inline(end.outcome)}"]
    lines += rows("tallies", end.tallies, {})
    return [*lines, *rows("aftermath", end.aftermath, {})]
