"""Security: what every answer says about itself, and which requests are let in at all."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from litestar.types import HTTPScope

from contrecoup.kernel import Refusal, refusal
from contrecoup.web.problems import Fault
from contrecoup.web.settings import Settings

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final[Mapping[bytes, bytes]] = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"cache-control": b"no-store",
}
"""What an answer that says nothing else of the same name carries."""
_STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST: Final = re.compile(r"[0-9A-Za-z!$&'()*+,;=\-._~:\[\]@%]*")
"""What may stand in a host's name (RFC 3986, 3.2)."""
_ORIGINS: Final = frozenset({b"origin", b"sec-fetch-site", b"sec-fetch-mode"})
_PORTS: Final = {"http": 80, "https": 443}


def with_ours(given: Iterable[tuple[bytes, bytes]], is_secure: bool) -> list[tuple[bytes, bytes]]:
    """An answer's headers, and ours where it says nothing else of the same name."""
    said = list(given)
    return [*said, *_ours(tuple([name for name, _ in said]), is_secure)]


@lru_cache(256)
def _ours(names: tuple[bytes, ...], is_secure: bool) -> tuple[tuple[bytes, bytes], ...]:
    """The headers that go with others of these names."""
    said = {name.lower() for name in names}
    ours = tuple(pair for pair in HEADERS.items() if pair[0] not in said)
    return (*ours, _STRICT_TRANSPORT) if is_secure else ours


def check(scope: HTTPScope, settings: Settings) -> None:
    """Fault where a head is too large, calls the server by a foreign name, or comes from another site."""
    _check_size(scope, settings)
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
    if not _is_ours(host, settings.hosts):
        raise Fault(400, refusal("web.host"))
    said: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name in _ORIGINS:
            said.setdefault(name, value.decode("latin-1"))
    reasons = tuple(_foreign(said, host, scope["method"], scope["path"]))
    if reasons:
        raise Fault(403, *reasons)


def _check_size(scope: HTTPScope, settings: Settings) -> None:
    limits = settings.limits
    if len(scope["raw_path"]) + len(scope["query_string"]) > limits.target_bytes:
        raise Fault(414, refusal("web.target_too_long", most=limits.target_bytes))
    headers = list(scope["headers"])
    size = sum([len(name) + len(value) for name, value in headers])
    if size > limits.header_bytes or len(headers) > limits.headers:
        raise Fault(431, refusal("web.head_too_large", most=limits.header_bytes, headers=limits.headers))


def _is_ours(host: str, hosts: tuple[str, ...]) -> bool:
    name = _host_of(f"//{host}")[0] if _HOST.fullmatch(host) else ""
    return bool(name) and (not hosts or name in hosts)


def _foreign(said: Mapping[bytes, str], host: str, method: str, path: str) -> Iterator[Refusal]:
    """Why a request counts as another site's.

    Browsers say where a request comes from. Links from elsewhere may lead to pages, nothing more.
    """
    site = said.get(b"sec-fetch-site", "none")
    is_page = said.get(b"sec-fetch-mode") == "navigate" and not path.startswith("/api/")
    if site not in ("same-origin", "none") and not (method in _SAFE and is_page):
        yield refusal("web.other_site")
    elif method not in _SAFE and not _is_same_origin(said.get(b"origin"), host):
        yield refusal("web.other_origin")


def _is_same_origin(origin: str | None, host: str) -> bool:
    """Whether the origin, where one is said, has the host's name and port."""
    if origin is None:
        return True
    name, port = _host_of(origin)
    default = _PORTS.get(origin.partition(":")[0].lower())
    own, own_port = _host_of(f"//{host}")
    return bool(name) and name == own and (port or default) == (own_port or default)


@lru_cache(256)
def _host_of(address: str) -> tuple[str, int | None]:
    """Name and port of an address; no name where it can't be read."""
    try:
        parts = urlsplit(address)
        return (parts.hostname or "").lower(), parts.port
    except ValueError:
        return "", None
