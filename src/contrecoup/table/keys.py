"""Keys: what a seat's link says, and what a browser keeps once it has come by it.

A key is 192 random bits. What a browser keeps is derived from it, so that entering writes nothing and
several devices may hold one seat. Only hashes of both are stored; neither can be used as the other.
"""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from typing import Final

from contrecoup.storage import KeyChange

KEY_BYTES: Final = 24
LONGEST_KEY: Final = 100
"""No key or token of ours is longer; what is longer isn't looked up."""
_SESSION: Final = b"contrecoup session"


def new_key() -> str:
    """A key that nobody can guess."""
    return token_urlsafe(KEY_BYTES)


def new_id() -> str:
    """A short random id, which tells nothing of how many there were before it."""
    return token_hex(6)


def new_table() -> str:
    """The id of a new table."""
    return token_hex(8)


def token_of(key: str) -> str:
    """The session token that belongs to a key."""
    return urlsafe_b64encode(hmac.digest(key.encode(), _SESSION, "sha256")).decode().rstrip("=")


def hash_of_key(key: str) -> bytes:
    """What is stored of a key."""
    return sha256(b"key " + key.encode("utf-8", "replace")).digest()


def hash_of_token(token: str) -> bytes:
    """What is stored of a session token."""
    return sha256(b"session " + token.encode("utf-8", "replace")).digest()


def shelf(seat: str) -> str:
    """Where the storage keeps a seat's hashes, so that they can be dropped; no scene's id has a space."""
    return f"key {seat}"


def hashes(key: str) -> bytes:
    """Both hashes of a key, one after the other, as they lie on the shelf."""
    return hash_of_key(key) + hash_of_token(token_of(key))


def dropped(held: bytes | None) -> tuple[KeyChange, ...]:
    """The changes that let what lay on the shelf open nothing any more."""
    held = held or b""
    return tuple(KeyChange(held[start : start + 32]) for start in range(0, len(held), 32))


def opened(key: str, seat: str) -> tuple[KeyChange, ...]:
    """The changes that let a key and its session token open a seat."""
    return KeyChange(hash_of_key(key), seat), KeyChange(hash_of_token(token_of(key)), seat)
