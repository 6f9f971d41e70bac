"""Messages, names and refusals are said in the reader's language."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from contrecoup import registry
from contrecoup.kernel import Name, message, option, refusal
from contrecoup.text import LANGUAGES, Texts, language
from tests.registry import lamps

NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The parent folder of a small rule set outside the package."""
    lamps.write(tmp_path)
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(tmp_path))
    registry.forget()
    yield tmp_path
    registry.forget()


def write(outside: Path, lang: str, text: str) -> None:
    """Entries at the end of the rule set's catalogue."""
    path = outside / "lamps" / "text" / f"{lang}.po"
    path.write_text(path.read_text(encoding="utf-8") + "\n" + text, encoding="utf-8")


def test_a_message_is_said_in_each_language(outside: Path) -> None:
    write(outside, "en", 'msgid "lit"\nmsgstr "{who} lights {what} ({count})."')
    write(outside, "fr", 'msgid "lit"\nmsgstr "{who} allume {what} ({count})."')
    lit = message("lit", who="Ada", what=Name("outcome.dawn"), count=3)
    assert [Texts(lang, "lamps").say(lit) for lang in LANGUAGES] == [
        "Ada lights dawn (3).",
        "Ada allume aube (3).",
    ]


def test_values_are_put_in_as_they_are(outside: Path) -> None:
    write(outside, "en", 'msgid "odd"\nmsgstr "{{{who}}} {nobody} {0} 100 %"')
    assert (
        Texts("en", "lamps").say(message("odd", who="{count} \\1 %s"))
        == "{{count} \\1 %s} {nobody} {0} 100 %"
    )


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("en", 0, "0 lamps"),
        ("en", 1, "1 lamp"),
        ("en", 2, "2 lamps"),
        ("fr", 0, "0 lampe"),
        ("fr", 1, "1 lampe"),
        ("fr", 2, "2 lampes"),
        ("fr", 1_000_000, "1\u202f000\u202f000 de lampes"),
    ],
)
def test_plural_forms_go_by_the_count(outside: Path, lang: str, count: int, said: str) -> None:
    rules = {
        "en": "nplurals=2; plural=(n != 1);",
        "fr": "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
    }
    forms = {"en": ("lamp", "lamps"), "fr": ("lampe", "de lampes", "lampes")}
    entry = "".join(f'msgstr[{index}] "{{count}} {form}"\n' for index, form in enumerate(forms[lang]))
    head = f'msgid ""\nmsgstr "Plural-Forms: {rules[lang]}\\n"\n\n'
    path = outside / "lamps" / "text" / f"{lang}.po"
    path.write_text(head + f'msgid "lamps"\nmsgid_plural "lamps"\n{entry}', encoding="utf-8")
    assert Texts(lang, "lamps").say(message("lamps", other=7, count=count)) == said


def test_the_common_catalogue_and_then_english_stand_in(outside: Path) -> None:
    texts = Texts("fr", "lamps")
    assert texts.name("outcome.dawn") == "aube"
    assert texts.refusal(refusal("scene.missing")) == "Cette clé manque."
    write(outside, "en", 'msgid "only_english"\nmsgstr "English"')
    assert Texts("fr", "lamps").name("only_english") == "English"
    assert Texts("fr").name("only_english") == "only_english"
    assert not Texts("fr").has("only_english")
    assert Texts("fr", "lamps").has("only_english")


def test_an_option_has_an_entry_of_its_own(outside: Path) -> None:
    write(outside, "en", 'msgid "option.split"\nmsgstr "{stealth} into stealth"')
    assert Texts("en", "lamps").option(option("split", stealth=2)) == "2 into stealth"


def test_a_changed_catalogue_is_read_anew(outside: Path) -> None:
    path = outside / "lamps" / "text" / "en.po"
    assert Texts("en", "lamps").name("outcome.dawn") == "dawn"
    path.write_text(path.read_text().replace('"dawn"', '"daybreak"'))
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 10))
    assert Texts("en", "lamps").name("outcome.dawn") == "daybreak"


def test_a_compiled_catalogue_is_kept_beside_its_source_and_alone_suffices(
    outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    folder = outside / "lamps" / "text"
    assert Texts("en", "lamps").name("outcome.dawn") == "dawn"
    assert (folder / "en.mo").stat().st_mtime_ns == (folder / "en.po").stat().st_mtime_ns
    assert not list(folder.glob("*.tmp"))
    (folder / "en.po").unlink()
    assert Texts("en", "lamps").name("outcome.dawn") == "dawn"


def test_nothing_is_kept_where_python_keeps_no_bytecode(
    outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert Texts("fr", "lamps").name("outcome.dawn") == "aube"
    assert not list((outside / "lamps" / "text").glob("*.mo"))


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_BE@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_language_comes_from_the_locale(environment: dict[str, str], lang: str) -> None:
    assert language(environment) == lang
