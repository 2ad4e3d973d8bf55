"""No slip of the hand makes the program fail, and what is accepted all the same can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_names, shipped_root
from tests.errors.rulesets.mutants import mutants, play_if_accepted
from tests.errors.rulesets.skeleton import FILES

PLAY = """\
procedures:
  - id: turn
    does: |
      choose:
        trade for g in good where stock[g] > 0:
          pay 1 stock[g]
          gain 2 coin
        load:
          pick card from deck where card.cost <= coin distinct by card.cost
          pay card.cost coin
          move card to hand
          do card.reward
        wait: nothing
      for each card in hand where card.up:
        may turn_over: flip card down
  - id: play
    does: |
      shuffle deck
      ask each: pick g from good
      repeat 5:
        for each s in seats_from(leader):
          ask s: turn
        roll luck from 1..6
        gain luck tide
        set leader to first(s in others)
      refill
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    words = FILES["base/words.yaml"].replace("procedures:\n", PLAY)
    words = "\n".join(line for line in words.split("\n") if not line.startswith("  - {id: play,"))
    for name, text in (FILES | {"base/words.yaml": words}).items():
        (tmp_path / "harbour" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "harbour" / name).write_text(text, encoding="utf-8")
    return tmp_path / "harbour"


def run(root: Path, seeds: range, copy: Path) -> int:
    accepted = 0
    for seed, what in mutants(root, seeds, copy):
        try:
            accepted += play_if_accepted(copy, seed)
        except Exception as error:
            raise AssertionError(what) from error
    return accepted


def test_the_right_ruleset_is_played(harbour: Path) -> None:
    assert play_if_accepted(harbour, 1)


def test_slips_in_a_small_ruleset_are_no_crashes(harbour: Path, tmp_path: Path) -> None:
    assert 0 < run(harbour, range(60), tmp_path / "copy") < 60


TIMES = {"skymines": 150}
"""How many slips are made in a ruleset of which each takes more than a second; 400 in the others."""


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names())
def test_slips_in_a_shipped_ruleset_are_no_crashes(tmp_path: Path, name: str) -> None:
    assert run(shipped_root() / name, range(TIMES.get(name, 400)), tmp_path / "copy") > 0
