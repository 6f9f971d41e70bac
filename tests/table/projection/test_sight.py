"""What each seat of a table sees of it: scenes, sheets, notes, seats; and how the game master looks over."""

from collections.abc import Iterator

import msgspec
import pytest

from contrecoup.kernel import GM, Refused
from contrecoup.table import commands as do
from contrecoup.table import keys
from contrecoup.table.parts import TableSeen
from contrecoup.table.projection import corrections, encode, lines, project, sheet
from contrecoup.table.seen import SceneSeen, Seen
from tests.table.intrusion_pair import FOUNDING, SCENE, gm, joe
from tests.table.pairs import Ids, Move, Sat, id_of

DESK = id_of(SCENE)


@pytest.fixture
def sat() -> Iterator[Sat]:
    """A table with its seats, sheets and a prepared scene; see `intrusion_pair`."""
    with pytest.MonkeyPatch.context() as patch:
        ids = Ids()
        patch.setattr(keys, "new_id", ids.next)
        patch.setattr(keys, "new_key", lambda: "a key")
        table = Sat(ids)
        for number, beat in enumerate(FOUNDING):
            if beat.other is not None:
                table.make(beat.other, f"founding {number}")
        yield table


def make(sat: Sat, *moves: Move) -> None:
    for move in moves:
        sat.make(move, f"move {len(sat.records)}")


@pytest.fixture
def running(sat: Sat) -> Sat:
    """Fast Joe is in, and the system's Ice is asked."""
    make(sat, gm(do.Begin()), joe(do.Choose(option="connect")), joe(do.Choose(option="go_on")))
    return sat


def see(sat: Sat, seat: str, scene: str = "", lang: str = "en", preview: str = "") -> Seen:
    return project(sat.room, GM if seat == GM else id_of(seat), lang, scene, preview=preview).seen


def shown(sat: Sat, seat: str, scene: str = "") -> SceneSeen:
    found = see(sat, seat, scene).scene
    assert found is not None
    return found


class CampaignTests:
    def test_everybody_knows_title_seats_and_clock(self, sat: Sat) -> None:
        make(sat, Move(GM, do.PassTime(minutes=1_530)))
        for seat in (GM, "joe", "ada", "wall"):
            seen = see(sat, seat)
            assert (seen.title, seen.clock, seen.time) == ("The pair", 1_530, "1 d 1 h 30 min")
            assert [(each.name, each.role) for each in seen.seats] == [
                ("Game master", "gm"),
                ("Jo", "player"),
                ("Nico", "player"),
                ("Ada", "helper"),
                ("Wall", "screen"),
            ]
            assert [each.id for each in seen.seats if each.is_me] == [seen.seat]

    def test_texts_are_in_the_viewers_language(self, sat: Sat) -> None:
        assert see(sat, "joe", lang="fr").seats[0].name == "Meneur de jeu"
        assert [each.kind for each in see(sat, GM, lang="fr").scenes] == ["Intrusion", "Intrusion"]

    def test_who_is_here_is_said(self, sat: Sat) -> None:
        seen = project(sat.room, id_of("joe"), "en", here=frozenset({id_of("ada")})).seen
        assert [each.name for each in seen.seats if each.is_here] == ["Ada"]

    def test_a_revoked_seat_is_gone_and_sees_nothing(self, sat: Sat) -> None:
        make(sat, Move(GM, do.RevokeSeat(seat=id_of("ada"))))
        assert "Ada" not in [each.name for each in see(sat, GM).seats]
        with pytest.raises(Refused) as refused:
            see(sat, "ada")
        assert refused.value.reasons[0].id == "table.no_seat"

    def test_notes_are_for_their_readers_who_do_not_learn_of_one_another(self, sat: Sat) -> None:
        assert [note.text for note in see(sat, "joe").notes] == [
            "Meet at the harbour.",
            "You know the guard.",
        ]
        assert [note.text for note in see(sat, "nico").notes] == ["Meet at the harbour."]
        assert {note.readers for note in see(sat, "joe").notes} == {()}
        assert [note.readers for note in see(sat, GM).notes] == [("*",), (id_of("joe"),), ()]

    def test_rulings_that_the_group_settled_are_known_to_all(self, sat: Sat) -> None:
        make(sat, Move(GM, do.Rule(rules="savage", ruling="both_out", value="control")))
        (ruled,) = see(sat, "wall").rulings
        assert (ruled.rules, ruled.ruling.value, ruled.ruling.is_default) == ("savage", "control", False)
        assert ruled.ruling.name != "ruling.both_out"


class SheetTests:
    def test_a_player_reads_his_character_the_game_master_all(self, sat: Sat) -> None:
        assert [each.title for each in see(sat, "joe").sheets] == ["Fast Joe"]
        assert see(sat, "nico").sheets == ()
        assert [each.title for each in see(sat, GM).sheets] == [
            "Fast Joe",
            "A research lab, really",
            "Nemesis",
        ]

    def test_a_whole_sheet_is_shown_entry_by_entry(self, sat: Sat) -> None:
        found = sheet(sat.room, id_of("joe"), "en", id_of("joe's sheet"))
        assert found.data["hacking"] == "d8"
        (table,) = found.board
        assert isinstance(table, TableSeen)
        assert ("Hacking", "d8") in table.rows

    @pytest.mark.parametrize("label", ["system", "nemesis", "nowhere"])
    def test_a_sheet_that_is_not_his_is_like_one_that_is_not_there(self, sat: Sat, label: str) -> None:
        with pytest.raises(Refused) as refused:
            sheet(sat.room, id_of("joe"), "en", id_of(label))
        assert [reason.id for reason in refused.value.reasons] == ["table.no_sheet"]

    def test_rule_sets_with_forms_show_their_own(self, sat: Sat) -> None:
        data = {"kind": "human", "name": "Ortiz", "attributes": {"vigor": 3}}
        command = do.KeepSheet(rules="machines", sort="human", side="character", title="Ortiz", data=data)
        make(sat, Move(GM, command, makes="ortiz"))
        board = sheet(sat.room, GM, "fr", id_of("ortiz")).board
        assert "health" in [part.id for part in board]


class SceneTests:
    def test_a_prepared_scene_is_the_game_masters_alone(self, sat: Sat) -> None:
        assert [(each.title, each.status) for each in see(sat, GM).scenes] == [
            ("The front desk", "prepared"),
            ("Next week", "prepared"),
        ]
        assert see(sat, "joe").scenes == ()
        assert see(sat, "joe").scene is None

    def test_the_game_master_sees_a_prepared_scene_with_its_seats_and_its_board(self, sat: Sat) -> None:
        scene = shown(sat, GM, DESK)
        assert (scene.status, scene.title, scene.log, scene.question) == (
            "prepared",
            "The front desk",
            (),
            None,
        )
        assert [(chair.id, chair.seat) for chair in scene.chairs] == [
            ("hacker", id_of("joe")),
            ("system", GM),
        ]
        assert "Red system" in [part.name for owned in scene.board for part in owned.parts]
        assert scene.may == ("prepare", "begin", "drop_scene", "give_chair")

    def test_a_chair_that_is_given_before_the_scene_begins_shows(self, sat: Sat) -> None:
        shown(sat, GM, DESK)
        make(sat, gm(do.GiveChair(chair="system", seat=id_of("nico"))))
        assert [chair.seat for chair in shown(sat, GM, DESK).chairs] == [id_of("joe"), id_of("nico")]

    def test_who_has_a_chair_looks_from_it_the_others_as_spectators(self, running: Sat) -> None:
        boards = {
            seat: [part.id for owned in shown(running, seat).board for part in owned.parts]
            for seat in ("joe", "nico", "wall", "ada")
        }
        assert "hacking" in boards["joe"]
        assert boards["nico"] == boards["wall"] == boards["ada"]
        assert "hacking" not in boards["nico"]

    def test_a_what_if_is_known_to_the_game_master_alone(self, running: Sat) -> None:
        before = encode(see(running, "joe"))
        make(running, Move(GM, do.Fork(to=4), SCENE, makes="what if"))
        assert encode(see(running, "joe")) == before
        panel = shown(running, GM).panel
        assert panel is not None
        assert [(each.scene, each.status) for each in panel.what_ifs] == [(id_of("what if"), "running")]
        what_if = shown(running, GM, id_of("what if"))
        assert what_if.panel is not None
        assert what_if.panel.of == DESK
        with pytest.raises(Refused) as refused:
            see(running, "joe", id_of("what if"))
        assert refused.value.reasons[0].id == "table.no_scene"

    def test_hidden_throws_wait_in_the_panel_until_they_are_opened(self, running: Sat) -> None:
        make(running, gm(do.TypeDice(numbers=(5, 3), hidden=True)))
        panel = shown(running, GM).panel
        assert panel is not None
        (closed,) = panel.closed
        assert "open_throw" in shown(running, GM).may
        make(running, gm(do.OpenThrow(of=closed.of)))
        after = shown(running, GM).panel
        assert after is not None
        assert after.closed == ()
        assert shown(running, "joe").log[-1].kind == "opened"

    def test_closed_scenes_are_still_read(self, running: Sat) -> None:
        make(running, gm(do.Close(apply=False)))
        assert see(running, "joe").scene is None
        scene = shown(running, "joe", DESK)
        assert (scene.status, scene.may) == ("closed", ())
        assert scene.log[-1].kind == "secret"

    def test_all_lines_of_a_scene_are_read(self, running: Sat) -> None:
        found = lines(running.room, id_of("joe"), "en", DESK)
        assert found == shown(running, "joe").log
        with pytest.raises(Refused):
            lines(running.room, id_of("joe"), "en", id_of("next week"))


class PreviewTests:
    @pytest.mark.parametrize("seat", ["joe", "nico", "wall"])
    def test_the_game_master_looks_through_anothers_eyes(self, running: Sat, seat: str) -> None:
        own = see(running, seat)
        preview = see(running, GM, preview=id_of(seat))
        assert preview.preview_of == id_of(seat)
        assert (preview.may, preview.scene and preview.scene.may) == ((), ())
        same = msgspec.structs.replace(own, stamp="", may=(), scene=None)
        assert msgspec.structs.replace(preview, stamp="", scene=None, preview_of="") == same
        assert preview.scene is not None
        assert own.scene == msgspec.structs.replace(preview.scene, may=own.scene.may if own.scene else ())

    def test_nobody_else_does(self, running: Sat) -> None:
        with pytest.raises(Refused) as refused:
            see(running, "joe", preview=id_of("nico"))
        assert getattr(refused.value, "status", 0) == 403


class MayTests:
    """What is offered is what is accepted: no button that is refused, none that is missing."""

    def test_who_is_asked_may_answer(self, running: Sat) -> None:
        assert shown(running, "joe").may == ("add_entropy",)
        make(running, gm(do.ThrowDice()))
        assert shown(running, "joe").may == ("throw", "type", "add_entropy")
        assert shown(running, "nico").may == shown(running, "wall").may == ()

    def test_nobody_answers_in_a_pause(self, running: Sat) -> None:
        make(running, gm(do.ThrowDice()), gm(do.Pause()))
        assert shown(running, "joe").may == ("add_entropy",)
        assert "resume" in shown(running, GM).may
        assert "pause" not in shown(running, GM).may

    def test_the_game_master_answers_for_others_by_passing_their_turn(self, running: Sat) -> None:
        make(running, gm(do.ThrowDice()))
        may = shown(running, GM).may
        assert "throw" not in may
        assert {"pass_turn", "adjust", "rewind", "fork", "correct", "pause", "close"} <= set(may)

    def test_dice_that_were_kept_are_not_typed_but_fixed_by_the_game_master(self, running: Sat) -> None:
        make(running, gm(do.ThrowDice()), joe(do.ThrowDice()), gm(do.Rewind(to=5)))
        assert shown(running, "joe").may == ("throw", "add_entropy")
        assert "fix_dice" in shown(running, GM).may

    def test_what_is_not_offered_is_refused(self, running: Sat) -> None:
        samples: tuple[do.AnyCommand, ...] = (
            do.Choose(option="go_on"),
            do.ThrowDice(),
            do.TypeDice(numbers=(4, 3, 2)),
            do.FixDice(numbers=(4, 3, 2)),
            do.Adjust(by=1, reason="x"),
            do.PassTurn(),
            do.Rewind(to=2),
            do.Fork(to=2),
            do.Correct(part="state", path="body.wounds", value=1, reason="x"),
            do.Pause(),
            do.Resume(),
            do.Begin(),
            do.DropFork(),
            do.Close(apply=False),
            do.GiveChair(chair="system"),
            do.AddEntropy(text="x"),
            do.Note(text="x"),
            do.PassTime(minutes=1),
        )
        moves = (gm(do.ThrowDice()), joe(do.ThrowDice()), joe(do.Choose(option="keep")), gm(do.Pause()))
        for number, move in enumerate(moves):
            for seat in (GM, "joe", "nico", "ada", "wall"):
                offered = {*see(running, seat).may, *shown(running, seat).may}
                for command in samples:
                    name = next(name for name, kind in do.COMMANDS.items() if type(command) is kind)
                    if name not in offered:
                        with pytest.raises(Refused):
                            running.make(Move(seat, command, SCENE), f"{number} {seat} {name}")
            make(running, move)

    def test_the_last_throw_can_be_read_again(self, running: Sat) -> None:
        assert "fix_dice" not in shown(running, GM).may
        make(running, gm(do.TypeDice(numbers=(5, 3))))
        assert "fix_dice" in shown(running, GM).may
        make(running, gm(do.FixDice(numbers=(6, 3), reason="a finger slipped")))
        assert shown(running, "joe").log[-1].kind == "amended"


class StampTests:
    def test_the_same_stamp_is_the_same_sight(self, running: Sat) -> None:
        first, second = see(running, "joe"), see(running, "joe")
        assert (first, first.stamp) == (second, second.stamp)

    def test_whatever_changes_changes_the_stamp(self, running: Sat) -> None:
        stamps = [see(running, "joe").stamp]
        moves = (
            gm(do.ThrowDice()),
            joe(do.ThrowDice()),
            gm(do.Rewind(to=5)),
            gm(do.Pause()),
            Move(GM, do.RenameCampaign(title="Another")),
            Move(GM, do.PassTime(minutes=1)),
            Move(GM, do.Note(text="x", audience=frozenset({"*"}))),
        )
        for move in moves:
            make(running, move)
            stamps.append(see(running, "joe").stamp)
        stamps.append(project(running.room, id_of("joe"), "en", here=frozenset({GM})).seen.stamp)
        stamps.append(see(running, "joe", lang="fr").stamp)
        assert len(set(stamps)) == len(stamps)

    def test_what_the_game_master_writes_for_himself_changes_nobody_elses(self, running: Sat) -> None:
        before = see(running, "joe").stamp
        make(running, Move(GM, do.Note(text="He lies.")), gm(do.Adjust(by=1, reason="x", secret=True)))
        assert see(running, "joe").stamp == before


class CorrectionTests:
    def test_values_are_listed_with_their_names_and_limits(self, running: Sat) -> None:
        found = {each.path: each for each in corrections(running.room.session(DESK), "en")}
        wounds = found["body.wounds"]
        assert (wounds.part, wounds.kind, wounds.now, wounds.label) == ("state", "number", 0, "Wounds")
        make(running, gm(do.Correct(part="state", path="body.wounds", value=1, reason="a fall")))
        assert shown(running, "joe").log[-1].kind == "corrected"
        after = {each.path: each.now for each in corrections(running.room.session(DESK), "en")}
        assert after["body.wounds"] == 1
