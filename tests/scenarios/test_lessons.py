"""Every shipped game teaches newcomers what it is about, what a turn is and when it ends, in each of its languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reference.checkout import RULESETS, data_of

MANIFESTS = tuple(sorted(RULESETS.rglob("ruleset.yaml")))


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda path: path.parent.name)
def test_a_shipped_game_teaches_newcomers(manifest: Path) -> None:
    taught: dict[str, set[str]] = {}
    for lesson in data_of(manifest.parent / "base" / "lessons.yaml")["lessons"]:
        taught.setdefault(lesson["part"], set()).update(lesson["text"])
    for part in ("goal", "turn", "end"):
        assert taught.get(part, set()) >= {*data_of(manifest)["languages"]}, f"nothing of its {part} is taught"
