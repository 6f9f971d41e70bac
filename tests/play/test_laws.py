"""What holds for every evening, whoever decides what and whatever the dice show."""

from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.kernel import Choice, Throw
from contrecoup.log import Adjusted, Chosen, MemoryStore, Noted, Record, Rewound, Thrown
from contrecoup.play import RecordedDice, Session, replayed
from contrecoup.registry import Scene
from tests.play.hands import TIME, SeededDice, begin, outcome, play, step, typed

Evening = list[tuple[str, int]]

evenings = st.lists(
    st.tuples(st.sampled_from(["step"] * 4 + ["rewind", "adjust", "note"]), st.integers(0, 50)),
    max_size=30,
)
seeds = st.integers(0, 10_000)


def live(session: Session, evening: Evening, seed: int) -> Session:
    """An evening of steps, rewinds, modifiers and notes."""
    dice = SeededDice(seed)
    for kind, number in evening:
        if kind == "step":
            step(session, number, dice)
        elif kind == "rewind":
            session.rewind(1 + number % len(session.records))
        elif kind == "adjust" and not session.is_over():
            session.adjust(number % 4 + 1, "luck")
        elif kind == "note":
            session.note("a note")
    return session


@given(evenings, seeds)
@settings(deadline=None)
def test_a_replayed_log_gives_what_was_live(any_scene: Scene, evening: Evening, seed: int) -> None:
    store = MemoryStore()
    session = live(begin(any_scene, store), evening, seed)
    again = Session.resume(MemoryStore(store.read().records), lambda: TIME)
    assert outcome(again) == outcome(session)
    assert again.records == session.records


@given(evenings, st.lists(st.integers(0, 5), min_size=1, max_size=8), seeds)
@settings(deadline=None)
def test_what_is_undone_never_happened(
    any_scene: Scene, evening: Evening, more: list[int], seed: int
) -> None:
    session = live(begin(any_scene), evening, seed)
    before, here = outcome(session), len(session.records)
    dice = SeededDice(seed + 1)
    for choice in more:
        step(session, choice, dice)
    session.rewind(here)
    assert outcome(session) == before


@given(st.lists(st.integers(0, 5), min_size=1, max_size=15), seeds)
@settings(deadline=None)
def test_typed_dice_do_what_thrown_ones_do(any_scene: Scene, choices: list[int], seed: int) -> None:
    thrown, by_hand, dice = begin(any_scene), begin(any_scene), SeededDice(seed)
    for choice in choices:
        node = thrown.question()
        taken = step(thrown, choice, dice)
        if isinstance(node, Choice):
            by_hand.choose(node.options[choice % len(node.options)])
        elif isinstance(node, Throw):
            assert taken is not None
            by_hand.throw(typed(taken))
        assert outcome(by_hand) == outcome(thrown)


@given(evenings, seeds, st.integers(0, 100))
@settings(deadline=None)
def test_a_session_interrupted_at_any_event_goes_on_as_if_it_had_not_been(
    any_scene: Scene, evening: Evening, seed: int, cut: int
) -> None:
    session = live(begin(any_scene), evening, seed)
    uninterrupted = play(session, seed).records
    resumed = Session.resume(MemoryStore(uninterrupted[: 1 + cut % len(uninterrupted)]), lambda: TIME)
    for record in uninterrupted[len(resumed.records) :]:
        again(resumed, record)
    assert outcome(resumed) == outcome(session)
    assert resumed.records == uninterrupted


def again(session: Session, record: Record) -> None:
    """Do what brought a record about."""
    event = record.event
    if isinstance(event, Chosen):
        session.choose(event.option)
    elif isinstance(event, Thrown):
        session.throw(RecordedDice(event.dice, "typed" if event.origin == "typed" else "thrown"))
    elif isinstance(event, Rewound):
        session.rewind(event.to)
    elif isinstance(event, Adjusted):
        session.adjust(event.modifier.by, event.modifier.reason, event.modifier.audience)
    elif isinstance(event, Noted):
        session.note(event.text, event.audience)


@given(evenings, seeds)
@settings(deadline=None)
def test_undo_is_no_way_to_throw_again(any_scene: Scene, evening: Evening, seed: int) -> None:
    session = live(begin(any_scene), evening, seed)
    seen: dict[object, tuple[int, ...]] = {}
    for record in session.records:
        event = record.event
        if isinstance(event, Thrown):
            position = len(Session(replayed(session.records[: record.sequence - 1]), MemoryStore()).steps)
            question = (position, event.seat, event.reason)
            numbers = tuple(rolled.number for rolled in event.dice)
            assert seen.setdefault(question, numbers) == numbers
