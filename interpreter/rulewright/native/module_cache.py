"""The native part of the cache: WebAssembly modules, and their machine code on this machine.

A module is checked and sandboxed by the engine, so it is stored like the rest of the cache. Machine code is neither: it
is loaded only if this user's own process has written it. Its file must carry a seal over its content, its game and its
engine, made with a secret stored next to it and closed to others. If a system does not say whose a file is, no machine
code is stored.
"""

from __future__ import annotations

import hmac
import marshal
import platform
import secrets
import sys
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from rulewright.core.compile.cache import cache_folder, read_sealed, write_sealed
from rulewright.core.compile.own_files import OWNERS, read_own, write_own
from rulewright.native.backend.engine import version
from rulewright.native.backend.layout import FrameLayout, StateLayout
from rulewright.native.backend.native_code import NativeCode

_SECRET = "secret"
_SECRET_SIZE = 32
_SEAL_SIZE = 32


# ---- Modules


def read_native(key: str) -> NativeCode | str | None:
    """Return the module stored under a key, or the reason why the game has none.

    None if nothing is stored.
    """
    data = read_sealed(f"{key}.wasm")
    return native_in(data) if data is not None else None


def native_in(data: bytes) -> NativeCode | str | None:
    """Return what `native_data` was given to make some bytes, None if it did not make them."""
    try:
        found = marshal.loads(data)  # noqa: S302 - the user's own file, checked above
        if isinstance(found, str):
            return found
        binary, layout = found
        frames_of = tuple(FrameLayout(*each) if each is not None else None for each in layout.pop("frames_of"))
        return NativeCode(binary, StateLayout(frames_of=frames_of, **layout))
    except (ValueError, EOFError, TypeError, KeyError, AttributeError):
        return None


def write_native(key: str, code: NativeCode | str) -> None:
    """Store a module, or the reason why there is none, under a key.

    A cache that cannot be written is not an error.
    """
    write_sealed(f"{key}.wasm", native_data(code))


def native_data(code: NativeCode | str) -> bytes:
    """Return a module with its layout, or the reason why there is none, as bytes for any Python."""
    return marshal.dumps(code if isinstance(code, str) else (code.binary, _plain(code.layout)))


def _plain(layout: StateLayout) -> dict[str, Any]:
    frames_of = tuple(astuple(each) if each is not None else None for each in layout.frames_of)
    numbers = {field.name: getattr(layout, field.name) for field in fields(layout)}
    return numbers | {"frames_of": frames_of}


# ---- Machine code


def read_machine_code(key: str) -> bytes | None:
    """Return the machine code stored under a key by this user for this engine and machine.

    None if there is none.
    """
    folder = cache_folder()
    secret = _secret(folder)
    data = read_own(folder, _name(key)) if secret is not None else None
    if data is None or secret is None or len(data) <= _SEAL_SIZE:
        return None
    seal, code = data[:_SEAL_SIZE], data[_SEAL_SIZE:]
    return code if hmac.compare_digest(seal, _seal(secret, key, code)) else None


def write_machine_code(key: str, code: bytes) -> None:
    """Store machine code that this process has made."""
    folder = cache_folder()
    secret = _secret(folder, make=True)
    if secret is not None:
        write_own(folder, _name(key), _seal(secret, key, code) + code)


def _name(key: str) -> str:
    return f"{key}.machine"


def _seal(secret: bytes, key: str, code: bytes) -> bytes:
    """Return the seal of machine code, its game and its engine, which requires the secret."""
    about = f"{key}\n{version()}\n{sys.platform}\n{platform.machine()}\n{len(code)}\n"
    return hmac.digest(secret, about.encode() + code, "sha256")


def _secret(folder: Path, *, make: bool = False) -> bytes | None:
    """Return the user's secret, None if there is none that only the user knows."""
    if not OWNERS:
        return None
    found = read_own(folder, _SECRET, closed=True)
    if found is None and make:
        write_own(folder, _SECRET, secrets.token_bytes(_SECRET_SIZE), anew=False)
        found = read_own(folder, _SECRET, closed=True)
    return found if found is not None and len(found) == _SECRET_SIZE else None
