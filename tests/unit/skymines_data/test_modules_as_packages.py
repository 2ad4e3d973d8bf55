"""Modules of the shipped game taken out of a copy of it, packed, and added again: the same digests and scenarios."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.core.pipeline import Choice, build_ruleset, shipped_root
from rulewright.play.scenarios.sharing import run_shared
from tests.unit.cli.commands import rulewright

HOME = shipped_root() / "skymines"
GAMES = {
    "threats": ("base", "belt", "threats"),
    "missions": ("base", "missions", "moon"),
    "luna": ("base", "luna", "moon"),
    "belt": ("base", "belt"),
}


def digest(ruleset: str, modules: tuple[str, ...]) -> str:
    built = build_ruleset(Choice(ruleset, modules))
    assert built.compiled is not None, built.diagnostics
    return built.compiled.blueprint.digest


@pytest.mark.slow
@pytest.mark.parametrize("module", GAMES)
def test_a_module_packed_taken_out_and_added_again_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    copy = tmp_path / "skymines"
    shutil.copytree(HOME, copy, ignore=shutil.ignore_patterns("players", "ladders", "replays"))
    shutil.move(copy / module, tmp_path / module)
    manifest = tmp_path / module / "module.yaml"
    stated = f"package: sky/{module}\nversion: 1.0.0\nextends: skymines 1.0\nlicence: CC0-1.0\n"
    manifest.write_text(manifest.read_text("utf-8") + stated, encoding="utf-8")
    made = rulewright("pack", module)
    assert made.returncode == 0, made.stderr
    shutil.rmtree(tmp_path / module)
    without = rulewright("simulate", "./skymines", "--modules", ",".join(GAMES[module]), "--games", "1")
    assert (without.returncode, f"'{module}'" in without.stderr or f"{module}:" in without.stderr) == (2, True)
    assert rulewright("add", f"./{module}-1.0.0.zip").returncode == 0
    assert digest(str(copy), GAMES[module]) == digest("skymines", GAMES[module])
    uses = re.compile(rf"modules: *\[[^\]]*\b{module}\b")
    files = [path for path in sorted((copy / "scenarios").glob("*.yaml")) if uses.search(path.read_text("utf-8"))]
    assert files
    results, faults, _ = run_shared(files, 1, lambda *_: None)
    before, _, _ = run_shared([HOME / "scenarios" / path.name for path in files], 1, lambda *_: None)
    assert faults == ()
    assert [(each.sentence, each.failure) for each in results] == [(each.sentence, None) for each in before]
