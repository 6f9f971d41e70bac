"""Dials: which settings of a scene come nearest to wished odds, and how the odds move from there."""

from contrecoup.odds.dials.axes import Axis
from contrecoup.odds.dials.search import Dial, Progress, Setting, Step, dial
from contrecoup.odds.dials.wishes import Wish

__all__ = ["Axis", "Dial", "Progress", "Setting", "Step", "Wish", "dial"]
