"""A rule set as the contract suite looks at it: its rules, and the samples that it brings itself."""

from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

from contrecoup import registry
from contrecoup.kernel import SCREEN, End, Refused, RuleSet, Setup
from contrecoup.registry import Manifest, Scene
from contrecoup.testing import catalogues
from contrecoup.testing.catalogues import Catalogue
from contrecoup.testing.chances import pushed
from contrecoup.testing.golden import (
    BadCase,
    File,
    Played,
    SceneCase,
    Secrets,
    files,
    load,
    play,
    read,
    read_secrets,
)
from contrecoup.testing.siblings import siblings
from contrecoup.testing.walk import Explored, explore

SAMPLED: Final = 12_000
"""States of a rule set that claims about single states look at, over all its scenes."""
_LEAST_SAMPLED: Final = 300
"""States of one scene that are looked at, nearest first, however many scenes there are."""


@dataclass(eq=False)
class Sample:
    """A scene of a rule set's golden files, and what can be reached in it."""

    name: str
    scene: Scene
    is_beyond: bool = False
    limit: int = SAMPLED // 4

    @property
    def ruleset(self) -> RuleSet[Any, Any]:
        """The rules."""
        return self.scene.ruleset  # type: ignore[no-any-return]  # the registry hands out any rule set

    @property
    def setup(self) -> Setup:
        """What stays the same."""
        return self.scene.setup

    @cached_property
    def start(self) -> Hashable:
        """The first state."""
        return cast("Hashable", self.ruleset.start(self.setup))

    @cached_property
    def explored(self) -> Explored:
        """The nearest states and some walks to the ends."""
        return explore(self.ruleset, self.setup, self.start, self.limit)

    @cached_property
    def ends(self) -> Mapping[str, float]:
        """The probability of each outcome under plan *push*, by mass pushed forward."""
        return pushed(self.ruleset, self.setup, self.start)

    @cached_property
    def viewers(self) -> tuple[str, ...]:
        """The seats that take part in this scene, and a spectators' screen."""
        asked = [node for node in self.explored.nodes.values() if not isinstance(node, End)]
        seats = {seat for node in asked for seat in (node.seat, *node.audience)}
        return (*(seat for seat in self.scene.manifest.seats if seat in seats), SCREEN)

    @cached_property
    def siblings(self) -> tuple[tuple[str, Setup], ...]:
        """Setups that differ in one value."""
        return tuple(siblings(self.ruleset, self.setup))


@dataclass(eq=False)
class Subject:
    """A rule set under examination: everything that its folder says."""

    manifest: Manifest
    ruleset: RuleSet[Any, Any]
    common: Mapping[str, Catalogue] = field(default_factory=catalogues.common)

    @property
    def folder(self) -> Path:
        """The rule set's folder."""
        return self.manifest.folder

    @cached_property
    def own(self) -> Mapping[str, Catalogue]:
        """The rule set's own catalogues by language."""
        return catalogues.read(self.folder / "text")

    def sentences(self, id: str, language: str) -> tuple[str, ...]:
        """What an id says in a language, the common catalogue asked second; () where neither knows it."""
        return self.own[language].get(id) or self.common[language].get(id) or ()

    @cached_property
    def golden(self) -> tuple[File, ...]:
        """The golden files."""
        return tuple(map(read, files(self.folder / "golden")))

    @cached_property
    def secrets(self) -> Secrets:
        """What must not be noticed."""
        return read_secrets(self.folder / "golden")

    @cached_property
    def played(self) -> Mapping[str, Played]:
        """The golden scenes that can be played, by name; another claim says why others can't."""
        found: dict[str, Played] = {}
        for file in self.golden:
            with suppress(BadCase):
                played = play(file)
                if played.scene is not None:
                    found[file.name] = played
        return found

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Each different setup of the golden scenes."""
        return tuple(self._samples())

    def _samples(self) -> Iterator[Sample]:
        scenes: dict[str, Scene] = {}
        for file in self.golden:
            with suppress(BadCase, Refused):
                if isinstance(file.case, SceneCase):
                    scene = load(file.case, file.folder, file.name)
                    if scene.setup not in [known.setup for known in scenes.values()]:
                        scenes[file.name] = scene
        limit = max(_LEAST_SAMPLED, SAMPLED // max(4, len(scenes)))
        for name, scene in scenes.items():
            yield Sample(name, scene, scene.name in self.manifest.beyond, limit)


def subject(id: str) -> Subject:
    """The rule set with this id."""
    return Subject(registry.find()[id], registry.get(id))


def found() -> tuple[str, ...]:
    """The ids of every rule set that the registry finds; Refused where a manifest is broken."""
    return tuple(registry.find())
