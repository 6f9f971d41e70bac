"""Finding a trace: the target number from hooks, defences and history (rule page, 1)."""

from collections.abc import Iterable, Iterator

from contrecoup.rulesets.tracing.entries import Stock
from contrecoup.rulesets.tracing.sheets import Defence, Hook, Participant

BASE = 4
BLIND = 6
EACH_EARLIER = 2
CONTACT = "digital_contact"


def hook_modifier(hook: Hook, stock: Stock) -> int:
    """What a hook takes off; the least of its range where the scene names no value."""
    return stock.hooks[hook.kind].least if hook.value is None else hook.value


def hook_modifiers(hooks: Iterable[Hook], attacker: Participant, stock: Stock) -> Iterator[int]:
    """What all hooks take off; to have been in digital contact is one, once."""
    kinds = set()
    for hook in hooks:
        kinds.add(hook.kind)
        yield hook_modifier(hook, stock)
    if attacker.contact and CONTACT not in kinds and CONTACT in stock.hooks:
        yield stock.hooks[CONTACT].least


def defence_modifier(defence: Defence, stock: Stock) -> int:
    """What a defence adds: a rating, half of it (rounded down), or a value of a range, else its least."""
    kind = stock.defences[defence.kind]
    if kind.adds == "value":
        return kind.least if defence.value is None else defence.value
    rating = defence.rating or 0
    return rating // 2 if kind.adds == "half" else rating


def trace_tn(stealth: int, lowered: Iterable[int], raised: Iterable[int], earlier: int, further: int) -> int:
    """4 + the defender's stealth + hooks + defences + 2 for each earlier attempt; 6 more without a hook.

    As it is summed: a test counts what is below 2 as 2.
    """
    hooked = list(lowered)
    blind = 0 if hooked else BLIND
    return BASE + stealth + sum(hooked) + sum(raised) + EACH_EARLIER * earlier + further + blind
