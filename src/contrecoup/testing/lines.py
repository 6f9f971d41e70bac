"""What rules answer, as lines of text: the same in golden files and in the suite's findings."""

import json
import re
from collections.abc import Iterable

from contrecoup.kernel import (
    EVERYONE,
    GM_ONLY,
    Audience,
    Card,
    Change,
    Clock,
    Condition,
    Dice,
    Message,
    Name,
    Option,
    Part,
    Pool,
    Refusal,
    Table,
    Tally,
    Track,
    Value,
    Values,
    View,
)

_PLAIN = re.compile(r"[^\s\"@=\[\]]+")


def value_text(value: Value) -> str:
    """A value: a number, `@id` for a name of the catalogue, a text (in quotes unless it is a plain word)."""
    if isinstance(value, Name):
        return f"@{value.id}"
    if isinstance(value, int):
        return str(value).lower()  # true, false
    return (
        value if _PLAIN.fullmatch(value) and not _is_number(value) else json.dumps(value, ensure_ascii=False)
    )


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+", text) is not None


def values_text(values: Values) -> str:
    """Values by name."""
    return " ".join(f"{name}={value_text(value)}" for name, value in values)


def _joined(*words: str) -> str:
    return " ".join(word for word in words if word)


def audience_text(audience: Audience) -> str:
    """Who learns something: `all`, `gm` or the seats joined by `+`."""
    if audience >= EVERYONE:
        return "all"
    return "gm" if audience == GM_ONLY else "+".join(sorted(audience))


def message_line(said: Message) -> str:
    """A message with its audience and rule: `hacker: marks count=2 [rounds]`."""
    rule = f"[{said.rule}]" if said.rule else ""
    return _joined(f"{audience_text(said.audience)}: {said.id}", values_text(said.values), rule)


def option_line(option: Option) -> str:
    """An option with its values: `split computers=2`."""
    return _joined(option.id, values_text(option.values))


def refusal_line(reason: Refusal) -> str:
    """A refusal's place and id: `system.ice: not_a_die`."""
    return f"{reason.where}: {reason.id}" if reason.where else reason.id


def tally_line(tally: Tally) -> str:
    """A tally: `left of hacker: 3`."""
    of = f" of {tally.of}" if tally.of else ""
    return f"{tally.kind}{of}: {tally.value}"


def change_line(change: Change) -> str:
    """A change of the aftermath: `hacker.wounds = 2`."""
    value = str(change.value).lower() if isinstance(change.value, bool) else change.value
    return f"{change.sheet}.{change.field} = {value}"


def part_lines(part: Part) -> list[str]:
    """A view's part: one line, and one more for each row or line of text."""
    match part:
        case Track(id, of, now, most):
            return [f"track {_whose(id, of)}: {now} of {most}"]
        case Condition(id, of, level):
            return [f"condition {_whose(id, of)}: {level}"]
        case Pool(id, of, left, most):
            return [f"pool {_whose(id, of)}: {left} of {most}"]
        case Dice(id, of, notation):
            return [f"dice {_whose(id, of)}: {notation}"]
        case Clock(id, of, minutes):
            return [f"clock {_whose(id, of)}: {minutes} minutes"]
        case Card(id, of, lines):
            return [f"card {_whose(id, of)}:", *(f"  {_card_line(line)}" for line in lines)]
        case Table(id, of, heads, rows):
            cells = (" | ".join(value_text(cell) for cell in row) for row in rows)
            return [f"table {_whose(id, of)}: {' | '.join(heads)}", *(f"  {row}" for row in cells)]


def _whose(id: str, of: str) -> str:
    return f"{id} of {of}" if of else id


def _card_line(line: Message | str) -> str:
    return line if isinstance(line, str) else message_line(line)


def view_lines(view: View) -> list[str]:
    """A view, part by part."""
    return [line for part in view.parts for line in part_lines(part)]


def listed(ids: Iterable[str]) -> str:
    """Ids in one line, sorted."""
    return ", ".join(sorted(ids))
