"""How people are called: by their own name, or by what they are where that tells nobody apart."""

from collections.abc import Sequence

from contrecoup.kernel import Name, Value
from contrecoup.rulesets.savage.sheets import Hacker, Spider


def name_of(sheet: Hacker, seat: str, other: Hacker | None = None) -> Value:
    """A hacker's name, unless the other one bears it too; sentences begin with it."""
    is_shared = other is not None and other.name == sheet.name
    return sheet.name if sheet.name and not is_shared else Name(f"who.{seat}")


def spider_name(spiders: Sequence[Spider], place: int) -> Value:
    """A spider's name, or its number in the system where it has none of its own."""
    name = spiders[place].name
    return name if name and [spider.name for spider in spiders].count(name) == 1 else place + 1
