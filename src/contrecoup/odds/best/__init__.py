"""Best play: what seats should do, with the value of every alternative.

The package can be called: `contrecoup.odds.best(scene, ...)` is `contrecoup.odds.best.best(scene, ...)`,
whichever of the two names an import has bound first.
"""

import sys
from types import ModuleType
from typing import Any

from contrecoup.odds.best.aim import Aim
from contrecoup.odds.best.answer import Alternative, Best, Decision, best

__all__ = ["Aim", "Alternative", "Best", "Decision", "best"]


class _Callable(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Best:
        return best(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
