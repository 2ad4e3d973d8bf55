"""`rulewright play`: a game at this screen, with people and bots."""

from __future__ import annotations

import secrets
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.output import complain, write_json
from interpreter.cli.settings import TableCommand, check_seed
from interpreter.cli.table import TableChoice, load_or_exit, ruled_at, seats_at_table, table_options
from interpreter.diagnostics import did_you_mean

if TYPE_CHECKING:
    from interpreter.cli.session import Session
    from interpreter.model.game import Blueprint, Game
    from interpreter.play.result import Winners


@click.command("play", cls=TableCommand)
@table_options
@click.option(
    "--seats",
    metavar="P,...",
    help="Who decides: human or a policy for each seat; seats that the rules play come on top.  "
    "[default: human, and random for the rest of two]",
)
@click.option("--seed", type=int, callback=check_seed, help="The number all chance comes from.  [default: by lot]")
@click.option(
    "--save",
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Where the game is saved; one saved there goes on.",
)
@click.option("--lang", default="en", show_default=True, metavar="LANGUAGE", help="The language of titles.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How the final scores are written.")  # fmt: skip
def verb(table: TableChoice, seats: str | None, seed: int | None, file: str | None, lang: str, form: str) -> None:
    """Play NAME, a ruleset or a match, at this screen.

    Options are chosen by number or key; '?' tells why others are not open, 'h' lists what else can be typed. Seats
    without a human play to the end by themselves.
    """
    from interpreter.cli.prompt import Screen
    from interpreter.run.atoms import LimitReached

    path = Path(file) if file is not None else None
    if table.match is not None:
        from interpreter.cli.match import open_match, play_match

        play_match(open_match(table, seats, seed, path, lang), form)
        return
    game = load_or_exit(_as_saved(table, path))
    known_language(game.blueprint, lang)
    if game.blueprint.again:
        from interpreter.cli.match import open_game, play_match

        play_match(open_game(table, game, seats, seed, path, lang), form)
        return
    try:
        session = open_session(game, table, seats, seed, path, lang)
        screen = Screen(session, path, quiet=form == "json")
        finished = screen.run()
    except LimitReached as limit:
        complain(f"A limit was reached: {limit}")
        raise click.exceptions.Exit(3) from None
    if finished:
        if form == "json":
            write_json(scores_json(session))
        else:
            write_scores(session)
            write_winners_of(session)
        if path is not None:
            session.save(path)
            complain(f"saved as {path}; see it again: rulewright replay {path}")


def seats_named(text: str | None, blueprint: Blueprint, ruled: int) -> tuple[str, ...]:
    """What decides for each seat that the rules do not play. Raises UsageError."""
    from interpreter.play.policies import POLICIES
    from interpreter.play.replay import PERSON

    if text is None:
        return (PERSON, *["random"] * (max(2, blueprint.min_seats) - ruled - 1))
    names = tuple(each.strip() for each in text.split(",")) if text.strip() else ()
    known = (PERSON, *POLICIES)
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"there are: {', '.join(known)}"
            if name.isdigit():
                hint = f"name what decides for each seat, as in --seats {PERSON},random"
            raise click.UsageError(f"nothing that decides is named '{name}'; {hint}")
    return names


def known_language(blueprint: Blueprint, language: str) -> None:
    """Wrong usage where no title is in that language."""
    titles = [blueprint.title, *(title for _, title, _ in blueprint.scoring), *(f.title for f in blueprint.families)]
    known = sorted({each for title in titles for each in title})
    if language not in known:
        raise click.UsageError(f"{blueprint.ruleset} has no titles in '{language}'; there are: {', '.join(known)}")


def scores_json(session: Session) -> dict[str, object]:
    """The end of a game as plain data."""
    from interpreter.observe.naming import seat_title
    from interpreter.play.result import final_scores, tie_breaks, winners_of
    from interpreter.play.saves import state_digest

    blueprint = session.game.blueprint
    rows = final_scores(session.game, session.state)
    names = [name for name, _, _ in blueprint.scoring]
    breaks = list(zip(blueprint.tie_breaks, tie_breaks(session.game, session.state), strict=True))
    winners = winners_of(session.game, session.state)
    return {
        "ruleset": blueprint.ruleset,
        "seed": session.seed,
        "decisions": len(session.choices),
        "seats": [
            {
                "seat": seat + 1,
                "name": seat_title(blueprint, seat),
                "policy": session.policies[seat] if seat < len(session.policies) else None,
                **dict(zip(names, row, strict=True)),
                "total": sum(row),
                "tie_breaks": {name: numbers[seat] for (name, _, _), numbers in breaks},
            }
            for seat, row in enumerate(rows)
        ],
        "winners": [seat + 1 for seat in winners.seats],
        "tie_broken_by": [blueprint.tie_breaks[place][0] for place in winners.parted_by],
        "digest": state_digest(session.game, session.state),
    }


def open_session(
    game: Game, table: TableChoice, seats: str | None, seed: int | None, path: Path | None, language: str
) -> Session:
    """A new game, or the one saved in the file."""
    from interpreter.cli.session import Session
    from interpreter.model.seats import ruled_seats
    from interpreter.play.replay import ReplayRefused, read_replay

    if path is None or not path.exists():
        policies = seats_named(seats, game.blueprint, ruled_at(game.blueprint, table.settings))
        seats_at_table(game.blueprint, table.settings, len(policies), table.ruleset)
        if path is not None and not path.parent.is_dir():
            raise click.UsageError(f"there is no folder '{path.parent}' to save in")
        chosen = seed if seed is not None else secrets.randbelow(10**9)
        variant = variant_id(table.variant) if table.variant is not None else None
        session = Session(game, policies, chosen, table.settings, language, variant)
        session.begin()
        if seed is None:
            complain(f"seed {chosen}")
        return session
    try:
        replay = read_replay(path)
        policies = seats_named(seats, game.blueprint, 0) if seats is not None else replay.policies
        session = Session(game, policies, replay.seed, dict(replay.settings), language, replay.variant)
        session.resume(replay)
        _same_settings(session, table, path)
    except ReplayRefused as refused:
        complain(f"{path} cannot be continued: {refused}")
        raise click.exceptions.Exit(1) from None
    deciding = ruled_seats(session.game.blueprint, session.state).start
    if len(policies) != deciding:
        raise click.UsageError(
            f"{deciding} decide{'s' * (deciding == 1)} in the game in {path}; --seats names {len(policies)}"
        )
    complain(f"the game in {path} goes on after {len(session.choices)} choices")
    return session


def _as_saved(table: TableChoice, path: Path | None) -> TableChoice:
    """The table with the modules of the game that is saved in the file, where the command line names none."""
    from interpreter.pipeline import ruleset_root
    from interpreter.play.match_files import is_saved_match, read_match
    from interpreter.play.replay import ReplayRefused, read_replay

    root = ruleset_root(table.ruleset)
    if path is None or root is None or table.modules is not None or not path.is_file():
        return table
    try:
        if is_saved_match(path):
            match = read_match(path)
            ruleset, modules, variant = match.match, match.modules, match.variant
        else:
            replay = read_replay(path)
            ruleset, modules, variant = replay.ruleset, replay.modules, replay.variant
    except ReplayRefused:
        return table
    return replace(table, modules=modules) if ruleset == root.name and variant is None else table


def _same_settings(session: Session, table: TableChoice, path: Path) -> None:
    """Wrong usage where the command line picks other settings than the saved game is played with."""
    from interpreter.model.settings import setting_text
    from interpreter.run.steps import settings_chosen

    blueprint = session.game.blueprint
    for name, value in settings_chosen(blueprint, table.settings).items():
        setting = blueprint.settings[name]
        saved = session.state[setting.slot]
        if name in table.settings and value != saved:
            raise click.UsageError(f"the game in {path} is played with {name} {setting_text(setting, saved)}")


def variant_id(path: Path) -> str | None:
    """What a variant file calls itself; a replay names it so."""
    from interpreter.load.folder import read_variant
    from interpreter.model.document import text_of

    variant, _ = read_variant(path)
    return text_of(variant.get("variant")) if variant is not None else None


def seat_names(blueprint: Blueprint, seats: int, language: str) -> tuple[str, ...]:
    """What people call the seats of a table, whose blueprint names those that the rules play."""
    from interpreter.observe.naming import seat_title

    return tuple(seat_title(blueprint, seat, language) for seat in range(seats))


def columns(seats: tuple[str, ...], policies: tuple[str, ...]) -> list[str]:
    """The heads of a table with a column a seat: its name, and what decides for it."""
    return [f"{seat} {policy}".strip() for seat, policy in zip_longest(seats, policies, fillvalue="")]


def write_scores(session: Session) -> None:
    """The scoring categories of each seat as a table and the totals; where the highest are equal, what parts them."""
    from rich.table import Table

    from interpreter.cli.screen import make_console
    from interpreter.observe.wording import title_in, words
    from interpreter.play.result import final_scores, tie_breaks, winners_of

    say = words(session.language)
    blueprint = session.game.blueprint
    rows = final_scores(session.game, session.state)
    scores = Table(box=None, pad_edge=False, title=say("Final scoring"), title_justify="left")
    scores.add_column("")
    for column in columns(seat_names(blueprint, len(rows), session.language), session.policies):
        scores.add_column(column, justify="right")
    for at, (name, title, _) in enumerate(blueprint.scoring):
        scores.add_row(title_in(title, session.language, name), *(str(row[at]) for row in rows))
    scores.add_row(say("total"), *(str(sum(row)) for row in rows), style="bold")
    winners = winners_of(session.game, session.state)
    looked_at = len(blueprint.tie_breaks) if len(winners.seats) > 1 else max((-1, *winners.parted_by)) + 1
    breaks = tie_breaks(session.game, session.state)[:looked_at]
    for (name, title, _), numbers in zip(blueprint.tie_breaks, breaks, strict=False):
        cells = [str(number) if seat in winners.tied else "" for seat, number in enumerate(numbers)]
        scores.add_row(title_in(title, session.language, name), *cells, style="dim")
    click.echo()
    make_console().print(scores)


def write_winners_of(session: Session) -> None:
    """Who has won the game of a session."""
    from interpreter.model.layout import N_SEATS
    from interpreter.play.result import winners_of

    blueprint, language = session.game.blueprint, session.language
    winners = winners_of(session.game, session.state)
    seats = seat_names(blueprint, session.state[N_SEATS], language)
    write_winners(winners.seats, seats, language, tie_titles(blueprint, winners, language))


def tie_titles(blueprint: Blueprint, winners: Winners, language: str) -> tuple[str, ...]:
    """What the tie-breaks are called that parted the seats with the highest total."""
    from interpreter.observe.wording import title_in

    parted_by = [blueprint.tie_breaks[place] for place in winners.parted_by]
    return tuple(title_in(title, language, name) for name, title, _ in parted_by)


def write_winners(
    winners: tuple[int, ...], seats: tuple[str, ...], language: str, broken_by: tuple[str, ...] = ()
) -> None:
    """Who has won, by the names of the seats, and by what a tie was broken."""
    from interpreter.observe.wording import words

    say = words(language)
    many = say("The winners are") if len(winners) > 1 else say("The winner is")
    tie = f" {say('A tie was broken by')}: {', '.join(broken_by)}." if broken_by else ""
    click.echo(f"\n{many} {', '.join(seats[seat] for seat in winners)}.{tie}")
