"""Odds: a scene's states walked once with the rules that referee it, weighed anew for each question.

The package can be called: `contrecoup.odds(scene)` is `contrecoup.odds.odds(scene)`, whichever of the two
names an import has bound first.
"""

import sys
from types import ModuleType
from typing import Any

from contrecoup.odds.answer import Odds, Rounds
from contrecoup.odds.question import odds, odds_many

__all__ = ["Odds", "Rounds", "odds", "odds_many"]


class _Callable(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Odds:
        return odds(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
