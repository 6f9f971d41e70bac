"""A session: a scene that is being played. Seats answer its questions, the game master steps in."""

from collections.abc import Iterator
from typing import Final, Self

from contrecoup.kernel import (
    EVERYONE,
    GM,
    GM_ONLY,
    Audience,
    Choice,
    End,
    Option,
    Refusal,
    Refused,
    Seat,
    Throw,
    may_see,
    refusal,
)
from contrecoup.log import (
    Adjusted,
    Amended,
    Chosen,
    Committed,
    Corrected,
    EntropyAdded,
    Event,
    Forked,
    Modifier,
    Noted,
    Opened,
    Part,
    Paused,
    Record,
    Resumed,
    Rewound,
    Rolled,
    SeatSet,
    SecretShown,
    Store,
    Thrown,
)
from contrecoup.play.corrections import Correctable, Scalar, correctables
from contrecoup.play.fold import modified, read
from contrecoup.play.hands import Hand, ThrownDice
from contrecoup.play.recorder import Recorder, Unkept, replayed
from contrecoup.play.sources import SystemDice
from contrecoup.play.steps import Step
from contrecoup.play.verifiable import DerivedDice, VerifiableDice, hashed

__all__ = ["LARGEST_MODIFIER", "LONGEST_NOTE", "LONGEST_REASON", "Session", "Unkept", "replayed"]

LARGEST_MODIFIER: Final = 99
LONGEST_REASON: Final = 200
LONGEST_NOTE: Final = 2000


class Session(Recorder):
    """Asks the scene's questions one after the other and records the answers.

    `who` is the seat that brought an event about, where it isn't the one that is asked (the game master
    who answers for a seat), or isn't the game master.
    """

    def choose(self, option: Option, *, who: Seat | None = None) -> Step:
        """Answer a choice by one of its options."""
        node = self.question()
        if not isinstance(node, Choice):
            raise Refused([refusal("play.no_choice")])
        event = Chosen(seat=node.seat, option=option, audience=node.audience)
        return self._step(event, who or node.seat)

    def kept(self, viewer: Seat = GM) -> tuple[Rolled, ...] | None:
        """The dice that already answered this question before a rewind, if they did: they count again.

        None for a viewer who doesn't know what they showed.
        """
        node = self.question()
        record = self._fold.thrown_before(node) if isinstance(node, Throw) else None
        return _thrown(record).dice if record and self._shows(record, viewer) else None

    def hand(self) -> Hand:
        """Virtual dice for one throw: derived where a secret was committed to, else the system's.

        Refused where one was committed to and this session doesn't have it.
        """
        proof = self._fold.proof
        if not proof.hash:
            return ThrownDice(SystemDice())
        if self._secret is None:
            raise Refused([refusal("play.secret_missing")])
        return DerivedDice(VerifiableDice(self._secret, proof.entropies, proof.counter))

    def throw(self, hand: Hand, *, who: Seat | None = None, hidden: bool = False) -> Step:
        """Answer a throw; where the same question was answered before a rewind, with those dice.

        Where it is `hidden` the game master alone sees the dice and what is told, until it is opened.
        """
        return self._throw(hand, who, is_correction=False, auto=False, hidden=hidden)

    def correct(self, hand: Hand, *, who: Seat | None = None, hidden: bool = False) -> Step:
        """Answer a throw that came before with other, typed dice, because the recorded ones were mistaken.

        The log names the throw that is corrected.
        """
        return self._throw(hand, who, is_correction=True, auto=False, hidden=hidden)

    def is_auto(self) -> bool:
        """Whether the seat that is asked now plays on by itself."""
        node = self.question()
        return not isinstance(node, End) and node.seat in self.autos

    def play_on(self, hand: Hand, *, who: Seat | None = None, hidden: bool = False) -> Step:
        """Answer what is asked without asking anybody: with the plan's option, or dice from a hand."""
        node = self.question()
        if isinstance(node, End):
            raise Refused([refusal("play.over")])
        if isinstance(node, Choice):
            event = Chosen(seat=node.seat, option=node.push, audience=node.audience, auto=True)
            return self._step(event, who or node.seat)
        return self._throw(hand, who, is_correction=False, auto=True, hidden=hidden)

    def adjust(self, by: int, reason: str, audience: Audience = EVERYONE, *, who: Seat = GM) -> None:
        """Announce a modifier of the next throw; Refused where the throw can't bear it or no reason is given.

        Positive makes it easier, negative harder.
        """
        modifier = _modifier(by, reason, audience)
        node = self.question()
        if isinstance(node, End):
            raise Refused([refusal("play.over")])
        if isinstance(node, Throw):
            modified(node.test, (*self.pending, modifier)).weights(node.floor, node.cap)
        self._record(Adjusted(modifier=modifier), who)

    def amend(
        self,
        reason: str,
        *,
        by: int = 0,
        hand: Hand | None = None,
        audience: Audience = EVERYONE,
        who: Seat = GM,
    ) -> Step:
        """Read the last throw again, with a modifier more or with typed dice.

        Whoever knows the throw learns that it was read again, the audience alone by which modifier.
        Only while that throw is the last answer, and nothing was corrected since; else rewind to before it.
        """
        step = self._fold.standing.last
        if step is None or not isinstance(step.event, Thrown) or not isinstance(step.node, Throw):
            raise Refused([refusal("play.not_last", sequence=step.sequence if step else 0)])
        if hand is not None and hand.origin != "typed":
            raise Refused([refusal("play.amend_typed")])
        modifier = _modifier(by, reason, audience) if by or hand is None else None
        _hold_reason(reason)
        event = Amended(
            of=step.sequence,
            reason=reason,
            modifier=modifier,
            dice=hand.roll(step.node.test.dice()) if hand else (),
            audience=_known_to(self._fold.shown(step)),
        )
        return self._step(event, who)

    def correctable(self, viewer: Seat = GM) -> tuple[Correctable, ...]:
        """The values that may be corrected now, with their limits; none but the game master may."""
        return correctables(self.scene, self.state) if viewer == GM else ()

    def set_right(
        self,
        path: str,
        value: Scalar,
        reason: str,
        *,
        part: Part = "state",
        audience: Audience = EVERYONE,
        who: Seat = GM,
    ) -> None:
        """Correct one value of where the scene stands, or of the sheets that it reads.

        Everyone learns that something was corrected, the audience what. Refused where the place is none of
        `correctable`, where its limits don't allow the value, or where the rules can't go on from there.
        """
        _hold_reason(reason)
        self._record(Corrected(part=part, path=path, value=value, reason=reason, audience=audience), who)
        self._close()

    def open(self, of: int, *, who: Seat = GM) -> None:
        """Let everyone see a hidden throw, by its event's number, and what was told of it."""
        self._record(Opened(of=of), who)

    def rewind(self, to: int, *, who: Seat = GM) -> None:
        """Go back (or forth again) to where the scene stood after an event."""
        self._record(Rewound(to=to), who)
        self._close()

    def fork(self, store: Store, to: int | None = None) -> Self:
        """A what-if in a log of its own: a copy that goes on from after event `to` (None: from now).

        Dice of questions that were answered here stay as they fell; others are thrown afresh, not derived.
        Nothing that happens there touches this session.
        """
        goal = len(self._fold.records) if to is None else to
        self._fold.standing_after(goal)  # refused before anything is written
        for record in self._fold.records:
            store.append(record)
        session = type(self)(replayed(self.records), store, self._clock)
        session._record(Forked(to=goal), GM)
        session._close()
        return session

    def pause(self, *, who: Seat = GM) -> None:
        """Let nobody but the game master answer."""
        self._record(Paused(), who)

    def unpause(self, *, who: Seat = GM) -> None:
        """Let everybody answer again."""
        self._record(Resumed(), who)

    def set_auto(self, seat: Seat, auto: bool = True, *, who: Seat = GM) -> None:
        """Let a seat play on by itself, or no longer."""
        if seat not in self.scene.manifest.seats:
            known = ", ".join(self.scene.manifest.seats)
            raise Refused([refusal("play.no_seat", seat=seat, known=known)])
        if auto != (seat in self.autos):
            self._record(SeatSet(seat=seat, auto=auto), who)

    def note(self, text: str, audience: Audience = GM_ONLY, *, who: Seat = GM) -> None:
        """Write something down in the log."""
        if not 0 < len(text.strip()) <= LONGEST_NOTE:
            raise Refused([refusal("play.note_length", most=LONGEST_NOTE)])
        self._record(Noted(text=text, audience=audience), who)

    def commit(self, secret: bytes, *, who: Seat = GM) -> None:
        """Publish a secret's hash; from now on virtual dice are derived from the secret."""
        self._record(Committed(hash=hashed(secret)), who)
        self._secret = secret

    def add_entropy(self, seat: Seat, entropy: str, *, who: Seat | None = None) -> None:
        """Add a seat's own words to what virtual dice are derived from, from the next throw on."""
        self._record(EntropyAdded(seat=seat, entropy=entropy), who or seat)

    def show_secret(self, *, early: bool = False, who: Seat = GM) -> None:
        """Show the secret, so that every face can be recomputed; hidden throws are open from then on.

        Once the scene is over; `early` closes the row of its dice before. Dice thrown later are the
        system's, unless another secret is committed to.
        """
        if not self.commitment:
            raise Refused([refusal("play.not_committed")])
        if self._secret is None:
            raise Refused([refusal("play.secret_missing")])
        if not (early or self.is_over()):
            raise Refused([refusal("play.secret_early")])
        self._record(SecretShown(secret=self._secret.hex()), who)
        self._secret = None

    def _throw(self, hand: Hand, who: Seat | None, *, is_correction: bool, auto: bool, hidden: bool) -> Step:
        node = self.question()
        if not isinstance(node, Throw):
            raise Refused([refusal("play.no_throw")])
        earlier = self._fold.thrown_before(node)
        if is_correction and earlier is None:
            raise Refused([refusal("play.nothing_to_correct")])
        if is_correction and hand.origin != "typed":
            raise Refused([refusal("play.amend_typed")])
        is_kept = earlier is not None and not is_correction
        counter = hand.counter if isinstance(hand, DerivedDice) and not is_kept else None
        dice = _thrown(earlier).dice if earlier and is_kept else hand.roll(node.test.dice())
        result = read(node.test, dice, self.pending)
        event = Thrown(
            seat=node.seat,
            reason=node.reason,
            dice=dice,
            origin="kept" if is_kept else hand.origin,
            of=earlier.sequence if earlier else 0,
            modifiers=self.pending,
            value=result.value,
            mishap=result.mishap,
            audience=node.audience,
            auto=auto,
            hidden=hidden,
            counter=counter,
        )
        return self._step(event, who or node.seat)

    def _shows(self, record: Record, viewer: Seat) -> bool:
        event = _thrown(record)
        is_open = may_see(event.audience, viewer) and not event.hidden
        return viewer == GM or is_open or record.sequence in self.opened

    def _step(self, event: Event, who: Seat) -> Step:
        self._record(event, who)
        step = self._fold.standing.last
        assert step is not None
        self._close()
        return step


def _known_to(step: Step) -> Audience:
    """Who learns that a throw is read again: those who know what it showed."""
    is_hidden = isinstance(step.event, Thrown) and step.event.hidden and not step.is_opened
    return GM_ONLY if is_hidden else step.audience


def _modifier(by: int, reason: str, audience: Audience) -> Modifier:
    """A modifier; Refused with every reason why it can't be."""
    reasons = tuple(_faults(by, reason))
    if reasons:
        raise Refused(reasons)
    return Modifier(by=by, reason=reason, audience=audience)


def _faults(by: int, reason: str) -> Iterator[Refusal]:
    if not 0 < abs(by) <= LARGEST_MODIFIER:
        yield refusal("play.modifier_range", most=LARGEST_MODIFIER)
    if not 0 < len(reason.strip()) <= LONGEST_REASON:
        yield refusal("play.modifier_reason", most=LONGEST_REASON)


def _hold_reason(reason: str) -> None:
    if not 0 < len(reason.strip()) <= LONGEST_REASON:
        raise Refused([refusal("play.reason_length", most=LONGEST_REASON)])


def _thrown(record: Record) -> Thrown:
    assert isinstance(record.event, Thrown)
    return record.event
