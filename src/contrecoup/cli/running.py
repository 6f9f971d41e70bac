"""Running: one command line from its words to an exit code, whatever happens on the way."""

import gc
import os
import sys
from collections.abc import Callable
from typing import Final

from contrecoup.cli.reports import report_failed, report_misused, report_refused
from contrecoup.kernel import Refused
from contrecoup.text import LANGUAGES, language

DONE: Final = 0
REFUSED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

_YOUNG: Final = 100_000
"""New objects between two searches for garbage. Modules and graphs stay, and to look through them every 700
objects takes a tenth of a command's time."""


def run(arguments: list[str]) -> int:
    """The exit code of a command line; everything that it has to say is written."""
    gc.set_threshold(_YOUNG)
    try:
        return _ended(lambda: _run(arguments))
    except BrokenPipeError:
        _silence()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # a full disk behind the output
        _silence()
        report_failed(error, lang_of(arguments))
        return REFUSED


def lang_of(arguments: list[str]) -> str:
    """The language that a command line asks for, else the locale's."""
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            wish = value if equals else next(iter(arguments[index + 1 :]), "")
            return wish if wish in LANGUAGES else language()
    return language()


def _command_first(arguments: list[str]) -> list[str]:
    """The line with what every command takes moved behind the command; the help where none is named."""
    ahead = 0
    while ahead < len(arguments) and arguments[ahead].partition("=")[0] in ("--lang", "--json"):
        ahead += 2 if arguments[ahead] == "--lang" else 1
    rest = arguments[ahead:]
    if not rest or rest[0].startswith("-"):
        return rest or ["--help"]
    return [rest[0], *arguments[:ahead], *rest[1:]]


def _ended(step: Callable[[], int]) -> int:
    """The step's exit code, after all that it wrote has left."""
    code = step()
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _run(arguments: list[str]) -> int:
    from cyclopts import CycloptsError

    from contrecoup.cli.application import application
    from contrecoup.cli.options import Misused

    lang, as_json = lang_of(arguments), "--json" in arguments
    app = application(lang)
    try:
        code = app(
            _command_first(arguments), print_error=False, exit_on_error=False, result_action="return_value"
        )
    except Refused as refused:
        report_refused(refused, lang, as_json)
        return REFUSED
    except Misused as misused:
        report_misused(misused.message, lang, as_json, _command(arguments))
        return MISUSED
    except CycloptsError as error:
        from contrecoup.cli.usage import told

        report_misused(told(error), lang, as_json, _command(arguments))
        return MISUSED
    return code if isinstance(code, int) else DONE


def _command(arguments: list[str]) -> str:
    """The command that was meant, for a hint at its help."""
    from contrecoup.cli.application import COMMANDS

    return next((argument for argument in arguments if argument in COMMANDS), "")


def _silence() -> None:
    """Let nothing more be written when the interpreter ends: the other side is gone."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
