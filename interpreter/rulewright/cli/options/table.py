"""Options that select a game (ruleset or match, modules, settings) and the seats of its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.options import with_options
from rulewright.cli.options.modules import modules_named
from rulewright.cli.options.names import known_ruleset, root_named, variant_id
from rulewright.cli.options.settings import option_of, ruled_option, settings_picked, with_modules_of
from rulewright.cli.options.wrong import wrong_value
from rulewright.cli.output import mistakes_told, write_diagnostics
from rulewright.core.diagnostics import counted, did_you_mean, has_errors

if TYPE_CHECKING:
    from rulewright.core.load.folder import RulesetSource
    from rulewright.core.model.game import Blueprint, Game
    from rulewright.core.model.settings import Chosen
    from rulewright.core.pipeline import Choice
    from rulewright.core.run.steps import WrongSetup

Verb = TypeVar("Verb", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The choices of a command line: a ruleset, modules, a variant file, settings, or a match file.

    A table that is `watched` checks the invariants of its game.
    """

    ruleset: str
    modules: tuple[str, ...] | None
    variant: Path | None
    settings: dict[str, str | int]
    match: Path | None = None
    watched: bool = False

    @property
    def choice(self) -> Choice:
        """The ruleset, modules and variant, without settings."""
        from rulewright.core.pipeline import Choice

        return Choice(self.ruleset, self.modules, self.variant, self.watched)

    @property
    def variant_id(self) -> str | None:
        """The id that its variant states, None without a variant."""
        return variant_id(self.variant) if self.variant is not None else None

    def loader(self) -> partial[Game]:
        """Return a function that loads the game, fit to be sent to another process."""
        from rulewright.native.loading import load_game

        return partial(load_game, self.ruleset, modules=self.modules, variant=self.variant, watched=self.watched)

    def to_replay(self, path: Path) -> str:
        """Return the words that show a game of this table again: its file only has ids of ruleset and variant."""
        return f"rulewright replay {self._with_table(path)}"

    def to_resume(self, path: Path) -> str:
        """Return the words that continue a game or match of this table."""
        return f"rulewright resume {self._with_table(path)}"

    def variant_words(self) -> list[str]:
        """Return the option that names its variant, none if it has none."""
        if self.variant is None:
            return []
        root = root_named(self.ruleset)
        is_own = root is not None and self.variant.resolve().parent == (root / "variants").resolve()
        return ["--variant", self.variant.stem if is_own else quote(str(self.variant))]

    def _with_table(self, path: Path) -> str:
        from rulewright.core.packages.package_places import known_name
        from rulewright.core.pipeline import known_names
        from rulewright.play.records.planned_matches import shipped_matches

        root, words = root_named(self.ruleset), [quote(str(path))]
        if self.ruleset not in (*known_names(), *shipped_matches()):
            words += ["--ruleset" if self.match is None else "--match", quote(self.ruleset)]
        own = root / "variants" if root is not None else None
        if self.variant is not None and (self.variant.parent != own or self.variant.stem != self.variant_id):
            words += self.variant_words() if known_name(self.variant) == self.variant.as_posix() else []
        return " ".join(words)


def table_options(verb: Verb) -> Verb:
    """Return the NAME argument and `--modules`, `--variant`, `--set`, given to the verb as `table`.

    Under a `TableCommand` every setting of the ruleset is an option as well.
    """

    @wraps(verb)
    def choose(name: str, modules: str | None, variant: tuple[str, ...], pairs: tuple[str, ...], **rest: Any) -> Any:
        settings = {key: (value, f"--set {key}") for key, value in map(setting_pair, pairs)}
        for key, value in settings_picked().items():
            if key in settings:
                raise click.UsageError(f"'{key}' is set twice, by {option_of(key)} and by --set {key}")
            settings[key] = (value, option_of(key))
        picked: dict[str, str | int] = {key: value for key, (value, _) in settings.items()}
        path = variants_named(name, variant)
        match = _match_named(name)
        if match is not None:
            if modules is not None:
                raise wrong_value("--modules", modules, "a match sets the modules of its games; leave the option out")
            return verb(table=TableChoice(name, None, path, picked, match), **rest)
        asked_by = {key: how for key, (_, how) in settings.items()}
        listed = modules_named(known_ruleset(name), modules)
        chosen = with_modules_of(name, asked_by, listed, path)
        return verb(table=TableChoice(name, chosen, path, picked), **rest)

    decorated: Verb = with_options(
        choose,
        click.argument("name", metavar="NAME"),
        click.option("--modules", metavar="A,B", help="Play with these modules instead of the default ones."),
        click.option(
            "--variant",
            multiple=True,
            metavar="NAME|FILE",
            help="A house rule: one of the ruleset's variants, a package, or a file. Repeat it for several together.",
        ),
        click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="Pick the value of a setting."),
    )
    return decorated


def variant_named(ruleset: str, variant: str) -> Path:
    """Return the file of a variant, given its path, its name in the ruleset's `variants/`, or that in a package.

    Raises UsageError if there is no such variant.
    """
    from rulewright.core.load.folder import variants_in
    from rulewright.core.locating import find_variant

    path = Path(variant)
    if path.is_file():
        return path
    root = root_named(ruleset)
    known: dict[str, Path | None] = dict(variants_in(root))
    found = find_variant(variant, root, None) if root is not None else None
    if found is not None:
        return found
    from rulewright.core.packages.package_variants import variants_of_packages

    known |= dict.fromkeys(variants_of_packages(root)) if root is not None else {}
    here = {each.stem: each.name for each in sorted(Path().glob("*.yaml")) if variant_id(each) is not None}
    hint = did_you_mean(variant, known)
    if not hint and (near := did_you_mean(path.stem, here)):
        hint = next((f"did you mean '{name}'?" for stem, name in here.items() if f"'{stem}'" in near), near)
    hint = hint or (f"{ruleset} has: {', '.join(known)}" if known else f"{ruleset} has none")
    reason = "this is a folder, not a variant" if path.is_dir() else "neither a variant nor a file has this name"
    raise wrong_value("--variant", variant, f"{reason}; {hint}")


def variants_named(ruleset: str, names: tuple[str, ...]) -> Path | None:
    """Return the file of a variant, or of one that extends several, None of no names. Raises UsageError."""
    from rulewright.core.load.variant_files import joined_variant

    paths = tuple(variant_named(ruleset, each) for each in names)
    root = root_named(ruleset)
    if len(paths) < 2 or root is None:
        return paths[0] if paths else None
    try:
        return joined_variant(paths, root)
    except ValueError as fault:
        raise wrong_value("--variant", " --variant ".join(names), str(fault)) from None


def _match_named(name: str) -> Path | None:
    """Return the match file that a name or path leads to if it leads to no ruleset."""
    from rulewright.play.records.planned_matches import match_path

    return match_path(name) if root_named(name) is None else None


def source_or_exit(name: str) -> tuple[RulesetSource, str | None]:
    """Return (files of a ruleset, None), or for a package (files with the package, its id).

    A package stands for the ruleset it extends. Prints the diagnostics of files that cannot be read, and exits with
    code 1.
    """
    from rulewright.core.load.folder import read_ruleset
    from rulewright.core.packages.extending import extending, leads_to_package

    package = extending(Path(name)) if leads_to_package(Path(name)) else None
    root = root_named(known_ruleset(package.ruleset if package is not None else name))
    assert root is not None
    source = read_ruleset(root, packages=package.packages if package is not None else ())
    if has_errors(source.diagnostics):
        write_diagnostics(source.diagnostics, {}, to_stderr=True)
        raise click.exceptions.Exit(1)
    return source, package.id if package is not None else None


def load_or_exit(table: TableChoice) -> Game:
    """Return the game of a choice.

    Prints its diagnostics and exits with code 1 if it cannot be played.
    """
    from rulewright.core.run.steps import WrongSetup, settings_chosen

    try:
        with mistakes_told(table.ruleset):
            game = table.loader()()
        settings_chosen(game.blueprint, table.settings)
    except WrongSetup as fault:
        raise wrong_setting(fault, table.settings) from None
    return game


def wrong_setting(fault: WrongSetup, settings: Chosen) -> click.UsageError:
    """Return the error about a table's setup, with the option that picked the setting."""
    for name, value in settings.items():
        if f"'{name}'" in str(fault):
            if name in settings_picked():
                return wrong_value(option_of(name), str(value), str(fault))
            return wrong_value("--set", f"{name}={value}", str(fault))
    return click.UsageError(str(fault))


def seats_at_table(blueprint: Blueprint, settings: Chosen, deciding: int, ruleset: str) -> int:
    """Return the number of all seats of a table, given the number that people and policies play.

    Seats that the rules play are added. `ruleset` is the name or path as typed. Raises UsageError if the game is not
    for that many seats.
    """
    if deciding < 1:
        raise click.UsageError("--seats: at least one seat must be a person or a policy")
    low, high, ruled = blueprint.min_seats, blueprint.max_seats, ruled_at(blueprint, settings)
    if low <= deciding + ruled <= high:
        return deciding + ruled
    count = f"{low} to {high} seats" if low < high else counted(low, "seat")
    bounds = f"--seats: {blueprint.ruleset} has {count}"
    option = ruled_option(ruleset)
    if ruled:
        made = f"{deciding} and {ruled} by {option} make {deciding + ruled}"
        raise click.UsageError(f"{bounds}, including those that the rules play; {made}")
    lacking = low - deciding
    more = f"; {option} {lacking} adds {lacking} that the rules play" if option is not None and lacking > 0 else ""
    raise click.UsageError(f"{bounds}, not {deciding}{more}")


def ruled_at(blueprint: Blueprint, settings: Chosen) -> int:
    """Return the number of a table's seats that the rules play."""
    from rulewright.core.model.seats import ruled_count
    from rulewright.core.run.steps import settings_chosen

    return ruled_count(blueprint, settings_chosen(blueprint, settings))


def setting_pair(text: str) -> tuple[str, str]:
    """Return (setting, value) as given to `--set`.

    Raises UsageError if the text is not KEY=VALUE.
    """
    key, equals, value = text.partition("=")
    if not equals or not key or not value:
        raise wrong_value("--set", text, "this is not KEY=VALUE; write for example --set speed=fast")
    return key.strip(), value.strip()
