"""How the documentation is built: pages, rule pages from their folders, the Python interface by docstring."""

import sys
from pathlib import Path

from pygments.lexers.data import JsonLexer
from sphinx.highlighting import lexers

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

lexers["jsonl"] = JsonLexer()

project = "Contrecoup"
author = "Contrecoup contributors"
copyright = "2026, Contrecoup contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "rule_pages"]
exclude_patterns = ["_build", "_ext"]
html_theme = "furo"
html_title = "Contrecoup"
html_show_sphinx = False
myst_enable_extensions = ["attrs_block"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
