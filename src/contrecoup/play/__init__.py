"""Play: a scene that people answer, live or from its log."""

from contrecoup.play.corrections import Correctable, Limits
from contrecoup.play.fold import Fold
from contrecoup.play.hands import Hand, RecordedDice, ThrownDice, TypedDice
from contrecoup.play.recorder import Unkept, replayed
from contrecoup.play.session import Session
from contrecoup.play.sources import ForcedDice, SystemDice
from contrecoup.play.steps import Standing, Step
from contrecoup.play.verifiable import DerivedDice, VerifiableDice, fresh_secret

__all__ = [
    "Correctable",
    "DerivedDice",
    "Fold",
    "ForcedDice",
    "Hand",
    "Limits",
    "RecordedDice",
    "Session",
    "Standing",
    "Step",
    "SystemDice",
    "ThrownDice",
    "TypedDice",
    "Unkept",
    "VerifiableDice",
    "fresh_secret",
    "replayed",
]
