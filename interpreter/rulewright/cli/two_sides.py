"""The two sides of a comparison, from what is typed: rulesets or variants, by name or path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.modules import listed_in, refuse_wrong_modules

if TYPE_CHECKING:
    from rulewright.pipeline import Choice


def choices_of(first: str, second: str | None, modules: str | None) -> tuple[Choice, Choice]:
    """The two sides that the command line names; wrong usage where it names none.

    A variant alone is compared with what it extends, and a ruleset folder alone with the shipped ruleset of its name.
    """
    from rulewright.pipeline import ruleset_root
    from rulewright.workbench.difference.sides import UnknownSide, choice_named, usual_other

    picked = listed_in(modules) if modules is not None else None
    try:
        one = choice_named(first, picked)
        other = choice_named(second, picked, ruleset_root(one.ruleset)) if second is not None else None
    except UnknownSide as unknown:
        raise click.UsageError(str(unknown)) from None
    for written, choice in ((first, one), (second, other)):
        if choice is not None and choice.modules:
            option = "--modules" if choice.modules == picked else f"{written}: the modules"
            refuse_wrong_modules(choice.ruleset, choice.modules, option)
    if other is not None:
        return one, other
    other = usual_other(one, picked)
    if other is None:
        verb = click.get_current_context().info_name
        raise click.UsageError(f"say what '{first}' is compared with: rulewright {verb} {first} OTHER")
    return other, one
