"""How far a game has come, as its ruleset says: its round, the part under way, what its table shows first."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.observe.words.progress import phase, round_counter, shown_first
from rulewright.play.policies.policies import POLICIES
from tests.unit.core.compile.small_games import begun, choose_label, game_of

SEASONS = """\
  - id: sowing
    title: {en: Sowing}
    does: |
      set season to season + 1
      choose:
        sow: set season to season
        wait: set season to season
counters:
  - {id: hidden_number, min: 0, max: 9}
  - {id: season, title: {en: Season}, min: 0, max: 9}
"""


def first_phases(game: Game, state: State, language: str = "en") -> list[str]:
    """The parts of a game in their order, up to the third."""
    found: list[str] = []
    draws = Draws(4)
    while len(found) < 3 and rw.decision(game, state) is not None:
        now = phase(game, state, language)
        if now not in found:
            found.append(now)
        rw.step(game, state, POLICIES["random"](game, state, draws))
    return found


def test_the_part_under_way_is_told_by_its_own_title_even_while_all_answer_at_once() -> None:
    game = rw.load_game("skymines")
    assert first_phases(game, rw.start(game, seats=2, seed=1)) == ["Set-up", "Planning phase", "Action phase"]


def test_what_an_area_shows_first_is_told_with_its_title() -> None:
    game = rw.load_game("skymines")
    state = rw.start(game, seats=2, seed=1)
    assert shown_first(game, state)[0] == ("Round", "1")
    assert round_counter(game.blueprint) is not None


def test_a_game_without_areas_tells_what_its_table_shows_first_and_nothing_without_a_title(tmp_path: Path) -> None:
    table = 'table:\n  - {id: line, line: "{hidden_number} {season}"}\n'
    game = game_of(tmp_path, "sowing\nsowing", SEASONS.replace("  - id: sowing", "procedures:\n  - id: sowing") + table)
    state = begun(game)
    assert shown_first(game, state) == (("Season", "1"),)
    assert phase(game, state) == "Sowing"
    choose_label(game, state, "sow")
    assert shown_first(game, state) == (("Season", "2"),)


def test_a_game_that_says_nothing_of_it_has_none() -> None:
    game = rw.load_game("tutorial")
    state = rw.start(game, seats=2, seed=1)
    assert round_counter(game.blueprint) is None
    assert shown_first(game, state) == ()
    assert phase(game, state) == "Turn"
