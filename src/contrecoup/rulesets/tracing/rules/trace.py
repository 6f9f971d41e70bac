"""Finding a trace: the target number from hooks, defences and history (rule page, 1)."""

from collections.abc import Iterable

from contrecoup.rulesets.tracing.sheets import Defence, Hook

BASE = 4
BLIND = 6
EACH_EARLIER = 2

HOOKS: dict[str, tuple[int, int]] = {
    "superficial_details": (-2, -1),
    "personal_information": (-4, -4),
    "known_well": (-6, -6),
    "hunted": (-6, -2),
    "system_contact": (-2, -2),
    "personal_system": (-4, -4),
    "digital_contact": (-4, -4),
}
"""Each kind of hook: the most and the least that it takes off."""


def hook_modifier(hook: Hook) -> int:
    """What a hook takes off; the least of its range where the scene names no value."""
    return HOOKS[hook.kind][1] if hook.value is None else hook.value


def defence_modifier(defence: Defence) -> int:
    """What a defence adds: a rating, half a fake ID's (rounded down), or a group's shelter."""
    if defence.kind == "sheltered":
        return 2 if defence.value is None else defence.value
    rating = defence.rating or 0
    return rating // 2 if defence.kind == "fake_id" else rating


def trace_tn(
    stealth: int, hooks: Iterable[Hook], defences: Iterable[Defence], previous: int, further: int
) -> int:
    """4 + the defender's stealth + hooks + defences + 2 for each earlier attempt; 6 more without a hook.

    As it is summed: a test counts what is below 2 as 2.
    """
    hooked = [hook_modifier(hook) for hook in hooks]
    hidden = sum(defence_modifier(defence) for defence in defences)
    blind = 0 if hooked else BLIND
    return BASE + stealth + sum(hooked) + hidden + EACH_EARLIER * previous + further + blind
