"""`rulewright replay`: plays a recorded game again and checks every step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from rulewright.cli.options.names import known_ruleset
from rulewright.cli.options.recorded import modules_recorded, variant_recorded
from rulewright.cli.options.table import TableChoice, load_or_exit, variants_named
from rulewright.cli.options.wrong import Whole
from rulewright.cli.output import complain, format_option, write_faults, write_json
from rulewright.cli.screen.console import width

if TYPE_CHECKING:
    from rulewright.play.records.replay import Replay, ReplayRefused


@click.command("replay")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option("--until", type=Whole(0), metavar="N", help="Stop after N choices and show the table.")
@click.option("--variant", multiple=True, metavar="NAME|FILE",
              help="Variant of the recorded game, if it is not found automatically.")  # fmt: skip
@click.option("--ruleset", metavar="NAME", help="Name or folder of the ruleset, if it is not shipped.")
@click.option("--edited", is_flag=True, help="Replay with the edited rules, and show where the game diverges.")
@click.option("--quiet", is_flag=True, help="Do not list the choices.")
@click.option("--to-scenario", "scenario", metavar="[OUT]", is_flag=False, flag_value="-",
              help="Write a scenario of some choices, to a file or to standard output.")  # fmt: skip
@click.option("--at", type=Whole(1), metavar="N",
              help="Make a scenario of choice N and the following ones, until the table changes.")  # fmt: skip
@click.option("--from", "first", type=Whole(1), metavar="N", help="First choice of the scenario.")
@click.option("--to", "last", type=Whole(1), metavar="M", help="Last choice of the scenario.")
@format_option
def verb(
    file: str,
    until: int | None,
    variant: tuple[str, ...],
    ruleset: str | None,
    edited: bool,
    quiet: bool,
    scenario: str | None,
    at: int | None,
    first: int | None,
    last: int | None,
    form: str,
) -> None:
    """Play the game recorded in FILE again, checking every choice and digest, and show where it leads.

    A file that does not fit the rules is refused with the first step that is wrong. One recorded before the
    rules were edited is played with --edited: each choice must still be allowed. With --to-scenario, write a scenario
    from the last choice that changed the table, or from those named, without anything that does not matter for it.
    """
    from rulewright.cli.results.scores import points_json, result_json, seat_names, write_winners
    from rulewright.cli.screen.saved_file import by_new_names
    from rulewright.core.model.layout import FRAME, N_SEATS
    from rulewright.core.model.points import points_text
    from rulewright.observe.words.seats import with_seat_names
    from rulewright.observe.words.table import table_lines
    from rulewright.play.records.match_files import is_saved_match
    from rulewright.play.records.replay import ReplayRefused, read_replay, run_replay
    from rulewright.play.records.saves import state_digest
    from rulewright.play.session.match import again_after
    from rulewright.play.session.quitting import is_ended, quit_told, result_after
    from rulewright.play.session.result import final_scores
    from rulewright.play.session.result_told import tie_titles

    if is_saved_match(Path(file)):
        raise click.UsageError(f"{file} is a match of several games; continue with: rulewright resume {file}")
    try:
        replay = read_replay(file)
    except ReplayRefused as refused:
        _refuse(file, refused, form)
    table = _table(replay, Path(file), variant, ruleset)
    game = load_or_exit(table)
    replay, _ = by_new_names(replay, game, table.choice)
    try:
        replayed = run_replay(game, replay, until, edited=edited)
    except ReplayRefused as refused:
        _refuse(file, refused, form, by_others=not edited and replay.ruleset_digest != game.blueprint.digest)
    if scenario is not None or at is not None or first is not None or last is not None:
        from rulewright.cli.results.replay_scenario import ScenarioWanted, write_scenario

        asked = ScenarioWanted(scenario or "-", at, first, last)
        write_scenario(table, replay, asked, form)
        return
    state = replayed.state
    game = with_seat_names(game, state)
    seats = seat_names(game.blueprint, state[N_SEATS], "en")
    quits = replay.quits if until is None else ()
    over = state[FRAME] is None or is_ended(quits)
    blueprint = game.blueprint
    rows = final_scores(game, state)
    repeats = not is_ended(quits) and again_after(game, state) is not None
    decided = result_after(game, state, quits, replay.policies) if over and not repeats else None
    if form == "json":
        write_json(
            {
                "ruleset": blueprint.ruleset,
                "steps": [
                    {"number": each.number, "seat": each.seat + 1, "question": each.question, "choose": each.choose}
                    for each in replayed.steps
                ],
                "over": over,
                "parted": replayed.parted,
                "quits": [each._asdict() for each in quits],
                "digest": state_digest(game, state),
                "scores": [
                    {"name": seat, **points_json(blueprint, row)} for seat, row in zip(seats, rows, strict=True)
                ],
                **result_json(blueprint, decided),
            }
        )
        return
    if not quiet:
        for each in replayed.steps:
            click.echo(f"{each.number:5}  {seats[each.seat]}  {each.question}: {each.choose}")
    click.echo()
    for line in table_lines(game, state, None, "en", width()):
        click.echo(line)
    ended = "the game is over" if over else "the game is not over"
    click.echo(f"\n{len(replayed.steps)} choices, all of them legal; {ended}")
    for one in quits:
        click.echo(f"after {one.after}: {quit_told(blueprint, one, 'en')}")
    if replayed.parted is not None:
        click.echo(f"it diverges from the recorded game at choice {replayed.parted} or earlier")
    totals = [f"{seat}: {points_text(blueprint, sum(row))}" for seat, row in zip(seats, rows, strict=True)]
    click.echo(f"current scores: {', '.join(totals)}")
    if decided is not None:
        write_winners(blueprint, decided, seats, "en", tie_titles(blueprint, decided, "en"))
    click.echo(f"digest {state_digest(game, state)}")


def _table(replay: Replay, file: Path, variant: tuple[str, ...], ruleset: str | None) -> TableChoice:
    """The game a replay names. Raises Exit if there is none."""
    from rulewright.core.pipeline import find_variant, known_names, ruleset_root

    name = known_ruleset(ruleset) if ruleset is not None else replay.ruleset
    root = ruleset_root(name) if ruleset is not None or name in known_names() else None
    if root is None:
        names = ", ".join(known_names())
        complain(
            f"the replay is of '{replay.ruleset}'; shipped are: {names}; name the folder of another ruleset "
            "with --ruleset"
        )
        raise click.exceptions.Exit(1)
    path = variants_named(name, variant)
    if path is None and replay.variant is not None:
        kept = variant_recorded(replay.variant, replay.packages, file)
        path = kept or find_variant(replay.variant, root, file.parent)
        if path is None:
            raise click.UsageError(f"it was played with the variant '{replay.variant}'; name its file with --variant")
    return TableChoice(name, modules_recorded(replay.modules, replay.packages, file), path, {})


def _refuse(file: str, refused: ReplayRefused, form: str, by_others: bool = False) -> NoReturn:
    """Say why a replay is refused and exit with code 1.

    One that was played by other rules can be tried all the same.
    """
    write_faults(Path(file), refused.diagnostics)
    if form == "json":
        write_json({"refused": str(refused), "step": refused.step})
    else:
        complain(f"{file} is refused" if refused.diagnostics else f"{file} is refused: {refused}")
        if by_others:
            complain("to play it with these rules anyway, add --edited")
    raise click.exceptions.Exit(1)
