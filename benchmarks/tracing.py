"""How fast is a tracing session of typical size solved, and over how many states?

    python benchmarks/tracing.py

Computers 6, stealth 5, pool 4 against computers 5, pool 3 and all four programs, under several of the
defender's plans, each walked anew; then the same scene sampled, whose standard error must stay below 0.2
points.
"""

from time import perf_counter
from typing import Any

import contrecoup
from contrecoup.odds.atlas import forget
from contrecoup.odds.graph import push
from contrecoup.odds.sample import sample

PROGRAMS = ("white_ic", "black_ic", "tar_bomb", "barrier")
PLANS = (
    ("end",),
    ("white_ic", "black_ic", "tar_bomb", "barrier", "end"),
    ("expose", "expose", "end"),
    ("barrier", "white_ic", "identify", "end"),
    ("tar_bomb", "end"),
)
SECONDS = 10.0
"""What one answer may take at most."""
ERROR = 0.002


def typical(actions: tuple[str, ...]) -> dict[str, Any]:
    """The session as a scene file says it."""
    return {
        "rules": "tracing",
        "scene": "session",
        "tn": 5,
        "attacker": {"computers": 6, "stealth": 5, "body": 4, "tech_pool": 4},
        "defender": {
            "computers": 5,
            "stealth": 3,
            "tech_pool": 3,
            "programs": [{"kind": kind, "rating": 4} for kind in PROGRAMS],
        },
        "plan": {"level": 3, "pool": {"computers": 2, "stealth": 2}, "defender": {"actions": actions}},
    }


def solved(actions: tuple[str, ...]) -> contrecoup.Odds:
    """One plan, walked and solved from nothing; what it took is printed."""
    forget()
    start = perf_counter()
    odds = contrecoup.odds(contrecoup.load(typical(actions)))
    ends = ", ".join(f"{end} {float(share):.2%}" for end, share in odds.ends.items())
    taken = perf_counter() - start
    print(f"{taken:6.2f} s  {odds.states:6} states  {' '.join(actions)}: {ends}")
    assert not odds.sampled, "a session of typical size is solved"
    assert taken < SECONDS
    return odds


def sampled(actions: tuple[str, ...], exact: contrecoup.Odds) -> None:
    """The same plan by runs, which agree with what was solved."""
    scene = contrecoup.load(typical(actions))
    start = perf_counter()
    found = sample(scene.ruleset, scene.setup.pushed(), push)
    taken = perf_counter() - start
    print(f"{taken:6.2f} s  {found.runs:6} runs  sampled, standard error {found.worst():.3%}")
    assert found.worst() < ERROR
    for end, hits in found.outcomes().items():
        assert abs(hits / found.runs - float(exact.ends[end])) < 5 * ERROR


def main() -> None:
    """All plans, then one sampled."""
    answers = {actions: solved(actions) for actions in PLANS}
    sampled(PLANS[1], answers[PLANS[1]])


if __name__ == "__main__":
    main()
