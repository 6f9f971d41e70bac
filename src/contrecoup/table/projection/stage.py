"""The stage: one scene as each of its viewers sees it, drawn anew only where something has changed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from contrecoup.kernel import GM, Choice, End, Node, Seat, Throw
from contrecoup.log import Committed, EntropyAdded, Event, Forked, Record, SecretLost, SecretShown, Started
from contrecoup.play import Session
from contrecoup.registry import Scene
from contrecoup.registry.manifests import Ruling
from contrecoup.table.projection.chronicle import Chronicle, Entry
from contrecoup.table.projection.voice import Voice, Words
from contrecoup.table.seen import (
    ChairSeen,
    Contribution,
    Line,
    Owned,
    ProofSeen,
    QuestionSeen,
    RulingSeen,
    SceneSeen,
    Status,
)
from contrecoup.text import texts_of

LINES: Final = 40
"""Lines of the log that come with every sight; earlier ones are asked for."""


class Cast(Struct, frozen=True, kw_only=True):
    """What the table knows of a scene beside its log: id, title, whether it was put away, who sits where.

    `chairs` are pairs of a seat of the scene and the seat of the table that answers for it; the others are
    the game master's.
    """

    id: str = ""
    title: str = ""
    is_closed: bool = False
    chairs: tuple[tuple[Seat, str], ...] = ()

    def holder(self, chair: Seat) -> str:
        """The seat of the table that answers for a seat of the scene."""
        return next((seat for own, seat in self.chairs if own == chair), GM)


ALONE: Final = Cast()
"""A scene that is played without a table."""


class Shown(NamedTuple):
    """A scene as a viewer sees it; its log as the items of a JSON array, and a hash of the whole log."""

    scene: SceneSeen
    log: bytes = b""
    digest: bytes = b""


class _Sight(NamedTuple):
    """What a viewer was shown last, after how many events, with which cast."""

    events: int
    cast: Cast
    scene: SceneSeen


class _Show:
    """One viewer's voice and log."""

    def __init__(self, session: Session, words: Words, viewer: Seat, chains: dict[bytes, Entry]) -> None:
        self.voice = Voice(words, session.scene, viewer)
        self.chronicle = Chronicle(self.voice, chains)
        self.rulings = tuple(_rulings(session, self.voice))
        self.seats = seats_of(session.scene)
        self.sight: _Sight | None = None


class Stage:
    """One session's sights. It follows the session by itself; nobody need tell it that something happened."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._words: dict[str, tuple[Words, dict[bytes, Entry]]] = {}
        self._shows: dict[tuple[Seat, str], _Show] = {}
        self._proof = _Proof()

    def seen(self, viewer: Seat, lang: str, cast: Cast = ALONE) -> Shown:
        """What a viewer is shown: a seat of the scene, the game master or a spectators' screen."""
        show = self._followed(viewer, lang)
        events, sight = len(self.session.fold.records), show.sight
        if sight is None or sight.events != events or sight.cast != cast:
            sight = show.sight = _Sight(events, cast, _drawn(self.session, show, cast, self._proof))
        chronicle = show.chronicle
        return Shown(sight.scene, chronicle.tail(LINES).joined, chronicle.digest)

    def lines(self, viewer: Seat, lang: str) -> tuple[Line, ...]:
        """The whole log as the viewer has it."""
        chronicle = self._followed(viewer, lang).chronicle
        return chronicle.tail(chronicle.count).lines

    def hidden(self, lang: str) -> Iterator[Line]:
        """The lines of hidden throws that count, newest first, as the game master has them."""
        return self._followed(GM, lang).chronicle.hidden()

    def lines_between(self, viewer: Seat, lang: str, after: int, to: int) -> tuple[Line, ...]:
        """What the scene's events after one and up to another added to the viewer's log."""
        return self._followed(viewer, lang).chronicle.lines_between(after, to)

    def _followed(self, viewer: Seat, lang: str) -> _Show:
        show = self._shows.get((viewer, lang))
        if show is None or not show.chronicle.is_of(self.session):
            if lang not in self._words:
                self._words[lang] = (Words(self.session.scene, lang), {})
            words, chains = self._words[lang]
            show = self._shows[viewer, lang] = _Show(self.session, words, viewer, chains)
        show.voice.follow(self.session.scene)
        show.chronicle.follow(self.session)
        return show


def _drawn(session: Session, show: _Show, cast: Cast, proof: "_Proof") -> SceneSeen:
    voice, chronicle, node = show.voice, show.chronicle, session.question()
    scene = voice.scene
    board = voice.board(session.view(voice.viewer))
    question = _question(session, show, node, cast)
    is_opening = question is not None and not isinstance(node, End) and node.round
    return SceneSeen(
        id=cast.id,
        title=cast.title or voice.words.title,
        rules=scene.rules,
        rules_title=scene.manifest.title[voice.texts.lang],
        name=scene.name,
        kind=voice.words.kind,
        status=_status(session, node, cast),
        turn=chronicle.turn,
        round=session.rounds + 1 if is_opening else chronicle.round,
        chairs=tuple(_chairs(session, show, board, question, cast)),
        board=board,
        question=question,
        modifiers=voice.modifiers(session.pending),
        log=chronicle.tail(LINES).lines,
        lines=chronicle.count,
        rulings=show.rulings,
        proof=proof.seen(session.fold.records, voice),
        outcome=node.outcome if isinstance(node, End) else "",
        ended=voice.teller.outcome(node) if isinstance(node, End) else "",
        remains=tuple(voice.teller.remains(node)) if isinstance(node, End) else (),
    )


def _status(session: Session, node: Node, cast: Cast) -> Status:
    if cast.is_closed:
        return "closed"
    if isinstance(node, End):
        return "over"
    return "paused" if session.is_paused else "running"


def _question(session: Session, show: _Show, node: Node, cast: Cast) -> QuestionSeen | None:
    voice = show.voice
    if isinstance(node, End) or not voice.may_see(node.audience):
        return None
    holds = voice.teller.holds(node)
    kept = session.kept(voice.viewer) if holds else None
    is_choice = isinstance(node, Choice)
    return QuestionSeen(
        kind="choice" if is_choice else "throw",
        seat=node.seat,
        who=voice.who(node.seat),
        reason=node.reason,
        what=voice.words.name(node.reason),
        text=voice.words.asked(voice.who(node.seat), node.reason),
        is_mine=node.seat == voice.viewer or (voice.is_master and cast.holder(node.seat) == GM),
        is_auto=node.seat in session.autos,
        is_hidden=voice.is_master and "*" not in node.audience,
        options=tuple(map(voice.words.option, node.options)) if holds and isinstance(node, Choice) else (),
        push=node.options.index(node.push) if holds and isinstance(node, Choice) else -1,
        dice=tuple(map(voice.words.die, node.test.dice())) if holds and isinstance(node, Throw) else (),
        dice_text=voice.words.dice(node.test.dice()) if holds and isinstance(node, Throw) else "",
        kept=tuple(rolled.number for rolled in kept) if kept is not None else None,
        since=show.chronicle.since,
    )


def _chairs(
    session: Session, show: _Show, board: tuple[Owned, ...], question: QuestionSeen | None, cast: Cast
) -> Iterator[ChairSeen]:
    """Those that the viewer has met: on the board, in the log, asked now; his own; the master's are all."""
    voice, chronicle = show.voice, show.chronicle
    asked = question.seat if question else ""
    met = {voice.viewer, asked, *chronicle.met, *(owned.of for owned in board)}
    if voice.is_master:
        met.update(show.seats, (seat for seat, _ in cast.chairs))
    is_there = GM in chronicle.met or asked == GM
    for seat in (*voice.scene.manifest.seats, GM):
        if seat in met and (seat != GM or is_there):
            yield chair_seen(voice, seat, cast, seat in session.autos, seat == asked, chronicle.spent(seat))


def chair_seen(
    voice: Voice, seat: Seat, cast: Cast, is_auto: bool = False, is_asked: bool = False, seconds: int = 0
) -> ChairSeen:
    """A seat of a scene, with who answers for it."""
    holder = cast.holder(seat)
    is_mine = seat == voice.viewer or (voice.is_master and holder == GM)
    return ChairSeen(seat, voice.who(seat), holder, is_mine, is_auto, is_asked, seconds)


def seats_of(scene: Scene) -> tuple[str, ...]:
    """The seats of a scene: those that its file or its rules name, or that stand for a place of a list there
    (helper_1 for the first of `helpers`)."""
    return tuple(seat for seat in scene.manifest.seats if _is_named(scene, seat))


def _is_named(scene: Scene, seat: str) -> bool:
    name, _, place = seat.rpartition("_")
    among = scene.data.get(f"{name}s")
    is_placed = place.isdecimal() and isinstance(among, list) and int(place) <= len(among)
    return seat in scene.data or is_placed or bool(scene.called(seat))


def _rulings(session: Session, voice: Voice) -> Iterator[RulingSeen]:
    """All rulings of the rule set as they hold in this scene."""
    started = session.fold.records[0].event
    in_force = started.rulings if isinstance(started, Started) else {}
    for ruling in voice.scene.manifest.rulings:
        value = in_force.get(ruling.id, ruling.default)
        yield ruling_seen(voice.scene.rules, ruling, value, voice.texts.lang)


@lru_cache(1024, typed=True)
def ruling_seen(rules: str, ruling: Ruling, value: str | bool | int, lang: str) -> RulingSeen:
    """A ruling of a rule set with its answer, in a language."""
    texts = texts_of(lang, rules)
    name = texts.name(f"ruling.{ruling.id}")
    answer = texts.name(f"ruling.{ruling.id}.{str(value).lower()}")
    return RulingSeen(ruling.id, name, value, answer, value == ruling.default)


class _Proof:
    """What is published of verifiable dice, gone on with event by event."""

    def __init__(self) -> None:
        self._taken = 0
        self._hash = ""
        self._added: list[tuple[Seat, str]] = []
        self._secret = ""

    def seen(self, records: Sequence[Record], voice: Voice) -> ProofSeen | None:
        """What stands now; None where nothing was committed to."""
        for place in range(self._taken, len(records)):
            self._take(records[place].event)
        self._taken = len(records)
        if not self._hash:
            return None
        entropy = tuple(Contribution(seat, voice.who(seat), text) for seat, text in self._added)
        return ProofSeen(self._hash, entropy, self._secret)

    def _take(self, event: Event) -> None:
        match event:
            case Committed(hash=hash):
                self._hash, self._added, self._secret = hash, [], ""
            case EntropyAdded(seat=seat, entropy=text):
                self._added.append((seat, text))
            case SecretShown(secret=secret):
                self._secret = secret
            case Forked() | SecretLost():
                self._hash = ""
            case _:
                pass
