"""Refusals of a table: why something isn't done, each kind with the status that a server answers."""

from typing import ClassVar

from contrecoup.kernel import Refused, Value, refusal
from contrecoup.table.commands import Receipt


class TableRefused(Refused):
    """Something that the table doesn't do; nothing has changed. `status` is that of HTTP."""

    status: ClassVar[int] = 422


class Denied(TableRefused):
    """Not this seat's to do."""

    status = 403


class Unknown(TableRefused):
    """There is no such thing, or none that this seat may know of: the two look the same."""

    status = 404


class OutOfTurn(TableRefused):
    """Not now: the seat isn't asked, the scene doesn't stand where it would have to, or is paused."""

    status = 409


class Settled(OutOfTurn):
    """The question was settled in the meantime; `stands` is what stands, as this seat may know it."""

    def __init__(self, stands: Receipt) -> None:
        self.stands = stands
        super().__init__([refusal("table.settled", "turn", turn=stands.turn)])


class NoKey(TableRefused):
    """A key or session token that opens nothing (any more)."""

    status = 401


class Reused(TableRefused):
    """The request's id was used for another request."""


def denied(id: str, /, where: str = "", **values: Value) -> Denied:
    """The refusal of what isn't a seat's to do."""
    return Denied([refusal(id, where, **values)])


def unknown(id: str, /, where: str = "", **values: Value) -> Unknown:
    """The refusal of what isn't there."""
    return Unknown([refusal(id, where, **values)])


def out_of_turn(id: str, /, where: str = "", **values: Value) -> OutOfTurn:
    """The refusal of what can't be done now."""
    return OutOfTurn([refusal(id, where, **values)])


def refused(id: str, /, where: str = "", **values: Value) -> TableRefused:
    """The refusal of a value that can't be."""
    return TableRefused([refusal(id, where, **values)])


def no_key() -> NoKey:
    """The refusal of a key or token that opens nothing."""
    return NoKey([refusal("table.no_key")])


def reused() -> Reused:
    """The refusal of a request's id that was another's."""
    return Reused([refusal("table.reused", "request")])
