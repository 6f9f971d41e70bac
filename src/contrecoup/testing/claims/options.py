"""Claims about choices: what is offered is accepted, everything else is refused with a reason."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final

from contrecoup.kernel import Answer, Choice, End, Name, Option, Refused, Result, Throw
from contrecoup.testing.catalogues import LANGUAGES
from contrecoup.testing.chances import pushed, rounded
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.lines import option_line
from contrecoup.testing.subject import Sample, Subject

_MOST_CHOICES: Final = 250
_MOST_FOREIGN: Final = 25
_COMPARED: Final = 1_000
"""States of a rule set at which each sibling is compared; every sibling looks at others of them."""
_ACCIDENTS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules raise that look into an answer before they have made sure that it is offered."""


def _choices(sample: Sample) -> Iterator[tuple[Hashable, Choice]]:
    for state, node in sample.explored.nodes.items():
        if isinstance(node, Choice):
            yield state, node


@claim
def offered_options_are_accepted(subject: Subject) -> Iterator[str]:
    """Each option that is offered is accepted, none is offered twice, and push is one of them."""
    for sample in subject.samples:
        for state, node in _choices(sample):
            place = f"{sample.name}, {node.reason}"
            if not node.options:
                yield f"{place}: nothing is offered"
            if node.push not in node.options:
                yield f"{place}: push takes {option_line(node.push)}, which isn't offered"
            if len(set(node.options)) < len(node.options):
                yield f"{place}: an option is offered twice"
            for option in node.options:
                try:
                    sample.ruleset.apply(sample.setup, state, option)
                except Refused as refused:
                    yield f"{place}: {option_line(option)} is offered and refused ({refused})"


@claim
def other_options_are_refused(subject: Subject) -> Iterator[str]:
    """Options of other questions, with other values or for a throw are refused with ids of the catalogues."""
    for sample in subject.samples:
        choices = list(_choices(sample))
        every = {option for _, node in choices for option in node.options}
        known = sorted(every, key=option_line)
        for state, node in choices[:: 1 + len(choices) // _MOST_CHOICES]:
            answers: tuple[Answer, ...] = (*_foreign(node, known), Result(0))
            yield from _wrongly_taken(subject, sample, state, answers)
        others = [state for state, node in sample.explored.nodes.items() if not isinstance(node, Choice)]
        for state in others[:: 1 + len(others) // _MOST_CHOICES]:
            yield from _wrongly_taken(subject, sample, state, known[:1] or [Option("no_such_option")])


def _wrongly_taken(
    subject: Subject, sample: Sample, state: Hashable, answers: Iterable[Answer]
) -> Iterator[str]:
    node = sample.explored.nodes[state]
    place = f"{sample.name}, {node.outcome if isinstance(node, End) else node.reason}"
    for answer in answers:
        yield from (f"{place}: {fault}" for fault in _taken(subject, sample, state, answer))


def _foreign(node: Choice, known: Iterable[Option]) -> list[Option]:
    """Options that a node doesn't offer: invented ones, its own with other values, those of other nodes."""
    altered = [Option("no_such_option"), Option("")]
    for option in node.options:
        altered += [Option(option.id, (*option.values, ("extra", 1)))]
        altered += [Option(option.id, option.values[:-1])] if option.values else []
        altered += [Option(option.id, values) for values in _altered(option.values)]
    wanted = [option for option in (*altered, *known) if option not in node.options]
    step = max(1, len(wanted) // _MOST_FOREIGN)
    return wanted[:2] + wanted[2::step]


def _altered(values: tuple[tuple[str, Any], ...]) -> Iterator[tuple[tuple[str, Any], ...]]:
    for place, (name, value) in enumerate(values):
        others: tuple[Any, ...] = (
            (value - 1, value + 1, value + 1_000) if isinstance(value, int) else ("no_such_value",)
        )
        others += (Name("no.such.name"),) if isinstance(value, Name) else ()
        for other in others:
            yield (*values[:place], (name, other), *values[place + 1 :])


def _taken(subject: Subject, sample: Sample, state: Hashable, answer: Answer) -> Iterator[str]:
    said = option_line(answer) if isinstance(answer, Option) else f"the result {tuple(answer)}"
    try:
        sample.ruleset.apply(sample.setup, state, answer)
    except Refused as refused:
        if not refused.reasons:
            yield f"{said} is refused without a reason"
        for reason in refused.reasons:
            for language in LANGUAGES:
                if not subject.sentences(reason.id, language):
                    yield f"{said} is refused with {reason.id}, not in {language}.po"
    except _ACCIDENTS as accident:
        yield f"{said} isn't offered and is looked into: {accident!r}"
    else:
        yield f"{said} isn't offered and is accepted"


@claim
def shapes_are_honest(subject: Subject) -> Iterator[str]:
    """Setups of equal shape ask the same and lead to the same; a shape never grows coarser."""
    for sample in subject.samples:
        others = [*sample.siblings, *((s.name, s.setup) for s in subject.samples if _may_share(sample, s))]
        nodes = list(sample.explored.nodes.items())
        step = 1 + len(nodes) * len(subject.samples) // _COMPARED
        for place, (name, other) in enumerate(others):
            for state, node in nodes[place % step :: step]:
                yield from (
                    f"{sample.name} and {name}: {fault}" for fault in _unlike(sample, other, state, node)
                )


def _may_share(sample: Sample, other: Sample) -> bool:
    return other is not sample and type(other.setup) is type(sample.setup)


def _unlike(sample: Sample, other: Any, state: Hashable, node: Any) -> Iterator[str]:
    setup, rules = sample.setup, sample.ruleset
    ways = sample.explored.ways[state]
    if setup.shape(state) != other.shape(state):
        if any(setup.shape(way.after) == other.shape(way.after) for way in ways):
            yield f"their shapes differ at {state!r} and are equal one answer later"
        return
    if _asked(node) != _asked(rules.node(other, state)):
        yield f"equal shapes, and at {state!r} they ask {_asked(node)} and {_asked(rules.node(other, state))}"
        return
    for way in ways:
        after = rules.apply(other, state, way.answer)
        if after != way.after:
            yield f"equal shapes, and at {state!r} {way.answer!r} leads to {way.after!r} and {after!r}"


def _asked(node: Any) -> tuple[Any, ...]:
    """What two setups of one shape must have in common at a state: all but the test itself."""
    match node:
        case Throw():
            bounds = (node.floor, node.cap, node.mishap_matters)
            return ("throw", node.seat, node.reason, type(node.test), *bounds, node.audience, node.round)
        case End():
            return ("end", node.outcome, node.tallies)
        case _:
            return ("choice", node)


@claim
def fewer_questions_end_alike(subject: Subject) -> Iterator[str]:
    """The setup that plan push is walked with has the same ends as the setup itself."""
    for sample in subject.samples:
        fewer = sample.setup.pushed()
        if fewer != sample.setup and not sample.is_beyond:
            here = sample.ends
            there = pushed(sample.ruleset, fewer, sample.ruleset.start(fewer))
            if any(abs(here.get(end, 0) - there.get(end, 0)) > 1e-9 for end in {*here, *there}):
                yield f"{sample.name}: {rounded(here)} and pushed {rounded(there)}"
