"""What a check says (rule page, Base mechanics)."""

from collections.abc import Iterator

from contrecoup.kernel import Answer, Message, Name, Value, message, result_of
from contrecoup.rulesets.machines.check import ABLE, question_of
from contrecoup.rulesets.machines.entries import sheet_of
from contrecoup.rulesets.machines.setup import Check
from contrecoup.rulesets.machines.state import CheckState

Said = Iterator[Message]


def actor_of(setup: Check) -> Value:
    """What the one who throws is called."""
    sheet = sheet_of(setup.actor, setup.content.stock)
    return sheet.name if sheet and sheet.name else Name("seat.actor")


def say(setup: Check, before: CheckState, answer: Answer, after: CheckState) -> Said:
    """The messages of the throw, or of the game master's word."""
    who = actor_of(setup)
    if before.phase == "fear":
        yield message("fear_able" if answer == ABLE else "fear_unable", rule="nerve", who=who)
        return
    asked = question_of(setup).asked
    net = max(result_of(answer).value, 0)
    yield message(f"check_{after.outcome}", rule="base", who=who, count=net, asked=asked)
    task = setup.content.stock.tasks.get(setup.task)
    if task is not None and task.mends and after.net:
        yield message("mended", rule="repair", count=after.net)
