"""A match at this screen: several games of one table, one after another, left and resumed between and within them.

A single game that may have to be played again is a match of one game. What is shown of results is results/match.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from rulewright.cli.options.names import known_language, seats_named
from rulewright.cli.options.settings import option_of, with_modules_of_each
from rulewright.cli.options.table import TableChoice, ruled_at, seats_at_table, wrong_setting
from rulewright.cli.options.wrong import refuse_unwritable
from rulewright.cli.output import complain, limits_told, mistakes_told, write_json
from rulewright.cli.results.match_result import match_json, write_match, write_result
from rulewright.cli.results.scores import scores_json, seat_names, write_scores, write_winners
from rulewright.cli.screen.prompt import Screen, free_path
from rulewright.cli.screen.saved_file import SavedFile, going_on_by_new_names, match_by_new_names
from rulewright.cli.screen.seeds import drawn_seed, tell_seed
from rulewright.cli.screen.session import Session
from rulewright.core.diagnostics import counted
from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Game
from rulewright.core.model.points import points_text
from rulewright.core.model.secret_seeds import told_seed
from rulewright.core.model.settings import Chosen
from rulewright.core.pipeline import known_names, placed_modules
from rulewright.core.run.steps import WrongSetup, unstarted
from rulewright.observe.words.seats import name_seats
from rulewright.play.records.match_files import (
    MatchRefused,
    resume_match,
    saved_match,
)
from rulewright.play.records.match_files import write_match as write_file
from rulewright.play.records.planned_matches import PlannedGames, load_match
from rulewright.play.records.replay import Replay, ReplayRefused
from rulewright.play.session.match import (
    Coming,
    Match,
    begin_match,
    finish_game,
    next_game,
    outcomes,
    plan_of_game,
    settings_known,
)
from rulewright.play.session.result_told import tie_titles


@dataclass(slots=True)
class MatchTable:
    """A match in play: its games so far, who decides, where it is saved, and the game under way.

    `single` is a match of one game that was not asked for by the name of a match; its first game is saved as a replay.
    """

    choice: TableChoice
    games: PlannedGames
    match: Match
    policies: tuple[str, ...]
    language: str
    path: Path | None
    variant: str | None
    single: bool
    under_way: Replay | None = None

    @property
    def name(self) -> str:
        """The match or ruleset as it was named on the command line."""
        return self.choice.ruleset

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, for people."""
        ruled = range(len(self.policies), self.match.seats)
        return seat_names(name_seats(self.games(0).blueprint, ruled), self.match.seats, self.language)

    def save(self, path: Path, under_way: Replay | None) -> None:
        """Write the match so far. Raises OSError."""
        write_file(path, saved_match(self.match, self.policies, under_way, self.variant))


@dataclass(slots=True)
class MatchSession(Session):
    """A game of a match: saving it saves the match."""

    table: MatchTable = field(kw_only=True)

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def title(self) -> str:
        plan = self.table.match.plan
        title = title_in(plan.title, self.language, plan.id)
        games = f", game {len(self.table.match.played) + 1} of {len(plan.games)}," if len(plan.games) > 1 else ""
        return f"{title}{games}"

    def to_resume(self, path: Path) -> str:
        return self.table.choice.to_resume(path)

    def save(self, path: Path) -> None:
        if self.table.single and not self.table.match.played:
            Session.save(self, path)
        else:
            self.table.save(path, self.replay())


# ---- Opening


def open_match(
    table: TableChoice, seats: str | None, seed: int | None, file: SavedFile | None, language: str
) -> MatchTable:
    """Open a new match, or resume the one saved in the file, or exit with code 1 if it cannot be played."""
    games = planned_or_exit(table, file)
    known_language(games(0).blueprint, language)
    return _open(table, games, seats, seed, file, language, single=False)


def planned_or_exit(table: TableChoice, file: SavedFile | None = None) -> PlannedGames:
    """Load the games of the match that a command line chose, or exit with code 1 and diagnostics if one is wrong.

    Modules that are on in none of them are switched on by their settings, picked now or for the match in the file.
    """
    assert table.match is not None
    with mistakes_told(table.match.as_posix()):
        plan = load_match(table.match)
        asked_by = {name: option_of(name) for name in (*_settings_saved(file), *table.settings)}
        modules = with_modules_of_each(plan.found, asked_by, [each.modules for each in plan.games])
        fitted = tuple(replace(each, modules=on) for each, on in zip(plan.games, modules, strict=True))
        games = PlannedGames(replace(plan, games=fitted), table.variant)
        for place in range(len(fitted)):
            games(place)
    return games


def _settings_saved(file: SavedFile | None) -> Iterable[str]:
    """Yield the settings that the table of a saved match picked, nothing for another file."""
    if file is None or not file.is_match():
        return ()
    try:
        return file.match().settings
    except MatchRefused:
        return ()


def open_game(
    table: TableChoice, game: Game, seats: str | None, seed: int | None, file: SavedFile | None, language: str
) -> MatchTable:
    """A single game that may be played again, or the one saved in the file."""
    blueprint = game.blueprint
    plan = plan_of_game(blueprint.ruleset, blueprint.title, table.ruleset, blueprint.modules)
    return _open(table, PlannedGames(plan, table.variant, {0: game}), seats, seed, file, language, single=True)


def _open(
    table: TableChoice,
    games: PlannedGames,
    seats: str | None,
    seed: int | None,
    file: SavedFile | None,
    language: str,
    *,
    single: bool,
) -> MatchTable:
    variant = table.variant_id
    if file is not None and file.is_there():
        return _resume(table, games, seats, file, language, variant, single=single)
    policies = seats_named(seats, games(0).blueprint, ruled_in(games, table.settings))
    path = file.path if file is not None else None
    if path is not None:
        refuse_unwritable(path, "--save")
    chosen = seed if seed is not None else drawn_seed(policies)
    match = begun(games, table.settings, len(policies), chosen)
    if seed is None:
        tell_seed(chosen)
    return MatchTable(table, games, match, policies, language, path, variant, single)


def begun(games: PlannedGames, settings: Chosen, deciding: int, seed: int) -> Match:
    """A match for a number of seats that decide, before its first game. Wrong usage if a game is not for that many."""
    blueprints = [games(place).blueprint for place in range(len(games.plan.games))]
    try:
        match = begin_match(games.plan, seats=deciding + ruled_in(games, settings), seed=seed, settings=settings)
        for name in settings:
            if all(name not in blueprint.settings for blueprint in blueprints):
                raise WrongSetup(f"there is no setting '{name}' in any game of this match")
        for place in range(len(blueprints)):
            picked = _picked(games, settings, place)
            if seats_at_table(blueprints[place], picked, deciding, games.plan.found) != match.seats:
                raise click.UsageError("the games of this match differ in the number of seats that the rules play")
            unstarted(games(place), seats=match.seats, seed=0, settings=picked)
    except WrongSetup as fault:
        raise wrong_setting(fault, settings) from None
    return match


def ruled_in(games: PlannedGames, settings: Chosen) -> int:
    """Return the number of seats that the rules play in the first game of a match. Raises UsageError."""
    try:
        return ruled_at(games(0).blueprint, _picked(games, settings, 0))
    except WrongSetup as fault:
        raise wrong_setting(fault, settings) from None


def _picked(games: PlannedGames, settings: Chosen, place: int) -> Chosen:
    """The settings of a game of the match: its own, and those of the table that it knows."""
    known = games(place).blueprint.settings
    return {name: value for name, value in settings.items() if name in known} | dict(games.plan.games[place].settings)


def _resume(
    table: TableChoice,
    games: PlannedGames,
    seats: str | None,
    file: SavedFile,
    language: str,
    variant: str | None,
    *,
    single: bool,
) -> MatchTable:
    """Resume the match in a file, or replay a single game, or exit with code 1 if it does not fit."""
    under_way: Replay | None
    path = file.path
    try:
        if single and not file.is_match():
            under_way, _ = going_on_by_new_names(file.replay(), games(0), table.choice)
            match = begin_match(games.plan, seats=under_way.seats, seed=under_way.seed, settings=under_way.settings)
            saved_policies = under_way.policies
            choices = len(under_way.choices)
        else:
            saved = match_by_new_names(file.match(), games)
            match, under_way = resume_match(games.plan, saved, games)
            saved_policies = saved.policies
            choices = len(under_way.choices) if under_way is not None else 0
    except (ReplayRefused, MatchRefused) as refused:
        complain(f"{path} cannot be continued: {refused}")
        raise click.exceptions.Exit(1) from None
    policies = seats_named(seats, games(0).blueprint, 0) if seats is not None else saved_policies
    deciding = match.seats - ruled_in(games, match.settings)
    if len(policies) != deciding:
        decide = f"{deciding} decide{'s' * (deciding == 1)}"
        raise click.UsageError(f"{decide} in the match in {path}; --seats names {len(policies)}")
    for name, value in table.settings.items():
        if name not in match.settings or str(match.settings[name]) != str(value):
            raise click.UsageError(f"the match in {path} was started without {name} {value}")
    games_played = counted(len(match.played), "game")
    under = f"{choices} choices of game {len(match.played) + 1}"
    complain(f"the match in {path} continues after {under if under_way is not None else games_played}")
    return MatchTable(table, games, match, policies, language, path, variant, single, under_way)


# ---- Playing


def play_match(table: MatchTable, form: str) -> None:
    """Play a match to its end, or until somebody leaves, and show the result."""
    quiet = form == "json"
    try:
        last = _play(table, quiet)
    except ReplayRefused as refused:
        complain(f"{table.path} cannot be continued: {refused}")
        raise click.exceptions.Exit(1) from None
    if next_game(table.match) is not None:
        return
    if quiet:
        alone = table.single and len(table.match.played) == 1 and last is not None
        write_json(
            scores_json(last)
            if alone and last is not None
            else match_json(table.games(0).blueprint, table.match, table.policies, table.seats)
        )
    elif not table.single or len(table.match.played) > 1:
        decided, blueprint = outcomes(table.match)[-1].decided, table.games(0).blueprint
        titles = tie_titles(blueprint, decided, table.language) if table.single else ()
        write_result(blueprint, table.match, table.policies, table.seats, table.language, titles)


def _play(table: MatchTable, quiet: bool) -> Session | None:
    """Continue the match and return the last game that was played to its end."""
    last: Session | None = None
    while (coming := next_game(table.match)) is not None:
        with limits_told(f"'{table.games(coming.game).blueprint.ruleset}' ({told_seed(coming.seed)})"):
            session = _session(table, coming)
            if not quiet and not (table.single and coming.number == 0):
                _announce(table, coming)
            if not Screen(session, table.path, quiet=quiet, table=_by_itself(table, session)).run():
                return last
            last = session
            table.match = finish_game(table.match, session.game, session.state, session.replay())
            goes_on = next_game(table.match) is not None
            if not quiet:
                _write_end(table, session)
            if table.path is not None:
                _keep(table, session, goes_on)
            if goes_on and session.people and not _wants_next(table, quiet):
                return last
    return last


def _by_itself(table: MatchTable, session: Session) -> TableChoice | None:
    """Return the choice of table that plays a shipped game by itself, None if a variant changes it."""
    blueprint = session.game.blueprint
    if table.variant is not None or blueprint.ruleset not in known_names():
        return None
    return TableChoice(blueprint.ruleset, placed_modules(table.choice.modules, blueprint.modules), None, {})


def _session(table: MatchTable, coming: Coming) -> MatchSession:
    game = table.games(coming.game)
    session = MatchSession(
        game, table.policies, coming.seed, settings_known(game, coming), table.variant, table.language, table=table
    )
    if table.under_way is None:
        session.start()
    else:
        session.resume(table.under_way)
        table.under_way = None
    return session


def _announce(table: MatchTable, coming: Coming) -> None:
    """Announce the title of the game that begins, and what it is about."""
    from textwrap import fill

    from rulewright.cli.screen.console import width

    planned = table.match.plan.games[coming.game]
    title = title_in(planned.title, table.language, planned.id)
    again = f" - {phrases(table.language, 'table')('played_again')}" if coming.time > 1 else ""
    click.echo("\n" + click.style(f"{title}{again}", bold=True))
    if planned.about and coming.time == 1:
        click.echo(fill(" ".join(planned.about.split()), width()))


def _write_end(table: MatchTable, session: Session) -> None:
    """The scores of the game that has just ended, and the state of the match."""
    write_scores(session)
    say = phrases(table.language, "table")
    again = table.match.played[-1].again
    if again is not None:
        title = title_in(again.title, table.language, again.id)
        click.echo(f"\n{say('no_winner_yet')}: {title}. {say('plays_again')}.")
    elif not table.single or table.match.played[-1].coming.time == 1:
        outcome = outcomes(table.match)[-1]
        if outcome.times > 1:
            means = (points_text(session.game.blueprint, each) for each in outcome.scores)
            click.echo(f"\n{say('average')}: {', '.join(means)}")
        titles = tie_titles(session.game.blueprint, outcome.decided, table.language)
        write_winners(session.game.blueprint, outcome.decided, table.seats, table.language, titles)
    if not table.single and next_game(table.match) is not None and again is None:
        write_match(session.game.blueprint, table.match, table.policies, table.seats, table.language)


def _keep(table: MatchTable, session: Session, goes_on: bool) -> None:
    assert table.path is not None
    if table.single and len(table.match.played) == 1 and not goes_on:
        Session.save(session, table.path)
        complain(f"saved as {table.path}; replay it: {table.choice.to_replay(table.path)}")
        return
    table.save(table.path, None)
    complain(f"saved as {table.path}")


def _wants_next(table: MatchTable, quiet: bool) -> bool:
    """Return whether people continue with the next game now. They may save first."""
    kept: Path | None = None
    while True:
        click.echo("Press Enter to play the next game; k saves the match for later, q leaves. ", nl=False, err=quiet)
        typed = sys.stdin.readline()
        command = typed.strip().lower()
        if typed and not command:
            return True
        if command in ("k", "keep", "save") or (not typed and table.path is not None):
            kept = kept or table.path or free_path(table.name)
            table.save(kept, None)
            complain(f"Saved as {kept}; continue with: {table.choice.to_resume(kept)}")
        if not typed or command in ("q", "quit", "exit"):
            click.echo("", err=quiet)
            played = counted(len(table.match.played), "game")
            complain(f"Left {title_in(table.match.plan.title, table.language, table.match.plan.id)} after {played}.")
            if kept is None and table.path is None:
                complain("It was not saved. Type k before you leave, or play with --save FILE, to continue later.")
            else:
                complain(f"Continue with: {table.choice.to_resume(kept or table.path or Path())}")
            return False
