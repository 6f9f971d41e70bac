"""The shipped suite over every rule set of the project."""

from contrecoup.testing.suite import test_every_rule_set_keeps_its_contract

__all__ = ["test_every_rule_set_keeps_its_contract"]
