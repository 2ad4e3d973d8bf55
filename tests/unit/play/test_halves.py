"""Scoring with halves: what is kept counts twice, and people are shown points."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.cli.results.series_summary import report_json
from rulewright.core.model.game import Game
from rulewright.core.model.points import in_points, points_text
from rulewright.core.run.build import traced_build
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import JobRun
from rulewright.play.series.simulate import Series, SeriesJob
from rulewright.play.series.simulate_native import threads
from rulewright.play.session.questions import why_total
from rulewright.play.session.result import final_scores, result_of, totals
from tests.reference.games import write_small
from tests.unit.core.compile.small_games import begun

_PAIRS = """
teams:
  - {id: odd, title: {en: Odd}, who: me.number % 2 = 1}
  - {id: even, title: {en: Even}, who: "true"}"""


def game_of(folder: Path, more: str = "") -> Game:
    """Seat 1 has 3 coins, the others 2 and seven halves for being second."""
    content = f"""\
kind: content
counters:
  - {{id: coin, per: [seat], min: 0, max: 9, start: 2}}
procedures:
  - {{id: play, does: "gain 1 coin"}}
scoring:
  - {{id: wealth, title: {{en: Wealth}}, amount: coin}}
  - {{id: amends, title: {{en: Amends}}, amount: 0 if me is seat(1) else 1 + wealth * 3, halves: true}}{more}
"""
    write_small(folder / "small", content, low=2)
    return load_game(folder / "small")


def test_lines_of_whole_points_and_of_halves_are_added_up_as_points(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    state = begun(game, 2)
    assert final_scores(game, state) == ((6, 0), (4, 7))
    assert result_of(game, state).winners == (1,)
    assert [each["total"] for each in rw.scores(game, state)] == [3, 5.5]
    assert [points_text(game.blueprint, each) for each in totals(game, state)] == ["3", "5½"]
    told = why_total(game, traced_build(game), state, of_seat=1)
    assert told is not None
    assert told.line == "total 5½ = Wealth 2 + Amends 3½"


def test_a_team_has_the_halves_of_all_its_seats(tmp_path: Path) -> None:
    game = game_of(tmp_path, _PAIRS)
    assert result_of(game, begun(game, 3)).winners == (0, 2)  # 3 and 5½ together, against 5½
    assert game.blueprint.ending is not None
    assert game.plain.quantities[game.blueprint.ending.total](begun(game, 3), 0) == 17


def test_halves_are_said_as_people_write_them(tmp_path: Path) -> None:
    blueprint = game_of(tmp_path).blueprint
    said = {11: "5½", 1: "½", 0: "0", -1: "-½", -11: "-5½", -4: "-2"}
    assert {kept: points_text(blueprint, kept) for kept in said} == said
    assert [kept for kept in said if in_points(blueprint, kept) != kept / 2] == []


def test_games_played_natively_and_simulations_count_in_points(tmp_path: Path) -> None:
    game = game_of(tmp_path, _PAIRS)
    found = []
    for native in (False, True):
        run = JobRun(SeriesJob(Series(2, 3), (lambda: game,)))
        run.go_on(executor=threads(game) if native else None)
        found.append(run.merged)
    assert found[0].results == found[1].results
    scores = report_json(game.blueprint, found[1])["seats"][1]["scores"]
    assert (scores["amends"]["mean"], scores["total"]["max"]) == (3.5, 5.5)
