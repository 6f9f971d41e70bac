"""The screen shows what it can: widths, bars, colours."""

import io
import os

import pytest

from contrecoup.cli.screen import Row, Screen, printable

NBSP = "\N{NO-BREAK SPACE}"


class Stream(io.TextIOWrapper):
    """A stream with an encoding of its own that may be a terminal."""

    def __init__(self, encoding: str = "utf-8", is_terminal: bool = False) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding)
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """Whether this is a terminal."""
        return self._is_terminal

    def fileno(self) -> int:
        """No file stands behind it."""
        raise OSError

    def getvalue(self) -> str:
        """All that was written."""
        self.flush()
        return self.bytes.getvalue().decode(self.encoding)


@pytest.mark.parametrize(
    ("columns", "width"),
    [("40", 40), ("80", 80), ("5", 20), ("500", 100), ("", 80), ("x", 80), ("-3", 80), ("0", 80)],
)
def test_the_width_is_the_terminal_s_within_reason(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert Screen(Stream()).width == width


@pytest.mark.parametrize(
    ("share", "bar"),
    [(0, ""), (1, "████"), (0.5, "██"), (1e-9, "▏"), (1.01, "████"), (9 / 32, "█▏"), (-1, "")],
)
def test_a_bar_is_as_long_as_its_share(share: float, bar: str) -> None:
    assert Screen(Stream()).bar(share, 4) == bar


@pytest.mark.parametrize(("share", "bar"), [(0, ""), (1, "####"), (0.5, "##"), (1e-9, "")])
def test_a_bar_is_made_of_signs_where_there_are_no_blocks(share: float, bar: str) -> None:
    assert Screen(Stream("ascii")).bar(share, 4) == bar


def test_what_the_encoding_lacks_is_shown_as_well_as_it_can() -> None:
    stream = Stream("ascii")
    Screen(stream).print("é1")
    assert stream.getvalue() == "?1\n"


@pytest.mark.parametrize(
    ("is_terminal", "environment", "text"),
    [
        (True, {}, "\x1b[1mEnds\x1b[0m\n"),
        (False, {}, "Ends\n"),
        (True, {"NO_COLOR": "1"}, "Ends\n"),
        (True, {"NO_COLOR": ""}, "\x1b[1mEnds\x1b[0m\n"),
        (True, {"TERM": "dumb"}, "Ends\n"),
    ],
)
def test_headings_stand_out_where_they_can(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, environment: dict[str, str], text: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = Stream(is_terminal=is_terminal)
    Screen(stream).heading("Ends")
    assert stream.getvalue() == text


def test_rows_stand_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    stream = Stream()
    Screen(stream).rows([Row("one", "50.0%", 0.5), Row("seventeen", "5.0%", 0.05)])
    assert stream.getvalue() == "  one        50.0%  █████\n  seventeen   5.0%  ▌\n"


def test_a_label_that_is_too_long_has_lines_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    stream = Stream()
    Screen(stream).rows([Row("one", "50.0%", 0.5), Row("a label of many words", "5.0%", 0.05)])
    assert all(len(line) <= 24 for line in stream.getvalue().splitlines())
    assert "  a label of many words\n" in stream.getvalue()


def test_wrapping_keeps_spaces_that_do_not_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert Screen(Stream()).wrapped(f"Tours et rounds ici{NBSP}: 3") == ["Tours et rounds", f"ici{NBSP}: 3"]
    assert Screen(Stream()).wrapped("") == [""]


def test_what_would_command_a_terminal_is_not_passed_on() -> None:
    assert printable(f"a\x1b[2Jb{NBSP}é\x07") == f"a�[2Jb{NBSP}é�"


def test_a_pipe_has_the_usual_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w") as pipe:
        assert Screen(pipe).width == 80
