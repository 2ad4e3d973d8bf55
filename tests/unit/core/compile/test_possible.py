"""`possible` answers as an option would be offered, changes nothing, and tells why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.events import Changed, Moved, Shuffled
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start
from rulewright.observe.words.reasons import reason_line
from rulewright.play.session.questions import why_not
from tests.unit.core.compile.small_games import begun, game_of, labels, value
from tests.unit.core.compile.test_looking_ahead import CASES, MORE

ASKED = "choose:\n  asked: require possible(tried)\n  denied: require not possible(tried)\n  other: nothing"


def procedure(name: str, body: str) -> str:
    return f"  - id: {name}\n    does: |\n" + "".join(f"      {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("name", CASES)
def test_what_an_option_may_do_is_possible(tmp_path: Path, name: str) -> None:
    body, offered = CASES[name]
    tried = procedure("tried", body.replace("\n    ", "\n"))
    state = begun(game := game_of(tmp_path, ASKED, MORE + tried))
    assert labels(game, state) == ["asked" if offered else "denied", "other"]


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("possible(pay_toll(6))", True),
        ("possible(pay_toll(7))", False),
        ("possible(seat(1).pay_toll(6))", True),
        ("possible(seat(1).pay_toll(coin + 1))", False),
        ("possible(me.pay_toll(7))", False),
        ("possible(boat.reward)", True),
        ("possible(first(c in deck where c.cost = 99).reward)", True),
        ("any(n in 5..9 where possible(pay_toll(n)))", True),
        ("every(n in 5..9 where possible(pay_toll(n)))", False),
        ("count(n in 1..9 where possible(pay_toll(n))) = 6", True),
        ("possible(begin)", True),
    ],
)
def test_it_is_asked_of_procedures_and_of_effects_with_what_they_take(tmp_path: Path, asked: str, holds: bool) -> None:
    game = game_of(
        tmp_path, f"let known = {asked}\nchoose:\n  yes: require known\n  no: require not known\n  other: nothing"
    )
    assert labels(game, begun(game)) == ["yes" if holds else "no", "other"]


def test_asking_changes_nothing(tmp_path: Path) -> None:
    tried = procedure("tried", "shuffle deck\ndraw 2 from deck to hand\npay_toll 2\nlose 4 coin\nrequire coin = 0")
    asking = "if possible(tried): gain 1 tide\nchoose:\n  one: nothing\n  two: nothing"
    game = game_of(tmp_path, asking, tried)
    build = traced_build(game)
    state = start(game, seats=1, seed=1, build=build)
    changed = [event for event in build.events or () if isinstance(event, Changed | Moved | Shuffled)]
    assert [type(event) for event in changed] == [Changed], changed
    assert (value(game, state, "coin"), value(game, state, "tide")) == (6, 1)
    assert state == begun(game)


def test_why_it_is_not_possible_is_told(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  asked: require possible(pay_toll(7))\n  one: nothing\n  two: nothing")
    build = traced_build(game)
    why = why_not(game, build, begun(game), "asked")
    assert why is not None
    lines = reason_line(why)
    assert "possible(pay_toll(7))" in lines
    assert "pay amount coin" in lines


def test_an_effect_that_asks_about_itself_comes_to_an_end(tmp_path: Path) -> None:
    down = procedure("down", "pay 1 coin\nrequire coin = 0 or possible(down)")
    game = game_of(tmp_path, "choose:\n  asked: require possible(down)\n  one: nothing\n  two: nothing", down)
    assert labels(game, begun(game)) == ["asked", "one", "two"]
    up = procedure("up", "gain 1 tide\nrequire possible(up)")
    with pytest.raises(LimitReached, match="16 times 'possible' inside one another in 'play -> begin'"):
        begun(game_of(tmp_path / "again", "choose:\n  asked: require possible(up)\n  one: nothing", up))


def test_a_quantity_of_that_name_keeps_its_meaning(tmp_path: Path) -> None:
    more = "quantities:\n  - {id: possible, takes: {n: number}, amount: n + 1}\n"
    game = game_of(tmp_path, "choose:\n  a: require possible(2) = 3\n  b: nothing\n  c: nothing", more)
    assert len(begun(game)[OPTIONS]) == 3
