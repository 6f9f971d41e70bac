"""Searches: words whatever their case and accents, found by their beginnings, marked where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from markupsafe import Markup, escape

from contrecoup.web.site.folding import folded, has_all, marked


@pytest.mark.parametrize(
    ("html", "words", "shown"),
    [
        ("<p>Les Dés, 1 dé.</p>", "des", "<p>Les <mark>Dés</mark>, 1 dé.</p>"),
        ("<p>une face de la Glace, ace</p>", "ace", "<p>une face de la Glace, <mark>ace</mark></p>"),
        (
            '<a href="/mark">a mark &amp; more</a>',
            "mark amp",
            '<a href="/mark">a <mark>mark</mark> &amp; more</a>',
        ),
        ("throws thrown", "thro throw", "<mark>throw</mark>s <mark>throw</mark>n"),
        ("½ point ﬁn", "point fin", "½ <mark>point</mark> <mark>ﬁn</mark>"),
        ("2d6 + 3", "+", "2d6 <mark>+</mark> 3"),
        ("nothing", "", "nothing"),
    ],
)
def test_words_are_marked_in_text_alone(html: str, words: str, shown: str) -> None:
    assert marked(Markup(html), folded(words).split()) == Markup(shown)


def test_all_words_must_begin_a_word() -> None:
    text = folded("Un Dé joker, le Wild Die")
    assert has_all(text, ["de", "wild"])
    assert not has_all(text, ["ild"])
    assert has_all(text, [])


@given(some.text(max_size=60), some.text(max_size=5))
def test_marking_adds_nothing_but_marks(text: str, words: str) -> None:
    html = escape(text)
    shown = str(marked(html, folded(words).split()))
    assert shown.replace("<mark>", "").replace("</mark>", "") == str(html)
