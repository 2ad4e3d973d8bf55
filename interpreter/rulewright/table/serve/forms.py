"""Parsing of visitors' input: the fields of a form, and numbers as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulewright.core.model.limits import LARGEST_SEED
from rulewright.core.model.secret_seeds import new_secret
from rulewright.core.run.steps import WrongSetup
from rulewright.play.session.moments import ONLOOKER

Fields = Mapping[str, list[str]]
AS_OFFERED = "as-offered"
"""The field of a form that names, as NAME=VALUE, what it offered where nobody had chosen yet."""
MULTIPART = "multipart/form-data"
_BOUNDARY = re.compile(r'multipart/form-data;\s*boundary="?([0-9A-Za-z\'()+_,./:=? -]{1,70})"?')
_NAMED = re.compile(rb'form-data; name="([a-z0-9-]{1,60})"(; filename="([^"\r\n]{0,300})")?', re.IGNORECASE)
_MOST_FIELDS = 400
_MOST_DIGITS = 24
_MOST_SEATS = 999


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that came with a form: its name in the visitor's system, and its bytes."""

    name: str
    data: bytes


async def form_with_files(request: Request) -> tuple[Fields, Mapping[str, SentFile]]:
    """Return (fields, files by field) of a form that may bring files (RFC 7578). Raises HTTPException as `form_of`."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith(MULTIPART):
        return await form_of(request), {}
    boundary = _BOUNDARY.fullmatch(kind)
    if boundary is None:
        raise HTTPException(400, "this form cannot be read")
    fields: dict[str, list[str]] = {}
    files: dict[str, SentFile] = {}
    parts = (b"\r\n" + await request.body()).split(b"\r\n--" + boundary[1].encode())
    if len(parts) > _MOST_FIELDS or parts[-1].strip() != b"--":
        raise HTTPException(400, "this form cannot be read")
    for part in parts[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        named = _NAMED.search(head)
        if named is None:
            raise HTTPException(400, "this form cannot be read")
        try:
            if named[2] is None:
                fields.setdefault(named[1].decode(), []).append(data.decode())
            elif data:
                files[named[1].decode()] = SentFile(named[3].decode(), data)
        except UnicodeDecodeError:
            raise HTTPException(400, "this form cannot be read") from None
    return fields, files


async def form_of(request: Request) -> Fields:
    """Return the fields of a form, which the gateway has read to its end. Raises HTTPException if it is not a form."""
    body = await request.body()
    try:
        return parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise HTTPException(400, "this form cannot be read") from None


def first(fields: Fields, name: str, otherwise: str = "") -> str:
    """Return the first value of a field."""
    return fields[name][0] if fields.get(name) else otherwise


def untouched(fields: Fields, name: str) -> bool:
    """Return whether a field is as the form offered it, so that it is no choice of the visitor."""
    return f"{name}={first(fields, name)}" in fields.get(AS_OFFERED, ())


def whole_number(written: str, least: int = 0, most: int = 10**_MOST_DIGITS) -> int | None:
    """Parse a whole number between `least` and `most`. Return None if the text is not one."""
    digits = written.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS:
        return None
    return int(written) if least <= int(written) <= most else None


def seat_named(written: str) -> int:
    """Return the seat (from 0) whose number (from 1) is written, or -1 if the text is not a seat number."""
    number = whole_number(written, 1, _MOST_SEATS)
    return number - 1 if number is not None and written == str(number) else ONLOOKER


def seed_of(written: str) -> int:
    """Return the seed that is typed, or a new secret one if none is. Raises WrongSetup with a sentence."""
    if not written:
        return new_secret()
    seed = whole_number(written, -LARGEST_SEED, LARGEST_SEED)
    if seed is None:
        raise WrongSetup("a seed is a whole number of at most 15 digits")
    return seed
