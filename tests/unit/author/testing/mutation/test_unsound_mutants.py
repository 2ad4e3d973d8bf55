"""A mutant that may stop a game is refused in a ruleset that says it is sound, as `check` would refuse it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.author.testing.mutation.weak_ruleset import tried, write


@pytest.mark.parametrize(("key", "fate"), [("sound: true\n", "refused"), ("", "unreached")])
def test_a_mutant_that_may_divide_by_0_is_refused_in_a_sound_ruleset(tmp_path: Path, key: str, fate: str) -> None:
    root = write(tmp_path)
    manifest, trade = root / "ruleset.yaml", root / "base/trade.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + key, encoding="utf-8")
    text = trade.read_text(encoding="utf-8").replace("does: gain 1 coin", 'does: "if wares > 0: gain (6 / wares) coin"')
    trade.write_text(text, encoding="utf-8")
    found = {mutant.after: verdict for mutant, verdict in tried(root) if mutant.text.field.startswith("bargain")}
    unsound = found["if wares >= 0: gain (6 / wares) coin"]
    assert (unsound.fate, "may be 0" in unsound.about) == (fate, bool(key))
    assert found["if wares > 1: gain (6 / wares) coin"].fate == "unreached"
