"""The browser that these tests share, and pages to look at."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType

from tests.e2e.browsers import launch_options
from tests.e2e.serving import Site, served
from tests.web.gallery import write

pytest_plugins = ("pytest_playwright.pytest_playwright",)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    """Playwright starts a Chromium that is installed; where none is, it says how to get one."""
    return browser_type_launch_args | launch_options(browser_type.executable_path)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The gallery, served as `<language>-<theme>.html`."""
    folder: Path = tmp_path_factory.mktemp("gallery")
    write(folder)
    with served(folder) as site:
        yield site


@pytest.fixture
def gallery_address(site: Site) -> str:
    """Where the gallery is served."""
    return site.address
