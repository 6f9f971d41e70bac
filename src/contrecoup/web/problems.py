"""Problems: whatever is refused or fails, as problem details (RFC 9457) in the reader's language."""

from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from contrecoup.kernel import Refusal, Refused, Value, refusal
from contrecoup.storage import Unavailable
from contrecoup.text import Texts, texts_of
from contrecoup.web.languages import language_of

MEDIA_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 2

_KINDS: Final = {
    400: "malformed",
    401: "not_entered",
    403: "not_yours",
    404: "missing",
    405: "wrong_method",
    409: "stale",
    413: "too_large",
    414: "target_too_long",
    415: "media_type",
    422: "refused",
    429: "too_many",
    431: "head_too_large",
    500: "failed",
    503: "unavailable",
}


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One reason: its id for programs, its sentence, and its place in what was sent ("" for the whole)."""

    id: str
    text: str
    where: str = ""
    line: int = 0
    column: int = 0


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong. `reasons` are all of them; `stands` is what a question that was settled before came
    to, as its sender may know it (null otherwise)."""

    type: str
    title: str
    status: int
    detail: str = ""
    reasons: tuple[Reason, ...] = ()
    stands: dict[str, Any] | None = None


class Fault(Exception):
    """Raised where this layer itself refuses: the status, the reasons, and headers that belong to it."""

    def __init__(self, status: int, *reasons: Refusal, headers: dict[str, str] | None = None) -> None:
        self.status = status
        self.reasons = reasons
        self.headers = headers or {}
        super().__init__(f"{status} {', '.join(reason.id for reason in reasons)}")


def fault(status: int, id: str, /, where: str = "", **values: Value) -> Fault:
    """A fault with one reason."""
    return Fault(status, refusal(id, where, **values))


def kind_of(status: int) -> str:
    """The name of a problem of this status, of which its type and title are made."""
    return _KINDS.get(status, "failed" if status >= 500 else "malformed")


def problem_of(error: Exception, lang: str) -> Problem:
    """What an exception is to whoever asked."""
    status, reasons, domain = _read(error)
    texts = _texts(lang, domain)
    told = tuple(_reason(reason, texts) for reason in reasons)
    kind = kind_of(status)
    stands = getattr(error, "stands", None)
    return Problem(
        type=f"urn:contrecoup:problem:{kind}",
        title=texts.text(f"web.problem.{kind}"),
        status=status,
        detail=" ".join(reason.text for reason in told) or texts.text(f"web.detail.{kind}"),
        reasons=told,
        stands=None if stands is None else msgspec.to_builtins(stands),
    )


def headers_of(error: Exception, status: int) -> dict[str, str]:
    """Headers that belong to a problem."""
    headers = dict(getattr(error, "headers", None) or {})
    if status == 503:
        headers.setdefault("Retry-After", str(RETRY_SECONDS))
    return headers


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer to a request that failed."""
    problem = problem_of(error, language_of(request))
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers=headers_of(error, problem.status),
    )


def declared(*statuses: int) -> dict[int, ResponseSpec]:
    """Problems of these statuses for a route's description, with those that any route may answer by."""
    return {
        status: ResponseSpec(Problem, description=kind_of(status), media_type=MEDIA_TYPE)
        for status in sorted({*statuses, 400, 403, 413, 414, 429, 431, 500, 503})
    }


def _read(error: Exception) -> tuple[int, tuple[Refusal, ...], str]:
    """Status, reasons and the catalogue of the reasons."""
    if isinstance(error, Fault):
        return error.status, error.reasons, ""
    if isinstance(error, Refused):
        return int(getattr(error, "status", 422)), error.reasons, error.domain
    if isinstance(error, Unavailable):
        return 503, (refusal("web.unavailable"),), ""
    if isinstance(error, ValidationException):
        return 400, tuple(_misfits(error)), ""
    if isinstance(error, HTTPException):
        return error.status_code, (), ""
    return 500, (), ""


def _misfits(error: ValidationException) -> list[Refusal]:
    """What a request says that its description doesn't allow, place by place."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = [
        refusal("web.misfit", str(each.get("key", "")), fault=str(each.get("message", "")))
        for each in extra
        if isinstance(each, dict)
    ]
    return found or [refusal("web.misfit", fault=str(error.detail))]


def _texts(lang: str, domain: str) -> Texts:
    """Texts of a rule set; the common ones where what is refused are the rule sets themselves."""
    try:
        return texts_of(lang, domain)
    except Refused:
        return texts_of(lang)


def _reason(reason: Refusal, texts: Texts) -> Reason:
    return Reason(
        id=reason.id,
        text=texts.refusal(reason),
        where=reason.where,
        line=reason.line,
        column=reason.column,
    )
