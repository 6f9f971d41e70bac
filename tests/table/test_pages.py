"""The reference tells of every command and every event, in both languages."""

import re
from pathlib import Path

import pytest

from contrecoup.table.commands import COMMANDS
from contrecoup.table.events import KINDS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["reference/table.md", "fr/reference/table.md"])
def test_each_command_and_each_event_is_told_of(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert told >= {*COMMANDS, *KINDS}
    assert told - {*COMMANDS, *KINDS} <= {"gm", "player", "helper", "screen", "do", "kind"}


def test_both_pages_tell_of_the_same_things() -> None:
    english, french = (
        set(re.findall(r"`([^`\n]+)`", (DOCS / page).read_text("utf-8")))
        for page in ("reference/table.md", "fr/reference/table.md")
    )
    assert english == french
