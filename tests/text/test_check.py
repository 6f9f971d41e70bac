"""The catalogues are whole, and each way in which they could fail to be is noticed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from contrecoup import registry
from contrecoup.text.check import faults, faults_of
from tests.registry import lamps

FRENCH = (
    lamps.FRENCH + '\nmsgid "what_now"\nmsgstr "Et maintenant ?"\n\nmsgid "option.wait"\nmsgstr "attendre"\n'
)
ENGLISH = lamps.ENGLISH + '\nmsgid "what_now"\nmsgstr "What now?"\n\nmsgid "option.wait"\nmsgstr "wait"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The catalogues of a small rule set that lacks nothing."""
    folder = lamps.write(tmp_path) / "text"
    (folder / "en.po").write_text(ENGLISH, encoding="utf-8")
    (folder / "fr.po").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(tmp_path))
    registry.forget()
    yield folder
    registry.forget()


def found() -> list[str]:
    """What is said of the small rule set."""
    return faults_of(registry.find()["lamps"])


def test_every_id_in_code_has_its_entries_and_every_entry_its_use() -> None:
    assert faults() == []


def test_nothing_is_said_of_what_is_whole(folder: Path) -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("lang", "good", "bad", "fault"),
    [
        ("fr", 'msgid "paid"\nmsgstr "Payé {pay}, mais pour quoi ?"\n', "", "lamps: paid: only in en"),
        ("fr", "{pay}", "{paye}", "lamps: paid: other placeholders in fr than in en"),
        ("fr", '"aube"', '""', "lamps: outcome.dawn: empty in fr"),
        (
            "fr",
            'msgid "outcome.dawn"',
            'msgid "paid"\nmsgstr "x {pay}"\n\nmsgid "outcome.dawn"',
            "lamps: paid: twice in fr",
        ),
    ],
)
def test_a_difference_between_languages_is_noticed(
    folder: Path, lang: str, good: str, bad: str, fault: str
) -> None:
    path = folder / f"{lang}.po"
    text = path.read_text(encoding="utf-8")
    assert good in text
    path.write_text(text.replace(good, bad), encoding="utf-8")
    assert found() == [fault]


@pytest.mark.parametrize(
    ("id", "fault"),
    [
        ("nobody", "lamps: nobody: in no code"),
        ("option.run", "lamps: option.run: in no code"),
        ("ruling.wind.rain", "lamps: ruling.wind.rain: in no code"),
        ("ruling.wind.storm", None),
        ("tally.lit", None),
    ],
)
def test_an_entry_that_nothing_uses_is_noticed(folder: Path, id: str, fault: str | None) -> None:
    for lang in ("en", "fr"):
        path = folder / f"{lang}.po"
        path.write_text(path.read_text(encoding="utf-8") + f'\nmsgid "{id}"\nmsgstr "x"\n', encoding="utf-8")
    assert found() == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('x = message("unsaid")', "lamps: unsaid: used in code, in no catalogue"),
        ('x = refusal("unsaid", "a.b")', "lamps: unsaid: used in code, in no catalogue"),
        ('x = option("unsaid")', "lamps: option.unsaid: used in code, in no catalogue"),
        ('x = Throw("gm", None, reason="unsaid", key=1)', "lamps: unsaid: used in code, in no catalogue"),
        ('x = Name("scene.missing")', None),
    ],
)
def test_an_id_without_an_entry_is_noticed(folder: Path, line: str, fault: str | None) -> None:
    module = folder.parent / "__init__.py"
    module.write_text(module.read_text() + f"\n\ndef more():\n    {line}\n")
    assert found() == ([fault] if fault else [])


def test_a_rule_set_without_a_language_is_noticed(folder: Path) -> None:
    (folder / "fr.po").unlink()
    assert "lamps: no catalogue in fr" in found()
