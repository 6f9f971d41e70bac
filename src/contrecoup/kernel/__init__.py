"""The kernel: the vocabulary that rule sets, play and odds share. Pure; imports nothing of ours."""

from contrecoup.kernel.message import Message, Name, Value, Values, message
from contrecoup.kernel.node import (
    CEILING,
    Answer,
    Change,
    Choice,
    End,
    Node,
    Option,
    Tally,
    Throw,
    option,
    pick,
    result_of,
)
from contrecoup.kernel.refusal import Refusal, Refused, refusal
from contrecoup.kernel.ruleset import RuleSet, Setup
from contrecoup.kernel.seat import EVERYONE, GM, GM_ONLY, SCREEN, Audience, Seat, may_see, only
from contrecoup.kernel.test import Die, Result, Test
from contrecoup.kernel.view import Card, Clock, Condition, Dice, Part, Pool, Table, Track, View

__all__ = [
    "CEILING",
    "EVERYONE",
    "GM",
    "GM_ONLY",
    "SCREEN",
    "Answer",
    "Audience",
    "Card",
    "Change",
    "Choice",
    "Clock",
    "Condition",
    "Dice",
    "Die",
    "End",
    "Message",
    "Name",
    "Node",
    "Option",
    "Part",
    "Pool",
    "Refusal",
    "Refused",
    "Result",
    "RuleSet",
    "Seat",
    "Setup",
    "Table",
    "Tally",
    "Test",
    "Throw",
    "Track",
    "Value",
    "Values",
    "View",
    "may_see",
    "message",
    "only",
    "option",
    "pick",
    "refusal",
    "result_of",
]
