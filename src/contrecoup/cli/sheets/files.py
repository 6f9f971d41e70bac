"""Sheet files: read with their lines, and written again whole or not at all."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from contrecoup.kernel import Refused, refusal
from contrecoup.registry import documents
from contrecoup.table.sheets import OpenSheet, open_sheet

DRAFT: Final = ".draft.toml"


def read(path: Path, packs: Sequence[Path], rules: str = "", kind: str = "") -> OpenSheet:
    """The sheet in a file; Refused with every fault, each with its line."""
    document = documents.read(path)
    try:
        return opened(document.data, packs, rules, kind)
    except Refused as refused:
        lines = document.lines()
        reasons = [documents.in_file(reason, path, lines.line(reason.where)) for reason in refused.reasons]
        raise Refused(sorted(reasons, key=lambda reason: reason.line), refused.domain) from None


def opened(data: Mapping[str, Any], packs: Sequence[Path], rules: str = "", kind: str = "") -> OpenSheet:
    """The sheet that data are."""
    return open_sheet(data, [str(pack.resolve()) for pack in packs], rules, kind)


def draft_of(path: Path) -> Path:
    """Where the draft of a sheet's file lies."""
    return path.with_name(path.name.removesuffix(".toml").removesuffix(".draft") + DRAFT)


def write(path: Path, file: OpenSheet) -> None:
    """The sheet in a file: either whole or not at all; Refused where it can't be written."""
    text = file.text()
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        reason = refusal("sheet.not_written", "", file=str(path), reason=error.strerror or str(error))
        raise Refused([reason]) from None
