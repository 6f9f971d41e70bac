"""Reports: refusals and misuse for people and for programs."""

import contextlib
import sys
from typing import Any

import msgspec

from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import Message, Name, Refusal, Refused, Value
from contrecoup.text import Texts


def report_refused(refused: Refused, lang: str, as_json: bool) -> None:
    """Every reason with its place and what would be accepted."""
    texts = _texts(lang, refused.domain)
    if as_json:
        write_json({"refused": [_refusal(reason, texts) for reason in refused.reasons]})
        return
    screen = Screen(sys.stderr)
    screen.print(texts.text("cli.refused", count=len(refused.reasons)))
    for reason in refused.reasons:
        screen.print(f"  {printable(_line(reason, texts))}")


def report_misused(message: Message, lang: str, as_json: bool, command: str) -> None:
    """What is wrong with a command line, and where its help is."""
    texts = Texts(lang)
    if as_json:
        write_json({"usage": {"id": message.id, "text": texts.say(message)}})
        return
    screen = Screen(sys.stderr)
    screen.paragraph(printable(texts.say(message)))
    screen.paragraph(texts.text("cli.usage.help", command=f"contrecoup {command}".strip()))


def report_failed(error: OSError, lang: str) -> None:
    """What kept the output from being written."""
    text = Texts(lang).text("cli.output_failed", reason=error.strerror or str(error))
    with contextlib.suppress(OSError):
        Screen(sys.stderr).paragraph(printable(text))


def write_json(value: Any) -> None:
    """A value as JSON, with the characters of every language as they are."""
    Screen().print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _texts(lang: str, domain: str) -> Texts:
    """Texts of a rule set; the common ones where what is refused are the rule sets themselves."""
    try:
        return Texts(lang, domain)
    except Refused:
        return Texts(lang)


def _line(reason: Refusal, texts: Texts) -> str:
    values = dict(reason.values)
    place = str(values.get("file", ""))
    if reason.line:
        place += f":{reason.line}"
    if reason.column and not place:
        return texts.text("cli.at_column", column=reason.column, reason=texts.refusal(reason))
    if reason.column:
        place += f":{reason.column}"
    return ": ".join(part for part in (place, reason.where, texts.refusal(reason)) if part)


def _refusal(reason: Refusal, texts: Texts) -> dict[str, Any]:
    values = dict(reason.values)
    file = values.pop("file", "")
    return {
        "id": reason.id,
        "text": texts.refusal(reason),
        "file": file,
        "where": reason.where,
        "line": reason.line,
        "column": reason.column,
        "values": {name: _plain(value, texts) for name, value in values.items()},
    }


def _plain(value: Value, texts: Texts) -> str | int:
    return texts.value(value) if isinstance(value, Name) else value
