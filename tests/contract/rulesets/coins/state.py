"""What moves while the coin is hidden and called."""

from typing import Literal, TypeAlias

from msgspec import Struct

Face: TypeAlias = Literal["heads", "tails"]
Phase: TypeAlias = Literal["hide", "call", "toss", "luck", "over"]


class State(Struct, frozen=True):
    """The hider's face, the caller's purse and right calls, whether the hider is lucky."""

    phase: Phase
    purse: int
    face: Face = "heads"
    right: int = 0
    lucky: bool = False
    outcome: str = ""
