"""Secret seeds: those of tables with people, whose chance nobody can compute from what they see.

All chance of a table follows from its seed. A number that somebody types, or that has few digits, is found by trying
all such numbers and comparing the pieces a seat was dealt. A secret has 256 bits, and each number drawn from it is a
keyed hash of the stream and of how many were drawn before (BLAKE2b, RFC 7693): no number tells another one.

A secret is a whole number from 2**256 on, so that states, records and games have one sort of seed. In files it is
64 hexadecimal digits, in quotes.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from rulewright.core.model.layout import SEALED, SEED

SECRET_BITS = 256
_FIRST = 1 << SECRET_BITS
_DIGITS = SECRET_BITS // 4


def new_secret() -> int:
    """Return a seed that nobody can guess: 256 bits from the operating system."""
    import secrets

    return _FIRST | secrets.randbits(SECRET_BITS)


def is_secret(seed: int) -> bool:
    """Return whether a seed is a secret."""
    return seed >> SECRET_BITS == 1


def secret_bits(secret: int, stream: int, counter: int) -> int:
    """Return the 64-bit number at a place in a stream of a secret."""
    return int.from_bytes(_keyed(secret, b"chance", stream.to_bytes(8) + counter.to_bytes(8), 8))


def secret_of(secret: int, what: str) -> int:
    """Another secret for what is named: neither it nor others made from the same secret lead back to that."""
    return _FIRST | int.from_bytes(_keyed(secret, b"secret", what.encode(), SECRET_BITS // 8))


def _keyed(secret: int, use: bytes, about: bytes, size: int) -> bytes:
    key = (secret - _FIRST).to_bytes(SECRET_BITS // 8)
    return blake2b(about, key=key, person=use, digest_size=size).digest()


def without_secret(state: list[Any], seed: int) -> list[Any]:
    """Return a state for players, with another seed in place of a secret one.

    The copy of the state before a simultaneous decision gets that seed as well.
    """
    if not is_secret(state[SEED]):
        return state
    known, before = state[:], state[SEALED]
    known[SEED] = seed
    if before is not None:
        known[SEALED] = (*before[:SEED], seed, *before[SEED + 1 :])
    return known


def written_seed(seed: int) -> int | str:
    """Return a seed as files hold it: a number, or the digits of a secret."""
    return f"{seed - _FIRST:0{_DIGITS}x}" if is_secret(seed) else seed


def read_seed(written: int | str) -> int:
    """Return a seed from what a file holds. Raises ValueError for digits that are no secret."""
    if not isinstance(written, str):
        return written
    if len(written) != _DIGITS or set(written) - set("0123456789abcdef"):
        raise ValueError(f"a secret has {_DIGITS} digits from 0 to f")
    return _FIRST | int(written, 16)


def told_seed(seed: int) -> str:
    """Return a seed for people: a secret is not told."""
    return "its seed is secret" if is_secret(seed) else f"seed {seed}"
