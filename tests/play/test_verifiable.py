"""Derived faces are those that the published scheme gives, recomputed here from its description alone."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrecoup.kernel import Die, Refused
from contrecoup.play import DerivedDice, VerifiableDice, fresh_secret
from contrecoup.play.verifiable import entropy_faults, hashed, secret_of
from contrecoup.testing.chances import is_likely

SECRET = bytes(range(32))
ENTROPIES = ("six, two", "Zoé")
PAGES = [
    Path(__file__).parents[2] / "docs" / page for page in ("reference/log.md", "fr/reference/journal.md")
]

EXAMPLE = [
    (0, 6, "72189ad50c309ab8", 8221491359588063928, 1),
    (1, 6, "6631784344f19067", 7363799096042295399, 4),
    (2, 8, "72e2fee137de3265", 8278459308318798437, 6),
    (3, 10, "27fe9fbaa150ac3d", 2881916435482848317, 8),
]
"""The worked example of the reference page: counter, sides, the digest's beginning, its number, the face.

The first digest was made with `openssl dgst -sha256 -mac HMAC`.
"""


def digest(secret: bytes, row: str, counter: int, attempt: int = 0) -> str:
    """The digest by RFC 2104's own definition, from hexadecimal text."""
    message = bytes.fromhex(row + f"{counter:016x}{attempt:08x}")
    inner = bytes(byte ^ 0x36 for byte in secret.ljust(64, b"\0"))
    outer = bytes(byte ^ 0x5C for byte in secret.ljust(64, b"\0"))
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).hexdigest()


@pytest.mark.parametrize(("counter", "sides", "begins", "number", "face"), EXAMPLE)
def test_the_worked_example_follows_from_the_description(
    counter: int, sides: int, begins: str, number: int, face: int
) -> None:
    row = "0008" + b"six, two".hex() + "0004" + "5a6fc3a9"
    assert digest(SECRET, row, counter)[:16] == begins
    assert (int(begins, 16), int(begins, 16) % sides + 1) == (number, face)
    assert VerifiableDice(SECRET, ENTROPIES, counter).face(sides) == face


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_reference_page_gives_the_example(path: Path) -> None:
    text = path.read_text("utf-8")
    assert hashlib.sha256(SECRET).hexdigest() in text
    assert "00087369782c2074776f00045a6fc3a9" in text
    for counter, sides, begins, number, face in EXAMPLE:
        assert f"| {counter} | d{sides} | `{begins}` | {number} | {face} |" in text


def test_faces_follow_one_another_and_each_takes_one_counter() -> None:
    dice = VerifiableDice(SECRET, ENTROPIES)
    assert [dice.face(sides) for _, sides, *_ in EXAMPLE] == [face for *_, face in EXAMPLE]
    assert dice.counter == 4


def test_numbers_that_would_favour_low_faces_are_left_out() -> None:
    """2**63 + 1 sides: numbers from 2**63 + 1 on are rejected, at counter 1 three times and more."""
    sides = 2**63 + 1
    numbers = [int(digest(SECRET, "", 1, attempt)[:16], 16) for attempt in range(20)]
    attempt = next(place for place, number in enumerate(numbers) if number < sides)
    assert attempt > 3
    assert VerifiableDice(SECRET, (), 1).face(sides) == numbers[attempt] + 1


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_each_face_is_as_likely_as_the_others(sides: int) -> None:
    dice = VerifiableDice(SECRET)
    found = Counter(dice.face(sides) for _ in range(3000))
    assert is_likely(found, dict.fromkeys(range(1, sides + 1), 1 / sides))


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(min_size=1, max_size=20), max_size=4))
def test_another_split_of_the_same_words_gives_another_row(secret: bytes, entropies: list[str]) -> None:
    joined = ["".join(entropies) or "x"]
    faces = [VerifiableDice(secret, each).face(2**64) for each in (entropies, joined)]
    assert (faces[0] == faces[1]) == (entropies == joined)


def test_a_die_that_aces_takes_a_counter_for_each_face() -> None:
    die = Die("die.trait", 2, aces=True)
    hand = DerivedDice(VerifiableDice(SECRET))
    (rolled,) = hand.roll([die])
    assert rolled.faces[-1] == 1
    assert set(rolled.faces[:-1]) <= {2}
    assert hand.counter == len(rolled.faces)


@pytest.mark.parametrize("sides", [0, -1, 2**64 + 1])
def test_dice_that_the_row_has_no_faces_for_are_refused(sides: int) -> None:
    with pytest.raises(Refused, match=r"play\.no_sides"):
        VerifiableDice(SECRET).face(sides)


@pytest.mark.parametrize("text", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33, " " + "ab" * 32])
def test_what_is_no_secret_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"play\.secret_form"):
        secret_of(text)


def test_a_fresh_secret_is_one_and_new() -> None:
    first, second = fresh_secret(), fresh_secret()
    assert first != second
    assert secret_of(first.hex()) == first
    assert hashed(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("seat", "entropy", "known", "ids"),
    [
        ("first", "7 2 4", 0, []),
        ("gm", "7", 0, ["play.entropy_master"]),
        ("first", "", 0, ["play.entropy_length"]),
        ("first", "x" * 101, 0, ["play.entropy_length"]),
        ("first", "two\nlines", 0, ["play.entropy_length"]),
        ("first", "7", 100, ["play.entropy_many"]),
    ],
)
def test_what_a_seat_may_add_is_bounded(seat: str, entropy: str, known: int, ids: list[str]) -> None:
    assert [reason.id for reason in entropy_faults(seat, entropy, known)] == ids
