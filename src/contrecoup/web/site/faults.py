"""Faults: what was refused, at the fields that it is about."""

from contrecoup.kernel import Refusal, Refused
from contrecoup.table.refusals import Settled
from contrecoup.text import Texts
from contrecoup.web.pieces import Fault


def of(refused: Refused, lang: str) -> tuple[Fault, ...]:
    """Every reason in the reader's language; what stands in the place of a stale answer as well."""
    try:
        texts = Texts(lang, refused.domain)
    except Refused:
        texts = Texts(lang)
    found = [Fault(reason.where, texts.refusal(reason)) for reason in refused.reasons]
    if isinstance(refused, Settled):
        found += [Fault("", told) for told in refused.stands.told]
    return tuple(found)


def status_of(refused: Refused) -> int:
    """The status that a page answers with."""
    return int(getattr(refused, "status", 422))


def in_text(refused: Refused, lang: str, field: str, own: tuple[str, ...] = ()) -> tuple[Fault, ...]:
    """Every reason at the field that holds a text, each with its line there; those of a form's own fields
    (by the first word of their place) at these."""
    try:
        texts = Texts(lang, refused.domain)
    except Refused:
        texts = Texts(lang)
    return tuple(_in_text(reason, texts, field, own) for reason in refused.reasons)


def _in_text(reason: Refusal, texts: Texts, field: str, own: tuple[str, ...]) -> Fault:
    said = texts.refusal(reason)
    if reason.where.partition(".")[0] in own:
        return Fault(reason.where, said)
    where = "" if reason.where in ("data", field) else reason.where
    if reason.line and where:
        said = texts.text("web.form.at_place", line=reason.line, key=where, text=said)
    elif reason.line:
        said = texts.text("web.form.at_line", line=reason.line, text=said)
    elif where:
        said = texts.text("web.form.at_key", key=where, text=said)
    return Fault(field, said)
