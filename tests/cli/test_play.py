"""`contrecoup play` with everything typed beforehand: what it shows, understands and refuses."""

import json
import re

import pytest

from contrecoup.kernel import GM_ONLY
from contrecoup.log import Adjusted, Chosen, Ended, Noted, Rewound
from tests.cli.playing import WHOLE, Table


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
        event = table.thrown(3)
        assert event.origin == "thrown"
        assert all(sum(rolled.faces) == rolled.number for rolled in event.dice)

    @pytest.mark.parametrize("line", ["13 4", "13,4", "13; 4", " 13  4 ", "t 13 4", "t\n13 4"])
    def test_one_throw_s_dice_are_typed(self, table: Table, line: str) -> None:
        table.play("coins.toml", typed=f"1\n{line}\n")
        event = table.thrown(3)
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
        assert [rolled.number for rolled in table.thrown(3).dice] == [4, 3]

    def test_every_impossible_die_is_named_at_once(self, table: Table) -> None:
        run = table.play("coins.toml", typed="1\n6 12\n")
        assert run.out.count("can't be: a") == 2

    def test_with_typed_dice_enter_throws_nothing_unless_it_is_asked_for(self, table: Table) -> None:
        run = table.play("coins.toml", "--dice", "typed", typed="1\n\nthrow\n")
        assert "Type one number a die, in the order above" in run.out
        assert table.thrown(3).origin == "thrown"

    def test_open_and_secret_modifiers_count_and_give_their_reasons(self, table: Table) -> None:
        run = table.play("coins.toml", typed="1\nmod +2 good maps\nsecret -1 a trap\n7 3\n")
        event = table.thrown(5)
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
        event = table.thrown(5)
        assert (event.origin, event.of, [rolled.number for rolled in event.dice]) == ("kept", 3, [4, 3])

    def test_kept_dice_can_be_corrected_on_the_record(self, table: Table) -> None:
        out = table.play("coins.toml", typed="1\n4 3\nundo\nt 14 3\n").out
        assert "trait die (d6) 14; Wild Die (d6) 3 (dice corrected)" in out
        event = table.thrown(5)
        assert (event.origin, event.of, event.value) == ("typed", 3, 3)

    def test_a_modifier_is_undone_before_the_step_before_it(self, table: Table) -> None:
        table.play("coins.toml", typed="1\nmod +2 luck\nundo\n4 3\n")
        assert isinstance(table.log()[2].event, Adjusted)
        assert table.log()[3].event == Rewound(to=2)
        assert table.thrown(5).modifiers == ()

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
