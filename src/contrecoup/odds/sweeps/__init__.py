"""Sweeps: the odds of every cell of a grid of scenes, on all cores or a cluster, resumable."""

from contrecoup.odds.sweeps.running import Progress, sweep
from contrecoup.odds.sweeps.table import Table

__all__ = ["Progress", "Table", "sweep"]
