"""Best play: states, edges, seconds and memory, and how they grow.

    python benchmarks/best.py

An intrusion without Bennies for other throws, by what grows its states; and a session of digital tracing,
which has more states than are walked as soon as the attacker's choices are open.
"""

import resource
import time
from collections.abc import Mapping

import contrecoup
from contrecoup.odds.best import Aim, Best

BOUND = 60_000
"""States at which a row gives up, so that the whole takes a minute."""

INTRUSIONS: tuple[Mapping[str, str], ...] = (
    {"hacker.bennies": "0"},
    {"hacker.bennies": "0", "hacker.hacking": "d12"},
    {"hacker.bennies": "0", "system.colour": "red"},
    {"rulings.benny_reroll": "false", "hacker.bennies": "1"},
    {"rulings.benny_reroll": "false", "hacker.bennies": "2"},
    {"rulings.benny_reroll": "false", "hacker.bennies": "3"},
    {"hacker.bennies": "1"},
)
SESSIONS: tuple[Mapping[str, str], ...] = ({},)


def measure(file: str, overrides: Mapping[str, str], seat: str, aim: str) -> None:
    """One row: what was asked, then the figures, or that there are too many states."""
    scene = contrecoup.load(file, overrides)
    named = ", ".join(f"{key}={value}" for key, value in overrides.items()) or "as it is"
    start = time.perf_counter()
    try:
        best = Best(scene, (seat,), Aim.read(aim), bound=BOUND)
        figures = f"{best.states:>7} states  worth {best.value:.6f}"
    except contrecoup.Refused:
        figures = f"more than {BOUND} states"
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{scene.rules}: {named:<55} {figures}  {seconds:6.2f} s  {memory} MB", flush=True)


if __name__ == "__main__":
    for each in INTRUSIONS:
        measure("examples/fast-joe.toml", each, "hacker", "control=1")
    for each in SESSIONS:
        measure("examples/tracing-session.toml", each, "attacker", "nothing=0")
