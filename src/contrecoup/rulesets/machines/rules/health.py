"""Health: boxes filled, what they add to difficulties, and what a robot loses with them."""

from contrecoup.kernel import Name
from contrecoup.rulesets.machines.entries import HealthTrack
from contrecoup.rulesets.machines.fighter import Boxes

OUT = 100
"""What the boxes of those who can't act add to difficulties: more than any test allows."""


def boxes_of(track: HealthTrack) -> Boxes:
    """A track's boxes, the unhurt state before them."""
    return Boxes(
        (0, *(OUT if box.out else box.difficulty for box in track.boxes)),
        (False, *(box.costs_condition for box in track.boxes)),
        (
            Name("unhurt"),
            *(
                Name(f"tracks.{track.id}.{place}", (("en", box.name.en), ("fr", box.name.fr)))
                for place, box in enumerate(track.boxes, start=1)
            ),
        ),
    )


def filled(boxes: Boxes, before: int, levels: int) -> int:
    """Boxes filled after so many more levels of damage."""
    return min(before + levels, boxes.last)


def condition_cost(boxes: Boxes, before: int, after: int) -> int:
    """Points of condition that a robot loses for good on the way from some boxes to more."""
    return sum(boxes.costs[before + 1 : after + 1])
