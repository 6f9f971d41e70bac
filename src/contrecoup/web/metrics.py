"""Metrics: what this process did, in Prometheus' text format. Nothing here tells tables apart."""

import contextlib
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from time import process_time
from typing import Final

MEDIA_TYPE: Final = "text/plain; version=0.0.4"
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Histogram:
    """How many durations, in seconds, were at most so long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        self.sum += seconds
        self.counts[bisect_left(_BOUNDS, seconds)] += 1

    def lines(self, name: str, labels: str) -> Iterator[str]:
        total = 0
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{name}_bucket{{{labels},le="{bound}"}} {total}'
        yield f"{name}_sum{{{labels}}} {self.sum:.6f}"
        yield f"{name}_count{{{labels}}} {total}"


class Metrics:
    """Counts of this process since its start."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: defaultdict[str, Histogram] = defaultdict(Histogram)
        self._events: Counter[str] = Counter()
        self.requests = 0
        self.streams = 0

    def note_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request that was answered, by the route's template ("" where there is no such route)."""
        self.requests += 1
        self._requests[method, route, status] += 1
        self._seconds[route].note(seconds)

    def note(self, what: str, count: int = 1) -> None:
        """Something that happened: a frame sent, a command kept."""
        self._events[what] += count

    def text(self) -> str:
        """Everything, a line each."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield "# TYPE contrecoup_requests_total counter"
        for (method, route, status), count in sorted(self._requests.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            yield f"contrecoup_requests_total{{{labels}}} {count}"
        yield "# TYPE contrecoup_request_seconds histogram"
        for route, histogram in sorted(self._seconds.items()):
            yield from histogram.lines("contrecoup_request_seconds", f'route="{route}"')
        yield "# TYPE contrecoup_events_total counter"
        for what, count in sorted(self._events.items()):
            yield f'contrecoup_events_total{{event="{what}"}} {count}'
        yield "# TYPE contrecoup_streams gauge"
        yield f"contrecoup_streams {self.streams}"
        yield "# TYPE contrecoup_cpu_seconds_total counter"
        yield f"contrecoup_cpu_seconds_total {process_time():.3f}"
        yield from _memory()


def _memory() -> Iterator[str]:
    """The most memory that the process held; not every system says."""
    with contextlib.suppress(ImportError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        yield "# TYPE contrecoup_most_memory_bytes gauge"
        yield f"contrecoup_most_memory_bytes {most}"
