"""The contract suite for pytest: `pytest --pyargs contrecoup.testing.suite` examines every rule set found.

In a test module of one's own: `from contrecoup.testing.suite import test_every_rule_set_keeps_its_contract`.
"""

from functools import cache

import pytest

from contrecoup.testing import CLAIMS, Claim, Subject, found, subject


@cache
def _subject(rules: str) -> Subject:
    """One examination a rule set, so that its scenes are explored once."""
    return subject(rules)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
@pytest.mark.parametrize("rules", found())
def test_every_rule_set_keeps_its_contract(rules: str, claim: Claim) -> None:
    """Every rule set that the registry finds keeps every claim."""
    claim(_subject(rules))
