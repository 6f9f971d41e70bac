"""Golden files against what the rules answer now, as a comparison of lines."""

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from contrecoup.testing.golden.cases import SECRETS, Case, Ending, File, SceneCase, Step, Throws, read
from contrecoup.testing.golden.playing import Played, play
from contrecoup.testing.golden.toml import written
from contrecoup.testing.lines import message_line
from contrecoup.text import Texts


def files(folder: Path) -> list[Path]:
    """The golden files of a folder (its secrets are no case)."""
    return sorted(path for path in folder.glob("**/*.toml") if path.name != SECRETS)


def difference(file: File, *, partly: bool = False) -> str:
    """What a case expects and the rules don't answer, as lines with - and +; "" where they agree.

    `partly`: only what the case says is compared, as in rule pages, which tell no more than they need.
    """
    played = play(file).case
    if partly:
        played = _narrowed(played, file.case)
    return compared(written(file.case, {}), written(played, {}), file.name)


def compared(expected: str, found: str, name: str) -> str:
    """The lines of two texts that differ; "" where none does."""
    lines = difflib.unified_diff(
        expected.splitlines(),
        found.splitlines(),
        f"{name} expects",
        f"{name}: the rules answer",
        "",
        "",
        4,
        "",
    )
    return "\n".join(lines)


def filled(file: File) -> str:
    """The file's text with everything filled in, and the English sentence beside each message."""
    played = play(file)
    return file.head + written(played.case, sentences(played))


def sentences(played: Played) -> Mapping[str, str]:
    """What each told line says in English."""
    if played.scene is None:
        return {}
    texts = Texts("en", played.scene.rules)
    return {message_line(said): texts.say(said) for moment in played.moments for said in moment.told}


def update(path: Path) -> bool:
    """Fill in a golden file; whether that changed it. Nothing is written where the case can't be played."""
    before = path.read_text(encoding="utf-8")
    after = filled(read(path))
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after != before


def _narrowed(played: Case, said: Case) -> Case:
    """The played case with only what is said: what a page leaves out stays out."""
    if isinstance(played, Throws) or isinstance(said, Throws):
        return played
    steps = tuple(_narrowed_step(new, old) for new, old in zip(played.steps, said.steps, strict=False))
    return msgspec.structs.replace(played, steps=steps, end=_narrowed_end(played, said))


def _narrowed_step(played: Step, said: Step) -> Step:
    silent = [name for name in ("ask", "seat", "result", "told", "odds") if getattr(said, name) is None]
    views = {viewer: view for viewer, view in played.views.items() if viewer in said.views}
    return msgspec.structs.replace(played, **dict.fromkeys(silent), views=views)


def _narrowed_end(played: SceneCase, said: SceneCase) -> Ending | None:
    if played.end is None or said.end is None:
        return None if said.end is None and not (played.end and played.end.refused) else played.end
    silent = {name: () for name in ("tallies", "aftermath") if not getattr(said.end, name)}
    return msgspec.structs.replace(played.end, **silent)


def differences(folder: Path) -> Iterator[str]:
    """Every disagreement of a folder's golden files."""
    for path in files(folder):
        text = difference(read(path))
        if text:
            yield text
