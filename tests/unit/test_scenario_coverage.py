"""What scenarios reach of the rules, by place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.places import PlaceId
from rulewright.core.pipeline import ruleset_root
from rulewright.play.scenarios.files import files_of_scenarios
from rulewright.play.scenarios.runner import ScenarioRunner
from rulewright.play.series.coverage import Reached
from tests.reference.games import write_small

CONTENT = """\
kind: content
counters:
  - {id: coin, title: {en: Coin}, start: 1, min: 0, max: 9}
  - {id: spoilt, title: {en: Spoilt}, start: 0, min: 0, max: 1}
quantities:
  - {id: price, amount: "2"}
  - {id: unused, amount: "3"}
modifiers:
  - {id: dear, quantity: price, add: "1", when: coin > 5}
triggers:
  - {id: rich, change: coin, when: coin > 3, does: "set spoilt to 1"}
procedures:
  - id: play
    does: shop
  - id: shop
    does: |
      gain 2 coin
      choose:
        buy:
          require coin >= price
          pay price coin
        steal:
          require coin > 8
          gain 5 coin
        leave: nothing
  - id: never
    does: gain 1 coin
"""
SCENARIOS = """\
kind: scenarios
scenarios:
  - scenario: who is poor leaves
    rules: [one]
    given: {play: shop}
    when:
      - {seat: 1, refused: steal, because: coin > 8}
      - {seat: 1, choose: leave}
    then: [coin = 3]
  - scenario: who buys pays
    rules: [one]
    given: {arrange: set coin to 7, play: shop}
    when: [{seat: 1, choose: buy}]
    then: [coin = 6, "max(price, 1) = 3"]
  - scenario: a scenario may ask something of its own
    rules: [one]
    given:
      play: |
        choose:
          first: shop
          second: nothing
          third: require coin > price
    when: [{seat: 1, choose: second}]
    then: [coin = 1]
"""


@pytest.fixture
def reached(tmp_path: Path) -> tuple[Reached, Reached]:
    write_small(tmp_path / "small", CONTENT)
    file = tmp_path / "small" / "scenarios" / "shop.yaml"
    file.parent.mkdir()
    file.write_text(SCENARIOS)
    results, faults = ScenarioRunner(str(tmp_path / "small"), covers=True).results(file)
    assert not faults
    assert [result.failure for result in results] == [None, None, None]
    assert results[2].reached is not None
    assert names(results[2].reached.ran) == set()
    assert "price.amount" in names(results[2].reached.looked)
    found = [result.reached for result in results]
    assert found[0] is not None
    assert found[1] is not None
    return found[0], found[1]


def names(places: frozenset[PlaceId]) -> set[str]:
    return {place.name for place in places}


def test_a_scenario_tells_what_it_ran(reached: tuple[Reached, Reached]) -> None:
    assert names(reached[0].ran) == {
        "shop.does", "shop.does/0", "shop.does/1", "shop.does/1/leave", "rich.does", "rich.when/else",
    }  # fmt: skip


def test_what_is_only_looked_at_is_told_apart(reached: tuple[Reached, Reached]) -> None:
    assert names(reached[0].looked) == {
        "shop.does/1/buy", "shop.does/1/steal", "shop.does/1/leave", "price.amount",
        "shop.does/1/buy/0", "shop.does/1/buy/1", "shop.does/1/steal/0",
    }  # fmt: skip


def test_each_scenario_is_counted_by_itself(reached: tuple[Reached, Reached]) -> None:
    assert {"shop.does/1/buy", "shop.does/1/buy/1", "dear.add", "rich.does/0"} <= names(reached[1].ran)
    assert "shop.does/1/leave" not in names(reached[1].ran)
    assert names(reached[0].touched).isdisjoint({"dear.add", "never.does", "unused.amount"})


def test_scenarios_come_out_the_same_on_a_covered_build() -> None:
    root = ruleset_root("tutorial")
    assert root is not None
    plain, covered = ScenarioRunner(str(root)), ScenarioRunner(str(root), covers=True)
    for file in files_of_scenarios(root):
        one, two = plain.results(file), covered.results(file)
        assert [(each.sentence, each.failure) for each in one[0]] == [(each.sentence, each.failure) for each in two[0]]
        assert [each for each in one[0] if each.reached is not None] == []
    assert covered.coverage.choices == {("base",)}
    assert covered.coverage.runs == 4
    assert sum(count.ran for count in covered.coverage.counts.values()) > 40
