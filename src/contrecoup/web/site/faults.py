"""Faults: what was refused, at the fields that it is about."""

from contrecoup.kernel import Refused
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
