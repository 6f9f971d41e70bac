"""Key paths are written as people write them, and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contrecoup.registry.places import parsed, written


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("system", "ice"), "system.ice"),
        (("combatants", 1, "sheet", "name"), "combatants[1].sheet.name"),
        (("dossier", "3", 0), "dossier.3[0]"),
        (("a b", "c.d"), '"a b"."c.d"'),
        (('q"', "\\"), '"q\\""."\\\\"'),
    ],
)
def test_a_path_is_written_and_read_alike(path: tuple[str | int, ...], text: str) -> None:
    assert written(path) == text
    assert parsed(text) == path


@given(st.lists(st.one_of(st.text(min_size=1), st.integers(0, 99)), min_size=1, max_size=5))
def test_every_path_that_starts_with_a_key_reads_back(path: list[str | int]) -> None:
    whole = ("top", *path)
    assert parsed(written(whole)) == whole


@pytest.mark.parametrize("text", ["", ".", "a..b", "a[", "a[x]", "a]", '"a', "a.", "[-1]"])
def test_what_is_no_path_reads_as_none(text: str) -> None:
    assert parsed(text) is None
