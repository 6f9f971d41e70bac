"""How fast are odds of whole scenes, and do others find the same?

    python benchmarks/odds.py [--full]

Ends, markers left and mean rounds of intrusions through the public Python calls, against icepool's fastest
ways in the same run and against a NumPy recursion written for this one scene by hand. Of the grid of 500
icepool does every twentieth question and its time is scaled; with --full it does all (minutes).
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from resource import RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Any

from peers_odds import Figures, IcepoolIntrusion, Question, by_hand

import contrecoup
from contrecoup.odds.atlas import atlas_of, forget
from contrecoup.odds.table import chances

SIZES = (4, 6, 8, 10, 12)
FAST_JOE = Question(8, True, 8, False, 8)
FURTHER = [Question(6, True, 8, False, 8), Question(10, False, 8, True, 8), Question(12, True, 8, True, 8)]
GRID = [
    Question(hacking, wild, rating, red, ice)
    for hacking, wild, rating, red, ice in product(SIZES, (True, False), SIZES, (False, True), SIZES)
]
SHARE = 20
"""Every how many questions of the grid icepool does."""


def scene_of(question: Question) -> dict[str, Any]:
    """The question as a scene file says it."""
    return {
        "rules": "savage",
        "scene": "intrusion",
        "rulings": {"commlink_helps": False},
        "hacker": {
            "name": "Fast Joe",
            "wild_card": question.wild,
            "hacking": f"d{question.hacking}",
            "spirit": "d6",
            "vigor": "d6",
            "commlink": {"rating": question.rating},
        },
        "system": {"colour": "red" if question.red else "green", "ice": f"d{question.ice}"},
    }


def read(odds: contrecoup.Odds) -> Figures:
    """The figures that all answer; markers of both are left together only where the other has none."""
    left = {(hacker, 0): float(p) for hacker, p in odds.left["hacker"].items()}
    left |= {(0, system): float(p) for system, p in odds.left["system"].items()}
    return Figures(float(odds.ends["control"]), float(odds.rounds.mean), left)


def ours(question: Question) -> Figures:
    """One question from a dictionary to its figures."""
    return read(contrecoup.odds(contrecoup.load(scene_of(question))))


def ours_together(questions: list[Question]) -> list[Figures]:
    """Many questions from dictionaries to their figures."""
    scenes = [contrecoup.load(scene_of(question)) for question in questions]
    return [read(odds) for odds in contrecoup.odds_many(scenes)]


def hand_together(questions: list[Question]) -> list[Figures]:
    """The grid by hand, by markers."""
    groups: dict[tuple[int, int], list[int]] = {}
    for place, question in enumerate(questions):
        groups.setdefault((question.rating, question.ice), []).append(place)
    found: dict[int, Figures] = {}
    for places in groups.values():
        found.update(zip(places, by_hand([questions[place] for place in places]), strict=True))
    return [found[place] for place in range(len(questions))]


def anew() -> None:
    """Forget all graphs and tables."""
    forget()
    chances.cache_clear()


def timed(
    work: Callable[[], Any], times: int = 1, before: Callable[[], None] = lambda: None
) -> tuple[float, Any]:
    """Seconds of the fastest run, and what it gave."""
    best, found = float("inf"), None
    for _ in range(times):
        before()
        start = perf_counter()
        found = work()
        best = min(best, perf_counter() - start)
    return best, found


def agree(one: Figures, other: Figures) -> None:
    """Two ways have found the same."""
    assert abs(one.control - other.control) < 1e-12, (one.control, other.control)
    assert abs(one.rounds - other.rounds) < 1e-10, (one.rounds, other.rounds)
    for key in {*one.left, *other.left}:
        assert abs(one.left.get(key, 0) - other.left.get(key, 0)) < 1e-12, key


def line(what: str, mine: float, theirs: float, least: float) -> None:
    """One comparison with the ratio that is wanted."""
    ratio = theirs / mine
    verdict = "" if ratio >= least else "   TOO SLOW"
    print(
        f"{what:34} {mine * 1e3:10.2f} ms {theirs * 1e3:12.2f} ms {ratio:9.1f} x  (wanted {least:g}){verdict}"
    )


def main() -> None:
    """Print every comparison."""
    full = "--full" in sys.argv[1:]
    contrecoup.load(scene_of(FAST_JOE))
    print(f"{'':34} {'contrecoup':>13} {'peer':>15} {'ratio':>11}")
    for compare in (questions, rounds, floor):
        compare()
    grid(full)


def questions() -> None:
    """The first question of a shape, and further ones."""
    theirs, peer = timed(lambda: IcepoolIntrusion(FAST_JOE).answer(), 3)
    mine, found = timed(lambda: ours(FAST_JOE), 3, anew)
    agree(found, peer)
    line("first question", mine, theirs, 1)
    mine, theirs = 0.0, 0.0
    for question in FURTHER:
        first, found = timed(partial(ours, question))
        again = min(first, timed(partial(ours, question), 20)[0])
        peer_time, peer = timed(partial(theirs_to, question), 2)
        agree(found, peer)
        mine, theirs = mine + again, theirs + peer_time
    line("further question", mine / len(FURTHER), theirs / len(FURTHER), 100)


def theirs_to(question: Question) -> Figures:
    """What icepool answers, from the start."""
    return IcepoolIntrusion(question).answer()


def rounds() -> None:
    """The distribution of rounds."""
    mine, found = timed(lambda: contrecoup.odds(contrecoup.load(scene_of(FAST_JOE))).rounds.p, 10)
    limit = max(found)
    theirs, peer = timed(lambda: IcepoolIntrusion(FAST_JOE).rounds(limit))
    for number in range(1, limit):
        assert abs(found.get(number, 0) - peer.get(number, 0)) < 1e-12, number
    line(f"rounds, map_and_time to {limit}", mine, theirs, 100)


def floor() -> None:
    """The recursion written by hand."""
    theirs, peer = timed(lambda: by_hand([FAST_JOE])[0], 20)
    mine, found = timed(lambda: ours(FAST_JOE), 20)
    agree(found, peer)
    print(f"by hand in NumPy, one question: {theirs * 1e3:.2f} ms; we take {mine / theirs:.1f} times that")
    theirs, _ = timed(lambda: hand_together(GRID), 2)
    mine, _ = timed(lambda: ours_together(GRID), 2, anew)
    print(f"by hand in NumPy, grid of 500: {theirs * 1e3:.1f} ms; we take {mine / theirs:.1f} times that")


def grid(full: bool) -> None:
    """500 scenes, read, walked and solved."""
    mine, found = timed(lambda: ours_together(GRID), 3, anew)
    for one, other in zip(found, hand_together(GRID), strict=True):
        agree(one, other)
    chosen = list(_chosen(full))
    start = perf_counter()
    for place in chosen:
        agree(found[place], IcepoolIntrusion(GRID[place]).answer())
    theirs = (perf_counter() - start) * len(GRID) / len(chosen)
    what = "grid of 500, walk included"
    line(what, mine, theirs, 500)
    scene = contrecoup.load(scene_of(FAST_JOE))
    nodes, edges = atlas_of(scene.ruleset, scene.name).size
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    print(f"the grid's graphs: {nodes} states, {edges} edges; the most memory of this run: {peak:.0f} MiB")
    if not full:
        print(f"(icepool did {len(chosen)} of the {len(GRID)}, spread evenly; its time is scaled)")


def _chosen(full: bool) -> Iterator[int]:
    """A shift of one each row, so that no die is always left out."""
    if full:
        yield from range(len(GRID))
        return
    for row in range(len(GRID) // SHARE):
        yield row * SHARE + (7 * row) % SHARE


if __name__ == "__main__":
    main()
