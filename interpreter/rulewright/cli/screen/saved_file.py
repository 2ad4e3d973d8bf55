"""The file that a game or match on this screen is saved in, or will be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from rulewright.cli.output import complain
from rulewright.core.model.packages_used import PackageUsed
from rulewright.play.records.match_files import SavedMatch, is_saved_match, read_match
from rulewright.play.records.replay import Replay, ReplayRefused, read_replay

if TYPE_CHECKING:
    from rulewright.core.model.game import Game
    from rulewright.core.pipeline import Choice
    from rulewright.play.records.planned_matches import PlannedGames

T = TypeVar("T")


@dataclass(slots=True)
class _Once(Generic[T]):
    """The result of reading a file, read once: that takes seconds where a game is long."""

    read: Callable[[Path], T]
    found: T | ReplayRefused | None = None

    def __call__(self, path: Path) -> T:
        if self.found is None:
            try:
                self.found = self.read(path)
            except ReplayRefused as refused:
                self.found = refused
        if isinstance(self.found, ReplayRefused):
            raise self.found
        return self.found


class SavedFile:
    """The file that a game or match is saved in.

    An existing file is read once, however many callers ask.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._replay, self._match = _Once(read_replay), _Once(read_match)

    def is_there(self) -> bool:
        return self.path.exists()

    def is_match(self) -> bool:
        """Whether it says that it is a saved match, even if misspelled."""
        return is_saved_match(self.path)

    def named(self) -> tuple[str, tuple[str, ...] | None, str | None]:
        """The match or ruleset that it is of, its modules and its variant, by their ids. Raises ReplayRefused."""
        saved = self.match() if self.is_match() else self.replay()
        return saved.match if isinstance(saved, SavedMatch) else saved.ruleset, saved.modules, saved.variant

    def packages(self) -> tuple[PackageUsed, ...]:
        """The packages that it was played with. Raises ReplayRefused."""
        return (self.match() if self.is_match() else self.replay()).packages

    def replay(self) -> Replay:
        """The game in it. Raises ReplayRefused."""
        return self._replay(self.path)

    def match(self) -> SavedMatch:
        """The match in it. Raises MatchRefused."""
        return self._match(self.path)


def by_new_names(replay: Replay, game: Game, choice: Choice) -> tuple[Replay, bool]:
    """Return (replay by the names of now, whether names and more have changed): as it is if nothing has changed."""
    from rulewright.play.records.renamed_games import renamed_since

    if replay.ruleset_digest == game.blueprint.digest or replay.ruleset != game.blueprint.ruleset:
        return replay, False
    found, names = renamed_since(replay, choice, game.blueprint)
    return (found, False) if found is not None else (replay, bool(names))


def going_on_by_new_names(replay: Replay, game: Game, choice: Choice) -> tuple[Replay, bool]:
    """Return as `by_new_names` a game that goes on in its file, and say so if names have changed."""
    found, is_otherwise = by_new_names(replay, game, choice)
    if found is not replay:
        complain("names in the ruleset have changed since this game was saved; it is now saved with the new names")
    return found, is_otherwise


def match_by_new_names(saved: SavedMatch, games: PlannedGames) -> SavedMatch:
    """Return a match by the names of now, or as it is if nothing has changed, or more than names."""
    from rulewright.play.records import renamed_games

    found, is_renamed = renamed_games.match_by_new_names(saved, games.plan, games.rules_at)
    if is_renamed:
        complain("names in the ruleset have changed since this match was saved; it is now saved with the new names")
    return found


def migration(ruleset: str, path: Path) -> str:
    """Return advice for a saved game of a ruleset whose names, and more, have changed."""
    return f"names have also changed since then: rulewright diff OLD {ruleset} --migrate {path}"
