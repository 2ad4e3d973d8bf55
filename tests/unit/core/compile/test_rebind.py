"""The conditions under which the same table plays another game, as a blueprint keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.compile.cache import read_cached, write_cached
from rulewright.core.model.game import AgainInfo, Blueprint
from rulewright.core.run.steps import clone
from tests.unit.core.compile.small_games import begun, game_of

AGAIN = """\
again:
  - {id: drawn, title: {en: A draw}, when: every(s in seat where s.coin = coin), settings: {length: long}, average: up}
  - {id: poor, title: {en: Nobody is rich}, when: coin < 3, average: down}
"""


def blueprint(folder: Path) -> Blueprint:
    return game_of(folder, "gain 1 coin", AGAIN).blueprint


def test_a_blueprint_lists_them_in_their_order(tmp_path: Path) -> None:
    drawn, poor = blueprint(tmp_path).again
    assert (drawn.id, drawn.title["en"], drawn.settings, drawn.average) == ("drawn", "A draw", {"length": "long"}, "up")
    assert (poor.id, poor.settings, poor.average) == ("poor", {}, "down")


def test_their_tests_are_true_or_false_at_an_end(tmp_path: Path) -> None:
    game = game_of(tmp_path, "gain 1 coin", AGAIN)
    state = begun(game, seats=2)
    tests = [game.plain.quantities[each.test] for each in game.blueprint.again]
    assert [bool(test(state, 0)) for test in tests] == [False, False]
    even = clone(state)
    family = next(each for each in game.blueprint.families if each.id == "coin")
    even[family.base] = even[family.base + 1] = 2
    assert [bool(test(even, 0)) for test in tests] == [True, True]


def test_a_cached_game_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code = compile("", "<nothing>", "exec")
    made = blueprint(tmp_path)
    write_cached("key", made, code, code, "")
    cached = read_cached("key")
    assert cached is not None
    assert cached[0].again == made.again
    assert {type(each) for each in cached[0].again} == {AgainInfo}
