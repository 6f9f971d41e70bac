"""Rule pages: searched with the words marked, on the same anchors in both languages."""

import re

import pytest

from contrecoup import registry
from tests.web.calling import get
from tests.web.site.visiting import Visitor, visiting


@pytest.mark.parametrize("rules", sorted(registry.find()))
def test_both_languages_have_the_same_anchors(rules: str) -> None:
    pages = [get(f"/rules/{rules}?lang={lang}").text for lang in ("en", "fr")]
    anchors = [re.findall(r'<section id="([^"]+)"', page) for page in pages]
    assert anchors[0]
    assert anchors[0] == anchors[1]


def test_a_search_keeps_its_words_and_marks_what_it_found() -> None:
    page = get("/rules/savage?q=wild%20DIE").text
    assert 'value="wild DIE"' in page
    assert "<mark>Wild</mark> <mark>Die</mark>" in page
    assert 'href="/rules/savage#natural-1"' in page


def test_a_search_that_finds_nothing_says_so_and_is_no_way_in() -> None:
    page = get("/rules/savage?q=%3Cscript%3Ezz").text
    assert "0 sections found." in page
    assert "<script>zz" not in page
    assert get(f"/rules/savage?q={'x' * 101}").status_code == 400


def test_rules_that_there_arent_are_not_found() -> None:
    assert get("/rules/chess", accept="text/html").status_code == 404


def test_a_seats_rules_lead_back_to_its_table() -> None:
    async def visit(gm: Visitor) -> None:
        page = await gm.page("rules/savage", q="aces")
        assert f'href="{gm.base}/table"' in page
        assert "Back to the table" in page
        assert f'action="{gm.base}/rules/savage"' in page

    visiting(visit)
