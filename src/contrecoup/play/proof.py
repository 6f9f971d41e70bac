"""Proof: which commitment holds, what seats added, and which counter comes next."""

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.log import Committed, EntropyAdded, Event, Forked, SecretLost, SecretShown, Thrown
from contrecoup.play.verifiable import entropy_faults, hashed, hold_hash, secret_of


class Proof(msgspec.Struct, frozen=True):
    """What faces are derived from, without the secret: `hash` of the commitment that holds ("" without
    one), the entropies so far, and the counter of the next face, which no rewind takes back."""

    hash: str = ""
    entropies: tuple[str, ...] = ()
    counter: int = 0

    def after(self, event: Event) -> "Proof":
        """What holds after an event."""
        match event:
            case Committed():
                return msgspec.structs.replace(self, hash=event.hash)
            case SecretShown() | SecretLost() | Forked():
                return msgspec.structs.replace(self, hash="")
            case EntropyAdded():
                return msgspec.structs.replace(self, entropies=(*self.entropies, event.entropy))
            case Thrown(counter=int()):
                return msgspec.structs.replace(self, counter=self.counter + faces_of(event))
            case _:
                return self

    def hold(self, event: Event) -> None:
        """Refused where an event can't come next."""
        match event:
            case Committed():
                hold_hash(event.hash)
                if self.hash:
                    raise Refused([refusal("play.committed_already")])
            case EntropyAdded():
                faults = tuple(entropy_faults(event.seat, event.entropy, len(self.entropies)))
                if faults:
                    raise Refused(faults)
            case SecretLost() if not self.hash:
                raise Refused([refusal("play.not_committed")])
            case SecretShown():
                self.hold_secret(secret_of(event.secret))
            case Thrown(counter=int() as counter):
                if not self.hash:
                    raise Refused([refusal("play.not_committed")])
                if counter != self.counter:
                    raise Refused([refusal("play.counter_differs", counter=counter, next=self.counter)])
            case _:
                pass

    def hold_secret(self, secret: bytes) -> None:
        """Refused where this isn't the secret that was committed to."""
        if not self.hash:
            raise Refused([refusal("play.not_committed")])
        if hashed(secret) != self.hash:
            raise Refused([refusal("play.secret_other")])


def faces_of(event: Thrown) -> int:
    """How many faces a throw took."""
    return sum(len(rolled.faces) for rolled in event.dice)
