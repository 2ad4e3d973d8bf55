"""The stored rows of a table: its record, its choices and its chat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.core.model.packages_used import PackageUsed
from rulewright.play.records.replay_files import Quit
from rulewright.table.serve.participants import Participants


class TablePackage(NamedTuple):
    """A package of a table by full name, version, tree hash, and the URL that the host has it from, if known."""

    package: str
    version: str
    tree: str
    origin: str = ""

    @property
    def used(self) -> PackageUsed:
        """The package as records of games name it."""
        return PackageUsed(self.package, self.version, self.tree)


@dataclass(frozen=True, slots=True)
class Record:
    """A stored table. `ruleset` is a name or path, `variant_text` a house rule that was dropped in.

    `policies` says what decides for each seat that the rules do not play; `epochs` counts how often the link of each
    was changed. `digest` names the rules it is played by, of which a copy is stored as well. `owner` is the digest of
    the browser that made it; with `shared` all people sit at one screen; with `follows` it takes on changed rules.

    Of games in a row it is one: of the match `match_name`, or of a game that is played again if that is empty;
    `match_seed` and `match_settings` are those of the whole row, `games_before` the tables of the games before, and
    `next_table` that of the next game once it has begun. A `brought` table continues a file that somebody had.
    `sitters` is what those at the table say of themselves, and `moved` when the last choice was made there.
    A table that was begun before seats with one option were asked all the same (`asks_singly`) is played to its end as
    it began. `packages` are those among its modules, of which a copy is stored as well. `quits` are the seats that gave
    up, and how people ended the game.
    """

    id: int
    ruleset: str
    modules: tuple[str, ...] | None = None
    variant: str | None = None
    variant_text: str | None = None
    settings: dict[str, str | int] = field(default_factory=dict)
    seats: int = 0
    seed: int = field(default=0, repr=False)
    policies: tuple[str, ...] = ()
    epochs: tuple[int, ...] = ()
    digest: str = ""
    language: str = ""
    created: float = 0.0
    title: str = ""
    owner: str = ""
    shared: bool = False
    follows: bool = False
    finished: bool = False
    told: str = ""
    match_name: str = ""
    match_seed: int = field(default=0, repr=False)
    match_settings: dict[str, str | int] = field(default_factory=dict)
    games_before: tuple[int, ...] = ()
    next_table: int = 0
    brought: bool = False
    sitters: Participants = Participants()  # noqa: RUF009 - frozen
    moved: float = field(default=0.0, compare=False)
    asks_singly: bool = True
    packages: tuple[TablePackage, ...] = ()
    quits: tuple[Quit, ...] = ()

    @property
    def is_in_a_row(self) -> bool:
        """Whether the table is one of several in a row."""
        return bool(self.match_name or self.games_before)

    def epoch(self, role: str) -> int:
        """Return how many times the link of a role was renewed."""
        return self.epochs[int(role) - 1] if role.isdigit() else 0


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """A choice of a seat (from 0), stored as the key of the option."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A chat line: its number (from 1), the seat (from 0), the text and the time (seconds since 1970)."""

    number: int
    seat: int
    said: str
    at: float
