"""Why a number is what it is: base, modifiers, the quantities in it; and what changed a counter or moved a piece."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.run.build import traced_build
from rulewright.observe.words.reasons import Why
from rulewright.play.session.questions import why_total
from rulewright.play.session.result import final_scores
from tests.unit.core.compile.small_games import begun, game_of

CHOICE = "choose:\n  rest: nothing\n  wait: nothing\n"
FEES = """\
quantities:
  - {id: fee, title: {en: Fee}, takes: {card: card}, amount: card.cost + toll}
  - {id: toll, amount: tide * 2}
modifiers:
  - {id: storm, title: {en: Storm}, quantity: fee, add: 3, when: tide > 0}
  - {id: calm, quantity: fee, add: "0 - 1", when: tide = 0}
  - {id: guild, quantity: toll, add: 1, when: coin > 5}
"""


def told(folder: Path, does: str, name: str, *given: str, more: str = FEES, **asked: Any) -> Why:
    game = game_of(folder, f"{does}\n{CHOICE}", more)
    state = begun(game, 2)
    why = rw.why_number(game, state, name, given=given, **asked)
    assert why is not None
    return why


def test_a_modifier_of_the_whole_is_told_by_what_it_changed(tmp_path: Path) -> None:
    halves = FEES + '  - {id: sale, title: {en: Sale}, quantity: fee, amount: "divide_up(fee, 2)"}\n'
    why = told(tmp_path, "set tide to 2", "fee", "crane", more=halves)
    assert why.line == "Fee 5 = card.cost + toll - base 7, card B, card.cost 2, toll 5"
    assert [each.line.partition(" - ")[0] for each in why.behind[:2]] == ["+3 Storm", "-5 Sale"]


def test_a_quantity_tells_its_base_and_the_modifiers_that_changed_it(tmp_path: Path) -> None:
    why = told(tmp_path, "set tide to 2", "fee", "crane")
    assert why.line == "Fee 10 = card.cost + toll - base 7, card B, card.cost 2, toll 5"
    assert why.behind[0].line == "+3 Storm - tide 2"
    assert why.behind[0].place.startswith("harbour/base/wrong.yaml:")


def test_a_quantity_in_it_is_followed_with_its_own_modifiers(tmp_path: Path) -> None:
    toll = told(tmp_path, "set tide to 2", "fee", "crane").behind[1]
    assert toll.line == "toll 5 = tide * 2 - base 4, tide 2"
    assert [each.line for each in toll.behind] == ["+1 guild - coin 6"]


def test_a_modifier_may_take_away(tmp_path: Path) -> None:
    assert told(tmp_path, "set coin to 1", "fee", "crane").behind[0].line == "-1 calm - tide 0"


def test_a_score_is_told_like_any_quantity_and_for_any_seat(tmp_path: Path) -> None:
    assert told(tmp_path, "set seat(2).coin to 4", "score_coins", of_seat=1).line == "Coins 4 = coin - coin 4"


def test_a_number_made_of_what_is_hidden_is_not_told(tmp_path: Path) -> None:
    more = "quantities:\n  - {id: riches, takes: {n: number}, amount: sum(c.cost + n for c in hand)}\n"
    does = "move crane to seat(2).hand\nmove boat to seat(2).hand"
    hidden = told(tmp_path, does, "riches", "0", more=more, of_seat=1, seat=0)
    assert "hidden" in hidden.line
    assert "6" in told(tmp_path, does, "riches", "0", more=more, of_seat=1, seat=1).line


def test_a_total_is_told_as_the_sum_of_the_scoring_and_hides_what_is_hidden(tmp_path: Path) -> None:
    more = "scoring:\n  - {id: riches, title: {en: Riches}, amount: sum(c.cost for c in hand)}\n"
    game = game_of(tmp_path, f"move crane to seat(2).hand\nmove boat to seat(2).hand\n{CHOICE}", more)
    state, build = begun(game, 2), traced_build(game)
    own = why_total(game, build, state, of_seat=1, seat=1)
    assert own is not None
    row = final_scores(game, state)[1]
    titles = [title["en"] for _, title, _ in game.blueprint.scoring]
    parts = [f"{title} {amount}" for title, amount in zip(titles, row, strict=True)]
    assert own.line == f"total {sum(row)} = {' + '.join(parts)}"
    assert [each.text.partition(" = ")[0] for each in own.behind] == parts
    others = why_total(game, build, state, of_seat=1, seat=0)
    assert others is not None
    assert others.line.startswith("total hidden = ")
    assert "Riches hidden" in others.line
    assert f"Coins {row[titles.index('Coins')]}" in others.line


def test_nothing_is_told_of_what_is_no_number_or_takes_something_else(tmp_path: Path) -> None:
    game = game_of(tmp_path, CHOICE, FEES)
    state = begun(game)
    for name, given in (
        ("fee", ()),
        ("fee", ("nothing",)),
        ("toll", ("crane",)),
        ("coin", ()),
        ("", ()),
        ("deck.start", ()),
    ):
        assert rw.why_number(game, state, name, given=given) is None


# ---- What changed a counter

GAIN = "choose:\n  earn: pay_wage 2\n  steal: lose 1 coin\n"
WAGE = """\
  - id: pay_wage
    title: {en: Wages}
    takes: {n: number}
    does: gain_twice n
  - {id: gain_twice, takes: {n: number}, does: "repeat 2: gain n coin"}
triggers:
  - {id: feast, after: pay_wage, does: lose 1 coin}
"""


def history(folder: Path, *keys: str) -> tuple[Game, tuple[object, ...]]:
    game = game_of(folder, f"repeat {len(keys)}:\n  choose:\n    earn: pay_wage 2\n    steal: lose 1 coin\n", WAGE)
    _, events = rw.events_of(game, [(0, key) for key in keys], seats=1, seed=1)
    return game, events


def test_each_change_names_what_it_happened_in_and_the_choice_before(tmp_path: Path) -> None:
    game, events = history(tmp_path, "steal", "earn")
    changes = rw.why_changed(game, events, "coin")  # type: ignore[arg-type]
    assert [each.text for each in changes] == [
        "coin: 6 -> 5", "coin: 5 -> 7", "coin: 7 -> 9", "coin: 9 -> 8",
    ]  # fmt: skip
    assert [each.course[0] for each in changes] == ["begin", "gain twice", "gain twice", "feast"]
    assert "Wages" in changes[1].course
    assert [each.after for each in changes] == ["seat 1: begin: steal", *["seat 1: begin: earn"] * 3]
    assert [each for each in changes if not each.place.startswith("harbour/")] == []


def test_what_never_changed_has_no_history(tmp_path: Path) -> None:
    game, events = history(tmp_path, "steal")
    for name in ("tide", "nothing", ""):
        assert rw.why_changed(game, events, name) == ()  # type: ignore[arg-type]


def test_where_a_piece_goes_is_told_to_who_sees_it(tmp_path: Path) -> None:
    zones = "zones:\n  - {id: shelf, title: {en: Shelf}, per: [seat], holds: card, visible: owner}\n"
    zones += "  - {id: table, title: {en: Table}, holds: card, visible: none}\n"
    does = f"move crane to table\nmove crane to shelf\n{CHOICE}"
    game = game_of(tmp_path, does, zones)
    _, events = rw.events_of(game, [], seats=2, seed=1)
    assert [each.text for each in rw.why_changed(game, events, "crane", seat=0)] == ["seat 1: B: Table -> Shelf"]
    assert rw.why_changed(game, events, "crane", seat=1) == ()
