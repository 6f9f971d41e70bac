"""Seats and audiences: who takes part in a scene, and who may learn a fact."""

from typing import Final, TypeAlias

Seat: TypeAlias = str
"""The id of a place at the table: the game master, a player's or a spectator's."""

Audience: TypeAlias = frozenset[Seat]
"""The seats that may learn a fact. The game master may learn everything and need not be in it."""

GM: Final[Seat] = "gm"
SCREEN: Final[Seat] = "screen"
"""A spectators' screen: sees what everyone sees and nothing else."""

_ALL: Final[Seat] = "*"
EVERYONE: Final[Audience] = frozenset({_ALL})
GM_ONLY: Final[Audience] = frozenset()


def only(*seats: Seat) -> Audience:
    """The audience of these seats (and, as always, the game master)."""
    return frozenset(seats)


def may_see(audience: Audience, viewer: Seat) -> bool:
    """Whether a viewer belongs to an audience. Nobody but the game master does by default."""
    return viewer == GM or _ALL in audience or viewer in audience
