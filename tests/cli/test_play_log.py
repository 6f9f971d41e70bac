"""The log of `contrecoup play`: where it stands, going on with it, telling it, and how play ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from contrecoup.kernel import Refused, refusal
from contrecoup.log import FileStore, read
from tests.cli.playing import PROGRAM, WHOLE, Table, environment


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
        assert [rolled.number for rolled in table.thrown(3).dice] == [5, 3]

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
