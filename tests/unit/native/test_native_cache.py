"""Machine code is loaded only where this user's own process has written it for this game and this engine."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.compile.cache import cache_folder
from rulewright.native import module_cache as native_cache
from rulewright.native.backend.engine import binary_of, compiled
from rulewright.native.inside.host import Host
from rulewright.native.module_cache import read_machine_code, read_native, write_machine_code

KEY, OTHER = "a" * 64, "b" * 64
ALIEN = '(module (memory (export "memory") 1) (func (export "begin") (param i32) (result i32) (i32.const 666)))'
owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="no machine code is kept where files have no owner")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder()


@pytest.fixture(scope="module")
def code() -> bytes:
    return bytes(compiled(binary_of(ALIEN)).serialize())


def kept(folder: Path, code: bytes) -> Path:
    write_machine_code(KEY, code)
    assert read_machine_code(KEY) == code
    return folder / f"{KEY}.machine"


@owners
def test_what_was_written_is_read_and_nothing_lies_open(folder: Path, code: bytes) -> None:
    path = kept(folder, code)
    assert read_machine_code(OTHER) is None
    assert folder.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o077 == 0
    assert (folder / "secret").stat().st_mode & 0o777 == 0o600


Change = Callable[[Path, bytes, random.Random], None]


def flipped(path: Path, code: bytes, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def cut(path: Path, code: bytes, rng: random.Random) -> None:
    path.write_bytes(path.read_bytes()[: rng.randrange(path.stat().st_size)])


def longer(path: Path, code: bytes, rng: random.Random) -> None:
    path.write_bytes(path.read_bytes() + rng.randbytes(rng.randrange(1, 50)))


def unsealed(path: Path, code: bytes, rng: random.Random) -> None:
    path.write_bytes(code)


def sealed_by_guess(path: Path, code: bytes, rng: random.Random) -> None:
    path.write_bytes(rng.randbytes(32) + code)


def sealed_with_another_secret(path: Path, code: bytes, rng: random.Random) -> None:
    path.write_bytes(native_cache._seal(rng.randbytes(32), KEY, code) + code)


def of_another_game(path: Path, code: bytes, rng: random.Random) -> None:
    write_machine_code(OTHER, code)
    path.write_bytes((path.parent / f"{OTHER}.machine").read_bytes())


def of_another_engine(path: Path, code: bytes, rng: random.Random) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native_cache, "version", lambda: f"{rng.randrange(40)}.0.1")
        write_machine_code(KEY, code)


def writable_by_others(path: Path, code: bytes, rng: random.Random) -> None:
    path.chmod(rng.choice([0o622, 0o666, 0o602, 0o620, 0o777]))


def linked(path: Path, code: bytes, rng: random.Random) -> None:
    path.rename(path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


def a_folder(path: Path, code: bytes, rng: random.Random) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path, code: bytes, rng: random.Random) -> None:
    path.unlink()
    os.mkfifo(path)


def in_an_open_folder(path: Path, code: bytes, rng: random.Random) -> None:
    path.parent.chmod(rng.choice([0o777, 0o722, 0o770, 0o702]))


def with_an_open_secret(path: Path, code: bytes, rng: random.Random) -> None:
    (path.parent / "secret").chmod(rng.choice([0o644, 0o640, 0o604, 0o666, 0o620]))


def with_a_planted_secret(path: Path, code: bytes, rng: random.Random) -> None:
    secret = path.parent / "secret"
    secret.write_bytes(rng.randbytes(rng.choice([0, 1, 31, 33, 500])))


def with_a_linked_secret(path: Path, code: bytes, rng: random.Random) -> None:
    (path.parent / "secret").rename(path.parent / "real")
    (path.parent / "secret").symlink_to(path.parent / "real")


def of_another_user(path: Path, code: bytes, rng: random.Random) -> None:
    which = rng.choice([path, path.parent / "secret", path.parent])
    if os.getuid() != 0:
        pytest.skip("only root can give files away")
    os.chown(which, 12345, -1)


CHANGES: tuple[Change, ...] = (
    flipped, cut, longer, unsealed, sealed_by_guess, sealed_with_another_secret, of_another_game, of_another_engine,
    writable_by_others, linked, a_folder, a_pipe, in_an_open_folder, with_an_open_secret, with_a_planted_secret,
    with_a_linked_secret, of_another_user,
)  # fmt: skip


@owners
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_is_put_in_place_of_machine_code_is_refused(folder: Path, code: bytes, change: Change) -> None:
    """About 300 in all: a random change of each kind, 18 times over."""
    for seed in range(18):
        path = kept(folder, code)
        change(path, code, random.Random(f"{change.__name__} {seed}"))
        assert read_machine_code(KEY) is None, seed
        for each in sorted(folder.glob("*")):
            each.rmdir() if each.is_dir() and not each.is_symlink() else each.unlink()
        if os.getuid() == 0:
            os.chown(folder, 0, -1)
        folder.chmod(0o700)


@pytest.fixture
def loaded(folder: Path) -> list[Any]:
    return [
        rw.load_game("tutorial", backend="native"),
        *sorted(folder.glob("*.wasm")),
        *sorted(folder.glob("*.machine")),
    ]


@owners
def test_a_game_is_loaded_from_the_cache_with_its_machine_code(loaded: list[Any]) -> None:
    game, module, machine = loaded
    again = rw.load_game("tutorial", backend="native")
    assert again.native.code().binary == game.native.code().binary
    assert again.native.code().layout == game.native.code().layout
    assert read_machine_code(machine.stem) is not None
    assert Host(again).start(seats=2, seed=1)
    assert module.stem == machine.stem


def test_a_spoiled_module_is_made_anew(loaded: list[Any]) -> None:
    _, module, *machines = loaded
    for each in machines:
        each.unlink()
    module.write_bytes(module.read_bytes()[:-1])
    assert read_native(module.stem) is None
    assert Host(rw.load_game("tutorial", backend="native")).start(seats=2, seed=1)
    assert read_native(module.stem) is not None


@owners
def test_machine_code_that_the_engine_has_no_use_for_is_made_anew(loaded: list[Any]) -> None:
    """It carries the seal of this user, but another engine wrote it."""
    _, _, machine = loaded
    write_machine_code(machine.stem, b"\x7fELF" + bytes(500))
    assert Host(rw.load_game("tutorial", backend="native")).start(seats=2, seed=1)
    assert len(read_machine_code(machine.stem) or b"") > 1000
