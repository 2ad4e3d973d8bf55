"""The two sides of a comparison, from what is typed: rulesets or variants, by name or path."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.modules import listed_in, settled_modules
from rulewright.cli.options.table import variants_named
from rulewright.cli.options.wrong import wrong_value

if TYPE_CHECKING:
    from rulewright.core.pipeline import Choice


def choices_of(first: str, second: str | None, modules: str | None) -> tuple[Choice, Choice]:
    """Return the two sides that the command line names.

    A variant alone is compared with the ruleset it extends, and a ruleset folder alone with the bundled ruleset of its
    name. Raises UsageError if a side is unknown or missing.
    """
    from rulewright.author.difference.sides import UnknownSide, choice_named, usual_other
    from rulewright.core.load.folder import variants_in
    from rulewright.core.pipeline import ruleset_root

    picked = listed_in(modules) if modules is not None else None
    try:
        one = choice_named(first, picked)
        other = choice_named(second, picked, ruleset_root(one.ruleset)) if second is not None else None
    except UnknownSide as unknown:
        raise click.UsageError(str(unknown)) from None
    one = _settled(first, one, picked)
    other = _settled(second or "", other, picked) if other is not None else None
    if other is not None:
        return one, other
    other = usual_other(one, one.modules if picked is not None else None)
    if other is None:
        verb = click.get_current_context().info_name
        own = sorted(variants_in(ruleset_root(one.ruleset)))
        listed = f"; its variants are: {', '.join(own)}" if own else ""
        raise click.UsageError(
            f"name the other side, to compare '{first}' with: rulewright {verb} {first} OTHER{listed}"
        )
    return other, one


def with_variant(name: str, variants: tuple[str, ...], modules: str | None) -> tuple[Choice, Choice]:
    """Return a ruleset, and the same ruleset with the house rules that `--variant` names.

    Raises UsageError if either is not found, or if the ruleset is itself a variant.
    """
    from rulewright.author.difference.sides import UnknownSide, choice_named
    from rulewright.core.pipeline import Choice

    picked = listed_in(modules) if modules is not None else None
    try:
        one = choice_named(name, picked)
    except UnknownSide as unknown:
        raise click.UsageError(str(unknown)) from None
    if one.variant is not None:
        words = f"rulewright compare {quote(name)} {quote(variants[0])}"
        raise wrong_value("--variant", variants[0], f"'{name}' is itself a variant; to compare the two: {words}")
    one = _settled(name, one, picked)
    return one, Choice(one.ruleset, one.modules, variants_named(one.ruleset, variants))


def _settled(written: str, choice: Choice, picked: tuple[str, ...] | None) -> Choice:
    """Return a side with the folders of packages among its modules.

    Raises UsageError if the modules exclude each other.
    """
    if not choice.modules:
        return choice
    option = "--modules" if choice.modules == picked else f"{written}: the modules"
    return replace(choice, modules=settled_modules(choice.ruleset, choice.modules, option))
