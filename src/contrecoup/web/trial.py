"""Trials: a sheet held against a scene, and the settings of it that come nearest to wished odds."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import Refused, refusal
from contrecoup.text import Texts, texts_of
from contrecoup.web.pieces import Share

if TYPE_CHECKING:  # the process that reckons imports them, nobody else
    from contrecoup.odds.answer import Found
    from contrecoup.odds.dials import Setting
    from contrecoup.registry import Scene

MOST_AXES: Final = 4
"""Entries of a sheet that are turned at once."""
_SHOWN: Final = 5
_SHARE: Final = 100
"""A scene that is sampled here gets one part in so many of the usual runs."""


class End(msgspec.Struct, frozen=True):
    """An end of the scene by its id, and what it is called."""

    id: str
    text: str


class Turned(msgspec.Struct, frozen=True):
    """A setting: what it puts into which entry of the sheet, the wished end's share then."""

    values: Mapping[str, str | int | bool]
    p: float
    is_met: bool


class TrialOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of the scene with the sheet in its place: shares of its ends, rounds on average, how many runs
    they were sampled from (0: solved) with which standard error; with a wish, the nearest settings."""

    ends: tuple[End, ...]
    shares: tuple[Share, ...]
    rounds: float
    runs: int
    error: float = 0.0
    turned: tuple[Turned, ...] = ()


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What is tried: a scene's data with the sheet at `path`, and perhaps the wish that an end have a chance,
    for which entries of the sheet (by key path within it) are turned."""

    data: Mapping[str, Any]
    path: str
    lang: str
    end: str = ""
    share: float = 0.0
    turn: tuple[str, ...] = ()

    def reckoned(self) -> TrialOdds:
        """The odds; Refused by the rules, and for wishes in scenes that can only be sampled."""
        scene = registry.load(dict(self.data), alone=True)
        found, texts = _found(scene), texts_of(self.lang, scene.rules)
        shares = found.outcomes()
        ends = tuple(End(end, _called(end, texts)) for end in shares)
        return TrialOdds(
            ends=ends,
            shares=tuple(Share(end.text, float(shares[end.id])) for end in ends),
            rounds=float(found.mean_rounds()),
            runs=found.runs,
            error=max((found.error(float(share)) for share in shares.values()), default=0.0),
            turned=tuple(self._turned(scene, is_sampled=bool(found.runs))) if self.end else (),
        )

    def _turned(self, scene: "Scene", *, is_sampled: bool) -> Iterator[Turned]:
        from contrecoup.odds.dials import dial

        if is_sampled:
            raise Refused([refusal("web.opposition.vast")])
        turn = [f"{self.path}.{key}" for key in self.turn[:MOST_AXES]]
        try:
            found = dial(scene, {self.end: round(self.share, 4)}, turn)
        except Refused as refused:
            raise Refused(refused.reasons, refused.domain or scene.rules) from None
        for setting in found.nearest[:_SHOWN]:
            yield Turned(self._values(setting), setting.figures[0], setting.is_met)

    def _values(self, setting: "Setting") -> dict[str, Any]:
        return {key.removeprefix(f"{self.path}."): value for key, value in setting.values.items()}


def _found(scene: "Scene") -> "Found":
    """Where the figures come from. A scene too large to be solved is sampled with fewer runs than elsewhere,
    so that they follow the hand."""
    from contrecoup.odds import odds
    from contrecoup.odds.found import Sampled
    from contrecoup.odds.graph import push
    from contrecoup.odds.sample import sample

    if not scene.setup.is_vast():
        return odds(scene).found
    return Sampled(sample(scene.ruleset, scene.setup.pushed(), push, _SHARE))


def _called(end: str, texts: Texts) -> str:
    id = f"outcome.{end}"
    return texts.name(id) if texts.has(id) else end
