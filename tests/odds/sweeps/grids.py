"""Grids that tests sweep."""

from typing import Any

BASE: dict[str, Any] = {
    "rules": "savage",
    "scene": "intrusion",
    "hacker": {"hacking": "d8", "spirit": "d6", "commlink": {"rating": 4}},
    "system": {"colour": "green", "ice": "d4"},
}

GRID: dict[str, Any] = {
    "base": BASE,
    "axes": {"system.ice": ["d4", "d7", "d8"], "hacker": {"wild_card": [True, False]}},
    "together": [{"system.colour": ["green", "red"], "hacker.bennies": [0, 2]}],
    "chunk": 3,
}
"""Twelve cells in four chunks, four of which can't be: there is no d7."""
