"""What is asked of a scene: answers, and what the game master does."""

from contrecoup.kernel import EVERYONE, GM, GM_ONLY, End
from contrecoup.log import Adjusted, Amended, Corrected, EntropyAdded, Opened, Thrown
from contrecoup.table import commands as do
from contrecoup.table import scene_orders
from tests.table.desks import a_group, in_loop, refused, session, until_thrown


@in_loop
async def test_choose_answers_a_choice_by_the_seat_that_is_asked() -> None:
    async with a_group() as group:
        await group.begin()
        answer = await group.ask(do.Choose(option="connect"), group.ana)
        assert answer.turn == 1
        assert answer.told[0] == "Fast Joe: Connect to the system"
        assert await refused(group, do.Choose(option="nothing"), group.ana) == ["play.not_offered"]
        assert await refused(group, do.Choose(option="hack")) == ["table.not_asked"]


@in_loop
async def test_throw_and_type_answer_a_throw_and_typed_dice_are_marked() -> None:
    async with a_group() as group:
        await group.begin()
        node = await until_thrown(group)
        assert node.seat == "system"
        assert await refused(group, do.ThrowDice(), group.ana) == ["table.not_asked"]
        assert await refused(group, do.TypeDice(numbers=(8,))) == ["dice.multiple"]
        await group.ask(do.TypeDice(numbers=(5,)))
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert (thrown.origin, [die.number for die in thrown.dice]) == ("typed", [5])
        await until_thrown(group)
        await group.ask(do.ThrowDice(), group.ana)
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert thrown.origin == "thrown"
        assert thrown.counter == 0


@in_loop
async def test_players_add_entropy_of_their_own_and_only_they() -> None:
    async with a_group() as group:
        await group.begin()
        await group.ask(do.AddEntropy(text="my cat"), group.ana)
        added = [
            each.event for each in (await session(group)).records if isinstance(each.event, EntropyAdded)
        ]
        assert added == [EntropyAdded(seat="hacker", entropy="my cat")]
        assert await refused(group, do.AddEntropy(text="mine")) == ["table.no_chair_of_yours"]
        for _ in range(scene_orders.MOST_ENTROPIES - 1):
            await group.ask(do.AddEntropy(text="more"), group.ana)
        assert await refused(group, do.AddEntropy(text="too much"), group.ana) == ["play.entropy_many"]


# The game master in a scene


@in_loop
async def test_hidden_throws_are_the_game_masters_and_are_opened_by_him() -> None:
    async with a_group() as group:
        await group.begin()
        await until_thrown(group)
        hidden = await group.ask(do.ThrowDice(hidden=True))
        assert len(hidden.told) > 0
        seen = await group.desk.seen(group.table, group.ana, "en")
        assert seen.scene is not None
        assert all(not line.dice for line in seen.scene.log)
        of = (await session(group)).steps[-1].sequence
        await group.ask(do.OpenThrow(of=of))
        assert (await session(group)).records[-1].event == Opened(of=of)
        seen = await group.desk.seen(group.table, group.ana, "en")
        assert seen.scene is not None
        assert any(line.dice for line in seen.scene.log)
        await until_thrown(group)
        assert await refused(group, do.ThrowDice(hidden=True), group.ana) == ["table.gm_hides"]


@in_loop
async def test_adjust_before_a_throw_waits_for_it_and_after_one_reads_it_again() -> None:
    async with a_group() as group:
        await group.begin()
        await until_thrown(group)
        await group.ask(do.Adjust(by=-2, reason="an old machine", secret=True))
        pending = [each.event for each in (await session(group)).records if isinstance(each.event, Adjusted)]
        assert [(each.modifier.by, each.modifier.audience) for each in pending] == [(-2, GM_ONLY)]
        await group.ask(do.TypeDice(numbers=(5,)))
        await group.ask(do.Adjust(by=2, reason="not that old", after=True))
        amended = (await session(group)).records[-1].event
        assert isinstance(amended, Amended)
        assert amended.modifier is not None
        assert (amended.modifier.by, amended.modifier.audience) == (2, EVERYONE)
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert [modifier.by for modifier in thrown.modifiers] == [-2, 2]


@in_loop
async def test_correct_sets_a_declared_value_right_with_a_reason() -> None:
    async with a_group() as group:
        await group.begin()
        await group.answer()
        place = next(each for each in (await session(group)).correctable() if each.limits.kind == "number")
        value = place.value + 1 if isinstance(place.value, int) and place.value < place.limits.most else 0
        await group.ask(
            do.Correct(path=place.path, value=value, reason="we forgot the spider", part=place.part)
        )
        event = (await session(group)).records[-1].event
        assert isinstance(event, Corrected)
        assert (event.path, event.value, event.reason) == (place.path, value, "we forgot the spider")
        wrong = do.Correct(path="nowhere", value=1, reason="because")
        assert await refused(group, wrong) == ["play.correct.no_place"]
        assert await refused(group, do.Correct(path=place.path, value=1, reason="  ")) == ["table.blank"]


@in_loop
async def test_rewind_goes_back_and_kept_dice_count_again_unless_they_are_fixed() -> None:
    async with a_group() as group:
        await group.begin()
        await until_thrown(group)
        before = len((await session(group)).records)
        await group.ask(do.TypeDice(numbers=(5,)))
        await group.ask(do.Rewind(to=before))
        again = await group.ask(do.ThrowDice())
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert (thrown.origin, thrown.dice[0].number) == ("kept", 5)
        assert again.turn == await group.turn(GM)
        await group.ask(do.Rewind(to=before))
        await group.ask(do.FixDice(numbers=(3,)))
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert (thrown.origin, thrown.dice[0].number) == ("typed", 3)
        await group.ask(do.FixDice(numbers=(2,), reason="it lay askew"))
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert thrown.dice[0].number == 2


@in_loop
async def test_a_fork_goes_its_own_way_and_nobody_else_learns_of_it() -> None:
    async with a_group() as group:
        await group.begin()
        await group.answer()
        seen = await group.desk.seen(group.table, group.ana, "en")
        fork = (await group.ask(do.Fork(to=2))).made
        assert await group.desk.seen(group.table, group.ana, "en") == seen
        base = len((await session(group)).records)
        await group.play_out(fork)
        assert len((await session(group)).records) == base
        assert (await session(group, fork)).is_over()
        assert await group.desk.seen(group.table, group.ana, "en") == seen
        assert await refused(group, do.Choose(option="hack"), group.ana, scene=fork, turn=1) == [
            "table.no_scene"
        ]
        assert await refused(group, do.Close(), scene=fork) == ["table.what_if"]
        chair = do.GiveChair(chair="hacker", seat=group.ana)
        assert await refused(group, chair, scene=fork) == ["table.what_if_chairs"]
        await group.ask(do.DropFork(), scene=fork)
        assert fork not in (await group.campaign()).scenes
        assert await refused(group, do.DropFork()) == ["table.no_scene"]


@in_loop
async def test_pass_turn_answers_for_the_seat_that_is_asked() -> None:
    async with a_group() as group:
        await group.begin()
        await group.ask(do.PassTurn(option="connect"))
        await group.ask(do.PassTurn())
        steps = (await session(group)).steps
        assert [step.event.seat for step in steps] == ["hacker", "hacker"]
        assert [step.record.who for step in steps] == [GM, GM]
        await until_thrown(group)
        await group.ask(do.PassTurn(hidden=True))
        thrown = (await session(group)).steps[-1].event
        assert isinstance(thrown, Thrown)
        assert thrown.hidden


@in_loop
async def test_a_seat_that_is_set_to_play_on_answers_by_itself_to_the_end() -> None:
    async with a_group() as group:
        await group.begin()
        await group.ask(do.SetAuto(seat="system", auto=True))
        while not isinstance(node := await group.question(), End):
            assert node.seat == "hacker"
            await group.answer()
        assert await refused(group, do.SetAuto(seat="nobody", auto=True)) == ["play.no_seat"]


@in_loop
async def test_in_a_pause_nobody_but_the_game_master_acts() -> None:
    async with a_group() as group:
        await group.begin()
        await group.ask(do.Pause())
        assert await refused(group, do.Choose(option="connect"), group.ana) == ["play.paused"]
        await group.ask(do.PassTurn())
        await group.ask(do.Resume())
        await group.answer()
        assert await refused(group, do.Resume()) == ["play.not_paused"]


@in_loop
async def test_a_chair_is_given_to_another_seat_before_and_after_the_beginning() -> None:
    async with a_group() as group:
        helper = (await group.ask(do.MakeSeat(role="helper", name="Bo"))).made
        screen = (await group.ask(do.MakeSeat(role="screen", name="Wall"))).made
        await group.prepare()
        await group.ask(do.GiveChair(chair="system", seat=helper))
        await group.ask(do.Begin())
        held = (await group.campaign()).scenes[group.scene]
        assert held.chairs == {"hacker": group.ana, "system": helper}
        assert await refused(group, do.GiveChair(chair="system", seat=group.ana)) == ["table.chair_twice"]
        assert await refused(group, do.GiveChair(chair="system", seat=screen)) == ["table.no_chair"]
        assert await refused(group, do.GiveChair(chair="nobody", seat=helper)) == ["play.no_seat"]
        await group.ask(do.GiveChair(chair="hacker"))
        assert (await group.campaign()).scenes[group.scene].holder_of("hacker") == GM
        await group.ask(do.Choose(option="connect"))


@in_loop
async def test_close_puts_a_scene_away_and_shows_where_its_dice_came_from() -> None:
    async with a_group() as group:
        await group.begin()
        assert await refused(group, do.Close()) == ["table.goes_on"]
        await group.play_out()
        await group.ask(do.Close())
        records = (await session(group)).records
        assert records[-1].event.kind == "secret_shown"
        assert (await group.campaign()).scenes[group.scene].status == "closed"
        assert await refused(group, do.Pause()) == ["table.closed"]
        fork = (await group.ask(do.Fork(to=2))).made
        assert (await group.campaign()).scenes[fork].of == group.scene


@in_loop
async def test_show_secret_comes_early_only_where_that_is_said() -> None:
    async with a_group() as group:
        await group.begin()
        assert await refused(group, do.ShowSecret()) == ["play.secret_early"]
        await group.ask(do.ShowSecret(early=True))
        assert (await session(group)).records[-1].event.kind == "secret_shown"
        assert await refused(group, do.ShowSecret(early=True)) == ["play.not_committed"]
