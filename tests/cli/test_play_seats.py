"""`contrecoup play` for one seat: what it sees, what it may do, and seats that play on by themselves."""

import re

import pytest

from contrecoup.kernel import only
from contrecoup.log import Ended, Noted, SeatSet
from tests.cli.playing import WHOLE, Table


class SeatTests:
    SECRETS = ("bet", "heads", "tails", "peek", "card")

    def test_a_seat_sees_nothing_of_what_is_hidden_from_it(self, table: Table) -> None:
        run = table.play("coins.toml", "--seat", "second", typed="4 3\n\n2\nlog\nundo list\n")
        assert run.code in (0, 1)
        shown = run.out.replace("4 3", "").lower()
        for secret in self.SECRETS:
            assert secret not in shown.replace("a toss of coins", ""), secret
        assert "Ann" not in run.out  # the other's name is for those who know it

    def test_whoever_bets_sees_his_own_bet(self, table: Table) -> None:
        run = table.play("coins.toml", "--seat", "first", typed="1\n4 3\n2\n")
        assert "The bet is on heads." in run.out
        assert "The peek shows 2." in run.out
        assert "Bob" not in run.out

    @pytest.mark.parametrize(
        ("more", "is_told"),
        [(("--seat", "first"), False), (("--seat", "second"), True), ((), True), (("--dice", "typed"), True)],
    )
    def test_which_dice_another_seat_will_throw_is_not_told(
        self, table: Table, more: tuple[str, ...], is_told: bool
    ) -> None:
        run = table.play("coins.toml", *more, typed="1\nquit\n")
        assert "trying his luck" in run.out
        assert ("(d6)" in run.out) is is_told

    def test_hidden_dice_that_count_again_are_not_told(self, table: Table) -> None:
        table.play("coins.toml", typed="1\nhidden 4 3\nundo\nquit\n")
        asked = {
            seat: table.play("--resume", "coins.jsonl", "--seat", seat, typed="quit\n").out
            for seat in ("gm", "second")
        }
        assert "4, 3" in asked["gm"]
        assert "4, 3" not in asked["second"]

    def test_a_replay_for_a_seat_and_its_json_hide_the_same(self, table: Table) -> None:
        table.play("coins.toml", typed="1\nsecret +2 a trap\n" + WHOLE[2:])
        for more in ((), ("--json",)):
            run = table.play("--replay", "coins.jsonl", "--seat", "second", *more)
            assert run.code == 0
            for secret in (*self.SECRETS, "trap"):
                assert secret not in run.out.replace("a toss of coins", "").lower(), secret

    def test_a_secret_modifier_leaves_no_trace_in_the_reckoning(self, table: Table) -> None:
        table.play("coins.toml", typed="1\nsecret +1 a trap\n4 3\n2\n1\n")
        table.play("coins.toml", "--log", "open.jsonl", typed="1\n4 3\n2\n1\n")
        hidden, plain = (
            table.play("--replay", name, "--seat", "second").out for name in ("coins.jsonl", "open.jsonl")
        )
        assert hidden == plain

    def test_modifiers_are_not_a_player_s(self, table: Table) -> None:
        run = table.play("coins.toml", "--seat", "second", typed="mod +2 me\nsecret +2 me\n")
        assert run.out.count("Modifiers are the game master's") == 2

    def test_a_player_s_note_is_his_own(self, table: Table) -> None:
        table.play("coins.toml", "--seat", "second", typed="note he bluffs\n")
        notes = [record.event for record in table.log() if isinstance(record.event, Noted)]
        assert notes == [Noted(text="he bluffs", audience=only("second"))]

    def test_a_seat_that_plays_on_by_itself_is_not_asked(self, table: Table) -> None:
        run = table.play("coins.toml", "--auto", "first", "--auto", "second")
        assert run.code == 0
        assert table.log()[1].event == SeatSet(seat="first", auto=True)
        assert isinstance(table.log()[-1].event, Ended)
        assert "Round 3" in run.out

    def test_a_seat_is_let_go_and_taken_back_while_playing(self, table: Table) -> None:
        run = table.play("coins.toml", typed="auto second\n1\nauto second\nauto nobody\n")
        assert "From now on Bob plays on automatically" in run.out
        assert "From now on Bob is asked again" in run.out
        assert "There is no seat “nobody”; there are: first, second." in run.out

    def test_typed_dice_are_typed_for_a_seat_that_plays_on_by_itself_too(self, table: Table) -> None:
        table.play("coins.toml", "--auto", "second", "--dice", "typed", typed="1\n4 3\n")
        assert table.thrown(4).origin == "typed"

    @pytest.mark.parametrize("option", ["--seat", "--auto"])
    def test_an_unknown_seat_is_refused_before_anything_is_written(self, table: Table, option: str) -> None:
        run = table.play("coins.toml", option, "third")
        assert run.code == 1
        assert "There is no seat “third”" in run.err
        assert not (table.folder / "coins.jsonl").exists()

    def test_event_numbers_have_no_gaps_that_would_tell_of_hidden_events(self, table: Table) -> None:
        table.play("coins.toml", typed="1\nsecret +1 a trap\n" + WHOLE[2:])
        run = table.play("--resume", "coins.jsonl", "--seat", "second", typed="log\nquit\n")
        listed = re.findall(r"^ +(\d+)  \d\d:\d\d:\d\d  ", run.out, re.MULTILINE)
        assert listed == ["1", "2", "3", "4", "5"]  # start, luck, toss, stop, end
        found = table.play("--replay", "coins.jsonl", "--seat", "second", "--json").json
        assert [step["event"] for step in found["steps"]] == [2, 3, 4]

    def test_a_modifier_that_makes_a_throw_impossible_is_refused_before_it_counts(self, table: Table) -> None:
        run = table.play("coins.toml", "--set", "second.pool=3", typed="1\nmod -4 storm\n5 5 5\n")
        assert "Difficulty 10 is impossible" in run.out
        assert table.thrown(3).modifiers == ()

    def test_a_seat_that_can_not_play_on_by_itself_is_asked(self, table: Table) -> None:
        lines = "mod -4 storm\n1\n5 5 5\nundo\nundo\n1\n"
        run = table.play("coins.toml", "--set", "second.pool=3", "--auto", "second", typed=lines)
        assert "Difficulty 10 is impossible" in run.out
        assert "Bob: trying his luck" in run.out
        assert table.thrown(8).auto

    def test_a_hidden_throw_that_can_not_be_ends_play_and_not_in_a_circle(self, table: Table) -> None:
        table.play("coins.toml", "--set", "first.pool=3", typed="1\n4 3\nquit\n")
        path = table.folder / "coins.jsonl"
        modifier = '{"modifier":{"by":-4,"reason":"storm","audience":[]}}'
        with path.open("a") as file:
            file.write(
                '{"sequence":4,"time":"2026-11-29T20:00:00Z","who":"gm","kind":"adjusted","version":1,'
                f'"payload":{modifier}}}\n'
            )
        run = table.play("--resume", "coins.jsonl", "--seat", "second")
        assert run.code == 1
        assert "Difficulty 10 is impossible" in run.err
