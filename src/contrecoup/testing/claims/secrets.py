"""The claim about secrets: what a viewer gets doesn't depend on what he must not know.

Two copies of a scene are played side by side. They differ in something hidden: an answer to a question
that the viewer does not learn of, or a value of the setup that a pair of `golden/secrets.toml` names.
Everything that the viewer gets must be equal; where it differs, a message, question or end that is
declared to bring a secret out must be part of the difference, and the two copies part there.
"""

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, NamedTuple

import msgspec

from contrecoup.kernel import (
    EVERYONE,
    Answer,
    Choice,
    End,
    Message,
    RuleSet,
    Seat,
    Setup,
    Throw,
    View,
    may_see,
)
from contrecoup.registry import Scene, load
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.golden import SceneCase
from contrecoup.testing.golden import load as load_case
from contrecoup.testing.golden.cases import Pair
from contrecoup.testing.lines import message_line, option_line, view_lines
from contrecoup.testing.subject import Sample, Subject
from contrecoup.testing.walk import answers

_MOST_PAIRS: Final = 16_000
"""Pairs of states of a rule set that are compared, over all its scenes and viewers."""
_LEAST_PAIRS: Final = 200
_MOST_ANSWERS: Final = 24
"""Answers to a hidden question that are compared with one another; beyond that they are spread over all."""


@dataclass(frozen=True, eq=False, slots=True)
class _Run:
    """One of two copies: its setup and where it stands; a watch makes one object for each."""

    setup: Setup
    state: Hashable


class _Event(NamedTuple):
    """What an answer gives a viewer: its messages, and whether they bring a secret out."""

    after: _Run
    said: tuple[Message, ...]
    is_revealing: bool


@dataclass(eq=False)
class _Watch:
    """Who looks, by which rules, the ids with which secrets come out, and how many pairs are compared.

    What he got so far is kept: a state is in many pairs.
    """

    rules: RuleSet[Any, Any]
    viewer: Seat
    reveals: frozenset[str]
    most: int
    _runs: dict[Hashable, _Run] = field(default_factory=dict)
    _views: dict[_Run, View] = field(default_factory=dict)
    _questions: dict[_Run, tuple[str, ...]] = field(default_factory=dict)
    _events: dict[_Run, list[_Event]] = field(default_factory=dict)

    def run(self, setup: Setup, state: Hashable) -> _Run:
        """The copy with this setup that stands there."""
        return self._runs.setdefault((id(setup), state), _Run(setup, state))

    def view(self, run: _Run) -> View:
        """What the viewer sees."""
        if run not in self._views:
            self._views[run] = self.rules.view(run.setup, run.state, self.viewer)
        return self._views[run]

    def question(self, run: _Run) -> tuple[str, ...]:
        """What the viewer learns of the question; () where he doesn't learn that there is one."""
        if run not in self._questions:
            self._questions[run] = self._question(run)
        return self._questions[run]

    def _question(self, run: _Run) -> tuple[str, ...]:
        node = self.rules.node(run.setup, run.state)
        match node:
            case End():
                return ("end", node.outcome)
            case Choice() if may_see(node.audience, self.viewer) or node.seat == self.viewer:
                mine = node.options if node.seat == self.viewer else ()
                return ("choice", node.reason, node.seat, *map(option_line, mine))
            case Throw() if may_see(node.audience, self.viewer):
                dice = (f"{die.label} d{die.sides}" for die in node.test.dice())
                return ("throw", node.reason, node.seat, *dice)
            case _:
                return ()

    def event(self, run: _Run, answer: Answer) -> _Event:
        """What the viewer gets from an answer."""
        after = self.rules.apply(run.setup, run.state, answer)
        told = self.rules.tell(run.setup, run.state, answer, after)
        heard = tuple(_heard(said) for said in told if may_see(said.audience, self.viewer))
        revealing = any(said.id in self.reveals for said in heard)
        return _Event(self.run(run.setup, after), heard, revealing)

    def events(self, run: _Run) -> list[_Event]:
        """What the viewer gets from each answer of a hidden question."""
        if run not in self._events:
            node = self.rules.node(run.setup, run.state)
            possible = answers(node)
            chosen = possible[:: 1 + len(possible) // _MOST_ANSWERS]
            self._events[run] = list(dict.fromkeys(self.event(run, answer) for answer in chosen))
        return self._events[run]


def _heard(said: Message) -> Message:
    """A message as it reaches somebody: without its audience, which would name who else got it."""
    return Message(said.id, said.values, EVERYONE, said.rule)


@claim
def secrets_are_kept(subject: Subject) -> Iterator[str]:
    """Another hidden answer or value changes nothing that an outsider sees, hears or is asked."""
    hiding = [sample for sample in subject.samples if _has_hidden_questions(sample)]
    watched = sum(len(sample.viewers) for sample in hiding)
    watched += sum(len(pair.viewers) for pair in subject.secrets.pairs)
    most = max(_LEAST_PAIRS, _MOST_PAIRS // max(1, watched))
    for sample in hiding:
        for viewer in sample.viewers:
            watch = _watch(subject, viewer, most)
            run = watch.run(sample.setup, sample.start)
            faults = _told_apart(watch, run, run)
            yield from (f"{sample.name}, for {viewer}: {fault}" for fault in faults)
    for pair in subject.secrets.pairs:
        yield from _paired(subject, pair, most)


def _watch(subject: Subject, viewer: Seat, most: int) -> _Watch:
    return _Watch(subject.ruleset, viewer, frozenset(subject.secrets.reveals), most)


def _has_hidden_questions(sample: Sample) -> bool:
    nodes = sample.explored.nodes.values()
    return any(not isinstance(node, End) and "*" not in node.audience for node in nodes)


def _paired(subject: Subject, pair: Pair, most: int) -> Iterator[str]:
    name = pair.scene or pair.note or "a pair of secrets.toml"
    try:
        one, other = _scenes(subject, pair)
    except LookupError:
        yield f"secrets.toml names the golden scene {pair.scene}, which isn't there"
        return
    for viewer in pair.viewers:
        watch = _watch(subject, viewer, most)
        runs = (watch.run(one.setup, one.start()), watch.run(other.setup, other.start()))
        faults = _told_apart(watch, *runs)
        yield from (f"{name} with {pair.set}, for {viewer}: {fault}" for fault in faults)


def _scenes(subject: Subject, pair: Pair) -> tuple[Scene, Scene]:
    """The scene, and the same with the pair's other values."""
    if pair.given is None:
        file = next((file for file in subject.golden if file.name == pair.scene), None)
        if file is None or not isinstance(file.case, SceneCase):
            raise LookupError(pair.scene)
        case, folder = file.case, file.folder
    else:
        case, folder = SceneCase(given=pair.given), subject.folder
    one = load_case(case, folder, pair.scene)
    other = msgspec.structs.replace(case, set={**case.set, **pair.set})
    return load(one.data), load_case(other, folder, pair.scene)


def _told_apart(watch: _Watch, one: _Run, other: _Run) -> Iterator[str]:
    """Where two runs give the viewer different things though nothing has come out."""
    waiting = deque([(one, other)])
    seen = {(one, other)}
    count = 0
    while waiting and count < watch.most:
        count += 1
        one, other = waiting.popleft() if count % 2 else waiting.pop()
        fault = _difference(watch, one, other)
        if fault:
            yield fault
            continue
        for step in _steps(watch, one, other):
            if isinstance(step, str):
                yield step
            elif step not in seen:
                seen.add(step)
                waiting.append(step)


def _difference(watch: _Watch, one: _Run, other: _Run) -> str:
    view, view_there = watch.view(one), watch.view(other)
    if view != view_there:
        here, there = view_lines(view), view_lines(view_there)
        lines = sorted(set(here) ^ set(there)) or [*here, "in another order"]
        return f"the view shows a hidden value: {'; '.join(lines)}"
    asked, asked_there = watch.question(one), watch.question(other)
    if asked and asked_there and asked != asked_there and not watch.reveals & {*asked, *asked_there}:
        return f"the next question depends on a hidden value: {' '.join(asked)} or {' '.join(asked_there)}"
    return ""


def _steps(watch: _Watch, one: _Run, other: _Run) -> Iterator[tuple[_Run, _Run] | str]:
    """The pairs that follow; a text where the viewer can tell them apart."""
    asked, asked_there = watch.question(one), watch.question(other)
    if asked and asked_there:
        if asked == asked_there:
            yield from _answered_alike(watch, one, other)
    elif not asked and not asked_there:
        for here, there in product(watch.events(one), watch.events(other)):
            yield from _compared(watch, (one, here), (other, there))
    else:
        yield from _alone(watch, one, other, is_first=not asked)


def _answered_alike(watch: _Watch, one: _Run, other: _Run) -> Iterator[tuple[_Run, _Run] | str]:
    """A question that the viewer learns of gets the same answer in both runs."""
    possible = set(answers(watch.rules.node(other.setup, other.state)))
    for answer in answers(watch.rules.node(one.setup, one.state)):
        if answer not in possible:
            continue
        here, there = watch.event(one, answer), watch.event(other, answer)
        if here.said == there.said:
            yield here.after, there.after
        elif not (here.is_revealing or there.is_revealing):
            yield _unlike(watch, one, here.said, there.said)


def _compared(
    watch: _Watch, one: tuple[_Run, _Event], other: tuple[_Run, _Event]
) -> Iterator[tuple[_Run, _Run] | str]:
    """Two hidden answers: the same messages, or silence on one side that may still be broken by the same."""
    (run, here), (run_there, there) = one, other
    if here.said == there.said:
        yield here.after, there.after
    elif here.is_revealing or there.is_revealing:
        return
    elif not here.said:
        yield here.after, run_there
    elif not there.said:
        yield run, there.after
    else:
        yield _unlike(watch, run, here.said, there.said)


def _alone(watch: _Watch, one: _Run, other: _Run, *, is_first: bool) -> Iterator[tuple[_Run, _Run] | str]:
    """A hidden question on one side alone must pass without a word."""
    run = one if is_first else other
    for event in watch.events(run):
        if event.is_revealing:
            continue
        if event.said:
            yield _unlike(watch, run, event.said, ())
        else:
            yield (event.after, other) if is_first else (one, event.after)


def _unlike(watch: _Watch, run: _Run, here: tuple[Message, ...], there: tuple[Message, ...]) -> str:
    node = watch.rules.node(run.setup, run.state)
    reason = "" if isinstance(node, End) else node.reason
    said, other = (" / ".join(map(message_line, each)) or "nothing" for each in (here, there))
    return f"after {reason} a message depends on a hidden value: {said}, or {other}"
