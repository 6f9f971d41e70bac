"""Every catalogue has its other language, with the same entries and placeholders, and its own typography."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.architecture.tree import files, shown

ENGLISH = [path for path in files(".po", below="src") if path.stem == "en"]
FRENCH = [path for path in files(".po", below="src") if path.stem == "fr"]
NO_BREAK = "\u00a0\u202f"
# a double mark without its own space, a space that may break, straight quotation marks and apostrophes
_LOOSE = re.compile(
    rf"\w[;!?:](?=\s|$)| [;:!?»%](?=\W|$)|«(?![{NO_BREAK}])|(?<![{NO_BREAK}])»|\"|(?<=\w)'(?=\w)"
)


@pytest.mark.parametrize("english", ENGLISH, ids=shown)
def test_both_languages_have_the_same_entries(english: Path) -> None:
    assert _ids(_read(english)) == _ids(_read(english.with_name("fr.po")))


def test_no_catalogue_stands_alone() -> None:
    assert {path.parent for path in ENGLISH} == {path.parent for path in FRENCH}
    assert {path.stem for path in files(".po", below="src")} == {"en", "fr"}


@pytest.mark.parametrize("english", ENGLISH, ids=shown)
def test_both_languages_fill_the_same_placeholders(english: Path) -> None:
    french = _read(english.with_name("fr.po"))
    for message in _read(english):
        if message.id:
            assert _placeholders(message) == _placeholders(_same(french, message)), message.id


@pytest.mark.parametrize("path", ENGLISH + FRENCH, ids=shown)
def test_no_entry_is_empty_doubtful_or_given_twice(path: Path) -> None:
    catalogue = _read(path)
    written = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
    assert len(written) == len(set(written))
    assert [message.id for message in catalogue if message.id and not all(_texts(message))] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


@pytest.mark.parametrize(
    "wrong", ["Prêt ?", "Prêt?", "Reste: 2", "56,4 %", "« oui »", 'dit "oui"', "l'alerte"]
)
def test_a_loose_mark_is_found(wrong: str) -> None:
    assert _LOOSE.search(wrong)


@pytest.mark.parametrize("path", FRENCH, ids=shown)
def test_french_sets_its_own_spaces_and_quotation_marks(path: Path) -> None:
    loose = [
        (message.id, text)
        for message in _read(path)
        if message.id
        for text in _texts(message)
        if _LOOSE.search(text)
    ]
    assert loose == []


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def _ids(catalogue: Catalog) -> set[str]:
    return {_key(message) for message in catalogue if message.id}


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _same(catalogue: Catalog, message: Message) -> Message:
    found = catalogue.get(_key(message))
    assert found is not None
    return found


def _texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def _placeholders(message: Message) -> set[str]:
    return {name for text in _texts(message) for name in _fields(text)}


def _fields(text: str) -> Iterator[str]:
    for _, name, _, _ in Formatter().parse(text):
        if name is not None:
            yield name
