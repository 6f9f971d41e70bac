"""The game master's powers at the terminal: dice in secret, their showing, corrections, another reading."""

import pytest

from contrecoup.log import Amended, Corrected, Opened, Thrown
from tests.cli.playing import Table


def test_dice_in_secret_are_thrown_or_typed_and_revealed(table: Table) -> None:
    out = table.play("coins.toml", typed="1\nhidden 4 3\nreveal\n").out
    assert "Wild Die (d6) 3 (typed) (in secret)" in " ".join(out.split())
    assert "Opened: Bob, trying his luck" in out
    assert table.thrown(3).hidden
    assert [record.event for record in table.log() if isinstance(record.event, Opened)] == [Opened(of=3)]
    table.play("coins.toml", "--log", "second.jsonl", typed="1\nhidden\n")
    thrown = table.log("second.jsonl")[2].event
    assert isinstance(thrown, Thrown)
    assert (thrown.hidden, thrown.origin) == (True, "thrown")


def test_a_throw_is_revealed_by_its_number_in_the_log(table: Table) -> None:
    out = table.play("coins.toml", typed="1\n4 3\n2\nreveal 4\nreveal 4\nreveal\n").out
    assert "Opened: Ann, a peek at the cards: " in " ".join(out.split())
    assert "Everyone sees event 4 already." in out
    assert "No hidden throw is left to be revealed." in out


def test_what_may_be_fixed_is_listed_and_set_right(table: Table) -> None:
    out = table.play("coins.toml", typed="fix\nfix scores\nfix scores[0] 2 miscounted\nlog\n").out
    assert "6  scores[0]: 0 (0 to 30)" in out
    assert out.count("scores[1]: 0") == 2
    assert out.count("Corrected: scores[0] is now 2 (miscounted)") == 2
    assert table.log()[1].event == Corrected(part="state", path="scores[0]", value=2, reason="miscounted")


def test_a_value_is_fixed_by_its_number_and_refused_with_its_limits(table: Table) -> None:
    out = table.play("coins.toml", typed="fix 6 2 miscounted\nfix 6 99 more\nfix 6 x y\nfix 99\n").out
    assert "Corrected: scores[0] is now 2" in out
    assert out.count("A whole number from 0 to 30 is wanted here.") == 2
    assert len(table.log()) == 2


def test_a_sheet_is_fixed_too(table: Table) -> None:
    table.play("fast-joe.toml", typed="fix hacker.wild_card no an Extra\nfix hacker.hacking d10 a rise\n")
    events = [record.event for record in table.log("fast-joe.jsonl")]
    assert [(each.part, each.value) for each in events if isinstance(each, Corrected)] == [
        ("sheet", False),
        ("sheet", "d10"),
    ]


def test_the_last_throw_is_read_again(table: Table) -> None:
    out = table.play("coins.toml", typed="1\n4 3\nreread +4 good maps\nreread\nreread 0 x\n").out
    assert "Read again – trying his luck: +4 (good maps)" in out
    assert "Luck gives 2." in out
    assert "The last throw is read again with a number" in " ".join(out.split())
    amended = table.log()[3].event
    assert isinstance(amended, Amended)
    assert (amended.of, amended.modifier and amended.modifier.by) == (3, 4)


@pytest.mark.parametrize(
    "order", ["hidden", "hidden 4 3", "reveal", "fix", "fix scores[0] 2 x", "reread +1 x"]
)
def test_players_have_none_of_these(table: Table, order: str) -> None:
    out = table.play("coins.toml", "--seat", "second", typed=f"{order}\n").out
    assert "Only the game master may do this; this terminal is a player's." in " ".join(out.split())
    assert (
        len([record for record in table.log() if record.event.kind in ("opened", "corrected", "amended")])
        == 0
    )


def test_hidden_dice_need_a_throw_and_numbers(table: Table) -> None:
    out = table.play("coins.toml", typed="hidden\n1\nhidden four\n").out
    assert "Only a throw takes this; a choice is asked here." in out
    assert "“four” is neither numbers nor a command." in " ".join(out.split())


def test_a_player_s_replay_shows_no_hidden_dice(table: Table) -> None:
    table.play("coins.toml", typed="1\nhidden 4 3\n")
    ran = table.play("--replay", "coins.jsonl", "--seat", "second", "--json")
    assert '"hidden": true' in ran.out
    assert "trying his luck: in secret" in ran.err
    assert "(d6)" not in ran.err + ran.out
