"""Scenes in which the game master steps in, and what viewers read of them."""

from collections.abc import Callable

import pytest

from contrecoup.kernel import Refused
from contrecoup.play import Session, TypedDice
from contrecoup.play.happenings import described
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene
from tests.play.coins import HEADS
from tests.play.hands import begin


def refusals(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [reason.id for reason in refused.value.reasons]


def lucky(scene: Scene, *, hidden: bool = False) -> Session:
    """Heads is called, luck shows 4 and 3: one mark."""
    session = begin(scene)
    session.choose(HEADS)
    session.throw(TypedDice((4, 3)), hidden=hidden)
    return session


def lines(session: Session, viewer: str, lang: str = "en") -> list[str]:
    teller = Teller(session.scene, lang, viewer)
    known = teller.numbered(session.records).values()
    return [described(teller, record.event, session.records) for record in known]
