"""What a scene file of the hidden coin says."""

from collections.abc import Hashable
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from contrecoup.kernel import Setup


class Hider(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who hides the coin. `note` is for his eyes."""

    name: str
    note: str = ""


class Caller(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who calls it. `sides`: the die that saves a coin on its first face; more sides, less luck."""

    name: str
    purse: Annotated[int, Meta(ge=1, le=5)] = 2
    sides: Annotated[int, Meta(ge=2, le=6)] = 2


class Rulings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the rules leave open."""

    saves: Literal["heads", "tails"] = "heads"
    may_stop: bool = True


class Toss(Setup, frozen=True):
    """The one scene."""

    hider: Hider
    caller: Caller
    rulings: Rulings = Rulings()

    def shape(self, state: Any, /) -> Hashable:
        """Names, notes, the purse at the start and the die only weigh or begin."""
        return self.rulings
