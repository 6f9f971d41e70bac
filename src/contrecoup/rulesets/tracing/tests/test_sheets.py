"""Sheets: forms, prices and availability, packs, and history from one scene to the next."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import contrecoup
from contrecoup.kernel import Name, Table
from contrecoup.packs import supplied
from contrecoup.registry import find
from contrecoup.rulesets.tracing import RULESET
from contrecoup.rulesets.tracing.entries import Content
from contrecoup.rulesets.tracing.forms import Forms, availability, price_of
from contrecoup.rulesets.tracing.later import later
from contrecoup.rulesets.tracing.sheets import Attacker, Defender, Helper, Program
from contrecoup.rulesets.tracing.tests.hands import ended, play, session, trace

CONTENT: Content = supplied(find()["tracing"].folder, Content, "tracing", [], Path()).content
PACK = """rules = "tracing"
[programs.sentry]
name = { en = "Sentry", fr = "Sentinelle" }
acts = "white_ic"
price = 700
most = 3
[hooks.grudge]
name = { en = "a grudge", fr = "une rancune" }
least = -3
most = -5
[defences.shrine]
name = { en = "a data shrine", fr = "un sanctuaire de données" }
adds = "value"
least = 1
most = 3
"""


@pytest.mark.parametrize(
    ("kind", "price", "found", "index"),
    [
        ("white_ic", 4_000, "–", None),
        ("black_ic", 40_000, "6", 2),
        ("tar_bomb", 6_000, "4", None),
        ("barrier", 4_000, "4 / 4", 1),
    ],
)
def test_programs_cost_and_are_found_as_the_page_says(
    kind: str, price: int, found: str, index: int | None
) -> None:
    software = CONTENT.stock.programs[kind]
    assert price_of(Program(kind=kind, rating=4), CONTENT.stock) == price
    assert availability(software, 4) == found
    assert software.street_index == index


def test_half_an_availability_is_shown_as_a_half() -> None:
    assert availability(CONTENT.stock.programs["black_ic"], 5) == "7½"


def test_forms_hold_every_entry_and_refuse_what_is_not_for_sale() -> None:
    sheet = Attacker(computers=6, programs=(Program(kind="white_ice", rating=4),))
    steps = Forms().steps(sheet, CONTENT)
    assert [step.id for step in steps] == ["person", "skills", "programs", "dossier", "history"]
    assert [fault.id for fault in Forms().faults(sheet, CONTENT)] == ["refused.unknown"]
    paths = {field.path for step in steps for field in step.fields}
    wanted = {field.encode_name for field in msgspec.structs.fields(Attacker)} - {"kind"}
    assert {path.partition(".")[0] for path in paths} == wanted


def test_a_shown_sheet_sums_the_prices() -> None:
    sheet = Defender(
        computers=5, programs=(Program(kind="white_ic", rating=2), Program(kind="barrier", rating=3))
    )
    table = next(part for part in Forms().show(sheet, CONTENT).parts if part.id == "programs")
    assert isinstance(table, Table)
    assert table.rows[-1] == (Name("head.total"), "", 5_000, "", "")


@pytest.mark.parametrize(
    ("kind", "type_"), [("attacker", Attacker), ("defender", Defender), ("helper", Helper)]
)
def test_a_blank_sheet_of_each_kind_fits_its_type(kind: str, type_: Any) -> None:
    assert RULESET.sheets[kind] is type_
    sheet = msgspec.convert(Forms().blank(kind), type_)
    assert Forms().faults(sheet, CONTENT) == ()


def test_a_groups_pack_adds_programs_hooks_and_defences(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(PACK, encoding="utf-8")
    given = {
        "rules": "tracing",
        "scene": "session",
        "packs": [str(tmp_path / "ours.toml")],
        "attacker": {"computers": 3},
        "defender": {"computers": 3, "stealth": 2, "programs": [{"kind": "sentry", "rating": 3}]},
        "hooks": [{"kind": "grudge", "value": -5}],
        "defences": [{"kind": "shrine"}],
    }
    setup: Any = contrecoup.load(given).setup
    assert setup.session_tn(0) == 4 + 2 - 5 + 1
    assert (setup.tools[0][0].acts, setup.tools[0][0].name.id) == ("white_ic", "programs.sentry")
    given["defender"] = {"computers": 3, "programs": [{"kind": "sentry", "rating": 4}]}
    with pytest.raises(contrecoup.Refused, match=r"refused\.rating"):
        contrecoup.load(given).start()


def test_content_that_does_not_fit_is_refused() -> None:
    hook: dict[str, Any] = {"id": "x", "name": {"en": "x", "fr": "x"}, "least": -3, "most": -1}
    hook["stands_for"] = ["y"]
    content = msgspec.convert({"hooks": [hook]}, Content)
    assert [fault.where for fault in content.faults()] == ["hooks.x.least", "hooks.x.stands_for[0]"]


def test_time_alone_changes_nothing() -> None:
    sheet = Attacker(computers=6, boxes=3, previous=2)
    assert later(sheet, 10_000) == sheet


def test_what_a_scene_leaves_is_read_by_the_next_one() -> None:
    """A search, the session that follows it, and the next search, each from what the one before left."""
    hooks = [{"kind": "known_well"}]
    first = trace(hooks=hooks)
    found = ended(first, play(first, "search", 29))
    after: dict[str, Any] = {change.field: change.value for change in found.aftermath}
    assert after == {"previous": 1, "traced": True}
    following = session(after, tn=None, hooks=hooks)
    assert following.session_tn(0) == first.target
    over = ended(following, play(following, ("split", {}), 9, "leave"))
    after |= {change.field: change.value for change in over.aftermath}
    assert after == {"previous": 2, "traced": False}
    assert trace(after, hooks=hooks).target == first.target + 4
