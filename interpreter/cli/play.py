"""`rulewright play`: a game at this screen, with people and bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.output import complain, write_json
from interpreter.cli.table import TableChoice, check_seats, load_or_exit, table_options
from interpreter.diagnostics import did_you_mean

if TYPE_CHECKING:
    from interpreter.cli.session import Session
    from interpreter.model.game import Blueprint, Game


@click.command("play")
@table_options
@click.option("--seats", metavar="P,...", help="Who decides for the seats: human or a policy.  [default: human,random]")
@click.option("--seed", type=int, help="The number all chance comes from.  [default: by lot]")
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
    game = load_or_exit(table)
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
            write_winners(write_scores(session), lang)
        if path is not None:
            session.save(path)
            complain(f"saved as {path}; see it again: rulewright replay {path}")


def seats_named(text: str | None, blueprint: Blueprint) -> tuple[str, ...]:
    """What decides for each seat. Raises UsageError."""
    from interpreter.play.policies import POLICIES
    from interpreter.play.replay import PERSON

    if text is None:
        return (PERSON, *["random"] * (max(2, blueprint.min_seats) - 1))
    names = tuple(each.strip() for each in text.split(","))
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
    from interpreter.play.saves import state_digest
    from interpreter.play.simulate import final_scores

    blueprint = session.game.blueprint
    rows = final_scores(session.game, session.state)
    totals = [sum(row) for row in rows]
    names = [name for name, _, _ in blueprint.scoring]
    return {
        "ruleset": blueprint.ruleset,
        "seed": session.seed,
        "decisions": len(session.choices),
        "seats": [
            {"seat": seat + 1, "policy": session.policies[seat], **dict(zip(names, row, strict=True)), "total": total}
            for seat, (row, total) in enumerate(zip(rows, totals, strict=True))
        ],
        "winners": [seat + 1 for seat, total in enumerate(totals) if total == max(totals)],
        "digest": state_digest(session.game, session.state),
    }


def open_session(
    game: Game, table: TableChoice, seats: str | None, seed: int | None, path: Path | None, language: str
) -> Session:
    """A new game, or the one saved in the file."""
    from interpreter.cli.session import Session
    from interpreter.play.replay import ReplayRefused, read_replay

    if path is None or not path.exists():
        policies = seats_named(seats, game.blueprint)
        check_seats(game, len(policies))
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
        policies = seats_named(seats, game.blueprint) if seats is not None else replay.policies
        session = Session(game, policies, replay.seed, dict(replay.settings), language, replay.variant)
        if len(policies) != replay.seats:
            raise click.UsageError(f"the game in {path} has {replay.seats} seats; --seats names {len(policies)}")
        session.resume(replay)
    except ReplayRefused as refused:
        complain(f"{path} cannot be continued: {refused}")
        raise click.exceptions.Exit(1) from None
    complain(f"the game in {path} goes on after {len(session.choices)} choices")
    return session


def variant_id(path: Path) -> str | None:
    """What a variant file calls itself; a replay names it so."""
    from interpreter.load.folder import read_variant
    from interpreter.model.document import text_of

    variant, _ = read_variant(path)
    return text_of(variant.get("variant")) if variant is not None else None


def write_scores(session: Session) -> tuple[int, ...]:
    """The scoring categories of each seat as a table; the totals."""
    from rich.table import Table

    from interpreter.cli.screen import make_console
    from interpreter.observe.wording import words
    from interpreter.play.simulate import final_scores

    say = words(session.language)
    blueprint = session.game.blueprint
    rows = final_scores(session.game, session.state)
    totals = [sum(row) for row in rows]
    scores = Table(box=None, pad_edge=False, title=say("Final scoring"), title_justify="left")
    scores.add_column("")
    for seat, policy in enumerate(session.policies):
        scores.add_column(f"{say('seat')} {seat + 1} {policy}", justify="right")
    for at, (name, title, _) in enumerate(blueprint.scoring):
        shown = title.get(session.language) or title.get("en") or name.replace("_", " ")
        scores.add_row(shown, *(str(row[at]) for row in rows))
    scores.add_row(say("total"), *(str(total) for total in totals), style="bold")
    click.echo()
    make_console().print(scores)
    return tuple(totals)


def write_winners(totals: tuple[int, ...], language: str) -> None:
    """Who has the most."""
    from interpreter.observe.wording import words

    say = words(language)
    winners = [f"{say('seat')} {seat + 1}" for seat, total in enumerate(totals) if total == max(totals)]
    many = say("The winners are") if len(winners) > 1 else say("The winner is")
    click.echo(f"\n{many} {', '.join(winners)}.")
