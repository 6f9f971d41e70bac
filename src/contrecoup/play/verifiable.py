"""Verifiable dice: each face follows from a secret that was committed to, what seats added, and a counter.

Face number `counter` of a die with `sides` sides, `attempt` from 0 on:

    row = for each entropy, in the order in which they were added:
              its length in bytes (2 bytes, big-endian) and its UTF-8 bytes
    digest = HMAC-SHA256(key = secret, message = row + counter (8 bytes) + attempt (4 bytes))
    number = the first 8 bytes of the digest, big-endian

Where `number` lies below the largest multiple of `sides` up to 2**64, the face is `number % sides + 1`; else
the next attempt is made. So each face is exactly as likely as the others, and takes one counter.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from contrecoup.dice import throw_die
from contrecoup.kernel import GM, Die, Refusal, Refused, Seat, refusal
from contrecoup.log import Rolled

SECRET_BYTES: Final = 32
LONGEST_ENTROPY: Final = 100
MOST_ENTROPIES: Final = 100
_WIDTH: Final = 8
_NUMBERS: Final = 256**_WIDTH


def fresh_secret() -> bytes:
    """A secret that nobody can guess."""
    return os.urandom(SECRET_BYTES)


def hashed(secret: bytes) -> str:
    """What is published of a secret beforehand: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def secret_of(text: str) -> bytes:
    """The secret that a log shows in hexadecimal; Refused where it is none."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES or secret.hex() != text:
        raise Refused([refusal("play.secret_form", bytes=SECRET_BYTES)])
    return secret


def hold_hash(text: str) -> None:
    """Refused where a text can't be what is published of a secret."""
    if len(text) != 2 * hashlib.sha256().digest_size or not set(text) <= set("0123456789abcdef"):
        raise Refused([refusal("play.hash_form")])


def entropy_faults(seat: Seat, entropy: str, known: int) -> Iterable[Refusal]:
    """Why a seat can't add this. The game master can't: his share is the secret, and whoever knows it
    could choose words that make dice fall as he likes."""
    if seat == GM:
        yield refusal("play.entropy_master")
    if not 0 < len(entropy) <= LONGEST_ENTROPY or not entropy.isprintable():
        yield refusal("play.entropy_length", most=LONGEST_ENTROPY)
    if known >= MOST_ENTROPIES:
        yield refusal("play.entropy_many", most=MOST_ENTROPIES)


class VerifiableDice:
    """Faces derived one after the other; `counter` is that of the next face."""

    def __init__(self, secret: bytes, entropies: Iterable[str] = (), counter: int = 0) -> None:
        self._secret = secret
        self._row = b"".join(_measured(entropy.encode()) for entropy in entropies)
        self.counter = counter

    def face(self, sides: int, /) -> int:
        """The next face, from 1 to `sides`."""
        if not 1 <= sides <= _NUMBERS:
            raise Refused([refusal("play.no_sides", sides=sides)])
        limit = _NUMBERS - _NUMBERS % sides
        attempt = 0
        while (number := self._number(attempt)) >= limit:
            attempt += 1
        self.counter += 1
        return number % sides + 1

    def _number(self, attempt: int) -> int:
        place = self.counter.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        # hmac.digest lets other threads go first, each time, and is slower than this when it isn't warm
        digest = hmac.new(self._secret, self._row + place, "sha256").digest()
        return int.from_bytes(digest[:_WIDTH], "big")


class DerivedDice(msgspec.Struct, frozen=True):
    """A hand whose faces are derived; made anew for each throw, as `Session.hand` does."""

    source: VerifiableDice
    origin: Literal["thrown"] = "thrown"

    @property
    def counter(self) -> int:
        """The counter of the next face."""
        return self.source.counter

    def roll(self, dice: Sequence[Die], /) -> tuple[Rolled, ...]:
        chains = [(die, throw_die(die, self.source)) for die in dice]
        return tuple(
            Rolled(label=die.label, sides=die.sides, number=sum(faces), faces=faces) for die, faces in chains
        )


def _measured(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data
