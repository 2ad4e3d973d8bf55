"""Addresses of visitors as they are counted: whoever has a network of IPv6 has each address of it."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

_OF_ONE: Final = 64
"""The bits that a provider gives one customer at least (RFC 6177)."""


def usual_address(written: str) -> str:
    """Return an IP address in its usual form, an IPv4 address mapped into IPv6 as IPv4.

    A text that is not an address is returned unchanged.
    """
    found = _parsed(written)
    return str(found) if found is not None else written


def counted_address(written: str) -> str:
    """Return what an address is counted as: of IPv6 its network of 64 bits, all of which belong to one visitor."""
    found = _parsed(written)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found.packed, _OF_ONE), strict=False))
    return str(found) if found is not None else written


def _parsed(written: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(written.partition("%")[0])
    except ValueError:  # a socket that is no network's
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
