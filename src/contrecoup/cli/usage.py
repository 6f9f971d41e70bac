"""Usage errors: what the parser complains about, as messages of ours."""

from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from contrecoup.cli.application import COMMANDS
from contrecoup.kernel import Message, message
from contrecoup.registry.reasons import nearest


def told(error: CycloptsError) -> Message:
    """The parser's complaint."""
    match error:
        case UnknownCommandError():
            return _unknown_command((error.unused_tokens or [""])[0])
        case UnknownOptionError():
            return _unknown_option(error)
        case CoercionError():
            return _no_value(error)
        case MissingArgumentError():
            return message("cli.usage.missing", name=error.keyword or _name(error))
        case RepeatArgumentError():
            return message("cli.usage.repeated", name=error.token.keyword or _name(error))
        case UnusedCliTokensError():
            return message("cli.usage.unused", words=" ".join(error.unused_tokens or ()))
        case _:
            return message("cli.usage.other")


def _unknown_command(word: str) -> Message:
    near = nearest(word, COMMANDS)
    if near:
        return message("cli.usage.unknown_command_near", word=word, nearest=near)
    return message("cli.usage.unknown_command", word=word, accepted=", ".join(COMMANDS))


def _unknown_option(error: UnknownOptionError) -> Message:
    word = (error.token.keyword or error.token.value).partition("=")[0]
    known = [name for argument in error.argument_collection if argument.parse for name in argument.names]
    near = nearest(word, [name for name in known if name.startswith("--")])
    if near:
        return message("cli.usage.unknown_option_near", word=word, nearest=near)
    return message("cli.usage.unknown_option", word=word)


def _no_value(error: CoercionError) -> Message:
    name = (error.token.keyword if error.token else "") or _name(error)
    got = error.token.value if error.token else ""
    accepted = _choices(error.target_type)
    if accepted:
        return message("cli.usage.not_accepted", name=name, got=got, accepted=", ".join(accepted))
    return message("cli.usage.no_value", name=name, got=got)


def _choices(target: Any) -> list[str]:
    return [str(choice) for choice in get_args(target)] if get_origin(target) is Literal else []


def _name(error: CycloptsError) -> str:
    return error.argument.name if error.argument else ""
