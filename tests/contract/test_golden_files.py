"""The golden files of every rule set without the other claims: mutants of rules meet them quickly."""

import pytest

from contrecoup import registry
from contrecoup.testing import found
from contrecoup.testing.golden import differences


@pytest.mark.parametrize("rules", found())
def test_the_rules_answer_what_the_golden_files_expect(rules: str) -> None:
    assert list(differences(registry.find()[rules].folder / "golden")) == []
