"""Aims: what ends and tallies are worth to somebody, as he writes it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from contrecoup.kernel import End, Refusal, Refused, Tally, refusal
from contrecoup.registry.reasons import nearest

WHERE: Final = "value"
LARGEST: Final = 1_000_000
"""The largest worth, so that no small one is lost beside it."""
MOST_TERMS: Final = 100

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,12}|/[0-9]{1,12})?")
_SHOWN: Final = 60


class Aim(NamedTuple):
    """Worths by name: an outcome, `kind.value` or `kind.of.value` of a tally, or a tally's value alone.

    `is_own`: it is what the rules say that the seat plays for, so that it may name what can't come here.
    """

    worths: Mapping[str, Fraction]
    is_own: bool = False

    def __str__(self) -> str:
        """As it is written, in decimals."""
        return ", ".join(f"{name}={float(worth):g}" for name, worth in self.worths.items())

    @classmethod
    def read(cls, text: str) -> "Aim":
        """An aim from "control=1,ejected=0,wounds_1=-0.5"; Refused with every term that can't be."""
        worths: dict[str, Fraction] = {}
        faults: list[Refusal] = []
        for term in text.split(",")[: MOST_TERMS + 1]:
            name, _, number = (part.strip() for part in term.partition("="))
            worth = _number(number)
            if not name or worth is None:
                faults.append(refusal("best.aim.term", WHERE, got=term.strip()[:_SHOWN], most=LARGEST))
            elif name in worths:
                faults.append(refusal("best.aim.twice", WHERE, got=name[:_SHOWN]))
            else:
                worths[name] = worth
        if len(worths) > MOST_TERMS:
            faults.append(refusal("best.aim.long", WHERE, most=MOST_TERMS))
        if faults:
            raise Refused(faults)
        return cls(worths)

    def fit(self, ends: Iterable[End], is_known: Callable[[str], bool]) -> "Worth":
        """The worth of each of a scene's ends; Refused with every name that none has.

        `is_known` says of a name that no end has here whether the rules know it all the same: it counts
        for nothing then.
        """
        names = _Names(ends)
        faults = [] if self.is_own else [f for name in self.worths for f in names.faults(name, is_known)]
        if faults:
            raise Refused(faults)
        return Worth({name: self.worths[full] for full in self.worths for name in names.called(full)})


class Worth:
    """What ends are worth under an aim."""

    def __init__(self, worths: Mapping[str, Fraction]) -> None:
        self._worths = worths

    def __call__(self, end: End) -> Fraction:
        """The sum of what the end's outcome and its tallies are worth."""
        names = [end.outcome, *map(full_name, end.tallies)]
        return sum((self._worths[name] for name in names if name in self._worths), Fraction(0))


def full_name(tally: Tally) -> str:
    """What a tally alone is called: "left.hacker.3", "harm.wounds_1"."""
    return ".".join(str(part) for part in (tally.kind, tally.of, tally.value) if part != "")


class _Names:
    """What the ends of a scene can be called."""

    def __init__(self, ends: Iterable[End]) -> None:
        seen = tuple(ends)
        self.outcomes = {end.outcome: None for end in seen}
        self.tallies = {tally: None for end in seen for tally in end.tallies}
        self._short: dict[str, dict[str, None]] = {}
        for tally in self.tallies:
            for name in {full_name(tally), f"{tally.kind}.{tally.value}", str(tally.value)}:
                self._short.setdefault(name, {})[full_name(tally)] = None

    def called(self, name: str) -> tuple[str, ...]:
        """The outcome of this name, else the full names of the tallies that it may mean."""
        return (name,) if name in self.outcomes else tuple(self._short.get(name, ()))

    def faults(self, name: str, is_known: Callable[[str], bool]) -> Iterator[Refusal]:
        """Why a name can't be: nobody is called that, or more than one."""
        meant = self.called(name)
        if len(meant) > 1:
            yield refusal("best.aim.several", WHERE, got=name[:_SHOWN], accepted=", ".join(meant))
        elif not meant and not self._is_known(name, is_known):
            accepted = [*self.outcomes, *map(full_name, self.tallies)]
            near = nearest(name[:_SHOWN], [*accepted, *self._short]) or accepted[0]
            accepted = accepted[:40]
            yield refusal(
                "best.aim.unknown", WHERE, got=name[:_SHOWN], nearest=near, accepted=", ".join(accepted)
            )

    def _is_known(self, name: str, is_known: Callable[[str], bool]) -> bool:
        kinds = {tally.kind for tally in self.tallies}
        ids = (f"outcome.{name}", f"tally.{name}", *(f"tally.{kind}.{name}" for kind in kinds))
        return name not in kinds and any(map(is_known, ids))


def _number(text: str) -> Fraction | None:
    if not _NUMBER.fullmatch(text) or text.partition("/")[2].strip("0") == "" != text.partition("/")[1]:
        return None
    number = Fraction(text)
    return number if abs(number) <= LARGEST else None
