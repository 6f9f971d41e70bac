"""Every catalogue has its other language, is whole, and keeps its language's typography.

That both say the same ids with the same placeholders is checked by `python -m contrecoup.text.check`.
"""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.architecture.tree import files, shown

ENGLISH = [path for path in files(".po", below="src") if path.stem == "en"]
FRENCH = [path for path in files(".po", below="src") if path.stem == "fr"]
NO_BREAK = "\u00a0\u202f"
# a double mark without its own space, a space that may break, straight quotation marks and apostrophes
_QUOTED = re.compile(r'"[\w{}.]+"')  # a value as a file would hold it
_LOOSE = re.compile(
    rf"\w[;!?:](?=\s|$)| [;:!?»%](?=\W|$)|«(?![{NO_BREAK}])|(?<![{NO_BREAK}])»|\"|(?<=\w)'(?=\w)"
)


def test_no_catalogue_stands_alone() -> None:
    assert {path.parent for path in ENGLISH} == {path.parent for path in FRENCH}
    assert {path.stem for path in files(".po", below="src")} == {"en", "fr"}


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
        if _LOOSE.search(_QUOTED.sub("", text))
    ]
    assert loose == []


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def _texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])
