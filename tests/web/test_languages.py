"""Languages: what a reader asks for."""

import pytest

from contrecoup.web.languages import accepted
from tests.web.calling import get


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en-GB, fr;q=0.9", "en"),
        ("de, fr;q=0.1, en;q=0", "fr"),
        ("de, nl", "en"),
        ("fr;q=nonsense, en;q=0.1", "en"),
        ("*", "en"),
    ],
)
def test_the_highest_ranked_language_of_ours_is_taken(header: str, language: str) -> None:
    assert accepted(header) == language


def test_a_choice_counts_more_than_the_browsers_settings_and_the_address_most() -> None:
    title = "Cela n’existe pas"
    assert get("/nowhere", accept_language="en", cookie="contrecoup_lang=fr").json()["title"] == title
    assert get("/nowhere?lang=fr", cookie="contrecoup_lang=en").json()["title"] == title
    assert get("/nowhere?lang=tlh", cookie="contrecoup_lang=fr").json()["title"] == title
