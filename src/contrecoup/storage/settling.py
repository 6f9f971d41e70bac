"""Settling: what becomes of batches, given what the database holds; the same for every database."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, TypeAlias

from contrecoup.storage.port import Absent, Batch, Kept, KeyChange, Outcome, Repeated, Stale

Asked: TypeAlias = tuple[str, str, str]
"""Table, asker, request."""
Values: TypeAlias = dict[str, Any]


class Settlement:
    """The outcomes, and what is to be written for the batches that are kept.

    `rows`, `requests`, `heads` and `secrets` hold the values of the schema's columns, `keys` each change
    with its table in order.
    """

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.rows: list[Values] = []
        self.requests: list[Values] = []
        self.secrets: list[Values] = []
        self.keys: list[tuple[str, KeyChange]] = []
        self.changed: dict[str, int] = {}

    @property
    def heads(self) -> list[Values]:
        return [{"of": table, "now": head} for table, head in self.changed.items()]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be written."""
        return not (self.rows or self.requests or self.keys or self.secrets)


def asked(batch: Batch) -> Asked:
    return batch.table, batch.asker, batch.request


def settle(
    batches: Sequence[Batch], heads: MutableMapping[str, int], done: MutableMapping[Asked, Repeated]
) -> Settlement:
    """What becomes of batches one after the other; `heads` and `done` go on with them."""
    settled = Settlement()
    for batch in batches:
        outcome = _outcome(batch, heads, done)
        settled.outcomes.append(outcome)
        if isinstance(outcome, Kept):
            _keep(batch, settled)
            heads[batch.table] = batch.last
            if batch.request:
                done[asked(batch)] = Repeated(batch.after + 1, batch.last, batch.digest)
    return settled


def _outcome(batch: Batch, heads: Mapping[str, int], done: Mapping[Asked, Repeated]) -> Outcome:
    head = heads.get(batch.table)
    if head is None:
        return Absent()
    before = done.get(asked(batch)) if batch.request else None
    if before is not None:
        return before
    return Kept(batch.last) if batch.after == head else Stale(head)


def _keep(batch: Batch, settled: Settlement) -> None:
    table = batch.table
    for row in batch.rows:
        values = {"table_id": table, "sequence": row.sequence, "scene": row.scene, "line": row.line}
        settled.rows.append(values)
    if batch.rows:
        settled.changed[table] = batch.last
    if batch.request:
        settled.requests.append(
            {
                "table_id": table,
                "asker": batch.asker,
                "request": batch.request,
                "first": batch.after + 1,
                "last": batch.last,
                "digest": batch.digest,
            }
        )
    settled.keys += [(table, change) for change in batch.keys]
    settled.secrets += [
        {"table_id": table, "scene": scene, "secret": secret} for scene, secret in batch.secrets
    ]
