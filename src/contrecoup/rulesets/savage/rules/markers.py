"""Markers: how many each side gets, and what marks take (rule page, A system, A hacker, Intrusion 2)."""

from contrecoup.rulesets.savage.sheets import Hacker, System, sides


def hacker_markers(hacker: Hacker) -> int:
    """The commlink's rating, or half the Spirit die in hot sim."""
    if hacker.mode == "hot_sim" or hacker.commlink is None:
        return sides(hacker.spirit) // 2
    return hacker.commlink.rating


def system_markers(system: System) -> int:
    """The size of the Ice die."""
    return sides(system.ice)


def after_marks(markers: int, marks: int) -> int:
    """Each mark takes one marker from the other side."""
    return max(0, markers - marks)
