"""`rulewright play`: a game at this screen, with people and bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.names import known_language, seats_named, titles_option
from rulewright.cli.options.recorded import keep_packages, modules_recorded
from rulewright.cli.options.settings import TableCommand, seed_option_for
from rulewright.cli.options.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from rulewright.cli.options.wrong import refuse_unwritable
from rulewright.cli.output import complain, format_option_for, limits_told, write_json
from rulewright.cli.results.scores import scores_json, write_scores, write_winners_of

if TYPE_CHECKING:
    from rulewright.cli.screen.saved_file import SavedFile
    from rulewright.cli.screen.session import Session
    from rulewright.core.model.game import Game


@click.command("play", cls=TableCommand)
@table_options
@click.option(
    "--seats",
    metavar="P,...",
    help="Who decides: human or a policy for each seat, such as random, greedy or, each stronger than the one before, "
    "beginner, usual, strong; search:200ms thinks 200 ms per decision, learned is trained for the game. Seats that "
    "the rules play come on top.  [default: human, and random for the rest of two]",
)
@seed_option_for("The seed of all chance. Anyone who knows it can compute what is hidden.  [default: random]", None)
@click.option(
    "--save",
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Save the game in FILE. If FILE holds a saved game, continue it.",
)
@titles_option
@format_option_for("Format of the final scores.")
def verb(table: TableChoice, seats: str | None, seed: int | None, file: str | None, lang: str, form: str) -> None:
    """Play NAME, a ruleset or a match, at this screen.

    Options are chosen by number or key; '?' says why others are not open, 'h' lists what else can be typed. Seats
    without a human play to the end by themselves.
    """
    from rulewright.cli.screen.saved_file import SavedFile

    play(table, seats, seed, SavedFile(Path(file)) if file is not None else None, lang, form)


def play(table: TableChoice, seats: str | None, seed: int | None, file: SavedFile | None, lang: str, form: str) -> None:
    """A new game or match of a table, or the one saved in the file."""
    from rulewright.cli.screen.prompt import Screen

    if table.match is not None:
        from rulewright.cli.screen.match_session import open_match, play_match

        play_match(open_match(table, seats, seed, file, lang), form)
        return
    table = _as_saved(table, file)
    game = load_or_exit(table)
    if file is not None:
        keep_packages(table.modules, table.variant)
    known_language(game.blueprint, lang)
    if game.blueprint.again:
        from rulewright.cli.screen.match_session import open_game, play_match

        play_match(open_game(table, game, seats, seed, file, lang), form)
        return
    path = file.path if file is not None else None
    session = open_session(game, table, seats, seed, file, lang)
    with limits_told(_of(session)):
        if not Screen(session, path, quiet=form == "json", table=table).run():
            return
        if path is not None:
            session.save(path)
        if form == "json":
            write_json(scores_json(session))
        else:
            write_scores(session)
            write_winners_of(session)
    if path is not None:
        complain(f"saved as {path}; replay it: {table.to_replay(path)}")


def _of(session: Session) -> str:
    """Return the options that show the same game again."""
    from rulewright.core.model.secret_seeds import told_seed

    return f"'{session.game.blueprint.ruleset}' ({told_seed(session.seed)})"


def open_session(
    game: Game, table: TableChoice, seats: str | None, seed: int | None, file: SavedFile | None, language: str
) -> Session:
    """A new game, or the one saved in the file."""
    from rulewright.cli.screen.saved_file import going_on_by_new_names, migration
    from rulewright.cli.screen.session import Session
    from rulewright.core.model.seats import ruled_seats
    from rulewright.play.records.replay import ReplayRefused

    if file is None or not file.is_there():
        from rulewright.cli.screen.seeds import drawn_seed, tell_seed

        policies = seats_named(seats, game.blueprint, ruled_at(game.blueprint, table.settings))
        seats_at_table(game.blueprint, table.settings, len(policies), table.ruleset)
        if file is not None:
            refuse_unwritable(file.path, "--save")
        chosen = seed if seed is not None else drawn_seed(policies)
        session = Session(game, policies, chosen, table.settings, table.variant_id, language, table)
        with limits_told(_of(session)):
            session.start()
        if seed is None:
            tell_seed(chosen)
        return session
    path, renamed = file.path, False
    try:
        replay, renamed = going_on_by_new_names(file.replay(), game, table.choice)
        policies = seats_named(seats, game.blueprint, 0) if seats is not None else replay.policies
        session = Session(game, policies, replay.seed, dict(replay.settings), replay.variant, language, table)
        session.resume(replay)
        _same_settings(session, table, path)
    except ReplayRefused as refused:
        otherwise = "name a saved game, or a file that does not exist yet"
        complain(f"{path} cannot be continued: {refused}; {migration(table.ruleset, path) if renamed else otherwise}")
        raise click.exceptions.Exit(1) from None
    deciding = ruled_seats(session.game.blueprint, session.state).start
    if len(policies) != deciding:
        raise click.UsageError(
            f"{deciding} decide{'s' * (deciding == 1)} in the game in {path}; --seats names {len(policies)}"
        )
    complain(f"the game in {path} continues after {len(session.choices)} choices")
    return session


def _as_saved(table: TableChoice, file: SavedFile | None) -> TableChoice:
    """The table with the modules of the game that is saved in the file, if the command line names none."""
    from rulewright.core.pipeline import ruleset_root
    from rulewright.play.records.replay import ReplayRefused

    root = ruleset_root(table.ruleset)
    if file is None or root is None or table.modules is not None or not file.path.is_file():
        return table
    try:
        ruleset, modules, variant = file.named()
        modules = modules_recorded(modules, file.packages(), file.path)
    except ReplayRefused:
        return table
    return replace(table, modules=modules) if ruleset == root.name and variant is None else table


def _same_settings(session: Session, table: TableChoice, path: Path) -> None:
    """Wrong usage if the command line picks other settings than the saved game is played with."""
    from rulewright.core.model.settings import setting_text
    from rulewright.core.run.steps import settings_chosen

    blueprint = session.game.blueprint
    for name, value in settings_chosen(blueprint, table.settings).items():
        setting = blueprint.settings[name]
        saved = session.state[setting.slot]
        if name in table.settings and value != saved:
            raise click.UsageError(f"the game in {path} was started with {name} {setting_text(setting, saved)}")
