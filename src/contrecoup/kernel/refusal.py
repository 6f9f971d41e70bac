"""Refusals: input that can't be, with every reason, its place and what would be accepted."""

from collections.abc import Iterable

import msgspec

from contrecoup.kernel.message import Value, Values


class Refusal(msgspec.Struct, frozen=True):
    """One reason why something is refused.

    `id` is the catalogue entry of the reason, `where` the key path in what was given ("system.ice",
    "combatants[1].weapon"; "" for the whole), `line` and `column` its place in a text (from 1; 0 where
    there is none), `values` fill the reason's placeholders, what would be accepted among them.
    """

    id: str
    where: str = ""
    values: Values = ()
    line: int = 0
    column: int = 0


def refusal(id: str, /, where: str = "", **values: Value) -> Refusal:
    """A refusal with its placeholders' values given by name."""
    return Refusal(id, where, tuple(values.items()))


class Refused(Exception):
    """Raised with every reason at once; nothing has been changed when it is raised.

    `domain` names the catalogue that holds the reasons: a rule set's id, or "" for the common one
    (where a rule set's catalogue lacks an id, the common one is asked).
    """

    def __init__(self, reasons: Iterable[Refusal], domain: str = "") -> None:
        self.reasons: tuple[Refusal, ...] = tuple(reasons)
        self.domain = domain
        super().__init__(", ".join(f"{reason.where}: {reason.id}" for reason in self.reasons))
