"""How fast are odds of fights between robots and humans, and how exact?

    python benchmarks/machines.py

One attack and duels are solved; five against five with rifles is sampled, to a standard error below 0.45
points. The floor of the attack is a convolution written by hand in this file, in the same run, which must
find the same figures.
"""

from math import comb
from time import perf_counter, process_time
from typing import Any

import contrecoup
from contrecoup.odds.atlas import forget

WORST = 0.0045
"""The standard error that a sampled fight may have."""


def human(number: int) -> dict[str, Any]:
    """A soldier."""
    attributes = {"dexterity": 3, "vigor": 3, "perception": 2, "rank": 3}
    return {"kind": "human", "name": f"Soldier {number}", "attributes": attributes, "combat": {"firearms": 3}}


def robot(number: int) -> dict[str, Any]:
    """A robot with the same figures."""
    system = {"hard_disk": 3, "condition": 2, "processor": 3, "camera": 3, "resistance": 3}
    return {"kind": "robot", "name": f"2023 ATC{number:02}", "system": system, "combat": {"firearms": 3}}


def scene(each: int, name: str = "fight", weapon: str = "assault_rifle", **top: Any) -> contrecoup.Scene:
    """So many humans against as many robots, all with one weapon, a magazine in it and one beside it."""
    armed = {"weapon": weapon, "magazines": 1}
    north = [{"side": "north", "sheet": human(number + 1), **armed} for number in range(each)]
    south = [{"side": "south", "sheet": robot(number + 1), **armed} for number in range(each)]
    return contrecoup.load({"rules": "machines", "scene": name, "combatants": [*north, *south], **top})


def nets(dice: int, difficulty: int) -> dict[int, float]:
    """The chances of net successes, by counting successes and 1s."""
    good, one = (11 - difficulty) / 10, 0.1
    chances: dict[int, float] = {}
    for hits in range(dice + 1):
        for ones in range(dice - hits + 1):
            ways = comb(dice, hits) * comb(dice - hits, ones)
            chance = ways * good**hits * one**ones * (1 - good - one) ** (dice - hits - ones)
            chances[hits - ones] = chances.get(hits - ones, 0.0) + chance
    return chances


def by_hand() -> dict[int, float]:
    """The levels that a rifle's hit deals: six dice at 7, six and the successes at 3, three to absorb."""
    levels: dict[int, float] = {}
    for hits, chance in nets(6, 7).items():
        if hits <= 0:
            continue
        absorbing = nets(3, 5 + hits) if hits < 5 else {0: 1.0}
        for dealt, share in nets(6 + hits, 3).items():
            for off, part in absorbing.items():
                left = max(max(dealt, 0) - max(off, 0), 0)
                levels[left] = levels.get(left, 0.0) + chance * share * part
    return levels


def timed(scene: contrecoup.Scene) -> tuple[contrecoup.Odds, float]:
    """The odds of a scene from scratch, and the seconds of processor time that its ends took."""
    forget()
    start = process_time()
    odds = contrecoup.odds(scene)
    assert odds.ends
    return odds, process_time() - start


def main() -> None:
    """Print each figure; fails where one isn't what it has to be."""
    attack, seconds = timed(scene(1, "attack"))
    start = perf_counter()
    expected = by_hand()
    floor = perf_counter() - start
    worst = max(abs(float(attack.tallies["harm"][level]) - share) for level, share in expected.items())
    print(
        f"one attack: {seconds * 1e3:8.2f} ms, by hand {floor * 1e3:.2f} ms; largest difference {worst:.1e}"
    )
    assert worst < 1e-12
    for weapon in ("assault_rifle", "pistol", "laser", "blade"):
        duel, seconds = timed(scene(1, weapon=weapon))
        won = float(duel.ends["north"])
        print(f"duel, {weapon}: {seconds:6.2f} s, exact, {duel.states} states, {won:.6f} for north")
        assert duel.sampled == 0
    squads, seconds = timed(scene(5))
    points = squads.error * 100
    print(f"5 against 5: {seconds:7.2f} s, {squads.sampled} runs sampled, standard error {points:.2f} points")
    assert squads.error < WORST
    weakest, seconds = timed(scene(5, plan={"target": "weakest"}))
    share = float(weakest.ends["north"])
    print(f"5 against 5, the weakest first: {seconds:.2f} s, {share:.3f} for north")


if __name__ == "__main__":
    main()
