"""Numbers, percents and lists are written as the language writes them, and nothing shows as 0 % or 100 %
that is not."""

from fractions import Fraction

import pytest
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from contrecoup.text import LANGUAGES, Texts
from contrecoup.text.symbols import symbols, symbols_from_babel

NBSP = "\N{NO-BREAK SPACE}"
NARROW = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("part", "english", "french"),
    [
        (0.564025138299891, "56.4%", f"56,4{NBSP}%"),
        (0, "0%", f"0{NBSP}%"),
        (1, "100%", f"100{NBSP}%"),
        (1.0, "100%", f"100{NBSP}%"),
        (1 - 2**-52, "100%", f"100{NBSP}%"),
        (1e-300, "<0.1%", f"<{NBSP}0,1{NBSP}%"),
        (1 - 1e-9, ">99.9%", f">{NBSP}99,9{NBSP}%"),
        (Fraction(1, 10**40), "<0.1%", f"<{NBSP}0,1{NBSP}%"),
        (1 - Fraction(1, 10**40), ">99.9%", f">{NBSP}99,9{NBSP}%"),
        (Fraction(1, 3), "33.3%", f"33,3{NBSP}%"),
        (Fraction(1, 2000), "<0.1%", f"<{NBSP}0,1{NBSP}%"),
        (Fraction(1999, 2000), ">99.9%", f">{NBSP}99,9{NBSP}%"),
        (0.00051, "0.1%", f"0,1{NBSP}%"),
        (0.5, "50.0%", f"50,0{NBSP}%"),
    ],
)
def test_a_part_shows_in_percents(part: float | Fraction, english: str, french: str) -> None:
    assert Texts("en").percent(part) == english
    assert Texts("fr").percent(part) == french


@given(st.fractions(0, 1).filter(lambda part: part not in (0, 1)), st.integers(0, 4))
def test_what_is_neither_0_nor_1_never_shows_as_such(part: Fraction, digits: int) -> None:
    shown = Texts("en").percent(part, digits)
    assert shown[0] in "<>" or 0 < float(shown.rstrip("%")) < 100


@pytest.mark.parametrize(
    ("value", "digits", "english", "french"),
    [
        (5.649917894081991, 2, "5.65", "5,65"),
        (-13.04, 1, "-13.0", "-13,0"),
        (3, None, "3", "3"),
        (-999, None, "-999", "-999"),
        (12345, None, "12,345", f"12{NARROW}345"),
        (1.5, None, "1.5", "1,5"),
        (Fraction(1, 4), 3, "0.250", "0,250"),
        (2.5, 0, "2", "2"),
        (-0.04, 1, "0.0", "0,0"),
    ],
)
def test_a_number_shows_with_its_marks(
    value: float | Fraction, digits: int | None, english: str, french: str
) -> None:
    assert Texts("en").number(value, digits) == english
    assert Texts("fr").number(value, digits) == french


def test_lists_are_joined_in_words() -> None:
    assert Texts("en").list(["a", "b", "c"]) == "a, b, and c"
    assert Texts("fr").list(["a", "b", "c"]) == "a, b et c"
    assert Texts("fr").list(["a", "b"], "or") == "a ou b"
    assert Texts("fr").list([]) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_symbols_in_the_file_are_those_of_the_locale_data(language: str) -> None:
    assert symbols(language) == symbols_from_babel(language)


@given(st.integers(-(10**9), 10**9), st.sampled_from(LANGUAGES))
def test_whole_numbers_show_as_the_locale_library_shows_them(value: int, language: str) -> None:
    assert Texts(language).number(value) == format_decimal(value, locale=language)


@given(st.lists(st.text("abc", min_size=1), max_size=6), st.sampled_from(LANGUAGES))
def test_lists_show_as_the_locale_library_shows_them(items: list[str], language: str) -> None:
    assert Texts(language).list(items) == format_list(items, locale=language)
    assert Texts(language).list(items, "or") == format_list(items, "or", locale=language)
