"""`contrecoup play` with everything typed beforehand: what it says, writes, refuses and how it ends."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from contrecoup.kernel import GM_ONLY, Refused, only, refusal
from contrecoup.log import Adjusted, Chosen, Ended, FileStore, Noted, Rewound, SeatSet, Thrown, read
from tests.cli.playing import PROGRAM, Table, environment

WHOLE = "1\n4 3\n2\n1\n2\n"
"""Heads is called, luck shows 4 and 3, the peek 2, the toss heads; then the second player stops."""


def thrown(table: Table, place: int) -> Thrown:
    event = table.log()[place - 1].event
    assert isinstance(event, Thrown)
    return event


class PlayingTests:
    def test_a_scene_is_played_to_its_end(self, table: Table) -> None:
        run = table.play("coins.toml", typed=WHOLE)
        assert run.code == 0
        assert run.err == ""
        for line in (
            "Coins – a toss of coins",
            "Round 1",
            "  Score: ░░░░░░░░░ 0/9",
            "Ann: On which side do you bet?",
            "  1  Call heads",
            "  The bet is on heads. [Betting]",
            "Dice: trait die (d6), Wild Die (d6).",
            "Bob, trying his luck: trait die (d6) 4; Wild Die (d6) 3 (typed)",
            "  Best die 4, help 0, modifier 0: total 4 against 4. Marks: 1.",
            "  The score is 2 to 0. [Tossing]",
            "The first player has won",
        ):
            assert line in run.out.splitlines(), line

    def test_the_same_in_french(self, table: Table) -> None:
        run = table.play("coins.toml", typed=WHOLE, lang="fr")
        assert run.code == 0
        for line in (
            "Pièces – un lancer de pièces",
            "Ann\N{NO-BREAK SPACE}: Sur quelle face pariez-vous\N{NO-BREAK SPACE}?",
            "  Le pari est sur face. [Le pari]",
            "Le premier joueur a gagné",
        ):
            assert line in run.out.splitlines(), line

    def test_an_option_is_chosen_by_number_name_or_part_of_its_name(self, table: Table) -> None:
        for number, typed in enumerate(("2", "call tails", "TAILS", "tai"), 1):
            table.play("coins.toml", "--log", f"{number}.jsonl", typed=f"{typed}\n")
            event = table.log(f"{number}.jsonl")[1].event
            assert isinstance(event, Chosen)
            assert dict(event.option.values) != {}
            assert "tails" in str(event.option)

    @pytest.mark.parametrize("typed", ["3", "0", "-1", "call", "x", "99999999999999999999999", "²"])
    def test_what_is_no_option_is_explained_and_asked_again(self, table: Table, typed: str) -> None:
        run = table.play("coins.toml", typed=f"{typed}\n2\n")
        assert f"“{typed}” is none of the options. Type a number from 1 to 2" in run.out
        assert len(table.log()) == 2

    def test_an_empty_line_at_a_choice_is_explained(self, table: Table) -> None:
        run = table.play("coins.toml", typed="\n2\n")
        assert "Type the number of an option, 1 to 2" in run.out
        assert len(table.log()) == 2

    def test_enter_throws_the_dice(self, table: Table) -> None:
        table.play("coins.toml", typed="1\n\n")
        event = thrown(table, 3)
        assert event.origin == "thrown"
        assert all(sum(rolled.faces) == rolled.number for rolled in event.dice)

    @pytest.mark.parametrize("line", ["13 4", "13,4", "13; 4", " 13  4 ", "t 13 4", "t\n13 4"])
    def test_one_throw_s_dice_are_typed(self, table: Table, line: str) -> None:
        table.play("coins.toml", typed=f"1\n{line}\n")
        event = thrown(table, 3)
        assert event.origin == "typed"
        assert [rolled.number for rolled in event.dice] == [13, 4]

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("6 3", "6 can't be: a trait die (d6) showing 6 is thrown again and added"),
            ("0 3", "0 is below 1"),
            ("4", "Dice to read: 2. Numbers given: 1. Give one number a die."),
            ("4 3 2", "Dice to read: 2. Numbers given: 3. Give one number a die."),
            ("four 3", "“four 3” is neither numbers nor a command"),
            ("4.5 3", "“4.5 3” is neither numbers nor a command"),
            ("9999999999999999999999 1", "is neither numbers nor a command"),
        ],
    )
    def test_impossible_dice_are_refused_with_the_reason_and_asked_again(
        self, table: Table, line: str, said: str
    ) -> None:
        run = table.play("coins.toml", typed=f"1\n{line}\n4 3\n")
        assert said in " ".join(run.out.split())
        assert [rolled.number for rolled in thrown(table, 3).dice] == [4, 3]

    def test_every_impossible_die_is_named_at_once(self, table: Table) -> None:
        run = table.play("coins.toml", typed="1\n6 12\n")
        assert run.out.count("can't be: a") == 2

    def test_with_typed_dice_enter_throws_nothing_unless_it_is_asked_for(self, table: Table) -> None:
        run = table.play("coins.toml", "--dice", "typed", typed="1\n\nthrow\n")
        assert "Type one number a die, in the order above" in run.out
        assert thrown(table, 3).origin == "thrown"

    def test_open_and_secret_modifiers_count_and_give_their_reasons(self, table: Table) -> None:
        run = table.play("coins.toml", typed="1\nmod +2 good maps\nsecret -1 a trap\n7 3\n")
        event = thrown(table, 5)
        assert [(each.by, each.reason, each.audience) for each in event.modifiers] == [
            (2, "good maps", frozenset("*")),
            (-1, "a trap", GM_ONLY),
        ]
        assert event.value == 2  # 7 + 2 - 1 = 8
        assert "Modifiers: +2 (good maps), secret −1 (a trap)." in run.out

    @pytest.mark.parametrize("line", ["mod", "mod good maps", "mod +2", "mod 0 nothing", "mod +100 much"])
    def test_a_modifier_without_size_or_reason_is_explained(self, table: Table, line: str) -> None:
        run = table.play("coins.toml", typed=f"1\n{line}\n")
        assert re.search(r"A modifier (is|needs) a", run.out)
        assert len(table.log()) == 2

    def test_a_note_goes_into_log_and_recap(self, table: Table) -> None:
        run = table.play("coins.toml", typed=f"note the *guard* saw them\n{WHOLE}")
        assert table.log()[1].event == Noted(text="the *guard* saw them")
        assert r"- the \*guard\* saw them" in run.out

    def test_help_names_every_command(self, table: Table) -> None:
        for lang, command, words in (
            ("en", "help", "undo mod secret t throw view rules log note auto help quit"),
            ("fr", "aide", "annuler mod secret t lancer voir règles journal note auto aide quitter"),
        ):
            out = table.play("coins.toml", "--log", f"{lang}.jsonl", typed=f"{command}\n", lang=lang).out
            for word in words.split():
                assert re.search(rf"^  {word}\s?:", out, re.MULTILINE), word

    def test_rules_are_listed_and_shown_by_section(self, table: Table) -> None:
        out = table.play("coins.toml", typed="rules\nrules luck\nrules nonsense\n").out
        assert "  Betting\n  Luck\n  Tossing\n" in out
        assert "Each mark of the second player's luck is a point" in out
        assert "No section of the rules begins with “nonsense”." in out

    def test_the_log_is_shown_with_what_was_undone(self, table: Table) -> None:
        out = table.play("coins.toml", typed="1\nundo\nlog\n").out
        assert re.search(r"   2  \d\d:\d\d:\d\d  \(undone\) Ann: Call heads\n", out)
        assert re.search(r"   3  \d\d:\d\d:\d\d  Back to where event 1 had led\n", out)

    def test_view_shows_the_table_again(self, table: Table) -> None:
        assert table.play("coins.toml", typed="view\n").out.count("Score: ░░░░░░░░░ 0/9") == 4

    def test_what_only_a_throw_takes_is_refused_at_a_choice(self, table: Table) -> None:
        out = table.play("coins.toml", typed="throw\nt\n").out
        assert out.count("Only a throw takes this; a choice is asked here.") == 2

    def test_english_commands_are_understood_in_french(self, table: Table) -> None:
        run = table.play("coins.toml", typed="1\nundo\nannuler\nannuler liste\nquit\n", lang="fr")
        assert run.code == 0
        assert "Retour à avant\N{NO-BREAK SPACE}: Ann\N{NO-BREAK SPACE}: Annoncer face" in run.out
        assert "Il n’y a encore rien à annuler." in run.out


class UndoTests:
    def test_undo_takes_one_step_back(self, table: Table) -> None:
        table.play("coins.toml", typed="1\n4 3\nundo\nundo\n2\n")
        assert [record.event for record in table.log()[3:5]] == [Rewound(to=2), Rewound(to=1)]
        assert "tails" in str(table.log()[5].event)

    def test_undo_goes_back_several_steps_at_once(self, table: Table) -> None:
        out = table.play("coins.toml", typed="1\n4 3\n2\nundo list\nundo 3\n").out
        assert "  1  Ann, a peek at the cards: die (d4) 2 (typed)\n" in out
        assert "  3  Ann: Call heads\n" in out
        assert table.log()[-1].event == Rewound(to=1)

    @pytest.mark.parametrize("steps", ["0", "3", "99999999999999999999"])
    def test_more_steps_than_there_are_can_not_be_undone(self, table: Table, steps: str) -> None:
        out = table.play("coins.toml", typed=f"1\n4 3\nundo {steps}\n").out
        assert "So many steps can't be taken back; it is 1 to 2." in out
        assert len(table.log()) == 3

    def test_the_dice_are_kept_and_new_ones_not_taken(self, table: Table) -> None:
        out = table.play("coins.toml", typed="1\n4 3\nundo\n17 5\n\n").out
        assert "The dice of this throw are kept from before: 4, 3." in out
        assert "kept, so that undoing is no way to throw again." in " ".join(out.split())
        event = thrown(table, 5)
        assert (event.origin, event.of, [rolled.number for rolled in event.dice]) == ("kept", 3, [4, 3])

    def test_kept_dice_can_be_corrected_on_the_record(self, table: Table) -> None:
        out = table.play("coins.toml", typed="1\n4 3\nundo\nt 14 3\n").out
        assert "trait die (d6) 14; Wild Die (d6) 3 (dice corrected)" in out
        event = thrown(table, 5)
        assert (event.origin, event.of, event.value) == ("typed", 3, 3)

    def test_a_modifier_is_undone_before_the_step_before_it(self, table: Table) -> None:
        table.play("coins.toml", typed="1\nmod +2 luck\nundo\n4 3\n")
        assert isinstance(table.log()[2].event, Adjusted)
        assert table.log()[3].event == Rewound(to=2)
        assert thrown(table, 5).modifiers == ()

    def test_steps_and_modifiers_are_undone_in_their_order(self, table: Table) -> None:
        table.play("coins.toml", typed="mod +2 luck\n1\nundo\nundo\n")
        assert [record.event for record in table.log()[3:]] == [Rewound(to=2), Rewound(to=1)]

    def test_undo_passes_over_what_a_seat_did_by_itself(self, table: Table) -> None:
        table.play("coins.toml", "--auto", "first", typed="4 3\nundo\n")
        # 1 started, 2 set to auto, 3 first's bet by itself, 4 second's throw, 5 and 6 first's throws
        assert table.log()[6].event == Rewound(to=3)

    def test_the_end_can_be_taken_back(self, table: Table) -> None:
        run = table.play("coins.toml", typed=WHOLE + "undo\n1\n1\n")
        assert run.code == 1
        assert [record.event for record in table.log()[6:8]] == [Ended(outcome="first"), Rewound(to=5)]
        assert "Round 2" in run.out


class LogTests:
    def test_the_log_is_written_beside_the_scene_and_never_over_another(self, table: Table) -> None:
        (table.folder / "coins.jsonl").write_text("dear diary")
        run = table.play(table.coins, typed="1\n")
        assert "Log: " + str(table.folder / "coins-2.jsonl") in run.out
        table.play(table.coins, typed="1\n")
        assert len(table.log("coins-3.jsonl")) == 2
        assert (table.folder / "coins.jsonl").read_text() == "dear diary"

    def test_where_the_scene_s_folder_may_not_be_written_the_log_is_in_the_working_one(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = table.folder / "kept"
        kept.mkdir()
        scene = table.coins.rename(kept / "coins.toml")
        create = FileStore.create

        def forbid(path: Path) -> FileStore:  # root may write anywhere, so permissions can't be tried
            if path.parent == kept:
                raise Refused([refusal("log.not_permitted", file=str(path))])
            return create(path)

        monkeypatch.setattr(FileStore, "create", forbid)
        assert "Log: coins.jsonl" in table.play(scene, typed="1\n").out

    def test_a_named_log_that_is_there_is_refused(self, table: Table) -> None:
        (table.folder / "evening.jsonl").write_text("dear diary")
        run = table.play("coins.toml", "--log", "evening.jsonl")
        assert run.code == 1
        assert "evening.jsonl: This file is there already and is not overwritten." in run.err

    def test_leaving_says_how_to_go_on_and_going_on_does(self, table: Table) -> None:
        run = table.play("coins.toml", "--log", "an evening.jsonl", "--dice", "typed", typed="1\n4 3\nquit\n")
        assert run.code == 0
        assert "Saved in an evening.jsonl. To go on:" in run.out
        assert "  contrecoup play --resume 'an evening.jsonl' --dice typed\n" in run.out
        run = table.play("--resume", "an evening.jsonl", "--dice", "typed", typed="2\n1\n2\n")
        assert run.code == 0
        assert "The first player has won" in run.out

    def test_input_that_ends_before_the_scene_does_is_saved_and_reported(self, table: Table) -> None:
        run = table.play("coins.toml", typed="1\n4 3")
        assert run.code == 1
        assert "Saved in coins.jsonl." in run.out
        assert len(table.log()) == 3  # a last line without a line end counts

    def test_an_interrupted_scene_resumed_is_the_uninterrupted_one(self, table: Table) -> None:
        whole = table.play("coins.toml", "--json", typed=WHOLE).json
        lines = WHOLE.splitlines(keepends=True)
        for cut in range(len(lines)):
            name = f"cut-{cut}.jsonl"
            table.play("coins.toml", "--log", name, typed="".join(lines[:cut]))
            resumed = table.play("--resume", name, "--json", typed="".join(lines[cut:])).json
            assert {**resumed, "log": whole["log"]} == whole

    def test_a_scene_file_may_stand_beside_its_own_log_and_no_other(self, table: Table) -> None:
        table.play("coins.toml", typed="1\n")
        assert table.play("coins.toml", "--resume", "coins.jsonl", typed="4 3\n").code == 1
        assert len(table.log()) == 3
        table.coins.write_text(table.coins.read_text().replace("Ann", "Eve"))
        run = table.play("coins.toml", "--resume", "coins.jsonl", typed="2\n")
        assert run.code == 1
        assert "coins.jsonl was begun with another scene than this file's." in run.err
        assert len(table.log()) == 3

    def test_a_replay_tells_what_was_told_live(self, table: Table) -> None:
        live = table.play("coins.toml", typed="2\nundo\n" + WHOLE).out
        before = (table.folder / "coins.jsonl").read_bytes()
        run = table.play("--replay", "coins.jsonl")
        assert run.code == 0
        told = [line for line in live.splitlines() if line.startswith("  ") and "]" in line]
        assert told[1:] == [line for line in run.out.splitlines() if line.startswith("  ") and "]" in line]
        assert "The first player has won" in run.out
        assert (table.folder / "coins.jsonl").read_bytes() == before

    def test_a_damaged_log_is_refused_at_its_line_and_told_up_to_there(self, table: Table) -> None:
        table.play("coins.toml", typed="1\n4 3\n2\n")
        path = table.folder / "coins.jsonl"
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:2], b"{damaged\n", *lines[3:]]))
        damaged = path.read_bytes()
        run = table.play("--resume", "coins.jsonl")
        assert run.code == 1
        assert "coins.jsonl:3: The line is damaged" in run.err
        run = table.play("--replay", "coins.jsonl")
        assert run.code == 1
        assert "The bet is on heads. [Betting]" in run.out
        assert "coins.jsonl:3: The line is damaged" in run.err
        run = table.play("--resume", "coins.jsonl", "--log", "saved.jsonl", typed="4 3\n")
        assert "The new log begins with the first 2 events of coins.jsonl" in run.out
        assert len(table.log("saved.jsonl")) == 3
        assert path.read_bytes() == damaged

    def test_an_event_cut_short_by_a_crash_is_left_out_with_a_notice(self, table: Table) -> None:
        table.play("coins.toml", typed="1\n4 3\n")
        path = table.folder / "coins.jsonl"
        path.write_bytes(path.read_bytes()[:-20])
        run = table.play("--resume", "coins.jsonl", typed="5 3\n")
        assert "Line 3 was cut short by a crash and is left out" in run.out
        assert [rolled.number for rolled in thrown(table, 3).dice] == [5, 3]

    def test_a_foreign_file_is_refused(self, table: Table) -> None:
        for option in ("--resume", "--replay"):
            run = table.play(option, "coins.toml")
            assert run.code == 1
            assert "The line is damaged" in run.err

    def test_a_log_that_breaks_the_rules_is_refused_at_its_event(self, table: Table) -> None:
        table.play("coins.toml", typed="1\n4 3\n")
        path = table.folder / "coins.jsonl"
        path.write_text(path.read_text().replace('"value":1', '"value":3'))
        run = table.play("--resume", "coins.jsonl")
        assert run.code == 1
        assert "Event 3 of the log doesn't fit the rules" in run.err
        assert "The recorded result is 3; by today's rules the dice come to 1." in run.err

    def test_a_full_disk_ends_cleanly(self, table: Table) -> None:
        run = table.play("coins.toml", "--log", "/dev/full")
        assert run.code == 1
        assert "/dev/full: The disk is full and can't take another event." in run.err

    def test_a_recap_goes_to_its_file(self, table: Table) -> None:
        run = table.play("coins.toml", "--recap", "recap.md", typed=WHOLE)
        text = (table.folder / "recap.md").read_text(encoding="utf-8")
        assert "Recap: recap.md" in run.out
        assert "# A toss of coins" not in run.out
        assert text.startswith("# A toss of coins\n\nCoins. Played on ")
        assert "## Round 1\n\n- **Ann: Call heads**\n  - The bet is on heads. *(Betting)*\n" in text
        assert "## End\n\n**The first player has won**\n\n- Ann, score: 2\n" in text

    def test_without_a_file_the_recap_is_shown_at_the_end(self, table: Table) -> None:
        assert "\n# A toss of coins\n" in table.play("coins.toml", typed=WHOLE).out

    def test_a_recap_that_cannot_be_written_is_refused_before_play(self, table: Table) -> None:
        run = table.play("coins.toml", "--recap", "nowhere/recap.md", typed=WHOLE)
        assert run.code == 1
        assert "nowhere/recap.md: No recap can be written here" in run.err
        assert not (table.folder / "coins.jsonl").exists()


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
        assert thrown(table, 4).origin == "typed"

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
        assert thrown(table, 3).modifiers == ()

    def test_a_seat_that_can_not_play_on_by_itself_is_asked(self, table: Table) -> None:
        lines = "mod -4 storm\n1\n5 5 5\nundo\nundo\n1\n"
        run = table.play("coins.toml", "--set", "second.pool=3", "--auto", "second", typed=lines)
        assert "Difficulty 10 is impossible" in run.out
        assert "Bob: trying his luck" in run.out
        assert thrown(table, 8).auto

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


class UsageTests:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ((), "Name a scene file, or a log with --resume or --replay."),
            (("--resume", "a", "--replay", "b"), "A log is either gone on with"),
            (("--resume", "a", "--set", "x=1"), "--set changes a scene before it begins"),
            (("--replay", "a", "--auto", "first"), "A replay asks and writes nothing"),
            (("coins.toml", "--dice", "loaded"), "loaded"),
        ],
    )
    def test_options_that_say_nothing_together_are_usage_errors(
        self, table: Table, arguments: tuple[str, ...], said: str
    ) -> None:
        run = table.play(*arguments)
        assert run.code == 2
        assert said in " ".join(run.err.split())

    def test_a_scene_that_cannot_be_is_refused_and_nothing_written(self, table: Table) -> None:
        run = table.play("coins.toml", "--set", "second.luck=d7")
        assert run.code == 1
        assert "second.luck" in run.err
        assert [path.name for path in table.folder.glob("*.jsonl")] == []

    def test_overrides_hold_and_stand_in_the_log(self, table: Table) -> None:
        changes = ("--set", "second.luck=d8", "--set", "rulings.edge=lost")
        out = table.play("coins.toml", *changes, typed=WHOLE).out
        assert "trait die (d8)" in out
        assert "- Ruling: A coin on its edge: is lost" in out
        resumed = table.play("--resume", "coins.jsonl").out
        assert "trait die (d8)" in resumed

    def test_json_keeps_the_output_for_the_result(self, table: Table) -> None:
        run = table.play("coins.toml", "--json", typed=WHOLE)
        assert run.code == 0
        found = json.loads(run.out)
        assert {key: found[key] for key in ("rules", "scene", "seat", "log", "finished", "outcome")} == {
            "rules": "coins",
            "scene": "toss",
            "seat": "gm",
            "log": "coins.jsonl",
            "finished": True,
            "outcome": "first",
        }
        assert found["tallies"] == [{"kind": "score", "value": 2, "of": "first"}]
        assert found["steps"][1] == {
            "event": 3,
            "seat": "second",
            "reason": "throw.luck",
            "auto": False,
            "dice": [
                {"die": "die.trait", "sides": 6, "number": 4, "faces": []},
                {"die": "die.wild", "sides": 6, "number": 3, "faces": []},
            ],
            "origin": "typed",
            "modifiers": [],
            "told": [{"id": "luck_tried", "text": "Luck gives 1.", "rule": "Luck"}],
        }
        assert "On which side do you bet?" in run.err


def started(table: Table, *arguments: str, **more: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "play", *arguments],
        cwd=table.folder,
        env=environment(PYTHONUNBUFFERED="1", **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for(path: Path, events: int) -> None:
    """Until the log has so many lines."""
    import time

    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= events:
            return
        time.sleep(0.02)
    raise AssertionError(f"{path} has not got {events} events")


class EndingTests:
    def test_a_closed_pipe_ends_play_with_the_log_whole(self, table: Table) -> None:
        with started(table, "coins.toml") as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            process.stdin.write(b"1\n4 3\n")
            process.stdin.close()
            assert process.wait(20) == 141
            assert process.stderr.read() == b""
        assert 1 <= len(read(table.folder / "coins.jsonl").records) <= 3
        assert read(table.folder / "coins.jsonl").faults == ()

    def test_output_that_finds_no_room_ends_play_with_the_log_whole(self, table: Table) -> None:
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-c", PROGRAM, "play", "coins.toml"],
                cwd=table.folder,
                env=environment(),
                input=b"1\n4 3\n",
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert done.returncode == 1
        assert b"Traceback" not in done.stderr
        assert read(table.folder / "coins.jsonl").faults == ()

    def test_a_killed_process_leaves_a_whole_log_that_is_gone_on_with(self, table: Table) -> None:
        with started(table, "coins.toml") as process:
            assert process.stdin is not None
            process.stdin.write(b"1\n4 3\n2\n")
            process.stdin.flush()
            wait_for(table.folder / "coins.jsonl", 4)
            process.kill()
        reading = read(table.folder / "coins.jsonl")
        assert (len(reading.records), reading.faults, reading.notices) == (4, (), ())
        run = table.play("--resume", "coins.jsonl", typed="1\n2\n")
        assert run.code == 0
        assert "The first player has won" in run.out

    def test_a_log_that_is_being_played_is_not_played_twice(self, table: Table) -> None:
        with started(table, "coins.toml") as process:
            wait_for(table.folder / "coins.jsonl", 1)
            run = table.play("--resume", "coins.jsonl", typed="1\n")
            process.kill()
        assert run.code == 1
        assert "coins.jsonl: This log is being written by another process." in run.err

    def test_an_output_without_accents_shows_what_it_can(self, table: Table) -> None:
        with started(table, "coins.toml", "--lang", "fr", PYTHONIOENCODING="ascii") as process:
            out, err = process.communicate(b"1\n", timeout=20)
        assert process.returncode == 1
        assert err == b""
        assert b"Score?: ......... 0/9" in out
