"""The hidden coin: a rule set as small as one can be that has a choice, a throw, a secret and two ends."""

from .flow import Coins

__all__ = ["RULESET"]

RULESET = Coins()
