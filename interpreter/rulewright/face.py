"""The functions for programs that play games: decisions, steps, views, scores, saves.

`rulewright` exports them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rulewright.core.model.events import Event
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.core.model.points import in_points
from rulewright.core.model.seats import ruled_seats as _ruled_seats
from rulewright.core.run.build import traced_build as traced_build
from rulewright.core.run.steps import WrongSetup, choose
from rulewright.core.run.steps import clone as clone
from rulewright.core.run.steps import step as run_step
from rulewright.observe.sight.dealing import deal as deal
from rulewright.observe.sight.knowledge import Knowledge as Knowledge
from rulewright.observe.sight.offers import Offer
from rulewright.observe.sight.offers import offers as observed_offers
from rulewright.observe.sight.view import View, view_of
from rulewright.observe.words.history import ToldChange, changes_of
from rulewright.observe.words.reasons import Why
from rulewright.play.records.match_files import match_text, parse_match, resume_match, saved_match
from rulewright.play.records.planned_matches import PlannedGames
from rulewright.play.records.renamed_games import match_by_new_names
from rulewright.play.records.replay import RecordedChoice, replay_of
from rulewright.play.records.saves import state_from_json, state_to_json
from rulewright.play.session import questions
from rulewright.play.session.decision import Decision as Decision
from rulewright.play.session.decision import decision as decision
from rulewright.play.session.match import Match, next_game, settings_known
from rulewright.play.session.questions import events_of as events_of
from rulewright.play.session.result import final_scores, result_of, tie_breaks

if TYPE_CHECKING:
    from rulewright.core.model.match import Plan
    from rulewright.play.records.replay import Replay


def step(game: Game, state: State, option: int, *, seat: int | None = None, build: Build | None = None) -> None:
    """Choose an option code for the seat to move, or for `seat`, and change `state` in place.

    `seat` is another seat that is asked at the same time. A `build` that `traced_build` has made keeps what happens in
    its `events`. Raises IllegalChoice if the option is not offered, LimitReached if the rules run into a limit.
    """
    if seat is None and option in state[OPTIONS]:
        run_step(game, state, option, build=build)
    else:
        choose(game, state, option, seat=seat, build=build)


def view(game: Game, state: State, seat: int | None) -> View:
    """Return what a seat (from 0) may see, by names, or everything if `seat` is None."""
    return view_of(game, state, seat)


def offers(game: Game, state: State, seat: int | None) -> tuple[Offer, ...]:
    """Return what a seat (from 0) may choose, as far as it can tell options apart.

    For None all options are offered by name; a seat that is not asked gets none. Options about pieces that the seat
    cannot see are one offer, which does not name them: `offer.code(chance)` takes one of them at random, `offer.codes`
    are all.
    """
    return observed_offers(game, state, seat)


def scores(game: Game, state: State) -> tuple[dict[str, int | float], ...]:
    """Return the scores of each seat as the game stands: categories, `total`, and the numbers that break ties.

    If the scoring counts halves, scores are points with a half, such as 5.5.
    """
    blueprint = game.blueprint
    names = [name for name, _, _ in blueprint.scoring]
    breaks = dict(zip([name for name, _, _ in blueprint.tie_breaks], tie_breaks(game, state), strict=True))
    return tuple(
        {
            **{name: in_points(blueprint, each) for name, each in zip(names, row, strict=True)},
            "total": in_points(blueprint, sum(row)),
            **{name: each[seat] for name, each in breaks.items()},
        }
        for seat, row in enumerate(final_scores(game, state))
    )


def winners(game: Game, state: State) -> tuple[int, ...]:
    """Return the seats (from 0) that win if the game ends now, several if no tie-break separates them.

    `again_after` says whether the same table plays once more before anybody has won.
    """
    return result_of(game, state).winners


def ruled_seats(game: Game, state: State) -> range:
    """Return the seats (from 0) that the rules play: the last seats of the table, which are never asked."""
    return _ruled_seats(game.blueprint, state)


def save_state(game: Game, state: State) -> dict[str, Any]:
    """Return a state as plain JSON data, by names."""
    return state_to_json(game, state)


def load_state(game: Game, data: Any) -> State:
    """Return a state from JSON data, every value checked. Raises ValueError with a sentence if it is not one."""
    return state_from_json(game, data)


def match_record(match: Match, game: Game, choices: Iterable[tuple[int, str]]) -> Replay:
    """Return the record of the game that a match continues with, made from (seat from 0, key of an option).

    `finish_game` takes it at the end of the game, `save_match` while the game is under way. Raises ValueError if the
    rules do not allow these choices, or if the match is over.
    """
    coming = next_game(match)
    if coming is None:
        raise WrongSetup("the match is over")
    made = [RecordedChoice(seat + 1, key) for seat, key in choices]
    return replay_of(game, seats=match.seats, seed=coming.seed, settings=settings_known(game, coming), choices=made)


def save_match(match: Match, policies: tuple[str, ...], under_way: Replay | None = None) -> str:
    """Return a match as the text of a JSON file. Every finished game needs its record.

    `policies` names what decides for each seat that the rules do not play: a policy or `human`.
    """
    return match_text(saved_match(match, policies, under_way))


def load_saved_match(plan: Plan, text: str, games: Callable[[int], Game]) -> tuple[Match, Replay | None]:
    """Return (match, record of the game under way) from the text of a saved match, after playing every game again.

    `games` returns the game at a place of the plan, as `PlannedGames` does, which also knows the names that the ruleset
    had when the match was saved. Raises MatchRefused with a sentence.
    """
    saved = parse_match("the saved match", text.encode())
    if isinstance(games, PlannedGames):
        saved, _ = match_by_new_names(saved, plan, games.rules_at)
    return resume_match(plan, saved, games)


def why_not(game: Game, state: State, key: str, *, seat: int | None = None, build: Build | None = None) -> Why | None:
    """Return the first requirement that fails for an option of the current decision, named by its key (see `Why`).

    With a `seat` (from 0) the answer gives nothing away that is hidden from it. None if the decision has no such
    option; for an open option the answer means nothing. To ask often, make a `build` once with `traced_build(game)`.
    """
    return questions.why_not(game, build or traced_build(game), state, key, seat=seat)


def why_number(
    game: Game,
    state: State,
    name: str,
    *,
    of_seat: int = 0,
    given: tuple[str, ...] = (),
    seat: int | None = None,
    build: Build | None = None,
) -> Why | None:
    """Return how a quantity or a scoring line of `of_seat` is computed: its base and each modifier.

    `given` names its arguments; with a `seat` nothing is revealed that is hidden from it. None if there is no such
    quantity, or if it takes other arguments.
    """
    asked = build or traced_build(game)
    return questions.why_number(game, asked, state, name, of_seat=of_seat, given=given, seat=seat)


def why_changed(
    game: Game, events: Iterable[Event], name: str, *, of_seat: int = 0, seat: int | None = None
) -> tuple[ToldChange, ...]:
    """Return the last changes of a counter, marker or piece by its id, each with its cause.

    `events` come from `events_of`. For a `seat`, pieces that it does not see are left out.
    """
    return changes_of(game, tuple(events), name, of_seat, seat)
