"""The report of a run: at its end, when it is stopped, or merged from shards on file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from rulewright.cli.options.table import TableChoice, load_or_exit
from rulewright.core.packages.package_places import known_name

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint, Game
    from rulewright.core.model.settings import Chosen
    from rulewright.core.pipeline import Choice
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import RunHeading


MOST_SEATS = 100


@dataclass(frozen=True, slots=True)
class TellingOptions:
    """The form and length of a report, and the files for pages.

    `backend` is `native` or `python`, whichever plays the games, or "" if others decide that.
    """

    form: str
    everything: bool = False
    details: bool = False
    page: Path | None = None
    examples: Path | None = None
    backend: str = ""


@dataclass(frozen=True)
class Rendering(ABC):
    """A job with all that it takes to keep it and to report its results.

    `rulesets` are what is played, each with the digest of its rules, as anyone else who plays must have them.
    """

    writes: ClassVar[tuple[str, ...]] = ()
    """The options of `merge` that name what it writes besides its text."""
    job: Any
    telling: TellingOptions
    heading: RunHeading | None
    """What the run is, for a file that keeps it; None if none can."""
    rulesets: tuple[tuple[Choice, str], ...]

    @abstractmethod
    def tell(self, run: JobRun[Any, Any]) -> None:
        """Write the results on the screen and into the requested files, little or nothing if there are none."""

    def judge(self, run: JobRun[Any, Any]) -> int:
        """Return the exit code of a run that reached its end."""
        return 0

    def fits(self, run: JobRun[Any, Any]) -> bool:
        """Return whether what was read can have been played by these rules."""
        return True


def game_label(blueprint: Blueprint, variant: str | None = None) -> str:
    """Return a game by its title and modules, and by what changes it, if anything does."""
    title = blueprint.title.get("en", blueprint.ruleset)
    changed = f" with {known_name(Path(variant))}" if variant is not None else ""
    return f"{title} ({', '.join(blueprint.modules)}){changed}"


def ruleset_of(table: TableChoice, blueprint: Blueprint) -> tuple[Choice, str]:
    """Return (choice, digest of the rules) of a table."""
    from rulewright.core.pipeline import Choice, placed_modules

    return Choice(table.ruleset, placed_modules(table.modules, blueprint.modules), table.variant), blueprint.digest


def told_of(table: TableChoice) -> dict[str, Any]:
    """Return the choices by which a table's game is found again, for a run's heading.

    It is for runs that only their own rules can report.
    """
    return {
        "counted": "games",
        "ruleset": table.ruleset,
        "modules": list(table.modules) if table.modules is not None else None,
        "variant": str(table.variant) if table.variant is not None else None,
        "settings": dict(table.settings),
    }


def rules_heading(blueprint: Blueprint, settings: Chosen) -> dict[str, Any]:
    """Return the part of a heading about the rules and engine of a run of one ruleset."""
    from rulewright.core.run.steps import settings_chosen
    from rulewright.play.jobs.shards import engine
    from rulewright.play.records.replay_files import packages_to_json

    return {
        "engine": engine(),
        "ruleset": blueprint.ruleset,
        "ruleset_digest": blueprint.digest,
        "modules": list(blueprint.modules),
        **packages_to_json(blueprint.packages),
        "settings": settings_chosen(blueprint, settings),
    }


def learned_heading(policies: Sequence[str], game: Game) -> dict[str, Any]:
    """Return the part of a heading about learned players, empty if none plays.

    It has the digests of their files.
    """
    from rulewright.play.policies.naming import learned_digests

    found = learned_digests(policies, game)
    return {"learned": found} if found else {}


def strength_of(policies: Sequence[str], ruleset: str, game: Game, seats: int) -> tuple[list[str], list[str]]:
    """Return (sentences on the strength of policies, policies from strongest to weakest).

    Both come from the ladder bundled with the ruleset.
    """
    from rulewright.core.pipeline import ruleset_root
    from rulewright.lab.ladders.strength import ladder_of, strength_told
    from rulewright.play.policies.naming import learned_digests

    ladder = ladder_of(ruleset_root(ruleset), game.blueprint, seats)
    learned = learned_digests(policies, game).get("learned", "")
    known = ladder.policies if ladder is not None else ()
    return strength_told(ladder, policies, ruleset, learned, game.blueprint.packages), list(known)


def table_of(heading: RunHeading) -> tuple[TableChoice, Game]:
    """Return (table, game) that a heading describes.

    Raises ShardRefused if the ruleset is not here, or has other rules.
    """
    from rulewright.core.pipeline import ruleset_root
    from rulewright.play.jobs.shards import ShardRefused

    told = heading.told
    name, variant = read(str, told, "ruleset"), read(str | None, told, "variant")
    table = TableChoice(
        name, read(tuple[str, ...] | None, told, "modules"), Path(variant) if variant is not None else None,
        read(dict[str, str | int], told, "settings"),
    )  # fmt: skip
    for kind, path in (("ruleset", ruleset_root(name)), ("variant", table.variant)):
        if (path is None and kind == "ruleset") or (path is not None and not path.exists()):
            shown = name if kind == "ruleset" else variant
            raise ShardRefused(
                f"the {kind} that was played, '{shown}', is missing here; merge on a machine that has it"
            )
    return table, load_or_exit(table)


def refuse_other_rules(heading: RunHeading, here: RunHeading, ruleset: str) -> None:
    """Raise ShardRefused if a run would be different here."""
    from rulewright.play.jobs.shards import ShardRefused

    if heading.run != here.run:
        raise ShardRefused(f"the rules of '{ruleset}', or its version, differ here from those that were played")


def read(kind: Any, data: dict[str, Any], name: str) -> Any:
    """Return a part of a heading, checked to be of a type.

    Raises ShardRefused if it is missing or of another type.
    """
    from rulewright.play.jobs.codec import Malformed, from_plain
    from rulewright.play.jobs.shards import ShardRefused

    try:
        return from_plain(kind, data[name])
    except (KeyError, Malformed):
        raise ShardRefused("the first line does not state how the games were played; play this shard again") from None


def never() -> NoReturn:
    """Loads the games of a run that is only reported."""
    raise AssertionError("no game is played")
