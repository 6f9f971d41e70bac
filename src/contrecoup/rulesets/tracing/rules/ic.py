"""Intrusion countermeasures: staging, and what a success of theirs does (rule page, 3)."""

WOUNDS = (0, 1, 3, 6, 10)
"""Boxes of no wound, Light, Moderate, Serious, Deadly."""
MODERATE = 2


def staged_boxes(successes: int, resisted: int) -> int:
    """Boxes of Black IC: Moderate, a level up for every 2 net successes, down for every 2 in excess."""
    net = successes - resisted
    steps = net // 2 if net >= 0 else -(-net // 2)
    return WOUNDS[max(0, min(len(WOUNDS) - 1, MODERATE + steps))]


def skill_lost(successes: int, resisted: int) -> int:
    """Computers skill that White IC takes: its net successes."""
    return max(0, successes - resisted)
