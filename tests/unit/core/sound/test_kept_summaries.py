"""A second look at a ruleset summarises only what has changed since the first, and what leads there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.program import Procedure, Quantity
from rulewright.core.sound.kept_summaries import FlowSummary
from rulewright.core.sound.open_places import Flows, doubting
from rulewright.core.sound.program_flow import ProgramFlow
from tests.reference.games import build_small

WORLD = """\
kind: content
kinds:
  - {id: shell, title: {en: Shell}, fields: {weight: {type: number, default: 2}}}
components:
  - {id: cone, kind: shell, title: {en: Cone}, copies: 4}
counters:
  - {id: coin, per: [seat], min: 0, max: 9}
zones:
  - {id: sea, holds: shell, visible: all, start: "true"}
  - {id: net, per: [seat], holds: shell, visible: all}
quantities:
  - {id: price, amount: "AMOUNT"}
procedures:
  - {id: play, does: "repeat 9: for each s in seat: ask s: fish"}
  - {id: fish, title: {en: Fish}, does: "catch; sell"}
  - {id: catch, title: {en: Catch}, does: "CATCH"}
  - {id: sell, title: {en: Sell}, does: "gain (top(net).weight + price) coin"}
"""
SOLD = WORLD.count("\n")


@pytest.fixture
def summarised(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is summarised."""
    names: list[str] = []
    usual = ProgramFlow._summary_of

    def noted(flow: ProgramFlow, text: Procedure | Quantity) -> FlowSummary:
        names.append(text.id)
        return usual(flow, text)

    monkeypatch.setattr(ProgramFlow, "_summary_of", noted)
    return names


def looked_at(flows: Flows, catch: str, amount: str = "1", world: str = WORLD) -> list[tuple[str, int]]:
    """Look at the ruleset with an effect, and return the codes of what is found with their lines."""
    compiled = build_small(world.replace("CATCH", catch).replace("AMOUNT", amount), 2, 4).compiled
    assert compiled is not None
    steps = doubting(compiled.bound, flows, (Path(), ()))
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return [(each.code, each.span.line) for each in done.value]


CAUGHT, PICKED = "move top(sea) to net", "pick c from sea; move c to net"
SHUFFLED = "shuffle sea; move top(sea) to net"


@pytest.mark.parametrize(
    ("catch", "amount", "again"),
    [
        (CAUGHT, "1", set()),
        (PICKED, "1", {"catch"}),
        (SHUFFLED, "1", {"catch", "fish", "play"}),
        (CAUGHT, "2", {"price", "sell", "fish", "play"}),
    ],
)
def test_only_what_has_changed_and_what_it_tells_is_summarised_again(
    catch: str, amount: str, again: set[str], summarised: list[str]
) -> None:
    flows: Flows = {}
    looked_at(flows, CAUGHT)
    summarised.clear()
    found = looked_at(flows, catch, amount)
    assert {*summarised} == again
    assert found == looked_at({}, catch, amount)


def test_what_is_kept_is_kept_where_other_places_come_before_it(summarised: list[str]) -> None:
    flows: Flows = {}
    before, asking = "pick c from sea; move c to net", "pick c from sea; move c to net; gain top(sea).weight coin"
    assert looked_at(flows, before) == [("may-be-none", SOLD)]
    summarised.clear()
    found = looked_at(flows, asking)
    assert {*summarised} == {"catch", "fish", "play"}
    assert found == looked_at({}, asking) == [("may-be-none", SOLD - 1), ("may-be-none", SOLD)]


def test_what_is_handed_over_is_told_where_it_is_written_now() -> None:
    handing = WORLD.replace('does: "CATCH"', 'takes: {c: shell_piece}, does: "move c to net"').replace(
        'does: "catch; sell"', 'does: "catch(top(net)); sell"'
    )
    flows: Flows = {}
    assert looked_at(flows, "", world=handing) == [("may-be-none", SOLD - 2)]
    assert looked_at(flows, "", world=handing.replace("procedures:", "\nprocedures:")) == [("may-be-none", SOLD - 1)]
