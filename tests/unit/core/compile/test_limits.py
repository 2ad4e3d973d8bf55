"""What lies outside stops the game and names the line; what is tested before does not."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from rulewright.cli import run
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import explain, traced_build
from rulewright.core.run.steps import start
from rulewright.observe.words.why import why_not
from tests.unit.core.compile.small_games import begun, faults_of, game_of, is_over, labels, value

# The skeleton: hand and docks are empty piles, quay has three spaces, the deck holds 3 boats (4 coins) and a crane.
LINE = 7
"""The line of the first statement."""
MORE = """\
  - {id: pay_of, takes: {card: card_piece}, does: lose card.cost coin}
  - {id: greet, takes: {s: seat}, does: gain 1 s.coin}
  - {id: most_of, takes: {n: number}, does: 'if n = 999999999999999 + 1: set day to 5'}
counters:
  - {id: day, min: 0, max: 9}
  - {id: wage, per: [1..3], min: 0, max: 9}
markers:
  - {id: rival, on: seat}
"""
MOST = "(999999999999999 + 1)"
STOPS = {
    "a counter below the first": ("set tide to wage[day]", "'wage' is numbered from 1 to 3; there is no 0"),
    "a counter beyond the last": ("set day to 4\nset wage[day] to 1", "'wage' is numbered from 1 to 3; there is no 4"),
    "an index whose range goes one too far": (
        "for each n in 1..4: set tide to wage[n]", "'wage' is numbered from 1 to 3; there is no 4",
    ),
    "an index whose range begins one too low": (
        "for each n in 0..3: set tide to wage[n]", "'wage' is numbered from 1 to 3; there is no 0",
    ),
    "a space beyond the last": ("set day to 4\nmove top(deck) to quay[day]", "'quay' is numbered from 1 to 3;"),
    "a counter of no seat": ("gain 1 rival.coin", "'coin' is read from none"),
    "a counter of nobody": ("let s = first(o in others)\nset tide to s.coin", "'coin' is read from none"),
    "a quantity of no seat": ("set tide to rival.wealth", "'wealth' is read from none"),
    "the number of no seat": ("set tide to rival.number", "'number' is read from none"),
    "the seats from no seat": ("for each s in seats_from(rival): gain 1 coin", "'seats_from' is read from none"),
    "a number on none": ("set tide to top(hand).cost", "'cost' is read from none"),
    "a face of none": ("if top(hand).up: gain 1 coin", "'up' is read from none"),
    "the number of the face of none": ("set tide to top(hand).face", "'face' is read from none"),
    "the space of none": ("set tide to top(hand).space", "'space' is read from none"),
    "a test on none": ("if top(hand).needs: gain 1 coin", "'needs' is read from none"),
    "none given to a procedure": ("pay_of top(hand)", "'cost' is read from none"),
    "no seat given to a procedure": ("greet rival", "'coin' is read from none"),
    "an item before the list": ("set tide to boat.steps[day - 1]", "there is no item -1 in this list"),
    "an item beyond the list": ("set tide to crane.steps[day]", "there is no item 0 in this list"),
    "a quotient of 0": ("set tide to 4 / day", "a division by 0"),
    "a remainder of 0": ("set tide to 4 % day", "a division by 0"),
    "a full space": (
        "move top(deck) to quay[1]\nmove top(deck) to quay[1]", "'quay[1]' is full",
    ),
}  # fmt: skip
GOES = {
    "a counter that is tested": "if day >= 1: set tide to wage[day]",
    "a seat that is tested": "if exists(rival): gain 1 rival.coin",
    "a card that is tested": "if exists(top(hand)) and top(hand).cost > 1: gain 1 coin",
    "the owner of none": "require top(hand).owner is not me",
    "a design of none": "require not (top(hand) is boat)",
    "a thing on none": "require not exists(top(hand).pays_in)",
    "a list of none": "require size(top(hand).steps) = 0",
    "an effect of none": "do top(hand).reward",
    "moving none": "move top(hand) to quay[1]\nrequire not exists(quay[1])",
    "moving none to a full space": "move top(deck) to quay[1]\nmove top(hand) to quay[1]",
    "moving where it lies": "move top(deck) to quay[1]\nmove top(quay[1]) to quay[1]\nrequire exists(quay[1])",
    "flipping none": "flip top(hand) down",
    "a space that is tested": "move top(deck) to quay[1]\nif not exists(quay[1]): move top(deck) to quay[1]",
    "a seat that nobody has": "require not exists(seat(3))",
    "a seat before the first": "require not exists(seat(day))",
    "an item": "require boat.steps[day] = 1",
    "highest of nothing": "require highest(c.cost for c in hand) = 0",
    "lowest of nothing": "require lowest(c.cost for c in hand) = 0",
    "a divisor that is tested": "if day > 0: set tide to 4 / day",
    "less than nothing divided": "require (0 - 7) / 2 = 0 - 4 and (0 - 7) % 2 = 1",
    "a number on the limit": "let n = 100000000\nset n to n * 10000000\nrequire n = 999999999999999 + 1",
    "a product past the limit": f"let n = 1000000000\nset n to n * n\nrequire n = {MOST}",
    "a product past the limit downwards": f"let n = 1000000000\nset n to -n * n\nrequire n = -{MOST}",
    "a product of what is past 64 bits": f"let n = {MOST} * 10\nset n to -n * n * n\nrequire n = {MOST} * -2",
    "a product inside": f"let n = 1000000000\nrequire n * n = {MOST} and n * n + 1 > {MOST} and n * n * 2 = {MOST}",
    "sums that grow without end": f"let n = 1\nrepeat 60: set n to n + n\nrequire n = {MOST}",
    "quotients of what grows": f"let n = 1\nrepeat 60: set n to (n + n) / 1\nrequire n = {MOST}",
    "remainders by what grows": f"let n = 1\nrepeat 60: set n to n + (n + n) % (n * 2 + 1)\nrequire n = {MOST}",
    "sums given on": f"let n = 999999999999999\nmost_of (n + n)\nrequire day = 5 and n + n > {MOST}",
    "a sum of many": f"let n = sum({MOST} + x for x in 1..9000)\nrequire n = {MOST}",
    "a counter past its bounds": "gain 99 coin\nrequire coin = 20\nlose 99 coin\nrequire coin = 0",
}
LAST = "\nset tide to 7"


@pytest.mark.parametrize("name", STOPS)
@pytest.mark.parametrize("traced", [False, True], ids=["plain", "traced"])
def test_what_lies_outside_stops_the_game(tmp_path: Path, name: str, traced: bool) -> None:
    does, words = STOPS[name]
    game = game_of(tmp_path, does, MORE)
    build = traced_build(game) if traced else None
    with pytest.raises(LimitReached) as reached:
        start(game, seats=1, seed=1, build=build)
    said = str(reached.value)
    assert said.startswith(words)
    assert "(harbour/base/wrong.yaml:" in said
    assert "begin" in said


LONG = {
    "sets inside one another": (
        "set tide to count(a in 1..900 where count(b in 1..900 where count(c in 1..900 where c > a * b) > 9) > 0)"
    ),
    "small sets inside one another": "set tide to " + "".join(
        f"count(x{n} in 1..9 where x{n} > " for n in range(9)) + "0" + ")" * 9,
    "a set in a loop": "let n = 0\nrepeat 9000: set n to count(x in 1..9000 where x > n)",
    "a quantity in a set": "set tide to sum(slow(a) for a in 1..9000)",
}  # fmt: skip
SLOW = "quantities: [{id: slow, takes: {n: number}, amount: count(a in 1..9000 where a > n)}]\n"


@pytest.mark.parametrize("name", LONG)
def test_what_expressions_look_at_counts_as_steps(tmp_path: Path, name: str) -> None:
    game = game_of(tmp_path, LONG[name], MORE + SLOW)
    begins = process_time()
    with pytest.raises(LimitReached, match="more than 10000 steps without a decision"):
        begun(game)
    assert process_time() - begins < 1


def test_a_score_past_a_limit_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_of(tmp_path, "nothing", MORE + "scoring: [{id: share, title: {en: Share}, amount: 4 / day}]\n")
    assert run(["simulate", str(tmp_path / "harbour"), "--games", "1"]) == 3
    assert "a division by 0 (harbour/base/wrong.yaml:" in capsys.readouterr().err


def test_the_line_is_that_of_the_text(tmp_path: Path) -> None:
    game = game_of(tmp_path, "gain 1 coin\ngain 1 coin\nset tide to 4 / day", MORE)
    with pytest.raises(LimitReached, match=rf"wrong.yaml:{LINE + 2}\)"):
        begun(game)


def test_each_time_a_loop_goes_round_is_a_step_though_nothing_is_done(tmp_path: Path) -> None:
    few, many = (game_of(tmp_path / str(n), f"let n = {n}\nrepeat n: nothing") for n in (9_000, 11_000))
    assert is_over(start(few, seats=1, seed=1))
    with pytest.raises(LimitReached, match="more than 10000 steps"):
        start(many, seats=1, seed=1)


@pytest.mark.parametrize("name", GOES)
def test_what_is_tested_before_goes_on(tmp_path: Path, name: str) -> None:
    game = game_of(tmp_path, GOES[name] + LAST, MORE)
    state = begun(game)
    assert is_over(state)
    assert value(game, state, "tide") == 7


def test_an_option_is_not_looked_into_where_it_has_no_candidate(tmp_path: Path) -> None:
    does = "choose:\n  take c in hand: require top(hand).cost > 1\n  other: nothing\n  third: nothing"
    game = game_of(tmp_path, does.replace("take c in", "take for c in"), MORE)
    assert labels(game, begun(game)) == ["other", "third"]


def test_a_pick_is_not_looked_past_where_it_has_no_candidate(tmp_path: Path) -> None:
    does = "choose:\n  take:\n    pick c from hand\n    require top(hand).cost > 1\n  other: nothing\n  third: nothing"
    game = game_of(tmp_path, does, MORE)
    assert labels(game, begun(game)) == ["other", "third"]


def test_an_option_whose_candidates_lead_nowhere_leaves_the_others_open(tmp_path: Path) -> None:
    inner = "choose:\n      all for c in deck: pay 7 coin\n      other: pay 1 coin"
    game = game_of(tmp_path, f"choose:\n  tried:\n    {inner}\n  second: nothing\n  third: nothing", MORE)
    assert labels(game, begun(game)) == ["tried", "second", "third"]


def test_why_not_leaves_out_what_nobody_looked_at(tmp_path: Path) -> None:
    does = (
        "choose:\n  take: require (exists(top(hand)) and top(hand).cost > 3) or coin > 7\n"
        "  other: nothing\n  third: nothing"
    )
    game = game_of(tmp_path, does, MORE)
    state = begun(game)
    functions = explain(game, traced_build(game))
    why = why_not(game, functions, state, "take")
    assert why is not None
    assert "coin 6" in why.first.line
    assert "cost" not in [each.words for each in why.first.seen]


SHOWN = {
    "a counter of nobody": ("gain 1 none.coin", "belongs-to-none"),
    "a number on none": ("let c = 1 if none is boat else 2\nset tide to wage[4]", "out-of-bounds"),
    "a division": ("set tide to 4 / 0", "division-by-zero"),
    "a remainder": ("set tide to coin % 0", "division-by-zero"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_can_be_shown_is_a_diagnostic(tmp_path: Path, name: str) -> None:
    does, code = SHOWN[name]
    assert code in [each.code for each in faults_of(tmp_path, does, MORE)]
