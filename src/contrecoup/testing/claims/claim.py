"""What a claim is: something that every rule set keeps, with every fault found where one doesn't."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from contrecoup.testing.subject import Subject

SHOWN: Final = 12
"""Faults that are listed; the same fault in a thousand states is no news."""


class Broken(AssertionError):
    """A rule set doesn't keep a claim. `faults` are the first that were found, each with its place."""

    def __init__(self, rules: str, claim: str, about: str, faults: tuple[str, ...]) -> None:
        self.faults = faults
        lines = "\n".join(f"- {fault}" for fault in faults)
        super().__init__(f"{rules} breaks {claim} ({about}):\n{lines}")


@dataclass(frozen=True)
class Claim:
    """A claim by name: calling it with a rule set raises Broken where the rule set doesn't keep it."""

    name: str
    about: str
    find: Callable[[Subject], Iterable[str]]

    def faults(self, subject: Subject) -> tuple[str, ...]:
        """The first different faults; () where there is none."""
        return tuple(islice(dict.fromkeys(islice(self.find(subject), SHOWN * 200)), SHOWN))

    def __call__(self, subject: Subject) -> None:
        """Raise Broken with every fault found."""
        faults = self.faults(subject)
        if faults:
            raise Broken(subject.manifest.id, self.name, self.about, faults)


def claim(find: Callable[[Subject], Iterable[str]]) -> Claim:
    """A claim from the function that finds its faults: its name, and the first line of what it says."""
    return Claim(find.__name__, (find.__doc__ or "").partition("\n")[0].rstrip("."), find)
