"""What a seat may ask now, by the names of commands: so that pages show no button that would be refused."""

from collections.abc import Iterator
from typing import Final

from contrecoup.kernel import GM
from contrecoup.table.campaign import Held
from contrecoup.table.campaign_orders import ORDERS
from contrecoup.table.commands import COMMANDS
from contrecoup.table.events import Role
from contrecoup.table.projection.happenings import LASTING
from contrecoup.table.seen import SceneSeen

OF_SCENE: Final = frozenset({"prepare", "drop_scene"})
OF_CAMPAIGN: Final = tuple(
    name for name, kind in COMMANDS.items() if kind in ORDERS and name not in OF_SCENE - {"prepare"}
)
"""What the game master may always ask."""
_UNMOVED: Final = LASTING | {"ended", "adjusted"}


def may_at_table(role: Role) -> tuple[str, ...]:
    """Commands about the campaign."""
    return OF_CAMPAIGN if role == "gm" else ()


def may_in_scene(scene: SceneSeen, held: Held, seat: str, role: Role) -> tuple[str, ...]:
    """Commands about the scene that is shown."""
    if scene.status == "closed" or role == "screen":
        return ()
    if seat == GM:
        return tuple(_prepared() if scene.status == "prepared" else _master(scene, held))
    return tuple(_player(scene, has_chair=bool(held.chair_of(seat))))


def _prepared() -> Iterator[str]:
    yield from ("prepare", "begin", "drop_scene", "give_chair")


def _player(scene: SceneSeen, *, has_chair: bool) -> Iterator[str]:
    if scene.status == "running":
        yield from _answers(scene)
    if has_chair and scene.proof and not scene.proof.secret:
        yield "add_entropy"


def _answers(scene: SceneSeen) -> Iterator[str]:
    question = scene.question
    if question is None or not question.is_mine:
        return
    if question.kind == "choice":
        yield "choose"
    else:
        yield "throw"
        if question.kept is None:
            yield "type"


def _master(scene: SceneSeen, held: Held) -> Iterator[str]:
    yield from _answers(scene)
    question, rereads = scene.question, _may_reread(scene)
    if question is not None:
        yield "pass_turn"
    if question is not None or rereads:
        yield "adjust"
    if rereads or (question is not None and question.kept is not None):
        yield "fix_dice"
    yield from ("correct", "rewind", "fork", "set_auto")
    if scene.panel and scene.panel.closed:
        yield "open_throw"
    yield "resume" if scene.status == "paused" else "pause"
    if held.is_what_if:
        yield "drop_fork"
        return
    yield from ("give_chair", "close")
    if scene.proof and not scene.proof.secret:
        yield "show_secret"


def _may_reread(scene: SceneSeen) -> bool:
    """Whether the last thing that moved the scene was a throw: it can be read again."""
    kinds = (line.kind for line in reversed(scene.log) if line.kind not in _UNMOVED)
    return next(kinds, "") in ("thrown", "amended")
