"""Which language a browser asks for, of those that there are, by its header `Accept-Language` (RFC 9110)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOST = 400
"""Of a longer header only so many characters are read: browsers send fewer."""
_RANGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,60})?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.IGNORECASE)


def accepted_language(header: str, offered: Sequence[str]) -> str | None:
    """The language offered that is wanted most, the first of equals; None if none is wanted.

    A region goes by its language, `pt-BR` by `pt`; `*` and what is not well written says nothing.
    """
    best, most = None, 0.0
    for each in header[:_MOST].split(","):
        found = _RANGE.fullmatch(each)
        if found is not None and found[1].lower() in offered and float(found[2] or 1) > most:
            best, most = found[1].lower(), float(found[2] or 1)
    return best
