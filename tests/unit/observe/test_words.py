"""What a decision and its options are called: by the words of its procedure, else by what the text says."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SITE
from rulewright.core.run.steps import step
from rulewright.observe.naming import about, option_title, question
from rulewright.play.records.replay import offered
from tests.unit.core.compile.small_games import begun, game_of

BOUGHT = """\
  - id: buy
    title: {en: Buy}
    does: |
      let n = 3
      let odds = 2
      let again = 1
      pick card from deck
      choose:
        dear: pay n coin
        cheap for other in deck: pay 1 coin
    wording:
      dear: {en: For 3 coins}
      cheap: {en: For 1 coin with}
      card: {en: card}
      odds: {en: chances}
      again: {en: ""}
"""
PLAIN = """\
  - id: buy
    title: {en: Buy}
    does: |
      let n = 3
      pick c from deck
      choose:
        to_the_end: pay n coin
        cheap: pay 1 coin
"""


def at(folder: Path, more: str) -> tuple[Game, State]:
    game = game_of(folder, "buy", more)
    return game, begun(game)


def titles(game: Game, state: State) -> list[str]:
    return [option_title(game.blueprint, state[SITE], code) for code in offered(game, state).values()]


def shown(game: Game, state: State) -> tuple[str, str]:
    return question(game.blueprint, state[SITE]), about(game.blueprint, state[FRAME], state[SITE])


def test_options_and_what_they_are_about_have_the_words_of_the_procedure(tmp_path: Path) -> None:
    game, state = at(tmp_path, BOUGHT)
    assert shown(game, state) == ("Buy: card", "chances: 2")
    step(game, state, state[OPTIONS][0])
    assert titles(game, state)[0] == "For 3 coins"
    assert titles(game, state)[1].startswith("For 1 coin with: ")


def test_a_name_of_one_letter_is_not_shown_and_others_are_as_they_are_written(tmp_path: Path) -> None:
    game, state = at(tmp_path, PLAIN)
    assert shown(game, state) == ("Buy", "")
    step(game, state, state[OPTIONS][0])
    assert titles(game, state) == ["to the end", "cheap"]


BARGE = """\
components:
  - {id: barge, kind: card, title: {en: Barge}, steps: [], source: {doc: DOC, place: a},
     reward: "choose:\\n  one: gain 1 coin\\n  two: gain 2 tide", wording: {one: {en: A coin}}}
"""


def test_a_decision_in_the_effect_of_a_component_is_called_by_the_component(tmp_path: Path) -> None:
    game = game_of(tmp_path, "do barge.reward", BARGE)
    state = begun(game)
    assert question(game.blueprint, state[SITE]) == "Barge"
    assert titles(game, state) == ["A coin", "two"]


AT_ONCE = """\
procedures:
  - id: bid
    title: {en: Bid}
    does: |
      ask each:
        pick n from 1..2
        set tide to n
    wording: {n: {en: how much}}
  - id: wait
    title: {en: Wait}
    does: |
      later:
        pick n from 1..2
        set tide to n
    wording: {n: {en: how long}}
"""


def test_words_are_those_of_the_effect_where_a_part_of_it_runs_by_itself(tmp_path: Path) -> None:
    game = game_of(tmp_path, "bid\nwait", AT_ONCE)
    state = begun(game)
    assert question(game.blueprint, state[SITE]) == "Bid: how much"
    step(game, state, state[OPTIONS][0])
    assert question(game.blueprint, state[SITE]) == "Wait: how long"


BEG = """\
procedures:
  - id: beg
    title: {en: Beg}
    does: |
      let beggar = me
      let other = seat(1)
      let s = me
      ask seat(1):
        choose:
          give: nothing
          keep: nothing
    wording: {beggar: {en: begging is}}
"""


def test_a_seat_that_the_effect_has_named_is_told_to_others_and_where_it_has_words_to_itself(tmp_path: Path) -> None:
    game = game_of(tmp_path, "ask seat(2): beg", BEG)
    state = begun(game, seats=2)
    frame, site = state[FRAME], state[SITE]
    assert about(game.blueprint, frame, site, asked=0) == "begging is seat 2"
    assert about(game.blueprint, frame, site, asked=1) == "begging is seat 2"


def test_what_ends_a_pick_of_several_is_said_in_each_language(tmp_path: Path) -> None:
    game, state = at(tmp_path, PLAIN.replace("pick c from deck", "pick up to 2 cards_taken from deck"))
    names = [[option_title(game.blueprint, state[SITE], code, each) for code in state[OPTIONS]][-1]
             for each in ("en", "pl", "fr")]  # fmt: skip
    assert names == ["done", "gotowe", "terminé"]
