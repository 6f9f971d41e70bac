"""Why a file is no storage."""

from collections.abc import Callable
from pathlib import Path

import pytest

from contrecoup.kernel import Refused
from contrecoup.storage import Storage


def refusals(opening: Callable[[Path | None, str | None], Storage], path: Path) -> list[str]:
    """The reasons for which a file isn't opened; each names it."""
    with pytest.raises(Refused) as refused:
        opening(path, None)
    assert all(dict(reason.values)["file"] == str(path) for reason in refused.value.reasons)
    return [reason.id for reason in refused.value.reasons]
