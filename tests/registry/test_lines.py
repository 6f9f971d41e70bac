"""Each key path of a TOML text is found at the line where it stands."""

import tomllib
from typing import Any

import pytest

from contrecoup.registry.lines import Lines
from contrecoup.registry.places import written

TEXT = """\
rules = "savage"  # [not.a.table]
"odd key" = 1
a.b . c = '''
[hidden]
x = "1"
'''
numbers = [
  1, # one ]
  [2,
   3],
  {x = 1, y = {z = "}"}},
]

[hacker]
name = 'a # b'
commlink = { name = "Beta, \\"8\\" [x]", rating = 8 }
date = 1979-05-27T07:32:00Z
[[list]]
a = 1
[list.sub]
b = 2
[[list]]
a = 3
[[list.inner]]
c = 4
[[list.inner]]
c = 5
  [ plan . "defender" ]
  actions=["end"]
"""


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("rules", 1),
        ('"odd key"', 2),
        ("a.b.c", 3),
        ("numbers", 7),
        ("numbers[0]", 8),
        ("numbers[1][1]", 10),
        ("numbers[2].y.z", 11),
        ("hacker", 14),
        ("hacker.name", 15),
        ("hacker.commlink.rating", 16),
        ("hacker.date", 17),
        ("list[0].a", 19),
        ("list[0].sub.b", 21),
        ("list[1]", 22),
        ("list[1].a", 23),
        ("list[1].inner[0].c", 25),
        ("list[1].inner[1].c", 27),
        ("plan", 28),
        ("plan.defender.actions[0]", 29),
    ],
)
def test_a_key_is_found_at_its_line(where: str, line: int) -> None:
    assert Lines(TEXT).line(where) == line
    assert Lines(TEXT.replace("\n", "\r\n")).line(where) == line


@pytest.mark.parametrize(
    ("where", "line"), [("hacker.spirit", 14), ("list[1].inner[1].d", 26), ("nowhere", 0), ("", 0), ("a[", 0)]
)
def test_what_is_missing_is_found_at_the_table_around_it(where: str, line: int) -> None:
    assert Lines(TEXT).line(where) == line


def paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every key path of data."""
    if isinstance(data, dict):
        return [path, *(found for key in data for found in paths(data[key], (*path, key)))]
    if isinstance(data, list):
        return [path, *(found for index, item in enumerate(data) for found in paths(item, (*path, index)))]
    return [path]


def test_every_key_that_the_parser_finds_has_a_line() -> None:
    lines = Lines(TEXT)
    for path in paths(tomllib.loads(TEXT)):
        if path:
            found = lines.line(written(path))
            assert found > 0
            named = [key for key in path if isinstance(key, str)][-1]
            assert isinstance(path[-1], int) or named in TEXT.splitlines()[found - 1], path


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment", "a = 1", "a = ''", 'a = "\\""', "a = []", "a = {}"]
)
def test_small_texts_are_read_to_their_end(text: str) -> None:
    assert Lines(text).line("a") == (1 if "=" in text else 0)


@pytest.mark.parametrize("quote", ["'''", '"""'])
def test_quotation_marks_at_the_end_of_a_long_text_belong_to_it(quote: str) -> None:
    text = f"a = {quote}x{quote[0]}{quote}\nb = 1\n"
    assert tomllib.loads(text)["a"] == f"x{quote[0]}"
    assert Lines(text).line("b") == 2


def test_a_long_list_is_passed_over() -> None:
    numbers = "a = [\n" + "1,\n" * 2000 + "'x', [2], {b = 3}, # ]\n 4]\nb = 1\n"
    lines = Lines(numbers)
    assert tomllib.loads(numbers)["b"] == 1
    assert [lines.line(where) for where in ("a[0]", "a[999]", "a[1500]", "b")] == [2, 1001, 1, 2004]
