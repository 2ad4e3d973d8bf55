"""`rulewright diff`: what differs between two rulesets, or between a ruleset and a house rule, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.output import complain, format_option, summary, write_diagnostics, write_json

if TYPE_CHECKING:
    from interpreter.pipeline import Choice
    from interpreter.workbench.difference.sides import Side


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option("--modules", metavar="X,Y", help="The modules that are on, on both sides; 'A:X,Y' is of one side.")
@click.option("--whole", is_flag=True, help="List each entry that comes or goes with a module.")
@click.option("--lang", default="en", show_default=True, metavar="LANGUAGE", help="The language of titles.")
@click.option("--exit-code", "coded", is_flag=True, help="Exit with 1 where something differs.")
@format_option
def verb(first: str, second: str | None, modules: str | None, whole: bool, lang: str, coded: bool, form: str) -> None:
    """Tell what differs between A and B: rulesets or variants, by name or path.

    A variant alone is compared with the ruleset that it extends, and a ruleset folder alone with the shipped ruleset
    of its name. 'NAME:X,Y' is NAME with the modules X and Y. Entries are matched by id, whichever file they stand in;
    layout and comments are no difference. Without --exit-code, exits with 0 whether or not something differs.
    """
    from interpreter.workbench.difference.compare import difference
    from interpreter.workbench.difference.report import difference_json
    from interpreter.workbench.difference.wording import Wording

    one, other = _choices(first, second, modules)
    before = _side(one)
    found = difference(before, _side(other, before if one.ruleset == other.ruleset else None))
    if form == "json":
        write_json(difference_json(found, lang))
    else:
        for line in Wording(found, lang, whole).lines():
            click.echo(_coloured(line))
    if coded and not found.is_empty:
        raise click.exceptions.Exit(1)


def _choices(first: str, second: str | None, modules: str | None) -> tuple[Choice, Choice]:
    """The two sides that the command line names; wrong usage where it names none."""
    from interpreter.pipeline import ruleset_root
    from interpreter.workbench.difference.sides import UnknownSide, choice_named, usual_other

    picked = tuple(each.strip() for each in modules.split(",") if each.strip()) if modules is not None else None
    try:
        one = choice_named(first, picked)
        if second is not None:
            return one, choice_named(second, picked, ruleset_root(one.ruleset))
    except UnknownSide as unknown:
        raise click.UsageError(str(unknown)) from None
    other = usual_other(one, picked)
    if other is None:
        raise click.UsageError(f"say what '{first}' is compared with: rulewright diff {first} OTHER")
    return other, one


def _side(choice: Choice, of_same: Side | None = None) -> Side:
    """A side, from the files that another side of the same ruleset has read already."""
    from interpreter.workbench.difference.sides import UnreadableSide, label_of, read_side

    label = label_of(choice)
    try:
        return read_side(label, choice, of_same.read if of_same is not None else None)
    except UnreadableSide as fault:
        write_diagnostics(fault.diagnostics, fault.lines, to_stderr=True)
        complain(summary(fault.diagnostics, label))
        raise click.exceptions.Exit(1) from None


def _coloured(line: str) -> str:
    """What is gone in red, what is new in green, headings bold."""
    plain = line.lstrip()
    if plain.startswith("- "):
        return click.style(line, fg="red")
    if plain.startswith("+ "):
        return click.style(line, fg="green")
    return click.style(line, bold=True) if line.startswith("\n") else line
