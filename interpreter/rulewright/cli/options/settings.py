"""The settings of a ruleset as options: `--level 5` is short for `--set level=5`.

The settings are read from the ruleset that the command line names, in all its modules; without a name there are none.
Values are checked when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.output import complain
from rulewright.core.model.limits import LARGEST_SEED

if TYPE_CHECKING:
    from rulewright.core.load.outline import OfferedSetting, Outline

Verb = TypeVar("Verb", bound=Callable[..., Any])
_OPTIONS = "rulewright: the options for the settings of the ruleset named"
_PICKED = "rulewright: the settings chosen by an option of their own"


class SettingOption(click.Option):
    """An option for one setting of a ruleset, listed separately from those of the verb."""

    def get_help_record(self, ctx: click.Context) -> None:
        return None

    def row(self, ctx: click.Context) -> tuple[str, str]:
        """Return its row in the list of settings."""
        return super().get_help_record(ctx) or ("", "")


class TableCommand(click.Command):
    """A verb whose NAME is a ruleset or a match of one, all of whose settings are options."""

    def __init__(self, name: str | None, **attributes: Any) -> None:
        settings = {**(attributes.pop("context_settings", None) or {}), "token_normalize_func": _with_dashes}
        super().__init__(name, context_settings=settings, **attributes)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from rulewright.cli.options.names import known_ruleset

        own = super().get_params(ctx)
        name = _name_in(args, own)
        if name is not None and _asks_for_more(args, own):
            taken = {option for each in own for option in each.opts}
            offered = _offered(name).values()
            ctx.meta[_OPTIONS] = [_option(each) for each in offered if option_of(each.id) not in taken]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption:
            if name is not None and _outline(name) is None:
                known_ruleset(name)
            raise

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *ctx.meta.get(_OPTIONS, ())]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        rows = [each.row(ctx) for each in ctx.meta.get(_OPTIONS, ())]
        if rows:
            with formatter.section("Settings"):
                formatter.write_dl(rows)


def option_of(setting: str) -> str:
    """Return the command-line option of a setting."""
    return f"--{_with_dashes(setting)}"


def settings_picked() -> dict[str, str]:
    """Return the settings that the command line under way picks by options of their own."""
    picked: dict[str, str] = click.get_current_context().meta.get(_PICKED, {})
    return picked


def ruled_option(ruleset: str) -> str | None:
    """Return the option that adds seats which the rules play, in any module of a ruleset."""
    return next((option_of(each.id) for each in _offered(ruleset).values() if each.ruled_seats), None)


def with_modules_of(
    ruleset: str, settings: Mapping[str, str], modules: tuple[str, ...] | None, variant: Path | None
) -> tuple[str, ...] | None:
    """Return the modules of a table, with those that its settings belong to.

    Each module that is added is reported. `settings` maps each setting to the option that picked it. `modules` is None
    for those of the variant, or else the default ones.
    """
    outline = _outline(ruleset) if settings else None
    if outline is None:
        return modules
    on = modules if modules is not None else _modules_of(variant, ruleset) or outline.default
    added = _switched_on(outline, settings, on)
    _tell(settings, added)
    return (*on, *(each for more in added.values() for each in more)) if added else modules


def with_modules_of_each(
    ruleset: str, settings: Mapping[str, str], games: Sequence[tuple[str, ...] | None]
) -> list[tuple[str, ...] | None]:
    """Return the modules of each game of a match, with those of settings that none of them has."""
    outline = _outline(ruleset) if settings else None
    if outline is None:
        return list(games)
    lists = [modules if modules is not None else outline.default for modules in games]
    lacking = [name for name in settings if all(_switched_on(outline, [name], on) for on in lists)]
    found: list[tuple[str, ...] | None] = []
    brought: dict[str, list[str]] = {}
    for modules, on in zip(games, lists, strict=True):
        added = _switched_on(outline, lacking, on)
        found.append((*on, *(each for more in added.values() for each in more)) if added else modules)
        brought |= added
    _tell(settings, brought)
    return found


def _switched_on(outline: Outline, settings: Iterable[str], on: tuple[str, ...]) -> dict[str, list[str]]:
    """Map each setting to the modules that it adds: its own, and those that its own needs."""
    found: dict[str, list[str]] = {}
    for name in settings:
        known = {"base", *on, *(each for more in found.values() for each in more)}
        homes = [each.module for each in outline.settings if each.id == name]
        if homes and not known & set(homes):
            found[name] = [each for each in outline.with_needs(homes[0]) if each not in known]
    return found


def _tell(settings: Mapping[str, str], added: Mapping[str, list[str]]) -> None:
    for name, more in added.items():
        needed = f", and {', '.join(more[1:])}, which it needs" if more[1:] else ""
        complain(f"{settings[name]} switches the module {more[0]} on{needed}")


def _check_seed(ctx: click.Context, parameter: click.Parameter, seed: int | None) -> int | None:
    """Return a seed that a replay can hold.

    Raises BadParameter if it has more than 15 digits.
    """
    if seed is not None and abs(seed) > LARGEST_SEED:
        raise click.BadParameter("a seed has at most 15 digits", ctx, parameter)
    return seed


def seed_option_for(about: str, default: int | None = 0) -> Callable[[Verb], Verb]:
    """`--seed`, of the chance that help says it is about."""
    shows = default is not None
    return click.option("--seed", type=int, default=default, show_default=shows, callback=_check_seed, help=about)


seed_option = seed_option_for("The seed of all chance.")


def _modules_of(variant: Path | None, ruleset: str) -> tuple[str, ...]:
    """Return the modules that a variant picks, none if it picks none."""
    from rulewright.core.load.variant_files import modules_of_variant
    from rulewright.core.pipeline import ruleset_root

    return modules_of_variant(variant, ruleset_root(ruleset)) if variant is not None else ()


def _outline(name: str) -> Outline | None:
    from rulewright.core.load.outline import read_outline
    from rulewright.core.pipeline import ruleset_root
    from rulewright.play.records.planned_matches import match_path, ruleset_of_match

    try:
        root = ruleset_root(name)
        match = match_path(name) if root is None else None
        root = ruleset_of_match(match) if match is not None else root
        return read_outline(root) if root is not None else None
    except (OSError, ValueError):
        return None


def _offered(name: str) -> dict[str, OfferedSetting]:
    outline = _outline(name)
    found: dict[str, OfferedSetting] = {}
    for each in outline.settings if outline is not None else ():
        found.setdefault(each.id, each)
    return found


def _option(setting: OfferedSetting) -> SettingOption:
    def keep(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
        if value is not None:
            ctx.meta.setdefault(_PICKED, {})[setting.id] = value

    home = f" (module {setting.module})" if setting.module != "base" else ""
    about = f": {setting.about}" if setting.about else ""
    return SettingOption(
        [option_of(setting.id), f"setting_{setting.id}"],
        metavar="|".join(setting.values),
        help=f"{setting.title}{about}{home}  [default: {setting.default}]",
        expose_value=False,
        callback=keep,
    )


def _with_dashes(text: str) -> str:
    return text.replace("_", "-")


def _name_in(args: list[str], known: list[click.Parameter]) -> str | None:
    """Return the first argument that is neither an option nor the value of one.

    An unknown option is taken to have a value.
    """
    flags = {name for each in known for name in each.opts if isinstance(each, click.Option) and each.is_flag}
    waiting = iter(args)
    for each in waiting:
        if each == "--":
            return next(waiting, None)
        if not each.startswith("-") or each == "-":
            return each
        if "=" not in each and _with_dashes(each) not in flags:
            next(waiting, None)
    return None


def _asks_for_more(args: list[str], known: list[click.Parameter]) -> bool:
    """Return whether the command line has an option unknown to the verb, or asks for a list."""
    own = {name for each in known for name in each.opts if isinstance(each, click.Option)} - {"--help", "-h"}
    return any(each.startswith("-") and _with_dashes(each.partition("=")[0]) not in own for each in _options_in(args))


def _options_in(args: list[str]) -> Iterator[str]:
    for each in args:
        if each == "--":
            return
        yield each
