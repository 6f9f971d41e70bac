"""Beliefs: what a seat may know of a scene, and the odds that follow from that alone."""

from contrecoup.odds.beliefs.belief import Belief, Possible, believe
from contrecoup.odds.beliefs.sights import Seen

__all__ = ["Belief", "Possible", "Seen", "believe"]
