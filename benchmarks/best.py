"""Best play: states, edges, seconds and memory, and how they grow.

    python benchmarks/best.py

An intrusion by what grows its states, last as the example has it, three Bennies for new throws; then the
attacker of a tracing session of typical size (benchmarks/tracing.py) against fixed plans of the defender,
and how that grows with pool and skill. Each row runs in a process of its own, so that memory is its own.
"""

import resource
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from tracing import typical

import contrecoup
from contrecoup.registry import Scene

INTRUSIONS: tuple[Mapping[str, str], ...] = (
    {"hacker.bennies": "0"},
    {"hacker.bennies": "0", "hacker.hacking": "d12"},
    {"hacker.bennies": "0", "system.colour": "red"},
    {"rulings.benny_reroll": "false"},
    {"hacker.bennies": "1"},
    {"hacker.bennies": "2"},
    {},
)
PLANS = (("end",), ("tar_bomb", "end"))
GROWTH = ((2, 4), (4, 4), (6, 0), (6, 2), (6, 6))
"""Computers and pool of the attacker; the typical one has 6 and 4."""


def measure(named: str, scene: Scene, seat: str) -> None:
    """One row: what was asked, then the figures, or that there are too many states."""
    start = time.process_time()
    try:
        best = contrecoup.best(scene, seat)
        figures = f"{best.states:>7} states  worth {best.value:.6f}"
    except contrecoup.Refused:
        figures = "too many states"
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{scene.rules}: {named:<55} {figures}  {seconds:6.2f} s  {memory} MB", flush=True)


def intrusion(overrides: Mapping[str, str]) -> None:
    """The hacker of the first example, with changes."""
    named = ", ".join(f"{key}={value}" for key, value in overrides.items()) or "as it is"
    measure(named, contrecoup.load("examples/fast-joe.toml", overrides), "hacker")


def session(actions: tuple[str, ...], computers: int, pool: int) -> None:
    """The attacker of a session of typical size, with another skill or pool."""
    data = typical(actions)
    data["attacker"] |= {"computers": computers, "tech_pool": pool}
    data["plan"].pop("pool")
    named = f"{' '.join(actions)}, computers {computers}, pool {pool}"
    measure(named, contrecoup.load(data), "attacker")


def main() -> None:
    """Every row, each from nothing."""
    with ProcessPoolExecutor(1, max_tasks_per_child=1) as pool:
        for overrides in INTRUSIONS:
            pool.submit(intrusion, overrides).result()
        for actions in PLANS:
            pool.submit(session, actions, 6, 4).result()
        for computers, dice in GROWTH:
            pool.submit(session, PLANS[0], computers, dice).result()


if __name__ == "__main__":
    main()
