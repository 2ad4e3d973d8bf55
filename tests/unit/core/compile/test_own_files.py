"""Nothing is read from a cache that others can write to, and nothing there makes a command wait."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.core.compile.cache import cache_folder, read_cached, write_cached
from rulewright.core.compile.own_files import read_own, write_own
from rulewright.native.loading import load_game
from rulewright.native.module_cache import read_native, write_native

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")

CODE = compile("", "nothing", "exec")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with a game and a module in it, both as they were written."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    write_cached("key", load_game("tutorial", use_cache=False, backend="python").blueprint, CODE, CODE, "")
    write_native("key", "it has none")
    assert read_cached("key") is not None
    assert read_native("key") == "it has none"
    return cache_folder()


def open_to_all(folder: Path) -> None:
    folder.chmod(0o777)


def open_to_a_group(folder: Path) -> None:
    folder.chmod(0o770)


def of_another_user(folder: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    os.chown(folder, 65534, 65534)


def linked(folder: Path) -> None:
    folder.rename(folder.with_name("real"))
    folder.symlink_to(folder.with_name("real"))


def with_linked_files(folder: Path) -> None:
    for each in list(folder.iterdir()):
        each.rename(folder.parent / each.name)
        each.symlink_to(folder.parent / each.name)


def with_files_open_to_all(folder: Path) -> None:
    for each in folder.iterdir():
        each.chmod(0o666)


def with_pipes(folder: Path) -> None:
    for each in list(folder.iterdir()):
        each.unlink()
        os.mkfifo(each)


def a_pipe(folder: Path) -> None:
    folder.rename(folder.with_name("real"))
    os.mkfifo(folder)


CHANGES = (open_to_all, open_to_a_group, of_another_user, linked, with_linked_files, with_files_open_to_all,
           with_pipes, a_pipe)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_others_may_have_written_is_not_read(folder: Path, change: Callable[[Path], None]) -> None:
    change(folder)
    assert read_cached("key") is None
    assert read_native("key") is None
    assert load_game("tutorial").blueprint.ruleset == "tutorial"


@pytest.mark.parametrize("change", [open_to_all, of_another_user, linked, a_pipe], ids=lambda change: change.__name__)
def test_nothing_is_written_to_a_folder_of_others(folder: Path, change: Callable[[Path], None]) -> None:
    change(folder)
    write_own(folder, "more", b"secret")
    assert not list(folder.parent.glob("**/more"))
    assert not list(folder.parent.glob("**/*.part"))


def test_what_is_there_stays_unless_it_is_written_anew(tmp_path: Path) -> None:
    for data, anew in ((b"one", True), (b"two", False), (b"three", True)):
        write_own(tmp_path / "own", "file", data, anew=anew)
    assert read_own(tmp_path / "own", "file") == b"three"
    assert read_own(tmp_path / "own", "file", closed=True) == b"three"
    assert [each.name for each in (tmp_path / "own").iterdir()] == ["file"]
