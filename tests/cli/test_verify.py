"""`contrecoup verify` says in both languages what is proved of a log's dice, and finds what was changed."""

from pathlib import Path

import pytest

from contrecoup import registry
from contrecoup.kernel import Throw
from contrecoup.log import FileStore
from contrecoup.play import Session, TypedDice
from tests.cli.command import JOE, NBSP, Command

SECRET = bytes(range(32))
HASH = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def play(command: Command, *, secret: bytes | None = SECRET, shown: bool = True) -> str:
    """A scene to its end, one throw typed; the name of its log."""
    scene = registry.load(Path(command.write(JOE)))
    session = Session.begin(scene, FileStore.create(Path("joe.jsonl")), secret=secret)
    session.add_entropy("hacker", "six, two")
    while not isinstance(node := session.question(), Throw):
        session.play_on(session.hand())
    session.throw(TypedDice(tuple(2 for _ in node.test.dice())))
    while not session.is_over():
        session.play_on(session.hand())
    if shown:
        session.show_secret()
    session.close()
    return "joe.jsonl"


def change(name: str, old: str, new: str) -> None:
    text = Path(name).read_text("utf-8")
    assert old in text
    Path(name).write_text(text.replace(old, new, 1), "utf-8")


def test_a_log_of_derived_dice_is_proved(command: Command) -> None:
    log = play(command)
    ran = command("verify", log, "--commitment", HASH)
    assert (ran.code, ran.err) == (0, "")
    assert HASH in ran.out
    assert "derived from the secret, right" in " ".join(ran.out.split())
    assert "(typed) – typed in" in " ".join(ran.out.split())
    assert ran.out.endswith("Every derived face is what the secret gives, and none is left out.\n")


def test_it_speaks_french(command: Command) -> None:
    ran = command("verify", play(command), "--lang", "fr")
    assert ran.code == 0
    assert f"Saisis{NBSP}: 1." in ran.out
    assert "aucune ne manque." in ran.out


def test_json_has_each_throw_and_the_counts(command: Command) -> None:
    ran = command("verify", play(command), "--json")
    found = ran.json
    assert (ran.code, found["verified"], found["reasons"]) == (0, True, [])
    assert found["commitments"] == [{"event": 2, "hash": HASH}]
    assert found["counts"]["typed"] == 1
    assert found["counts"]["derived"] == len(found["throws"]) - 1
    assert found["throws"][0] == {"event": 6, "status": "typed", "of": 0}


def test_a_changed_face_is_named_with_its_place(command: Command) -> None:
    log = play(command)
    faces = command("verify", log, "--json").json["throws"]
    assert faces[1]["status"] == "derived"
    lines = Path(log).read_text("utf-8").splitlines(keepends=True)
    place = faces[1]["event"] - 1
    lines[place] = lines[place].replace('"faces":[', '"faces":[9,', 1)
    Path(log).write_text("".join(lines), "utf-8")
    ran = command("verify", log, "--lang", "en")
    assert ran.code == 1
    assert f"Event {place + 1}: face 0 shows 9 where the secret gives" in ran.out
    assert "NOT what the secret gives" in ran.out
    as_json = command("verify", log, "--json")
    assert as_json.code == 1
    assert {each["id"] for each in as_json.json["reasons"]} >= {"verify.face", "verify.sum"}
    assert as_json.json["verified"] is False


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The secret of event 2 isn't shown yet"),
        ("fr", "Le secret de l’événement 2 n’est pas encore montré"),
    ],
)
def test_what_cannot_be_checked_yet_is_said(command: Command, lang: str, said: str) -> None:
    ran = command("verify", play(command, shown=False), "--lang", lang)
    assert ran.code == 1
    assert said in " ".join(ran.out.split())


def test_a_log_without_a_commitment_is_not_proved(command: Command) -> None:
    ran = command("verify", play(command, secret=None, shown=False), "--json")
    assert ran.code == 1
    assert [each["id"] for each in ran.json["reasons"]] == ["verify.nothing"]


def test_another_published_hash_is_no_proof(command: Command) -> None:
    ran = command("verify", play(command), "--commitment", "ab" * 32, "--json")
    assert [each["id"] for each in ran.json["reasons"]] == ["verify.hash"]


def test_a_choice_that_the_rules_refuse_is_found_too(command: Command) -> None:
    """The dice are right and the story is not: the rules can't follow it."""
    log = play(command)
    change(log, '"option":{"id":"', '"option":{"id":"no_such_')
    ran = command("verify", log, "--json")
    assert ran.code == 1
    assert [each["id"] for each in ran.json["reasons"]] == ["play.event_refused", "play.not_offered"]


def test_a_damaged_or_missing_log_is_refused(command: Command) -> None:
    log = play(command)
    change(log, '"kind":"chosen"', '"kind":"dreamt"')
    ran = command("verify", log, "--json")
    assert ran.code == 1
    assert "log.kind_unknown" in {each["id"] for each in ran.json["reasons"]}
    assert command("verify", "nowhere.jsonl").code == 1
    Path("empty.jsonl").write_text("", "utf-8")
    assert command("verify", "empty.jsonl").code == 1
