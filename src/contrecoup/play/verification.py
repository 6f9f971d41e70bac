"""Verification: every face of a log recomputed from the secret that its scene committed to."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.log import (
    Amended,
    Committed,
    EntropyAdded,
    Forked,
    Record,
    Rolled,
    SecretLost,
    SecretShown,
    Thrown,
)
from contrecoup.play.proof import faces_of
from contrecoup.play.verifiable import VerifiableDice, hashed, secret_of

Status: TypeAlias = Literal[
    "derived", "wrong", "unchecked", "typed", "replaced", "amended", "kept", "unproven"
]  # fmt: skip


class Proved(NamedTuple):
    """One throw of a log: its event, and where its dice come from; `of` is the event whose dice were kept or
    replaced (0: none)."""

    sequence: int
    status: Status
    of: int = 0


class Verified(NamedTuple):
    """What could be checked of a log: its commitments (event and hash), each throw, and every fault."""

    commitments: tuple[tuple[int, str], ...]
    throws: tuple[Proved, ...]
    faults: tuple[Refusal, ...]


def verify(records: Sequence[Record], published: str = "") -> Verified:
    """Every throw of a log against its commitments; with the hash that was published, against that as well.

    Nothing is asked of the rules: faces, their order and their counters are checked as they stand.
    """
    checker = _Checker(_secrets(records))
    for record in records:
        checker.take(record)
    checker.finish(published)
    return Verified(tuple(checker.commitments), tuple(checker.throws), tuple(checker.faults))


def _secrets(records: Sequence[Record]) -> dict[int, Record]:
    """By the event of each commitment, the event that showed its secret."""
    found: dict[int, Record] = {}
    held = 0
    for record in records:
        if isinstance(record.event, Committed):
            held = record.sequence
        elif isinstance(record.event, Forked | SecretLost):
            held = 0
        elif isinstance(record.event, SecretShown) and held:
            found[held] = record
            held = 0
    return found


class _Checker:
    """Takes a log's records in order."""

    def __init__(self, shown: dict[int, Record]) -> None:
        self.commitments: list[tuple[int, str]] = []
        self.throws: list[Proved] = []
        self.faults: list[Refusal] = []
        self._shown = shown
        self._held = 0
        self._secret: bytes | None = None
        self._entropies: list[str] = []
        self._next = 0
        self._dice: dict[int, tuple[Rolled, ...]] = {}

    def take(self, record: Record) -> None:
        event, sequence = record.event, record.sequence
        match event:
            case Committed():
                self._commit(sequence, event)
            case EntropyAdded():
                self._entropies.append(event.entropy)
            case SecretShown():
                if not self._held:
                    self._fault("verify.secret_stray", sequence)
                self._held, self._secret = 0, None
            case Forked() | SecretLost():
                if self._held and self._secret is None:
                    self._fault("verify.unshown", self._held)
                self._held, self._secret = 0, None
            case Thrown():
                self.throws.append(self._thrown(sequence, event))
                self._dice[sequence] = event.dice
            case Amended() if event.dice:
                self._dice[event.of] = event.dice
                self.throws = [
                    Proved(each.sequence, "amended") if each.sequence == event.of else each
                    for each in self.throws
                ]
            case _:
                pass

    def finish(self, published: str) -> None:
        """What can only be said of the whole log."""
        if not self.commitments:
            self.faults.append(refusal("verify.nothing"))
        elif published and published not in [hash for _, hash in self.commitments]:
            self.faults.append(refusal("verify.hash", given=published))
        if self._held:
            self._fault("verify.unshown", self._held)

    def _commit(self, sequence: int, event: Committed) -> None:
        if self._held:
            self._fault("verify.committed_twice", sequence)
        self.commitments.append((sequence, event.hash))
        self._held, self._secret = sequence, None
        shown = self._shown.get(sequence)
        if shown is None:
            return
        assert isinstance(shown.event, SecretShown)
        try:
            secret = secret_of(shown.event.secret)
        except Refused:
            secret = b""
        if hashed(secret) == event.hash:
            self._secret = secret
        else:
            self._fault("verify.secret", shown.sequence, of=sequence)

    def _thrown(self, sequence: int, event: Thrown) -> Proved:
        if any(die.faces and sum(die.faces) != die.number for die in event.dice):
            self._fault("verify.sum", sequence)
        if event.origin == "kept":
            return self._kept(sequence, event)
        if event.origin == "thrown" and event.of:
            self._fault("verify.again", sequence, of=event.of)
        if event.counter is not None:
            return Proved(sequence, self._derived(sequence, event, event.counter), event.of)
        if event.origin == "typed":
            return Proved(sequence, "replaced" if event.of else "typed", event.of)
        if self._held:
            self._fault("verify.unproven", sequence)
        return Proved(sequence, "unproven", event.of)

    def _kept(self, sequence: int, event: Thrown) -> Proved:
        is_kept = self._dice.get(event.of) == event.dice
        if not is_kept or event.counter is not None:
            self._fault("verify.kept", sequence, of=event.of)
        return Proved(sequence, "kept" if is_kept else "wrong", event.of)

    def _derived(self, sequence: int, event: Thrown, counter: int) -> Status:
        """Whether each face is the one that the secret gives at its place in the row."""
        if counter != self._next:
            self._fault("verify.counter", sequence, counter=counter, next=self._next)
        self._next = max(self._next, counter + faces_of(event))
        if not self._held:
            self._fault("verify.stray", sequence)
            return "wrong"
        if self._secret is None:
            return "unchecked"
        return "derived" if self._faces_agree(sequence, event, max(counter, 0), self._secret) else "wrong"

    def _faces_agree(self, sequence: int, event: Thrown, counter: int, secret: bytes) -> bool:
        source = VerifiableDice(secret, self._entropies, counter)
        faces = [(die.sides, face) for die in event.dice for face in die.faces]
        if not faces or any(not die.faces for die in event.dice):
            self._fault("verify.sum", sequence)
            return False
        for sides, face in faces:
            place = source.counter
            try:
                expected = source.face(sides)
            except (Refused, OverflowError):
                expected = 0
            if face != expected:
                self._fault("verify.face", sequence, place=place, face=face, expected=expected)
                return False
        return True

    def _fault(self, id: str, sequence: int, **values: int) -> None:
        self.faults.append(Refusal(id, values=(("sequence", sequence), *values.items())))
