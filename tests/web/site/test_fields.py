"""What a form sent becomes a command, or is told at its fields."""

import pytest
from litestar.datastructures import FormMultiDict

from contrecoup.kernel import Refused
from contrecoup.table.commands import TypeDice
from contrecoup.web.site.fields import Fields, asked_of


def test_typed_dice_are_taken_in_the_order_of_their_fields_however_they_come() -> None:
    numbers = [(f"numbers.{place}", str(10 + place)) for place in range(12)]
    sent = Fields(FormMultiDict([("do", "type"), *reversed(numbers)]))
    assert asked_of(sent).command == TypeDice(numbers=tuple(range(10, 22)))


def test_each_die_that_is_no_number_or_missing_is_told_at_its_own_field() -> None:
    typed = [("numbers.0", "many"), ("numbers.1", "4"), ("numbers.2", " ")]
    with pytest.raises(Refused) as refused:
        asked_of(Fields(FormMultiDict([("do", "type"), *typed])))
    assert {(each.where, each.id) for each in refused.value.reasons} == {
        ("numbers.0", "web.form.whole"),
        ("numbers.2", "web.form.missing"),
    }
