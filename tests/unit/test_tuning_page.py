"""The walk of docs/how-to/tune.md: its variant has no mistake, and what it finds is what the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest

from rulewright.core.load.tunables import MEASURES
from tests.unit.cli.commands import rulewright

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "tune.md").read_text(encoding="utf-8")


@pytest.fixture
def calmer(tmp_path: Path) -> Path:
    block = re.search(r"(?m)^    kind: variant\n(?:    .*\n)+", PAGE)
    assert block is not None
    file = tmp_path / "calmer.yaml"
    file.write_text(dedent(block.group()), encoding="utf-8")
    return file


def test_its_variant_has_no_mistake_and_plays_as_if_nothing_were_to_be_found(calmer: Path) -> None:
    assert rulewright("check", calmer).returncode == 0
    digests = [
        json.loads(rulewright("simulate", "tutorial", *words, "--games", "5", "--format", "json").stdout)["digest"]
        for words in ((), ("--variant", calmer))
    ]
    assert digests[0] == digests[1]


@pytest.mark.slow
def test_what_it_finds_is_a_variant_that_is_nearer_to_what_is_wanted(calmer: Path) -> None:
    kept = calmer.parent / "kept.yaml"
    told = rulewright(
        "tune", calmer, "--seats", "3", "--games", "1000", "--fresh", "300", "--out", kept, "--format", "json"
    )
    assert told.returncode == 0
    best = json.loads(told.stdout)["settings"][0]["measures"]
    assert best["spread"]["value"] < 5
    assert 13 <= best["length"]["value"] <= 17
    assert rulewright("check", kept).returncode == 0


def test_it_tells_every_measure() -> None:
    assert [name for name in MEASURES if f"`{name}`" not in PAGE] == []
