"""Teams and outcomes: who wins together, and how the end is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.adapters.table import Layout, Table
from rulewright.cli.results.series_summary import report_json
from rulewright.core.diagnostics import render
from rulewright.core.model.game import Game
from rulewright.core.model.layout import OPTIONS
from rulewright.core.pipeline import Built, Choice, build_ruleset
from rulewright.core.run.steps import step
from rulewright.play.jobs.running import played
from rulewright.play.policies.policies import score_of
from rulewright.play.records.saves import state_from_json, state_to_json
from rulewright.play.series.simulate import Series, SeriesJob
from rulewright.play.session.result import result_of
from tests.reference.games import write_small
from tests.unit.core.compile.small_games import begun, value

PAIRS = """\
teams:
  - {id: odd, title: {en: Odd}, who: me.number % 2 = 1}
  - {id: even, title: {en: Even}, who: "true"}
"""
WOLVES = """\
teams:
  - {id: wolves, title: {en: Wolves}, who: me.is_wolf = 1}
counters:
  - {id: is_wolf, per: [seat], min: 0, max: 1}
"""
ALL = 'teams:\n  - {id: everybody, title: {en: Everybody}, who: "true"}\n'
OUTCOMES = """\
outcomes:
  - {id: eaten, title: {en: All are eaten}}
  - {id: saved, title: {en: The village is saved}}
"""


def made(folder: Path, text: str, more: str) -> Built:
    """A game of up to four seats, each of which begins with 6 coins."""
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    coin = "  - {id: coin, per: [seat], min: 0, max: 20, start: 6}\n"
    more = more.replace("counters:\n", f"counters:\n{coin}") if "counters:" in more else f"{more}counters:\n{coin}"
    content = f"kind: content\nprocedures:\n  - id: play\n    does: |\n{lines}scoring:\n"
    content += f"  - {{id: wealth, title: {{en: Wealth}}, amount: coin}}\n{more}"
    write_small(folder / "small", content, low=2)
    return build_ruleset(Choice(str(folder / "small")))


def game_of(folder: Path, text: str, more: str) -> Game:
    built = made(folder, text, more)
    assert built.compiled is not None, "\n".join(render(each) for each in built.diagnostics)
    return built.game()


@pytest.mark.parametrize(
    ("teams", "text", "won", "drawn", "ahead", "shares"),
    [
        (PAIRS, "gain 2 coin; gain 1 seat(2).coin", (0, 2), (), (0, 2, 0, 2), (1, 0, 1, 0)),
        (PAIRS, "gain 2 coin; gain 2 seat(2).coin", (0, 1, 2, 3), (), (0, 0, 0, 0), (0.5, 0.5, 0.5, 0.5)),
        (PAIRS, "end game won by seat(2)", (1, 3), (), (2, 0, 2, 0), (0, 1, 0, 1)),
        (PAIRS, "end game won by even", (1, 3), (), (2, 0, 2, 0), (0, 1, 0, 1)),
        (PAIRS, "end game won by team", (0, 2), (), (0, 2, 0, 2), (1, 0, 1, 0)),
        (PAIRS, "end game lost by seat(2)", (0, 2), (), (0, 2, 0, 2), (1, 0, 1, 0)),
        (PAIRS, "end game drawn", (), (0, 1, 2, 3), (0, 0, 0, 0), (0.5, 0.5, 0.5, 0.5)),
        (PAIRS, "end game for seat(2); end game for seat(4)\nend game", (0, 2), (), (0, 2, 0, 2), (1, 0, 1, 0)),
        (PAIRS, "end game for seat(2); gain 1 seat(4).coin\nend game", (1, 3), (), (2, 0, 2, 0), (0, 1, 0, 1)),
        (PAIRS, "end game ahead for seat(2)\nend game", (1, 3), (), (2, 0, 2, 0), (0, 1, 0, 1)),
        (WOLVES, "set seat(2).is_wolf to 1; end game won by wolves", (1,), (), (1, 0, 1, 1), (0, 1, 0, 0)),
        (WOLVES, "set seat(2).is_wolf to 1; set is_wolf to 1; end game lost by wolves", (2, 3), (), (2, 2, 0, 0),
         (0, 0, 0.5, 0.5)),
        (ALL, "end game won by everybody", (0, 1, 2, 3), (), (0, 0, 0, 0), (1, 1, 1, 1)),
        (ALL, "end game lost by everybody", (), (), (0, 0, 0, 0), (0, 0, 0, 0)),
        (ALL, "gain 1 coin", (0, 1, 2, 3), (), (0, 0, 0, 0), (1, 1, 1, 1)),
    ],
    ids=["points together", "equal points", "one of a team", "a team", "one's own team", "one loses", "drawn",
         "all out", "one out", "one ahead", "a role", "a role loses", "all win", "all lose", "all with points"],
)  # fmt: skip
def test_a_team_wins_and_loses_as_one(
    tmp_path: Path, teams: str, text: str, won: tuple[int, ...], drawn: tuple[int, ...], ahead: tuple[int, ...],
    shares: tuple[float, ...],
) -> None:  # fmt: skip
    game = game_of(tmp_path, text, teams)
    found = result_of(game, begun(game, 4))
    assert (found.winners, found.drawn, found.ahead) == (won, drawn, ahead)
    assert tuple(found.share(seat) for seat in range(4)) == shares


def test_what_a_seat_aims_at_is_what_its_side_has(tmp_path: Path) -> None:
    game = game_of(tmp_path, "gain 2 coin", PAIRS)
    state = begun(game, 4)
    assert [score_of(game, state, seat) for seat in range(4)] == [14, 12, 14, 12]


def test_a_team_is_a_value_a_set_and_an_index(tmp_path: Path) -> None:
    more = PAIRS + "counters:\n  - {id: tricks, per: [team], min: 0, max: 9}\n  - {id: told, min: 0, max: 9999}\n"
    text = """\
gain 2 tricks[team]
gain 1 tricks[seat(2).team]
for each t in team: set told to told * 10 + tricks[t]
set told to told * 10 + count(s in others where s.team is team)
if seat(3).team is odd and team is not even: set told to told * 10 + size(team)"""
    game = game_of(tmp_path, text, more)
    assert value(game, begun(game, 4), "told") == 2112


@pytest.mark.parametrize(
    ("text", "outcome", "won"),
    [
        ("end game won by me as saved", 1, (0,)),
        ("end game lost by seat as eaten", 0, ()),
        ("end game drawn as eaten", 0, ()),
        ("end game drawn by others as saved", 1, ()),
        ("end game as saved", 1, (0, 1)),
        ("end game won by me", -1, (0,)),
    ],
)
def test_an_end_has_an_outcome(tmp_path: Path, text: str, outcome: int, won: tuple[int, ...]) -> None:
    game = game_of(tmp_path, text, OUTCOMES)
    found = result_of(game, begun(game, 2))
    assert (found.outcome, found.winners) == (outcome, won)


@pytest.mark.parametrize(
    ("text", "more", "message", "hint"),
    [
        ("end game as safed", OUTCOMES, "no outcome is named 'safed'", "did you mean 'saved'?"),
        ("end game as saved", "", "no outcome is named 'saved'", "declare it: outcomes: [{id: saved, title: ...}]"),
        ("end game won by coin", "", "this is a number; only seats can win, lose or leave",
         "for example: me, others, (s in seat where s.coin > 5)"),
        ("gain 1 coin", PAIRS.replace("id: odd", "id: team"),
         "'team' is reserved: in a game with teams it is the team of a seat", "choose another id"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(tmp_path: Path, text: str, more: str, message: str, hint: str) -> None:
    found = made(tmp_path, text, more).diagnostics
    assert (found[0].message, found[0].hint) == (message, hint)


@pytest.mark.parametrize(
    ("teams", "text", "worth"),
    [
        (PAIRS, "end game won by odd", (0.5, -0.5, 0.5, -0.5)),
        (PAIRS, "end game drawn", (0, 0, 0, 0)),
        (ALL, "end game won by everybody", (0.5, 0.5, 0.5, 0.5)),
        (ALL, "end game lost by everybody", (-0.5, -0.5, -0.5, -0.5)),
        (ALL, "gain 1 coin", (0, 0, 0, 0)),
        (WOLVES, "end game lost by seat", (-0.25, -0.25, -0.25, -0.25)),
    ],
)
def test_a_program_learns_what_its_side_has_come_to(
    tmp_path: Path, teams: str, text: str, worth: tuple[float, ...]
) -> None:
    assert Table(Layout(game_of(tmp_path, text, teams), 4), 1).worth() == worth


def test_simulations_count_as_what_games_ended(tmp_path: Path) -> None:
    ends = "if n = 1: end game lost by seat as eaten\nif n = 2: end game drawn as eaten\nend game as saved"
    text = f"roll n from 1..3\n{ends}"
    game = game_of(tmp_path, text, OUTCOMES)
    report = played(SeriesJob(Series(60, 2), (lambda: game,))).merged
    found = report_json(game.blueprint, report)["ends"]
    assert found["outcomes"]["eaten"] == found["drawn"] + found["nobody"]
    assert min(found["drawn"], found["nobody"], found["outcomes"]["saved"]) > 5
    assert sum(found["outcomes"].values()) == 60
    assert sum(report.shares_of_wins()) == pytest.approx(1 - found["nobody"] / 60)


def test_a_state_with_places_and_an_outcome_is_stored_and_read(tmp_path: Path) -> None:
    game = game_of(tmp_path, "end game for seat(2)\nmay: end game won by me as saved", OUTCOMES)
    state = begun(game, 3)
    assert state_from_json(game, state_to_json(game, state)) == state
    step(game, state, state[OPTIONS][0])
    assert state_from_json(game, state_to_json(game, state)) == state
    assert result_of(game, state).outcome == 1
