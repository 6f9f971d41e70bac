"""What a scene leaves behind, in a new file: `contrecoup play --aftermath`."""

import tomllib

from contrecoup import load
from tests.cli.playing import WHOLE, Table

ATTACK = """\
rules = "machines"
scene = "attack"

[[combatants]]
side = "north"
weapon = "assault_rifle"
sheet = { kind = "human", name = "Ortiz", attributes = { dexterity = 3 }, combat = { firearms = 3 } }

[[combatants]]
side = "south"
[combatants.sheet]
kind = "robot"
name = "2023 ATC17"
money = 40
system = { resistance = 3, condition = 2 }
"""
HIT = "10 10 9 3 3 3\n" + "10 10 10 2 2 2 2 2 2\n" + "2 2 2\n"
"""Three successes, three levels, nothing absorbed."""


class AftermathTests:
    def test_what_stays_is_in_a_new_scene_and_all_else_as_it_was(self, table: Table) -> None:
        run = table.play("coins.toml", "--aftermath", "next.toml", "--dice", "typed", typed=WHOLE)
        assert run.code == 0
        assert "Scene with what stays: next.toml" in run.out
        before, after = (
            tomllib.loads((table.folder / name).read_text("utf-8")) for name in ("coins.toml", "next.toml")
        )
        assert after == {**before, "second": {**before["second"], "name": "loser"}}

    def test_damage_and_lost_condition_are_on_the_sheet_of_the_next_scene(self, table: Table) -> None:
        (table.folder / "attack.toml").write_text(ATTACK, encoding="utf-8")
        run = table.play("attack.toml", "--aftermath", "next.toml", "--dice", "typed", typed=HIT)
        assert run.code == 0, run.out
        target = tomllib.loads((table.folder / "next.toml").read_text("utf-8"))["combatants"][1]["sheet"]
        assert (target["damage"], target["condition_lost"], target["money"]) == (3, 1, 40)
        assert load(table.folder / "next.toml").rules == "machines"

    def test_a_replay_writes_it_too(self, table: Table) -> None:
        table.play("coins.toml", "--dice", "typed", typed=WHOLE)
        run = table.play("--replay", "coins.jsonl", "--aftermath", "next.toml", lang="fr")
        assert "Scène avec ce qui reste\u00a0: next.toml" in run.out
        assert 'name = "loser"' in (table.folder / "next.toml").read_text("utf-8")

    def test_a_file_that_is_there_is_never_overwritten(self, table: Table) -> None:
        run = table.play("coins.toml", "--aftermath", "coins.toml", typed=WHOLE)
        assert run.code == 1
        assert "coins.toml is there already and is not overwritten." in run.err
        assert not (table.folder / "coins.jsonl").exists()

    def test_a_scene_that_is_not_over_leaves_nothing(self, table: Table) -> None:
        run = table.play("coins.toml", "--aftermath", "next.toml", typed="quit\n")
        assert "The scene isn’t over, so next.toml isn’t written." in run.out
        assert not (table.folder / "next.toml").exists()

    def test_a_player_is_not_told_everything_by_a_file(self, table: Table) -> None:
        run = table.play("coins.toml", "--aftermath", "next.toml", "--seat", "first", typed=WHOLE)
        assert run.code == 1
        assert "only the game master" in run.err
