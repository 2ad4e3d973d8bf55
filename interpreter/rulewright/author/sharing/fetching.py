"""Downloads over https, or over http from this machine, limited in size and never by another scheme.

Only `add` and `update` call this.
"""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import IO
from urllib.parse import urlsplit

from rulewright.core.model.packages_used import PackageRefused

_SECONDS = 30
_CHUNK = 1 << 16
_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


def fetched(url: str, most: int) -> bytes:
    """Return what a URL leads to, at most so many bytes. Raises PackageRefused with a sentence."""
    refuse_scheme(url)
    opener = urllib.request.build_opener(_SameScheme)
    request = urllib.request.Request(url, headers={"User-Agent": "rulewright"})
    data = bytearray()
    try:
        with opener.open(request, timeout=_SECONDS) as answer:
            while chunk := answer.read(_CHUNK):
                data += chunk
                if len(data) > most:
                    raise PackageRefused(f"{url} has more than {most // 1_000_000} MB")
    except urllib.error.HTTPError as fault:
        raise PackageRefused(f"{url} cannot be fetched: the server answers {fault.code} {fault.reason}") from None
    except urllib.error.URLError as fault:
        raise PackageRefused(f"{url} cannot be fetched: {fault.reason}") from None
    except (OSError, http.client.HTTPException, ValueError) as fault:
        if isinstance(fault, PackageRefused):
            raise
        raise PackageRefused(f"{url} cannot be fetched: {fault}") from None
    return bytes(data)


def refuse_scheme(url: str) -> None:
    """Raise PackageRefused unless a URL is one of https, or of http on this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        raise PackageRefused(f"'{url}' is not a URL") from None
    if parts.scheme == "https" or (parts.scheme == "http" and host in _THIS_MACHINE):
        return
    raise PackageRefused(f"{url}: use https (or http on this machine)")


class _SameScheme(urllib.request.HTTPRedirectHandler):
    """A server may lead to another place, but not to another scheme."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).scheme != urlsplit(req.full_url).scheme:
            raise PackageRefused(f"{req.full_url} redirects to another scheme, {newurl}")
        refuse_scheme(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
