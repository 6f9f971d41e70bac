"""Sheets in the hand: blanks fit their types, and what is written is read as the same."""

import tomllib
from typing import Any

import pytest

from contrecoup import registry
from contrecoup.kernel import Refused
from contrecoup.table.demonstration import shown_scenes
from contrecoup.table.sheets import forms_of, open_sheet
from contrecoup.table.sheets.blanks import blank_sheet
from contrecoup.table.sheets.entries import entered
from contrecoup.table.sheets.writing import written

KINDS = [(rules, kind) for rules in registry.find() for kind in registry.get(rules).sheets]


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_a_blank_of_every_kind_fits_its_type_and_its_text_says_the_same(rules: str, kind: str) -> None:
    blank = open_sheet({"rules": rules, "kind": kind, **blank_sheet(registry.get(rules), kind)})
    assert blank.kind == kind
    assert open_sheet(tomllib.loads(blank.text())).sheet == blank.sheet


def test_a_blank_hacker_has_a_commlink_and_the_lowest_dice() -> None:
    blank = blank_sheet(registry.get("savage"), "hacker")
    assert blank == {"hacking": "unskilled", "spirit": "d4", "commlink": {"rating": 4}}


def test_plain_forms_say_which_words_are_accepted_and_numbers_among_them_are_read_as_such() -> None:
    hacker = open_sheet(
        {"rules": "savage", "kind": "hacker", **blank_sheet(registry.get("savage"), "hacker")}
    )
    fields = {field.path: field for field in hacker.forms.steps(hacker.sheet, None)[0].fields}
    assert fields["spirit"].accepted == ("d4", "d6", "d8", "d10", "d12")
    assert fields["commlink.rating"].accepted == (4, 6, 8, 10, 12)
    assert entered(fields["commlink.rating"], "10") == 10
    assert entered(fields["spirit"], "d10") == "d10"


def test_a_sheet_without_rules_or_of_no_kind_is_refused_with_what_there_is() -> None:
    with pytest.raises(Refused) as refused:
        open_sheet({"name": "Nobody"})
    assert [reason.where for reason in refused.value.reasons] == ["rules"]
    with pytest.raises(Refused) as refused:
        open_sheet({"rules": "savage", "kind": "dragon"})
    assert [reason.where for reason in refused.value.reasons] == ["kind"]


def test_every_scene_that_a_rule_set_shows_is_written_so_that_it_reads_the_same() -> None:
    shown = list(shown_scenes())
    assert {scene.data["rules"] for scene in shown} == set(registry.find())
    for scene in shown:
        assert tomllib.loads(written(scene.data)) == scene.data


@pytest.mark.parametrize(
    "data",
    [
        {"a b": 'say "x"', "list": [1, 2], "empty": {}, "none": []},
        {"deep": {"deeper": {"deepest": "x" * 90}}, "many": [{"a": "y" * 50}, {"b": {"c": ["z" * 60]}}]},
    ],
)
def test_any_data_are_written_so_that_they_read_the_same(data: dict[str, Any]) -> None:
    assert tomllib.loads(written(data)) == data


def test_a_rule_set_with_creation_rules_has_forms_of_its_own() -> None:
    assert len(forms_of(registry.get("machines")).steps(*_robot())) > 5


def _robot() -> tuple[Any, Any]:
    robot = open_sheet({"rules": "machines", "kind": "robot"})
    return robot.sheet, robot.content
