"""Games compiled before anybody asks for them, by a server that has just started."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.unit.table.serve.serving import served


def test_a_server_compiles_its_games_before_anybody_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = list[Path]()
    with served(tmp_path / "tables", "tutorial"):
        for _ in range(3000):  # other tests go first
            found = list((tmp_path / "cache").rglob("*.game"))
            if found:
                break
            time.sleep(0.1)
    assert found
