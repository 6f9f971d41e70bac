"""How the documentation is built: MyST pages, the Python interface from its docstrings, rule pages from their folders."""

from pathlib import Path

from sphinx.application import Sphinx

from contrecoup.registry import find

project = "Contrecoup"
author = "Contrecoup contributors"
copyright = "2026, Contrecoup contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Contrecoup"
html_show_sphinx = False
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
nitpicky = False

PAGE = "```{{include}} {path}\n```\n"


def write_rule_pages(app: Sphinx) -> None:
    """Write a page for each rule set found and each language: nothing but its own folder names a rule set."""
    folder = Path(app.srcdir) / "rules"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    for name, manifest in find().items():
        for language in ("en", "fr"):
            path = Path(manifest.folder) / f"rules.{language}.md"
            (folder / f"{name}.{language}.md").write_text(PAGE.format(path=path), "utf-8")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_rule_pages)
