"""Reckoning: odds worked out in a process of their own, so that nobody else waits for them."""

import asyncio
import multiprocessing
from fractions import Fraction
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import msgspec

from contrecoup.kernel import GM, Choice, Name, Option, Refusal, Refused, Seat, refusal
from contrecoup.log import decode
from contrecoup.text import Texts, texts_of
from contrecoup.web.problems import Fault

if TYPE_CHECKING:  # the process that reckons imports them, nobody else
    from contrecoup.odds.answer import Ends, Odds
    from contrecoup.odds.beliefs import Belief
    from contrecoup.play import Fold

MOST_WAITING: Final = 16

Answer_co = TypeVar("Answer_co", covariant=True)
T = TypeVar("T")


class Task(Protocol[Answer_co]):
    """What can be reckoned. It and its answer, which is a structure, are sent from process to process."""

    def reckoned(self) -> Answer_co:
        """The answer, worked out where this is called; Refused where there is none."""
        ...


class Chance(msgspec.Struct, frozen=True):
    """How likely an end is, as a share of one; `text` names it."""

    id: str
    text: str
    p: float


class OptionOdds(msgspec.Struct, frozen=True):
    """The odds once the seat takes an option; `id` and `values` are what the command `choose` takes."""

    id: str
    values: dict[str, str | int]
    text: str
    ends: tuple[Chance, ...]


class SeatOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's odds from what it may know, everybody going by the plan.

    `rounds`: how many are to come on average. `options`: the odds after each option, where the seat is asked
    to choose. `runs`: how many runs they were sampled from (0: solved), `cut`: the share that isn't known.
    """

    scene: str
    ends: tuple[Chance, ...]
    rounds: float
    options: tuple[OptionOdds, ...] = ()
    runs: int = 0
    cut: float = 0.0


class Job(msgspec.Struct, frozen=True):
    """What is to be reckoned: the scene, its log, who asks as a seat of it, in which language."""

    scene: str
    lines: tuple[bytes, ...]
    seat: Seat
    lang: str

    def reckoned(self) -> SeatOdds:
        """The seat's odds; Refused for a seat whose knowledge the rules don't declare."""
        return seat_odds(self)


class _No(msgspec.Struct, frozen=True):
    """Why it can't be reckoned."""

    reasons: tuple[Refusal, ...]
    domain: str


class Line(Protocol):
    """One end of a pipe between two processes, whatever the system calls it."""

    def send(self, obj: Any, /) -> None: ...
    def recv(self) -> Any: ...
    def poll(self, timeout: float | None = 0.0, /) -> bool: ...
    def close(self) -> None: ...


class Reckoner:
    """One process that reckons, one job after the other; started when it is first needed."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._process: BaseProcess | None = None
        self._line: Line | None = None

    async def reckon(self, job: Task[T]) -> T:
        """The answer; Refused by the rules, Fault where too many wait (429) or it takes too long (422)."""
        if self._waiting >= MOST_WAITING:
            raise Fault(429, refusal("web.odds_busy"), headers={"Retry-After": "5"})
        self._waiting += 1
        try:
            async with self._lock:
                answer = await asyncio.to_thread(self._ask, job)
        finally:
            self._waiting -= 1
        if answer is None:
            raise Fault(422, refusal("web.odds_long", seconds=round(self._seconds)))
        if isinstance(answer, str):
            raise RuntimeError(answer)
        if isinstance(answer, _No):
            raise Refused(answer.reasons, answer.domain)
        found: T = answer
        return found

    def close(self) -> None:
        """End the process."""
        if self._process is not None and self._line is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
        self._process = self._line = None

    def _ask(self, job: Task[Any]) -> Any:
        """The answer of the process, why there is none (`_No`), or what went wrong (a text); None where there
        is none in time, or the process ended over it."""
        line = self._open()
        try:
            line.send(job)
            if line.poll(self._seconds):
                return line.recv()
        except (EOFError, OSError):
            pass  # it was killed from outside, as for want of memory: the next one starts another
        self.close()
        return None

    def _open(self) -> Line:
        if self._process is None or self._line is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            line, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._line = line
        return self._line


def _work(line: Line) -> None:
    """Reckon job by job until the other side is gone."""
    while True:
        try:
            job: Task[Any] = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            line.send(job.reckoned())
        except Refused as refused:
            line.send(_No(refused.reasons, refused.domain))
        except Exception as error:  # noqa: BLE001 - whoever waits must be told, and it is logged there
            line.send(repr(error))


def seat_odds(job: Job) -> SeatOdds:
    """The odds of a job; Refused for a seat whose knowledge the rules don't declare."""
    from contrecoup.odds.beliefs import believe
    from contrecoup.play import replayed

    fold = replayed(tuple(decode(line, number) for number, line in enumerate(job.lines, 1)))
    node = fold.node()
    known = _All(fold) if job.seat == GM else believe(fold.scene, job.seat, fold.standing.steps(), node)
    odds, texts = known.odds(), texts_of(job.lang, fold.scene.rules)
    offered = node.options if isinstance(node, Choice) and job.seat in (GM, node.seat) else ()
    return SeatOdds(
        scene=job.scene,
        ends=_chances(odds.ends, texts),
        rounds=float(odds.rounds.mean),
        options=tuple(_option(known, option, texts) for option in offered),
        runs=odds.sampled,
        cut=float(odds.found.cut()),
    )


class _All:
    """What the game master knows: all that the scene says, and where it stands."""

    def __init__(self, fold: "Fold") -> None:
        self._scene, self._state = fold.scene, fold.standing.state

    def odds(self) -> "Odds":
        return self._mixed(self._state)

    def odds_after(self, option: Option) -> "Odds":
        return self._mixed(self._scene.ruleset.apply(self._scene.setup, self._state, option))

    def _mixed(self, state: Any) -> "Odds":
        from contrecoup.odds.beliefs.mixture import mixed

        return mixed([(self._scene, state, Fraction(1))])


def _option(known: "Belief | _All", option: Option, texts: Texts) -> OptionOdds:
    values = {key: value.id if isinstance(value, Name) else value for key, value in option.values}
    return OptionOdds(option.id, values, texts.option(option), _chances(known.odds_after(option).ends, texts))


def _chances(ends: "Ends", texts: Texts) -> tuple[Chance, ...]:
    named = ((end, f"outcome.{end}", float(share)) for end, share in ends.items())
    return tuple(Chance(end, texts.name(id) if texts.has(id) else end, share) for end, id, share in named)
