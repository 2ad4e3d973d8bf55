"""Names of policies: what may be written, what is wrong with others, whose code is run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.core.model.limits import PolicyFailed
from rulewright.play.policies.budget import Budget, budget_of
from rulewright.play.policies.naming import LEVELS, OFFERED, WRITTEN, is_policy, policy_fault, policy_named
from rulewright.play.policies.search import Search
from rulewright.play.series.simulate import Series, play_one
from tests.reference.games import shipped, small


@pytest.mark.parametrize("name", [*WRITTEN, *OFFERED, "flat:3s"])
def test_what_is_offered_and_shown_as_an_example_is_a_policy(name: str) -> None:
    assert is_policy(name)
    policy_named(name, small("free").game, 0, 2)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("radnom", "no such policy; did you mean 'random'?"),
        ("serach:200", "no such policy; did you mean 'search'?"),
        ("clever", "no such policy; choose random, first, greedy, beginner, usual, strong, search:200"),
        ("search", "give a thinking time per decision, as in search:200"),
        ("search:", "'' is not a budget"),
        ("search:0", "'0' is not a budget"),
        ("search:-5", "'-5' is not a budget"),
        ("flat:2m", "'2m' is not a budget; write a number of simulations or a time, as in flat:200, flat:50ms"),
        ("search:601s", "at most 1000000 simulations or 600s"),
        ("search:٣", "is not a budget"),
        ("search:9+learned:my.json", "name the file alone, as in search:9+my.json"),
        ("search:9+a.json+learned:my.json", "name the file alone, as in search:9+a.json+my.json"),
        ("greedy:7", "'greedy' has no budget; write greedy alone"),
        ("mine:choose", "MODULE:FUNCTION plays in simulate, compare and ladder"),
        ("", "no such policy; choose "),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, told: str) -> None:
    assert told in policy_fault(name)
    assert not is_policy(name)


def test_the_strongest_level_thinks_with_the_learned_player_of_the_ruleset() -> None:
    brings, brings_none = shipped("tutorial").game, small("free").game
    levels = {name: policy_named(name, brings, 0, 2) for name in LEVELS}
    assert {name for name, each in levels.items() if isinstance(each, Search) and each.learned} == {"strong"}
    alone = policy_named("strong", brings_none, 0, 2)
    assert isinstance(alone, Search)
    assert alone.learned is None
    assert alone.budget == budget_of("120ms")


def test_budgets_are_simulations_or_a_time() -> None:
    assert budget_of("200") == Budget(200)
    assert budget_of("50ms") == Budget(1_000_000, 0.05)
    assert budget_of("2s") == Budget(1_000_000, 2.0)


_OWN = """
from rulewright.core.model.layout import OPTIONS
def last(game, table, draws): return table[OPTIONS][-1]
def strange(game, table, draws): return -77
def broken(game, table, draws): return 1 // 0
no_function = 3
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("players_of_mine.py").write_text(_OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "players_of_mine", raising=False)


def played(name: str) -> None:
    play_one(small("free").game, Series(1, 2, policies=(name,)), 0, {})


@pytest.mark.usefixtures("own")
def test_a_policy_of_ones_own_plays() -> None:
    assert policy_fault("players_of_mine:last", own=True) == ""
    played("players_of_mine:last")


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "no_such_module_here:choose",
            "there is no module 'no_such_module_here', neither installed nor in this folder",
        ),
        ("players_of_mine:frist", "the module 'players_of_mine' has no function 'frist'"),
        ("players_of_mine:no_function", "has no function 'no_function'"),
        ("..:x", "cannot be imported"),
    ],
)
def test_what_is_wrong_with_ones_own_is_said(name: str, told: str) -> None:
    assert told in policy_fault(name, own=True)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("players_of_mine:strange", "players_of_mine:strange chose -77, which is not one of the options"),
        (
            "players_of_mine:broken",
            "ZeroDivisionError: integer division or modulo by zero (players_of_mine.py, line 5)",
        ),
    ],
)
def test_ones_own_that_fails_is_named(name: str, told: str) -> None:
    with pytest.raises(PolicyFailed) as failed:
        played(name)
    assert told in str(failed.value)


def test_no_code_is_run_for_a_name_that_a_file_may_hold() -> None:
    with pytest.raises(ValueError, match="no policy is named"):
        policy_named("antigravity:fly", small("free").game, 0, 2)
    assert "antigravity" not in sys.modules
