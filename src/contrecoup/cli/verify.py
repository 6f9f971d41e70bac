"""`contrecoup verify`: a log's dice against the secret that was committed to."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import GM, Refusal, Refused
from contrecoup.log import Reading, Thrown, read
from contrecoup.play.fold import Fold
from contrecoup.play.recorder import replayed
from contrecoup.play.telling import Teller
from contrecoup.play.verification import Proved, Verified
from contrecoup.play.verification import verify as verify_records
from contrecoup.text import Texts

DONE, UNPROVED = 0, 1

_SUMMED = ("derived", "typed", "kept", "unproven", "unchecked", "wrong")


def verify(
    log: Annotated[Path, Parameter(help="verify.option.log")],
    /,
    *,
    commitment: Annotated[
        str, Parameter(name="--commitment", metavar="HASH", help="verify.option.commitment")
    ] = "",
    lang: Lang = None,
    json: Json = False,
) -> int:
    """The help of everything here is in the catalogues."""
    reading = read(log)
    found = verify_records(reading.records, commitment.strip().lower())
    fold, reasons, domain = _followed(reading, found)
    texts = Texts(chosen(lang), domain)
    if json:
        write_json(_plain(found, reasons, texts))
    else:
        _show(fold, found, reasons, texts)
    return UNPROVED if reasons else DONE


def _followed(reading: Reading, found: Verified) -> tuple[Fold | None, tuple[Refusal, ...], str]:
    """The fold where the rules can follow the log, every reason why it isn't proved, whose words say it."""
    reasons = (*reading.faults, *found.faults)
    try:
        fold = replayed(reading.records)
    except Refused as refused:
        return None, reasons or refused.reasons, refused.domain
    return fold, reasons, fold.scene.rules


def _plain(found: Verified, reasons: tuple[Refusal, ...], texts: Texts) -> dict[str, Any]:
    return {
        "verified": not reasons,
        "commitments": [{"event": sequence, "hash": hash} for sequence, hash in found.commitments],
        "counts": _counts(found),
        "throws": [{"event": each.sequence, "status": each.status, "of": each.of} for each in found.throws],
        "reasons": [
            {"id": each.id, "text": texts.refusal(each), "values": dict(each.values)} for each in reasons
        ],
    }


def _counts(found: Verified) -> dict[str, int]:
    """How many throws there are of each sort; what was typed in place of other dice is typed."""
    counts = Counter(each.status for each in found.throws)
    typed = counts["typed"] + counts["replaced"] + counts["amended"]
    return {status: typed if status == "typed" else counts[status] for status in _SUMMED}  # type: ignore[index]  # the words are statuses


def _show(fold: Fold | None, found: Verified, reasons: tuple[Refusal, ...], texts: Texts) -> None:
    screen = Screen()
    teller = Teller(fold.scene, texts.lang, GM) if fold else None
    if teller:
        screen.heading(printable(teller.full_title()))
    for sequence, hash in found.commitments:
        screen.paragraph(texts.text("verify.commitment", sequence=sequence, hash=hash))
    screen.print()
    for each in found.throws:
        screen.paragraph(printable(_line(fold, teller, each, texts)))
    screen.print()
    screen.paragraph(texts.text("verify.summary", **_counts(found)))
    screen.paragraph(texts.name("verify.bad" if reasons else "verify.good"))
    for reason in reasons:
        screen.paragraph(printable(texts.refusal(reason)), "  ")


def _line(fold: Fold | None, teller: Teller | None, proved: Proved, texts: Texts) -> str:
    status = texts.text(f"verify.status.{proved.status}", of=proved.of)
    place = f"{proved.sequence:>4}"
    event = fold.records[proved.sequence - 1].event if fold else None
    if teller is None or not isinstance(event, Thrown):
        return texts.text("verify.throw_bare", place=place, status=status)
    return texts.text("verify.throw", place=place, what=teller.head(event), status=status)
