"""Rule pages are found by anchor or title, whatever else stands on them."""

from pathlib import Path

import pytest

from contrecoup.play.pages import Page

TEXT = """\
# Title

Words before.

(first-rule)=
## The *first* `rule`

A line.

```toml
# no heading
(no-anchor)=
```

### Without an anchor

## Another {#second}

Last.
"""


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "rules.en.md").write_text(TEXT, encoding="utf-8")
    return Page(tmp_path, "en")


def test_sections_have_anchor_title_and_lines(page: Page) -> None:
    assert [(section.anchor, section.title) for section in page.sections] == [
        ("", "Title"),
        ("first-rule", "The first rule"),
        ("", "Without an anchor"),
        ("second", "Another"),
    ]
    assert page.sections[0].lines == ("Words before.",)
    assert page.sections[1].lines[2] == "```toml"
    assert page.sections[3].lines == ("Last.",)


def test_a_title_is_found_by_its_anchor_and_an_unknown_anchor_stands_for_itself(page: Page) -> None:
    assert page.title("second") == "Another"
    assert page.title("third") == "third"


def test_a_section_is_found_by_anchor_or_the_beginning_of_its_title(page: Page) -> None:
    for wanted in ("first-rule", "the FIRST"):
        section = page.section(wanted)
        assert section is not None
        assert section.anchor == "first-rule"
    assert page.section("rule") is None


def test_a_missing_page_is_empty(tmp_path: Path) -> None:
    assert Page(tmp_path, "en").sections == ()
