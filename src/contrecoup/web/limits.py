"""Limits: how much one seat or address may ask in a while, counted in this process."""

import math
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic
from typing import Final

from contrecoup.kernel import refusal
from contrecoup.web.problems import Fault
from contrecoup.web.settings import Rate

MOST_KEPT: Final = 20_000
"""Buckets of one kind; the ones longest unused are forgotten, which can only be to their owner's good."""


class Buckets:
    """One bucket of tokens for each key: a request takes one, and they flow back at the rate."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count a request; Fault (429, with the seconds to wait) where there is no token left."""
        now = self._clock()
        left, seen = self._kept.get(key, (self._rate.at_once, now))
        left = min(self._rate.at_once, left + (now - seen) * self._rate.a_second)
        if left < 1:
            wait = math.ceil((1 - left) / self._rate.a_second)
            raise Fault(429, refusal("web.too_many", seconds=wait), headers={"Retry-After": str(wait)})
        self._kept[key] = (left - 1, now)
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


@lru_cache(1024)
def network(host: str) -> str:
    """The address that requests are counted by: an IPv6 host has a whole network of them."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(int(address) >> 64)
