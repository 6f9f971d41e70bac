"""What holds for every evening in which the game master steps in, whatever he does and whatever dice show."""

from collections.abc import Callable
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.kernel import GM_ONLY, Choice, End, Refused, Throw
from contrecoup.log import MemoryStore, Thrown
from contrecoup.play import Session, TypedDice
from contrecoup.play.happenings import described
from contrecoup.play.recap import recap, recap_html
from contrecoup.play.telling import Teller
from contrecoup.play.verification import verify
from contrecoup.registry import Scene
from tests.play.hands import TIME, outcome

SECRET = bytes(range(32))


def advance(session: Session, number: int) -> None:
    node = session.question()
    if isinstance(node, Choice):
        session.choose(node.options[number % len(node.options)], who="gm")
    elif isinstance(node, Throw):
        session.throw(session.hand(), who="gm", hidden=number % 3 == 0)


def type_dice(session: Session, number: int) -> None:
    node = session.question()
    if isinstance(node, Throw):
        dice = TypedDice(tuple(1 + number % (die.sides - 1) for die in node.test.dice()))
        session.correct(dice, who="gm") if session.kept() else session.throw(dice, who="gm")


def correct(session: Session, number: int) -> None:
    places = session.correctable()
    place = places[number % len(places)]
    limits = place.limits
    value = {
        "flag": not place.value,
        "number": limits.least + number % (limits.most - limits.least + 1),
        "word": limits.words[number % len(limits.words)] if limits.words else "",
        "text": f"text {number}",
    }[limits.kind]
    audience = GM_ONLY if number % 2 else frozenset({"*"})
    session.set_right(place.path, value, "why", part=place.part, audience=audience)


POWERS: dict[str, Callable[[Session, int], object]] = {
    "advance": advance,
    "type": type_dice,
    "correct": correct,
    "amend": lambda session, number: session.amend("why", by=number % 5 - 2),
    "open": lambda session, number: session.open(1 + number % len(session.records)),
    "rewind": lambda session, number: session.rewind(1 + number % len(session.records)),
    "pause": lambda session, _: session.unpause() if session.is_paused else session.pause(),
    "entropy": lambda session, number: session.add_entropy("someone", f"{number}"),
}
evenings = st.lists(
    st.tuples(st.sampled_from(["advance", "advance", *POWERS]), st.integers(0, 200)), max_size=25
)


def live(scene: Scene, evening: list[tuple[str, int]]) -> Session:
    """An evening of all that can be done; what can't be is refused and changes nothing."""
    session = Session.begin(scene, MemoryStore(), lambda: TIME, secret=SECRET)
    for power, number in evening:
        before = outcome(session), len(session.records)
        try:
            POWERS[power](session, number)
        except Refused:
            assert (outcome(session), len(session.records)) == before
    return session


@given(evenings)
@settings(deadline=None, max_examples=60)
def test_the_log_gives_back_all_that_was_live(any_scene: Scene, evening: list[tuple[str, int]]) -> None:
    session = live(any_scene, evening)
    again = Session.resume(MemoryStore(session.records), lambda: TIME, secret=SECRET)
    assert outcome(again) == outcome(session)
    assert again.records == session.records
    assert (again.opened, again.is_paused, again.entropies) == (
        session.opened,
        session.is_paused,
        session.entropies,
    )


@given(evenings)
@settings(deadline=None, max_examples=60)
def test_every_evening_s_dice_are_proved(any_scene: Scene, evening: list[tuple[str, int]]) -> None:
    session = live(any_scene, evening)
    session.show_secret(early=True)
    found = verify(session.records)
    assert found.faults == ()
    assert not {"wrong", "unproven", "unchecked"} & {each.status for each in found.throws}


@given(evenings, st.integers(0, 200))
@settings(deadline=None, max_examples=40)
def test_a_what_if_goes_on_and_leaves_the_scene_alone(
    any_scene: Scene, evening: list[tuple[str, int]], number: int
) -> None:
    session = live(any_scene, evening)
    before, records = outcome(session), session.records
    fork = session.fork(MemoryStore(), 1 + number % len(records))
    for step in range(5):
        if not isinstance(fork.question(), End):
            advance(fork, number + step)
    assert (outcome(session), session.records) == (before, records)


@given(evenings)
@settings(deadline=None, max_examples=40)
def test_everybody_can_be_told_and_hidden_dice_are_told_to_nobody(
    any_scene: Scene, evening: list[tuple[str, int]]
) -> None:
    session = live(any_scene, evening)
    for viewer in ("gm", *any_scene.manifest.seats, "screen"):
        teller = Teller(session.scene, "fr", viewer)
        for record in teller.numbered(session.records).values():
            assert described(teller, record.event, session.records)
        assert set(teller.places(session.records).values()) <= set(teller.numbered(session.records))
        assert recap(session, teller)
        assert recap_html(session, teller)
    for step in session.steps:
        if isinstance(step.event, Thrown) and step.event.hidden and not step.is_opened:
            told = list(Teller(session.scene, "en", "screen").told(step))
            assert told == []


def test_the_laws_meet_every_power(any_scene: Scene) -> None:
    """Each of them does something in a scene of its kind, so that the laws above are not about refusals."""
    for power, use in POWERS.items():
        session = Session.begin(any_scene, MemoryStore(), lambda: TIME, secret=SECRET)
        for number in range(40):
            count = len(session.records)
            with suppress(Refused):
                use(session, number)
            if len(session.records) > count:
                break
            with suppress(Refused):
                advance(session, 0)
        else:
            raise AssertionError(power)
