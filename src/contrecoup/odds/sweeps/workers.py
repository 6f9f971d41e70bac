"""Workers: who answers chunks: this process, a pool of processes, or a Dask cluster."""

import gc
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final

from contrecoup.kernel import Refused, refusal
from contrecoup.odds.outputs import needed
from contrecoup.odds.sweeps.cells import Answered, answered
from contrecoup.odds.sweeps.grid import Grid

WAIT: Final = 10
"""Seconds until a cluster that doesn't answer, or that has nobody to work, is given up."""
_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_YOUNG: Final = 100_000
"""New objects between two searches for garbage: graphs stay, and looking through them takes time."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunks_here(grid: Grid, chunks: Iterable[int]) -> Iterator[tuple[int, list[Answered]]]:
    """Chunks answered in this process, one after the other."""
    for chunk in chunks:
        yield chunk, answered(grid.base, grid.cells(chunk))


def chunks_in_pool(grid: Grid, chunks: Iterable[int], workers: int) -> Iterator[tuple[int, list[Answered]]]:
    """Chunks answered by processes of this machine, as they are ready."""
    from multiprocessing import get_context

    # forked processes would share locks and threads of this one; where they start afresh nothing is shared
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _settle)
    try:
        with _one_thread_each():
            yield from _as_ready(pool, grid, chunks)
    except BrokenProcessPool:
        raise Refused([refusal("sweep.worker_lost")]) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _one_thread_each() -> Generator[None]:
    """New processes do linear algebra in one thread: there is one process for each core already."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def chunks_on_cluster(
    grid: Grid, chunks: Iterable[int], address: str
) -> Iterator[tuple[int, list[Answered]]]:
    """Chunks answered by the workers of a Dask cluster, as they are ready."""
    with _cluster(address) as executor:
        try:
            yield from _as_ready(executor, grid, chunks)
        except ImportError:
            raise Refused([refusal("sweep.cluster_lacks", address=address)]) from None
        except (OSError, CancelledError, needed("distributed", "cluster").KilledWorker):
            raise Refused([refusal("sweep.cluster_lost", address=address)]) from None


def _as_ready(executor: Executor, grid: Grid, chunks: Iterable[int]) -> Iterator[tuple[int, list[Answered]]]:
    places: dict[Future[list[Answered]], int] = {
        executor.submit(answered, grid.base, grid.cells(chunk)): chunk for chunk in chunks
    }
    for future in as_completed(places):
        yield places[future], future.result()


@contextmanager
def _cluster(address: str) -> Generator[Executor]:
    distributed = needed("distributed", "cluster")
    _hold_ready(address)
    try:
        client = distributed.Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError):
        raise _unreachable(address) from None
    try:
        yield client.get_executor()
    finally:
        client.close()


def _hold_ready(address: str) -> None:
    """Refuse a cluster that doesn't answer, or has no workers. A client that fails to connect is noisy and
    slow to give up, so this asks first."""
    import asyncio  # a tenth of a start, for clusters alone

    try:
        workers = asyncio.run(asyncio.wait_for(_workers(address), WAIT))
    except (OSError, ValueError, TypeError, AttributeError, ImportError):  # whatever answers is no scheduler
        raise _unreachable(address) from None
    if not workers:
        raise Refused([refusal("sweep.cluster_idle", address=address)])


async def _workers(address: str) -> int:
    core = needed("distributed.core", "cluster")
    async with core.rpc(address, timeout=WAIT) as scheduler:
        return len((await scheduler.identity())["workers"])


def _unreachable(address: str) -> Refused:
    return Refused([refusal("sweep.cluster", address=address, seconds=WAIT)])


def _settle() -> None:
    """What a new process of the pool does first: leave interrupts to the first one, and end when it ends."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(_YOUNG)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Wait for the end of the process that started this one, and end too: a killed one can't say so."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
