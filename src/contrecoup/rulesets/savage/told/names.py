"""How people and systems are called: by their own name, or by what they are."""

from contrecoup.kernel import Name, Value
from contrecoup.rulesets.savage.sheets import Hacker, Spider


def name_of(sheet: Hacker, seat: str) -> Value:
    """A hacker's name; sentences begin with it."""
    return sheet.name or Name(f"who.{seat}")


def spider_name(spider: Spider, place: int) -> Value:
    """A spider's name, or its number in the system."""
    return spider.name or place + 1
