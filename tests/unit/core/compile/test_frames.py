"""What is known of a frame at each place where an effect can stand in mid-air."""

from __future__ import annotations

from rulewright.core.model.game import Game, PointInfo
from tests.reference.games import both_of

CONTENT = """\
kind: content
enumerations: [{id: colour, values: [red, green, blue]}]
counters: [{id: coin, per: [seat], min: 0, max: 9}]
procedures:
  - id: play
    does: |
      let n = coin + 1
      for each s in seat:
        pick hue from colour where n > 0
        if hue is red:
          let inner = 2
          gain inner coin
        choose:
          ask_me for other in others: turn other
          pass: nothing
      ask each: turn me
  - id: turn
    takes: {whom: seat}
    does: |
      gain 1 coin
      may: gain 1 whom.coin
"""
GAME = both_of(CONTENT).game


def points(game: Game, procedure: str) -> tuple[PointInfo, ...]:
    number = [id_ for id_, *_ in game.blueprint.procedures].index(procedure)
    return game.blueprint.frames[number]


def domains(point: PointInfo) -> list[str]:
    return [str(domain or sort) for _, sort, domain, _, _ in point.locals]


def test_a_decision_has_a_site_and_a_block_that_asks_again() -> None:
    pick, choose = (point for point in points(GAME, "play") if point.site >= 0)
    for point in (pick, choose):
        assert point.callees == ()
        assert 0 <= point.gather != point.resume
    assert domains(pick) == ["seat", "number", "seat", "seat", "number"]
    assert domains(choose) == [*domains(pick), "colour"], "what a branch has named is forgotten after it"


def test_a_call_knows_what_it_waits_for() -> None:
    turn = [id_ for id_, *_ in GAME.blueprint.procedures].index("turn")
    begun, *_, call, together = points(GAME, "play")
    assert (begun.resume, begun.site, begun.callees) == (0, -1, ())
    assert call.callees == (turn,)
    assert domains(call) == ["seat", "number", "seat", "number"], (
        "what no line reads any more is not kept: who was asked"
    )
    assert (together.together, call.together) == (True, False)
    assert domains(together) == ["seat"]


def test_bounds_of_a_thing_are_those_of_its_domain() -> None:
    choose = [point for point in points(GAME, "play") if point.site >= 0][-1]
    assert choose.locals[-1][3:] == (0, 2)
    assert choose.locals[0][3:] == (0, 3)


def test_an_effect_that_asks_nobody_leaves_no_frame() -> None:
    game = both_of("kind: content\nprocedures: [{id: play, does: stop}]\n").game
    assert points(game, "play") == ()
