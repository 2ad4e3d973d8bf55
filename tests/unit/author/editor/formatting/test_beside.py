"""Files beside a ruleset are laid out by what they are about, by the command and in an editor alike."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.author.editor.formatting.rewriting import layouts_of
from rulewright.author.editor.study import Study
from rulewright.core.pipeline import shipped_root

SCENARIO = """\
kind: scenarios
ruleset: tutorial
scenarios:
  - scenario: a gull takes everything
    rules: [turn]
    given:
      patches:
        - {change: snatch, set: {does: move   all of pier   to beak}, because: it is hungry}
      play: "ask seat(1): snatch"
    then: ["size(pier)=0"]
"""


def test_a_scenario_beside_its_ruleset_is_laid_out_with_the_texts_of_its_patches(tmp_path: Path) -> None:
    shutil.copytree(shipped_root() / "tutorial", tmp_path / "tutorial")
    path = tmp_path / "more.yaml"
    path.write_text(SCENARIO, "utf-8")
    (layout,) = layouts_of(iter([(path, True)]))
    assert layout.after is not None
    text = layout.after.decode()
    assert "set: {does: move pier to beak}" in text
    assert '["size(pier) = 0"]' in text or "[size(pier) = 0]" in text
    assert Study().formatted(path) == text
