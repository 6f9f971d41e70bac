"""The notation's grammar, read by lark's LALR parser; what can't be read is refused with its column."""

from functools import lru_cache
from typing import Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from contrecoup.dice.notation.bounds import MOST_NESTING, MOST_TEXT
from contrecoup.kernel import Refusal, Refused

_GRAMMAR: Final = r"""
?start: sum | trait | success_test | open_test | pool_test

trait: (WILD_CARD | EXTRA) NUMBER signed*
success_test: NUMBER SR signed_number
open_test: NUMBER OPEN
pool_test: NUMBER WOD signed_number
signed: (PLUS | MINUS) NUMBER
signed_number: MINUS? NUMBER

?sum: MINUS? product ((PLUS | MINUS) product)*
?product: atom (TIMES atom | OVER NUMBER)*
?atom: NUMBER -> number
    | NUMBER? D NUMBER (reroll | explode | keep | success | failure)* -> dice
    | "{" sum ("," sum)* "}" (keep | success | failure)* -> group
    | "(" sum ")"

reroll: (R | RO) point
explode: (BANG | BANGS) point?
keep: (K | KH | KL | D | DH | DL) NUMBER?
success: (GT | LT | EQ) NUMBER
failure: F point
point: (GT | LT | EQ)? NUMBER

NUMBER: /[0-9]+/
D: "d"i
DH: "dh"i
DL: "dl"i
K: "k"i
KH: "kh"i
KL: "kl"i
R: "r"i
RO: "ro"i
F: "f"i
BANG: "!"
BANGS: "!!"
GT: ">"
LT: "<"
EQ: "="
PLUS: "+"
MINUS: "-"
TIMES: "*"
OVER: "/"
WILD_CARD: "s"i
EXTRA: "e"i
SR: "sr"i
OPEN: "open"i
WOD: "wod"i
%ignore /[ \t]+/
"""

_SHOWN: Final = {
    "NUMBER": "0-9",
    "D": "d",
    "DH": "dh",
    "DL": "dl",
    "K": "k",
    "KH": "kh",
    "KL": "kl",
    "R": "r",
    "RO": "ro",
    "F": "f",
    "BANG": "!",
    "BANGS": "!!",
    "GT": ">",
    "LT": "<",
    "EQ": "=",
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "OVER": "/",
    "WILD_CARD": "s",
    "EXTRA": "e",
    "SR": "sr",
    "OPEN": "open",
    "WOD": "wod",
    "LPAR": "(",
    "RPAR": ")",
    "LBRACE": "{",
    "RBRACE": "}",
    "COMMA": ",",
}


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic", maybe_placeholders=False)


def parse_tree(text: str) -> Tree[Token]:
    """The text's parse tree; Refused with the column of the first wrong character and what could stand
    there, or where the text is too long or too deeply nested."""
    _check_size(text)
    try:
        return _parser().parse(text)
    except UnexpectedInput as fault:
        raise Refused([_unexpected(text, fault)]) from None


def _check_size(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise Refused([Refusal("roll.long", values=(("most", MOST_TEXT),), column=MOST_TEXT + 1)])
    if text.count("(") + text.count("{") <= MOST_NESTING:
        return
    depth = 0
    for column, character in enumerate(text, start=1):
        depth += (character in "({") - (character in ")}")
        if depth > MOST_NESTING:
            raise Refused([Refusal("roll.nested", values=(("most", MOST_NESTING),), column=column)])


def _unexpected(text: str, fault: UnexpectedInput) -> Refusal:
    """Where reading stopped, what stands there and what could."""
    is_end = isinstance(fault, UnexpectedToken) and fault.token.type == "$END"
    at = len(text) if is_end else fault.column - 1
    accepted = _accepted(text[:at])
    if is_end:
        return Refusal("roll.ends", values=(("accepted", accepted),), column=at + 1)
    if not accepted:
        return Refusal("roll.beyond", values=(("found", text[at]),), column=at + 1)
    return Refusal("roll.unexpected", values=(("found", text[at]), ("accepted", accepted)), column=at + 1)


def _accepted(text: str) -> str:
    """What could stand after a text that is right so far, as it is written; "" where nothing could."""
    reading = _parser().parse_interactive(text)
    reading.exhaust_lexer()
    accepted = reading.accepts()  # type: ignore[no-untyped-call]  # lark leaves it untyped
    return "  ".join(shown for name, shown in _SHOWN.items() if name in accepted)
