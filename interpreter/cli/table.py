"""The options by which a verb is told which game it is about: ruleset or match, modules, variant, settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.cli.output import complain, summary, write_diagnostics
from interpreter.diagnostics import did_you_mean

if TYPE_CHECKING:
    from interpreter.model.game import Game

Verb = TypeVar("Verb", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What a command line chose: a ruleset by name or path, modules, a variant file, settings; or a match file."""

    ruleset: str
    modules: tuple[str, ...] | None
    variant: Path | None
    settings: dict[str, str]
    match: Path | None = None

    def loader(self) -> partial[Game]:
        """A function that loads the game, fit to be sent to another process."""
        from interpreter.pipeline import load_game

        return partial(load_game, self.ruleset, modules=self.modules, variant=self.variant)


def table_options(verb: Verb) -> Verb:
    """The NAME argument and `--modules`, `--variant`, `--set`, given to the verb as `table`."""

    @wraps(verb)
    def choose(name: str, modules: str | None, variant: str | None, pairs: tuple[str, ...], **rest: Any) -> Any:
        listed = tuple(each.strip() for each in modules.split(",") if each.strip()) if modules is not None else None
        settings = dict(_pair(each) for each in pairs)
        match = _match_named(name)
        if match is not None and listed is not None:
            raise click.UsageError("a match says itself which modules are on in each of its games")
        ruleset = known_ruleset(name) if match is None else name
        table = TableChoice(ruleset, listed, Path(variant) if variant is not None else None, settings, match)
        return verb(table=table, **rest)

    decorated: Any = choose
    for option in (
        click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="Pick the value of a setting."),
        click.option("--variant", metavar="FILE", type=click.Path(exists=True, dir_okay=False), help="A house rule."),
        click.option("--modules", metavar="A,B", help="The modules that are on, instead of the default ones."),
        click.argument("name", metavar="NAME"),
    ):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def _match_named(name: str) -> Path | None:
    """The match file that a name or path leads to where it leads to no ruleset."""
    from interpreter.matches import match_path

    return match_path(name) if _root_named(name) is None else None


def _root_named(name: str) -> Path | None:
    from interpreter.pipeline import ruleset_root

    try:
        return ruleset_root(name)
    except (OSError, ValueError):
        return None


def known_ruleset(name: str) -> str:
    """The name or path itself where it leads to a ruleset; else wrong usage."""
    from interpreter.matches import shipped_matches
    from interpreter.pipeline import shipped_names

    if _root_named(name) is not None:
        return name
    names = (*shipped_names(), *shipped_matches())
    hint = did_you_mean(name, names) or f"shipped are: {', '.join(names)}"
    raise click.UsageError(f"there is no ruleset '{name}', and no folder of that name with ruleset.yaml; {hint}")


def load_or_exit(table: TableChoice) -> Game:
    """The game of a choice; its diagnostics and exit code 1 where it cannot be played."""
    from interpreter.pipeline import RulesetError
    from interpreter.run.steps import WrongSetup, unstarted

    try:
        game = table.loader()()
        unstarted(game, seats=game.blueprint.min_seats, seed=0, settings=table.settings)
    except RulesetError as fault:
        write_diagnostics(fault.diagnostics, fault.lines, to_stderr=True)
        complain(summary(fault.diagnostics, table.ruleset))
        raise click.exceptions.Exit(1) from None
    except WrongSetup as fault:
        raise click.UsageError(str(fault)) from None
    return game


def check_seats(game: Game, seats: int) -> None:
    """Wrong usage where a game is not for so many."""
    low, high = game.blueprint.min_seats, game.blueprint.max_seats
    if not low <= seats <= high:
        raise click.UsageError(f"{game.blueprint.ruleset} has {low} to {high} seats, not {seats}")


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key or not value:
        raise click.UsageError(f"'{text}' is not KEY=VALUE, as in --set speed=fast")
    return key.strip(), value.strip()
