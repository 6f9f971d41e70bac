"""Rendering: in the reader's language, everything escaped, nothing left out, no inline style or script."""

import re

import pytest
from jinja2 import UndefinedError

from contrecoup.table.seen import RolledSeen
from contrecoup.text import LANGUAGES
from contrecoup.web.pages import TEMPLATES, environment, qr_code, render
from contrecoup.web.pieces import Fault, Frame
from tests.web.gallery import gallery
from tests.web.samples import WORDS, board

FRAME = Frame(title="T", preferences="/p", here="/h")
_ID_SHOWN = re.compile(r">\s*[a-z_]+\.[a-z_.]+\s*<")


def test_a_page_speaks_its_readers_language() -> None:
    assert '<html lang="fr">' in render("page.html", "fr", frame=FRAME)
    assert "Aller au contenu" in render("page.html", "fr", frame=FRAME)
    assert "Skip to the content" in render("page.html", "en", frame=FRAME)


def test_words_from_outside_are_escaped() -> None:
    shown = render("page.html", "en", frame=Frame(title="T", preferences="/p", here="/h", campaign="<b>&'\""))
    assert "&lt;b&gt;&amp;&#39;&#34;" in shown
    assert "<b>" not in shown


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="frame"):
        render("page.html", "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_component_has_inline_style_or_script(lang: str) -> None:
    shown = gallery(lang, "dark")
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:", shown) == []
    assert re.findall(r"<script(?![^>]* src=)", shown) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_placeholder_and_no_bare_id_is_left_in_the_gallery(lang: str) -> None:
    shown = gallery(lang, "dark")
    assert re.findall(r"\{\w+\}", re.sub(r"content='[^']*'", "", shown)) == []
    assert _ID_SHOWN.findall(shown) == []


def test_templates_hold_no_sentence() -> None:
    loose = {
        path.name: words
        for path in TEMPLATES.rglob("*.html")
        if (words := _words_outside_of_marks(path.read_text("utf-8")))
    }
    assert loose == {}


def test_a_board_shows_every_kind_of_part() -> None:
    shown = _macro("view.html", "board", board("en", WORDS["en"], left=2))
    assert shown.count('class="pip is-on"') == 2 + 2 + 3
    assert shown.count('class="pip"') == 3 + 1 + 1
    for text in ("2 / 5", "2 / 3", "Wounds", "A patrol on foot", "1 h 35 min", "d6+1", WORDS["en"]["joe"]):
        assert text in shown


def test_conditions_stand_together_before_the_other_parts() -> None:
    shown = _macro("view.html", "board", board("en", WORDS["en"]))
    assert shown.index("Wounds") < shown.index("1 / 5")


def test_an_acing_die_shows_its_chain_and_says_its_sum() -> None:
    shown = _macro("dice.html", "thrown", (RolledSeen("die.d6", "d6", 6, 9, (6, 3)),), 4)
    assert re.findall(r'data-face="(\d+)"', shown) == ["6", "3"]
    assert "9 in all, thrown 2 times" in shown
    assert shown.count("is-ace") == 1


def test_a_field_keeps_what_was_typed_and_says_what_is_wrong() -> None:
    line = _macro("form.html", "line", "by", "By", "x", (Fault("by", "Wrong."), Fault("other", "Not here.")))
    assert 'value="x"' in line
    assert 'aria-invalid="true"' in line
    assert 'aria-describedby="fault-by"' in line
    assert "Wrong." in line
    assert "Not here." not in line


def test_a_qr_code_says_nothing_but_its_squares() -> None:
    shown = str(qr_code("http://host/join/secret"))
    assert shown.startswith("<svg")
    assert "secret" not in shown
    assert "style=" not in shown
    assert str(qr_code("http://host/join/other")) != shown


def _macro(part: str, name: str, *values: object) -> str:
    return str(getattr(environment("en", "savage").get_template(f"parts/{part}").module, name)(*values))


def _words_outside_of_marks(source: str) -> list[str]:
    """Words that a reader would see and that come from no catalogue."""
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<svg.*?</svg>", "", source, flags=re.DOTALL)
    texts = re.sub(r"<[^>]*>|aria-\w+=\"[^\"]*\"", "\n", bare)
    return re.findall(r"[^\W\d_]{2,}", texts)
