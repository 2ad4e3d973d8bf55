"""What a choice tells of hidden things cannot be looked at and taken back."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.pipeline import shipped_root
from tests.unit.serve.visitors import visiting

_PEEK = """snatch: snatch
        feel:
          if top(pier).design is cat: move all of beak to sea
        wait:
          if count(card in sea where card.design is cat) > 9: move all of beak to sea"""


def test_a_choice_that_comes_to_something_else_with_other_hidden_things_is_settled(tmp_path: Path) -> None:
    root = tmp_path / "gulls"
    shutil.copytree(shipped_root() / "tutorial", root)
    path = root / "base" / "gulls.yaml"
    path.write_text(path.read_text("utf-8").replace("snatch: snatch", _PEEK), "utf-8")
    with visiting(names=(str(root),)) as visitor:
        links = visitor.new_table(str(root), seats=("human", "human"))
        one, other = visitor.seat_path(links, 1), visitor.seat_path(links, 2)
        for each in (one, other):
            visitor.choose(each, "snatch")
        assert 'id="undo"' not in visitor.choose(one, "feel").text
        assert 'id="undo"' in visitor.choose(other, "wait").text
