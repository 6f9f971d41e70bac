"""A rule set of a few lines, written into a folder, for tests of whatever works with any rule set."""

from pathlib import Path

MANIFEST = """\
id = "lamps"
version = "1"
source = "made for the tests"
state_bound = 100
seats = ["keeper"]
scenes = ["night"]
[title]
en = "Lamps"
fr = "Lampes"
[[rulings]]
id = "wind"
values = ["calm", "storm"]
default = "calm"
[[rulings]]
id = "moon"
values = [true, false]
default = true
"""

MODULE = """\
from typing import Annotated, Literal

import msgspec

from contrecoup.kernel import Choice, End, Refused, Setup, Tally, View, option, refusal


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wind: Literal["calm", "storm"] = "calm"
    moon: bool = True


class Lantern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="lantern", tag_field="kind"):
    oil: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3


class Torch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="torch", tag_field="kind"):
    pitch: int


class Keeper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1)]
    nerve: Literal["d4", "d6", "d8", "d10", "d12"]
    years: Annotated[int, msgspec.Meta(ge=1, le=60)]
    awake: bool = True
    pay: Annotated[int, msgspec.Meta(ge=0)] = 0
    debt: Annotated[int, msgspec.Meta(le=0)] = 0
    weight: float = 1.0
    mood: Literal["calm", "cross"] | None = None
    tag: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")] = "a"


class Night(Setup, frozen=True, kw_only=True):
    keeper: Keeper
    lights: Annotated[tuple[Lantern | Torch, ...], msgspec.Meta(max_length=3)] = ()
    log: dict[int, list[str]] = {}
    rulings: Rulings = Rulings()


class Lamps:
    scenes = {"night": Night}
    sheets = {"keeper": Keeper}
    content = None

    def start(self, setup):
        if setup.keeper.pay > 0 and not setup.lights:
            paid = refusal("paid", "keeper.pay", pay=setup.keeper.pay)
            raise Refused([refusal("no_lights", "lights"), paid])
        return 0

    def node(self, setup, state):
        if state:
            return End("dawn", (Tally("lit", len(setup.lights), "keeper"), Tally("night", "quiet")))
        return Choice("keeper", (option("wait"),), option("wait"), "what_now", round=True)

    def apply(self, setup, state, answer):
        return 1

    def tell(self, setup, before, answer, after):
        return ()

    def view(self, setup, state, viewer):
        return View(())

    def later(self, sheet, minutes):
        return sheet


RULESET = Lamps()
"""

ENGLISH = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "no_lights"
msgstr "There is nothing to light."

msgid "paid"
msgstr "Paid {pay}, but for what?"

msgid "outcome.dawn"
msgstr "dawn"
"""

FRENCH = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "no_lights"
msgstr "Il n’y a rien à allumer."

msgid "paid"
msgstr "Payé {pay}, mais pour quoi ?"

msgid "outcome.dawn"
msgstr "aube"
"""


def write(parent: Path, name: str = "lamps", manifest: str = MANIFEST, module: str = MODULE) -> Path:
    """The rule set's folder inside a parent folder."""
    folder = parent / name
    (folder / "text").mkdir(parents=True)
    (folder / "manifest.toml").write_text(manifest, encoding="utf-8")
    (folder / "__init__.py").write_text(module, encoding="utf-8")
    (folder / "text" / "en.po").write_text(ENGLISH, encoding="utf-8")
    (folder / "text" / "fr.po").write_text(FRENCH, encoding="utf-8")
    return folder
