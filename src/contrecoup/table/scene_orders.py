"""Carrying out what is asked of a scene: answers of those who are asked, and what the game master does."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from contrecoup.kernel import EVERYONE, GM, GM_ONLY, Choice, End, Name, Option, Seat, Throw
from contrecoup.play import Hand, Session, TypedDice
from contrecoup.play.verifiable import fresh_secret
from contrecoup.table import clock, keys, preparing
from contrecoup.table import commands as do
from contrecoup.table import events as ev
from contrecoup.table.campaign import Held
from contrecoup.table.draft import Draft
from contrecoup.table.refusals import denied, out_of_turn, refused, unknown
from contrecoup.table.room import Buffer, Running

MOST_RECORDS: Final = 20_000
"""Events that a scene's own log may have; after that it can only be read and put away."""
_LAST: Final = (do.Close, do.DropFork, do.ShowSecret, do.OpenThrow)
MOST_STEPS: Final = 40
"""Steps that seats which play on by themselves take in one batch; the desk goes on with the next."""
MOST_ENTROPIES: Final = 5
"""Texts that one seat may give to a scene's dice."""


class SceneOrder:
    """A command for a scene with all that carrying it out needs.

    `viewer` is the seat of the scene as which the asker knows it; `who` is the one whom its log names, None
    for the seat that is asked.
    """

    def __init__(self, draft: Draft, held: Held, running: Running) -> None:
        self.draft = draft
        self.held = held
        self.running = running
        self.viewer = held.viewer(draft.seat)
        self.who: Seat | None = GM if draft.is_master else None

    @property
    def session(self) -> Session:
        return self.running.session

    def open(self, command: do.Command | None) -> None:
        """Let the session write; Refused where its log is full, but for what puts the scene away."""
        if self.held.last >= MOST_RECORDS and not isinstance(command, _LAST):
            raise refused("table.scene_full", "scene", most=MOST_RECORDS)
        self.running.buffer.sink = self.draft.sink(self.held.id, self.held.shared)

    def close(self) -> None:
        """Let the session write no more."""
        self.running.buffer.sink = None


# Answers


def _choose(order: SceneOrder, command: do.Choose) -> None:
    node = order.session.question()
    _hold_asked(order)
    if not isinstance(node, Choice):
        raise out_of_turn("play.no_choice")
    order.session.choose(option_of(node, command.option, command.values), who=order.who)


def _throw(order: SceneOrder, command: do.ThrowDice) -> None:
    _hold_throw(order, command.hidden)
    order.session.throw(order.session.hand(), who=order.who, hidden=command.hidden)


def _type(order: SceneOrder, command: do.TypeDice) -> None:
    _hold_throw(order, command.hidden)
    order.session.throw(TypedDice(command.numbers), who=order.who, hidden=command.hidden)


def _add_entropy(order: SceneOrder, command: do.AddEntropy) -> None:
    chair = order.held.chair_of(order.draft.seat)
    if not chair:
        raise denied("table.no_chair_of_yours")
    texts = (record.event for record in order.session.records if record.event.kind == "entropy_added")
    if sum(getattr(event, "seat", "") == chair for event in texts) >= MOST_ENTROPIES:
        raise refused("play.entropy_many", "text", most=MOST_ENTROPIES)
    order.session.add_entropy(chair, command.text)


def _hold_throw(order: SceneOrder, hidden: bool) -> None:
    _hold_asked(order)
    if not isinstance(order.session.question(), Throw):
        raise out_of_turn("play.no_throw")
    if hidden and not order.draft.is_master:
        raise denied("table.gm_hides", "hidden")


def _hold_asked(order: SceneOrder) -> None:
    """Refused where another seat is asked, or the scene is paused."""
    node = order.session.question()
    if isinstance(node, End):
        raise out_of_turn("play.over")
    if order.session.is_paused and not order.draft.is_master:
        raise out_of_turn("play.paused")
    if order.held.holder_of(node.seat) != order.draft.seat:
        raise out_of_turn("table.not_asked")


def option_of(node: Choice, id: str, values: Mapping[str, str | int]) -> Option:
    """The option that is meant; its values are needed only where others have the same id."""
    meant = [option for option in node.options if option.id == id]
    if values or len(meant) > 1:
        meant = [option for option in meant if _plain(option) == values]
    if len(meant) != 1:
        raise refused("play.not_offered", "option", option=id)
    return meant[0]


def _plain(option: Option) -> dict[str, str | int]:
    """An option's values as they are sent: a name by its id."""
    return {name: value.id if isinstance(value, Name) else value for name, value in option.values}


# What the game master does


def _pass_turn(order: SceneOrder, command: do.PassTurn) -> None:
    node = order.session.question()
    if isinstance(node, Choice) and command.option:
        order.session.choose(option_of(node, command.option, command.values), who=GM)
    else:
        order.session.play_on(_hand(order), who=GM, hidden=command.hidden)


def _fix_dice(order: SceneOrder, command: do.FixDice) -> None:
    hand = TypedDice(command.numbers)
    if command.reason:
        order.session.amend(command.reason, hand=hand)
    else:
        order.session.correct(hand, who=GM)


def _adjust(order: SceneOrder, command: do.Adjust) -> None:
    audience = GM_ONLY if command.secret else EVERYONE
    if command.after:
        order.session.amend(command.reason, by=command.by, audience=audience)
    else:
        order.session.adjust(command.by, command.reason, audience)


def _correct(order: SceneOrder, command: do.Correct) -> None:
    audience = GM_ONLY if command.secret else EVERYONE
    preparing.hold_own(command.value, "value")
    order.session.set_right(command.path, command.value, command.reason, part=command.part, audience=audience)


def _open_throw(order: SceneOrder, command: do.OpenThrow) -> None:
    order.session.open(command.of)


def _show_secret(order: SceneOrder, command: do.ShowSecret) -> None:
    order.session.show_secret(early=command.early)


def _rewind(order: SceneOrder, command: do.Rewind) -> None:
    order.session.rewind(command.to)


def _set_auto(order: SceneOrder, command: do.SetAuto) -> None:
    order.session.set_auto(command.seat, command.auto)


def _pause(order: SceneOrder, command: do.Pause) -> None:
    order.session.pause()


def _resume(order: SceneOrder, command: do.Resume) -> None:
    order.session.unpause()


def _fork(order: SceneOrder, command: do.Fork) -> None:
    draft, base = order.draft, order.held
    order.session.fold.standing_after(command.to)
    scene = keys.new_id()
    draft.add(ev.SceneForked(scene=scene, of=base.id, to=command.to))
    buffer = Buffer()
    buffer.sink = draft.sink(scene, draft.room.campaign.scenes[scene].shared)
    draft.room.keep(scene, Running(order.session.fork(buffer, command.to), buffer))
    draft.room.tidy()
    buffer.sink = None


def _drop_fork(order: SceneOrder, command: do.DropFork) -> None:
    if not order.held.is_what_if:
        raise unknown("table.no_scene", "scene")
    order.draft.add(ev.SceneDropped(scene=order.held.id))
    order.draft.room.tidy()


def _close(order: SceneOrder, command: do.Close) -> None:
    draft, held, session = order.draft, order.held, order.session
    if held.is_what_if:
        raise refused("table.what_if", "scene")
    end, sheets = session.question(), tuple[ev.SheetKept, ...]()
    if command.apply:
        if not isinstance(end, End):
            raise out_of_turn("table.goes_on", "apply")
        sheets = tuple(clock.aftermath(draft.room.campaign, held, session.scene, end))
    if session.commitment and session.knows_secret:
        session.show_secret(early=True)
    draft.add(ev.SceneClosed(scene=held.id, applied=command.apply))
    for sheet in sheets:
        draft.add(sheet)


def _give_chair(order: SceneOrder, command: do.GiveChair) -> None:
    give_chair(order.draft, order.held, order.session.scene.manifest.seats, command)


def give_chair(draft: Draft, held: Held, seats: tuple[Seat, ...], command: do.GiveChair) -> None:
    """Let another seat answer for a seat of a scene, whether or not it has begun."""
    if held.is_what_if:
        raise refused("table.what_if_chairs", "scene")
    if command.chair not in seats:
        raise refused("play.no_seat", "chair", seat=command.chair, known=", ".join(seats))
    if command.seat and draft.room.campaign.place(command.seat) is None:
        raise unknown("table.no_seat", "seat")
    draft.add(ev.ChairGiven(scene=held.id, chair=command.chair, seat=command.seat))


# Beginning, and seats that play on by themselves


def begin(draft: Draft, held: Held) -> None:
    """Begin a prepared scene with the campaign's sheets as they are now; its dice come from a new secret."""
    data = preparing.with_sheets(draft.room.campaign, held.data, held.sheets)
    scene, secret, buffer = preparing.loaded(data), fresh_secret(), Buffer()
    buffer.sink = draft.sink(held.id)
    session = Session.begin(scene, buffer, draft.room.clock, secret=secret)
    buffer.sink = None
    draft.keep_secret(held.id, secret)
    draft.room.keep(held.id, Running(session, buffer))
    draft.room.tidy()


def play_on(order: SceneOrder) -> bool:
    """Let seats that play on by themselves answer; whether there are more steps than one batch takes."""
    session = order.session
    for _ in range(MOST_STEPS):
        if session.is_paused or not session.is_auto() or order.held.last >= MOST_RECORDS:
            return False
        session.play_on(_hand(order))
    return session.is_auto()


def _hand(order: SceneOrder) -> Hand:
    return order.session.hand()


ORDERS: Final[Mapping[type[do.Command], Callable[[SceneOrder, Any], None]]] = {
    do.Choose: _choose,
    do.ThrowDice: _throw,
    do.TypeDice: _type,
    do.AddEntropy: _add_entropy,
    do.PassTurn: _pass_turn,
    do.FixDice: _fix_dice,
    do.Adjust: _adjust,
    do.Correct: _correct,
    do.OpenThrow: _open_throw,
    do.ShowSecret: _show_secret,
    do.Rewind: _rewind,
    do.SetAuto: _set_auto,
    do.Pause: _pause,
    do.Resume: _resume,
    do.Fork: _fork,
    do.DropFork: _drop_fork,
    do.Close: _close,
    do.GiveChair: _give_chair,
}
"""What is asked of a scene that runs."""
