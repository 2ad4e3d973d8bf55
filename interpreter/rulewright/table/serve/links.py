"""Secret links: whoever knows the token of a role at a table may act in that role.

No token is stored: each is made of the store's secret, the table, the role and how often its link was changed. A role
is `table` (whoever made the table), `watch` (spectators), `screen` (all people at one screen) or the number of a seat.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from rulewright.table.serve.records import Record

TABLE, WATCH, SCREEN = "table", "watch", "screen"


def token(secret: bytes, table: int, role: str, epoch: int = 0) -> str:
    """Return the token of a role: 192 bits as 32 characters that fit into a path."""
    made = hmac.new(secret, f"{table}:{role}:{epoch}".encode(), sha256).digest()
    return urlsafe_b64encode(made[:24]).decode()


def fits(secret: bytes, table: int, role: str, given: str, epoch: int = 0) -> bool:
    """Whether a token is that of the role, compared in a time that does not reveal how much of it is right."""
    return hmac.compare_digest(token(secret, table, role, epoch).encode(), given.encode("utf-8", "replace"))


def path(secret: bytes, table: int, role: str, epoch: int = 0) -> str:
    """Return the path of a role's page."""
    return f"/t/{table}/{role}/{token(secret, table, role, epoch)}/"


def page_of(secret: bytes, record: Record, role: str) -> str:
    """Return the first page of a role at a table. For the maker of the table it is the one with all links."""
    begin = path(secret, record.id, role, record.epoch(role))
    return f"{begin}seats" if role == TABLE else begin


def digest_of(value: str) -> str:
    """Return the SHA-256 digest by which a secret is stored and recognised."""
    return sha256(value.encode()).hexdigest()


def position_mark(secret: bytes, table: int, seat: int, *position: int | str) -> str:
    """Return the mark of the position that a page shows.

    An answer sent from an older page is recognised by it.
    """
    written = f"{table}:{seat}:{':'.join(map(str, position))}"
    return hmac.new(secret, b"position" + written.encode(), sha256).hexdigest()[:16]
