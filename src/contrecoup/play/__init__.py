"""Play: a scene that people answer, live or from its log."""

from contrecoup.play.fold import Fold, Standing, Step
from contrecoup.play.hands import Hand, RecordedDice, ThrownDice, TypedDice
from contrecoup.play.session import Session, Unkept, replayed
from contrecoup.play.sources import ForcedDice, SystemDice

__all__ = [
    "Fold",
    "ForcedDice",
    "Hand",
    "RecordedDice",
    "Session",
    "Standing",
    "Step",
    "SystemDice",
    "ThrownDice",
    "TypedDice",
    "Unkept",
    "replayed",
]
