"""Golden files: what is given is played, what is expected is compared, and nothing slips through."""

from pathlib import Path

import pytest

from contrecoup.testing import golden
from contrecoup.testing.golden.__main__ import main

GIVEN = """[given]
rules = "coins"
scene = "toss"
hider = { name = "Ada" }
caller = { name = "Ben", purse = 1 }

"""
HIDE = '[[steps]]\nchoose = "hide"\nwith = { face = "heads" }\n\n'
CALL = '[[steps]]\nchoose = "call"\nwith = { face = "tails" }\n\n'
TOSS = '[[steps]]\ndice = { "die.coin" = [2] }\n'


def case(text: str) -> golden.File:
    return golden.parse(text, "case", Path())


def refused(text: str) -> str:
    with pytest.raises(golden.BadCase) as bad:
        golden.play(case(text))
    return str(bad.value)


@pytest.mark.usefixtures("coins")
class SceneTests:
    def test_a_scene_is_filled_in_from_choices_and_dice_alone(self) -> None:
        text = golden.filled(case(GIVEN + HIDE + CALL + TOSS))
        assert 'ask = "toss"\nseat = "caller"\ndice = { "die.coin" = [2] }' in text
        assert "result = { value = 2, mishap = false }" in text
        assert '  "all: lost count=0 [tossing]",  # The coin is lost; left: 0.' in text
        assert '[end]\noutcome = "broke"\ntallies = [\n  "left of caller: 0",\n' in text
        assert golden.difference(case(text)) == ""

    def test_filling_in_twice_changes_nothing(self) -> None:
        once = golden.filled(case(f"# A comment that stays.\n{GIVEN}{HIDE}{CALL}{TOSS}"))
        assert golden.filled(case(once)) == once
        assert once.startswith("# A comment that stays.\n[given]")

    def test_a_scene_may_stop_before_its_end(self) -> None:
        assert "[end]" not in golden.filled(case(GIVEN + HIDE))

    def test_a_difference_shows_both_lines(self) -> None:
        text = golden.filled(case(GIVEN + HIDE + CALL + TOSS)).replace('"broke"', '"left"')
        difference = golden.difference(case(text))
        assert '-outcome = "left"\n+outcome = "broke"' in difference
        assert "case expects" in difference

    def test_a_case_not_filled_in_differs(self) -> None:
        assert '+ask = "hide_a_face"' in golden.difference(case(GIVEN + HIDE))

    def test_a_page_may_leave_out_what_it_does_not_tell(self) -> None:
        said = HIDE + CALL + TOSS + 'told = ["all: lost count=0 [tossing]"]\n\n[end]\noutcome = "broke"\n'
        assert golden.difference(case(GIVEN + said), partly=True) == ""
        assert '-  "all: lost count=1' in golden.difference(
            case(GIVEN + said.replace("count=0", "count=1")), partly=True
        )

    def test_a_page_that_expects_another_end_differs(self) -> None:
        said = HIDE + CALL + TOSS + '\n[end]\noutcome = "left"\n'
        assert '+outcome = "broke"' in golden.difference(case(GIVEN + said), partly=True)

    @pytest.mark.parametrize(
        ("dice", "given"),
        [
            ('{ "die.wild" = [2] }', "1 die.wild"),
            ('{ "die.coin" = [2, 1] }', "2 die.coin"),
            ('{ "die.coin" = [2], "die.wild" = [3] }', "1 die.coin, 1 die.wild"),
            ("{}", "no dice"),
        ],
    )
    def test_dice_that_are_not_those_asked_for_are_refused(self, dice: str, given: str) -> None:
        text = refused(GIVEN + HIDE + CALL + f"[[steps]]\ndice = {dice}\n")
        assert text == f"case, step 3: the test asks for 1 die.coin, given are {given}"

    def test_an_impossible_number_is_a_refusal_of_the_rules_and_changes_nothing(self) -> None:
        impossible = TOSS.replace("[2]", "[3]")
        played = golden.play(case(GIVEN + HIDE + CALL + impossible + "\n" + TOSS)).case
        assert isinstance(played, golden.SceneCase)
        assert played.steps[2].refused == ("[0]: dice.above_size",)
        assert played.end is not None
        assert played.end.outcome == "broke"

    def test_a_modifier_moves_the_throw(self) -> None:
        played = golden.play(case(GIVEN + HIDE + CALL + TOSS + "modifiers = [-2, 1]\n")).case
        assert isinstance(played, golden.SceneCase)
        assert played.steps[2].result is not None
        assert played.steps[2].result.value == 1

    def test_dice_where_somebody_chooses_are_refused_with_what_is_offered(self) -> None:
        assert "write choose = one of hide face=heads; hide face=tails" in refused(GIVEN + TOSS)

    def test_a_choice_where_dice_are_thrown_is_refused_with_the_dice(self) -> None:
        assert "write dice for 1 die.coin" in refused(GIVEN + HIDE + CALL + HIDE)

    def test_a_step_after_the_end_is_refused(self) -> None:
        assert "the scene has ended (broke)" in refused(GIVEN + HIDE + CALL + TOSS + HIDE)

    def test_odds_are_filled_in_from_the_step_on(self) -> None:
        text = GIVEN.replace("purse = 1", "purse = 2") + '[[steps]]\nchoose = "push"\nodds = {}\n'
        assert "odds = { broke = 0.5, seen_through = 0.5 }" in golden.filled(case(text))

    def test_a_scene_that_can_not_start_ends_with_its_refusals(self) -> None:
        text = golden.filled(case(GIVEN.replace("purse = 1", "purse = 9")))
        assert text.endswith('[end]\nrefused = [\n  "caller.purse: scene.out_of_range",\n]\n')

    def test_update_and_check_work_on_files(self, coins: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = coins / "golden" / "new.toml"
        path.write_text(GIVEN + HIDE, encoding="utf-8")
        assert main(["check", str(path)]) == 1
        assert '+ask = "hide_a_face"' in capsys.readouterr().out
        assert main(["update", str(path)]) == 0
        assert main(["check", str(coins / "golden")]) == 0

    def test_update_leaves_a_case_that_can_not_be_played_alone(self, coins: Path) -> None:
        path = coins / "golden" / "new.toml"
        path.write_text(GIVEN + TOSS, encoding="utf-8")
        assert main(["update", str(path)]) == 1
        assert path.read_text(encoding="utf-8") == GIVEN + TOSS


class ThrowTests:
    def test_a_throw_is_filled_in(self) -> None:
        text = '[[throws]]\nname = "aces"\ntest = { kind = "trait", die = 8, wild = 6 }\ndice = [10, 5]\n'
        assert golden.filled(case(text)).endswith("expect = { value = 2, mishap = false }\n")

    def test_an_impossible_throw_names_its_refusals(self) -> None:
        text = '[[throws]]\nname = "six"\ntest = { kind = "success", count = 2, tn = 5 }\ndice = [12, 0]\n'
        assert golden.filled(case(text)).endswith('refused = ["[0]: dice.multiple", "[1]: dice.below_one"]\n')

    def test_a_modifier_is_part_of_a_throw(self) -> None:
        throw = '[[throws]]\nname = "low"\ntest = { kind = "trait", die = 8 }\nmodifier = -1\ndice = [4]\n'
        assert "expect = { value = 0, mishap = false }" in golden.filled(case(throw))

    @pytest.mark.parametrize(
        ("test", "said"),
        [
            ('{ kind = "tarot" }', "test.kind is one of open, plain_die, pool, success, total, trait"),
            ('{ kind = "trait", die = 8, luck = 3 }', "a trait test has no luck"),
            ('{ kind = "trait", die = "eight" }', "Expected `int`"),
        ],
    )
    def test_a_test_that_is_none_is_refused(self, test: str, said: str) -> None:
        assert said in refused(f'[[throws]]\nname = "x"\ntest = {test}\ndice = [1]\n')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("steps = 3", "case: Expected `array`"),
        ("[given]\nrules = 1\n[[steps]]\nchose = 1", "unknown field `chose`"),
        ("[[steps]]\nchoose = 'x'", "a scene wants either [given] or file"),
        ("= 3", "case: Invalid"),
    ],
)
def test_a_file_that_is_no_case_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(golden.BadCase) as bad:
        case(text)
    assert said in str(bad.value)


def test_a_missing_file_and_a_missing_command_are_told(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "none.toml")]) == 1
    assert main(["mend", "x"]) == 2
