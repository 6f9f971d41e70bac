"""Names that stand in every database and never change."""

from typing import Final

VERSION_TABLE: Final = "contrecoup_version"
"""Where the schema's version stands; our own name, so that no other program's history is taken for it."""
