"""Rates: tokens are taken and flow back."""

import pytest

from contrecoup.web.limits import MOST_KEPT, Buckets, network
from contrecoup.web.problems import Fault
from contrecoup.web.settings import Rate


class Hand:
    """A clock that is moved by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_tokens_run_out_and_flow_back_at_the_rate() -> None:
    clock = Hand()
    buckets = Buckets(Rate(2, 3), clock)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(Fault) as refused:
        buckets.take("a")
    assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "1"})
    clock.now = 0.5
    buckets.take("a")
    with pytest.raises(Fault):
        buckets.take("a")


def test_no_more_tokens_are_saved_than_may_be_spent_at_once() -> None:
    clock = Hand()
    buckets = Buckets(Rate(1, 2), clock)
    buckets.take("a")
    clock.now = 1_000_000
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(Fault):
        buckets.take("a")


def test_each_key_has_its_own_bucket() -> None:
    buckets = Buckets(Rate(1, 1), Hand())
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(Fault):
        buckets.take("a")


def test_a_flood_of_keys_fills_no_memory() -> None:
    buckets = Buckets(Rate(1, 1), Hand())
    for number in range(MOST_KEPT + 500):
        buckets.take(str(number))
    assert len(buckets._kept) == MOST_KEPT


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert network("2001:db8:1:2::5") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::5")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") == "192.0.2.7"
    assert network("a socket") == "a socket"
