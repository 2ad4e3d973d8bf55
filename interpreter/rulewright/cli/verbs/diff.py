"""`rulewright diff`: what differs between two rulesets, or between a ruleset and a house rule, in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright.cli.options.names import known_titles, titles_option
from rulewright.cli.options.settings import seed_option_for
from rulewright.cli.options.two_sides import choices_of
from rulewright.cli.options.wrong import Whole
from rulewright.cli.output import format_option, mistakes_told, write_json
from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.author.difference.sides import Side
    from rulewright.author.difference.wording import LineSort
    from rulewright.core.pipeline import Choice


_STYLES: Final[dict[LineSort, dict[str, Any]]] = {
    "removed": {"fg": "red"}, "added": {"fg": "green"}, "heading": {"bold": True}, "said": {},
}  # fmt: skip


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option("--modules", metavar="X,Y", help="Play both sides with these modules.")
@click.option("--whole", is_flag=True, help="List each entry that a module adds or removes.")
@titles_option
@click.option(
    "--impact", is_flag=True, help="Run A's scenarios on B, and play random games of A on both until they diverge."
)
@click.option("--games", type=Whole(0, 100_000), default=20, show_default=True, metavar="N",
              help="Number of random games for --impact.")  # fmt: skip
@seed_option_for("Seed of these games.")
@click.option("--replay", "replays", multiple=True, metavar="FILE", type=click.Path(exists=True, dir_okay=False),
              help="Play this recorded game of A on both, instead of random games.")  # fmt: skip
@click.option("--jobs", type=Whole(1, 256), default=1, show_default=True, help="Use N processes.")
@click.option("--migrate", multiple=True, metavar="PATH", type=click.Path(exists=True, path_type=Path),
              help="Migrate a variant, scenarios, a recorded game, or a folder of these to B's names.")  # fmt: skip
@click.option("--exit-code", "coded", is_flag=True, help="Exit with 1 if something differs.")
@format_option
def verb(
    first: str,
    second: str | None,
    modules: str | None,
    whole: bool,
    lang: str,
    impact: bool,
    games: int,
    seed: int,
    replays: tuple[str, ...],
    jobs: int,
    migrate: tuple[Path, ...],
    coded: bool,
    form: str,
) -> None:
    """Report what differs between A and B: rulesets or variants, by name or path.

    A variant alone is compared with the ruleset that it extends, and a ruleset folder alone with the shipped ruleset
    of its name. 'NAME:X,Y' is NAME with the modules X and Y. Entries are matched by id, whichever file they are in;
    layout and comments make no difference. Without --exit-code, exits with 0 whether or not something differs.

    With --impact (or --replay): which scenarios of A fail on B, and at which decision games of A part on B: one that
    offers something else, or after which the table differs. These games are the recorded ones of A's folder
    `replays/` and random ones, or those that --replay names.

    With --migrate, files written for A get the names that B's entries and options have now, as B's `renamed` says;
    a recorded game is played by B, and stays as it is where B plays it otherwise.
    """
    from rulewright.author.difference.compare import difference
    from rulewright.author.difference.difference_data import difference_json
    from rulewright.author.difference.wording import Wording
    from rulewright.cli.results.impact import ImpactWanted, impact_json, impact_of, write_impact

    one, other = choices_of(first, second, modules)
    if migrate:
        _migrate(migrate, other, form)
    if not impact and not replays:
        _refuse_without_impact()
    known_titles(lang, (one.ruleset, other.ruleset))
    before = _side(one)
    found = difference(before, _side(other, before if one.ruleset == other.ruleset else None))
    if form == "text":
        for line in Wording(found, lang, whole).told():
            click.echo(click.style(line.text, **_STYLES[line.sort]))
    wanted = ImpactWanted(games, seed, jobs, tuple(Path(each) for each in replays))
    result = impact_of(before, found.after, wanted) if impact or replays else None
    if form == "json":
        write_json(difference_json(found, lang) | ({"impact": impact_json(result)} if result is not None else {}))
    elif result is not None:
        write_impact(result)
    if coded and not found.is_empty:
        raise click.exceptions.Exit(1)


def _refuse_without_impact() -> None:
    """Wrong usage if an option would do nothing."""
    context = click.get_current_context()
    for name in ("games", "seed", "jobs"):
        if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name} goes with --impact or --replay")


def _side(choice: Choice, of_same: Side | None = None) -> Side:
    """A side, from the files that another side of the same ruleset has read already."""
    from rulewright.author.difference.sides import label_of, read_side

    label = label_of(choice)
    with mistakes_told(label):
        return read_side(label, choice, of_same.read if of_same is not None and _reads_same(choice, of_same) else None)


def _reads_same(choice: Choice, other: Side) -> bool:
    """Whether a side is read from the same files as another of the same ruleset: it has no other packages."""
    from rulewright.core.pipeline import packages_of

    return packages_of(choice) == packages_of(other.choice)


def _migrate(paths: tuple[Path, ...], other: Choice, form: str) -> None:
    """Migrate files to the new names and report each. Exit with code 1 if one stays unchanged."""
    from rulewright.author.difference.migration import migrate
    from rulewright.core.load.renamed import renamed_in
    from rulewright.core.pipeline import read_whole

    names = renamed_in(read_whole(other.ruleset).source)
    found = list(migrate(paths, names, other))
    if form == "json":
        write_json({
            "renamed": names,
            "files": [{"file": str(each.path), "changes": each.changes, "refusal": each.refusal} for each in found],
        })  # fmt: skip
    else:
        for each in found:
            changed = f"{counted(each.changes, 'name')} changed" if each.changes else "fits"
            said = each.refusal or changed
            click.echo(f"{each.path}: {said}")
    raise click.exceptions.Exit(1 if any(each.refusal for each in found) else 0)
