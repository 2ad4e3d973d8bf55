"""Where little is different: fewer seats than there can be, chance that brings the same twice, too much for a graph."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.author.proving.counterexample import ScenarioTable
from rulewright.author.proving.prove import InvariantProof, ProofPlan, prove
from rulewright.core.pipeline import Choice
from rulewright.native.inside.explorer import SearchBounds
from tests.reference.games import write_small
from tests.unit.author.proving.rulesets import walk

SEATED = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields:
      for_seat: {type: number}
components:
  - {id: north, kind: card, for_seat: 1, title: {en: North}}
  - {id: east, kind: card, for_seat: 2, title: {en: East}}
  - {id: south, kind: card, for_seat: 3, title: {en: South}}
counters:
  - {id: round, min: 0, max: 2}
zones:
  - {id: hand, per: [seat], holds: card, visible: all, start: it.for_seat = seat.number}
procedures:
  - id: play
    does: |
      repeat 2:
        for each s in seat: ask s: turn
  - id: turn
    does: |
      choose:
        give for c in hand: move c to first(s in others where true).hand
        rest: nothing
scoring:
  - {id: points, title: {en: Points}, amount: size(hand)}
invariants:
  - {id: cards_kept, always: sum(size(s.hand) for s in seat) = 3}
"""


def proof(root: str, seats: int) -> InvariantProof:
    return prove(ProofPlan(Choice(root), seats, games=100), ScenarioTable(Path(root).name))


def test_pieces_that_lie_where_nobody_sits_are_not_counted(tmp_path: Path) -> None:
    write_small(tmp_path, SEATED, 2, 3)
    (whole,) = proof(str(tmp_path), 3).verdicts
    assert whole.kind == "by_induction", whole.sentence()
    (lacking,) = proof(str(tmp_path), 2).verdicts
    assert lacking.kind == "broken", lacking.sentence()
    assert lacking.counterexample is not None
    assert lacking.counterexample.choices == 0


def test_a_long_game_is_shown_though_chance_can_begin_it_in_two_ways_alike(tmp_path: Path) -> None:
    rolled = "roll one from 1..2\n      roll two from 1..2\n      set bank to one + two\n      repeat bank:"
    root = walk(tmp_path, "  - {id: soon, ends: true, within: 7}\n", ("repeat 3:", rolled))
    (verdict,) = proof(root, 2).verdicts
    assert verdict.kind == "broken", verdict.sentence()
    assert verdict.counterexample is not None, verdict.sentence()
    assert verdict.counterexample.choices == 7


def test_what_is_kept_where_a_graph_would_be_too_large_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.author.proving.prove._MOST_GRAPHED", 20)
    root, kept = walk(tmp_path / "small", "  - {id: soon, ends: true, within: 9}\n"), tmp_path / "kept"
    plan = ProofPlan(Choice(root), 2, bounds=SearchBounds(states=60), games=10, keep=kept)
    (first,) = prove(plan, ScenarioTable("small")).verdicts
    assert kept.exists()
    (second,) = prove(replace(plan, bounds=SearchBounds()), ScenarioTable("small")).verdicts
    assert first.kind == second.kind == "unbroken"
    assert first.searched.states < second.searched.states
