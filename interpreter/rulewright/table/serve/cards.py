"""Games, matches and house rules as people choose among them.

What a game is about, for how many, how long, with how many rules: all of it is written in their files. Minutes are
those of games that people have finished here; nobody else has measured them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median

from rulewright.core.load.files import read_file
from rulewright.core.load.folder import LEDGER, MANIFEST
from rulewright.core.load.outline import worded
from rulewright.core.locales.wording import title_in
from rulewright.core.model.document import Mapping, Scalar, by_language, title_of
from rulewright.core.pipeline import ruleset_root
from rulewright.play.records.planned_matches import matches_of, title_of_match

_KEPT = 200
_SHORT, _LONG = 20, 75
"""Choices of one player, below which a game is short, and from which on it is long."""
_SOME_RULES, _MANY_RULES = 8, 60
_FEW_GAMES = 3
"""Of fewer games no minutes are told."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game on the first page.

    `choices` counts the choices of all `seats` in one game, `rules` the rules in its ledger; 0 means unknown. `minutes`
    are those of each game that people have finished on this server.
    """

    name: str
    title: str
    summary: str
    low: int
    high: int
    seats: int
    choices: int
    rules: int
    minutes: tuple[float, ...] = ()

    @property
    def length(self) -> str:
        """The length of a game for one of its players, by the key of the word, "" where that is unknown."""
        own = self.choices // max(1, self.seats)
        return "" if not own else "game_short" if own < _SHORT else "game_medium" if own < _LONG else "game_long"

    @property
    def median_minutes(self) -> int:
        """The median of the minutes of games finished here, at least 1, or 0 if there were too few."""
        return max(1, round(median(self.minutes))) if len(self.minutes) >= _FEW_GAMES else 0

    @property
    def weight(self) -> int:
        """A measure of what there is to read before the first turn: 1 to 3, or 0 if that is unknown."""
        return 1 + (self.rules >= _SOME_RULES) + (self.rules >= _MANY_RULES) if self.rules else 0


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A house rule that comes with a game."""

    id: str
    title: str
    summary: str


def game_card(name: str, language: str, minutes: tuple[float, ...] = ()) -> GameCard:
    """Return the card of a game by its name or path, with the `minutes` of games finished here."""
    root = ruleset_root(name)
    manifest = _document(root / MANIFEST, "ruleset") if root is not None else None
    called = name.rstrip("/").split("/")[-1].replace("_", " ").capitalize()
    if root is None or manifest is None:
        return GameCard(name, called, "", 0, 0, 0, 0, 0)
    title = title_in(title_of(manifest), language, called)
    low, high = (_number(manifest, "seats", key) for key in ("min", "max"))
    seats, choices = (_number(manifest, "measured", key) for key in ("seats", "choices"))
    rules = _rules(root / LEDGER)
    return GameCard(name, title, _said(manifest, language), low, high, seats, choices, rules, minutes)


def rule_cards(files: dict[str, Path], language: str) -> list[RuleCard]:
    """Return the house rules in some files, by their names."""
    found = []
    for name, path in files.items():
        document = _document(path, "variant")
        if document is None:
            found.append(RuleCard(name, name.replace("_", " "), ""))
            continue
        found.append(RuleCard(name, title_in(title_of(document), language, name), _said(document, language)))
    return found


def matches_offered(names: tuple[str, ...]) -> dict[str, tuple[str, Path]]:
    """Map the name of each match of the rulesets offered to (ruleset as named here, file)."""
    found: dict[str, tuple[str, Path]] = {}
    for name in names:
        root = ruleset_root(name)
        if root is not None:
            found |= {match: (name, path) for match, path in matches_of(root).items() if match not in found}
    return found


def match_titles(names: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Map the name of each match of the rulesets offered to its titles by language."""
    return {name: title_of_match(path) for name, (_, path) in matches_offered(names).items()}


def _said(document: Mapping, language: str) -> str:
    """Return a ruleset's summary for players in a language, or else its `about` for authors."""
    own = title_in(by_language(document.get("summary")), language, "")
    return own or " ".join(document.text_at("about").split())


def _number(manifest: Mapping, key: str, inner: str) -> int:
    node = manifest.get(key)
    value = node.get(inner) if isinstance(node, Mapping) else None
    return value.value if isinstance(value, Scalar) and isinstance(value.value, int) else 0


def _rules(path: Path) -> int:
    document = _document(path, "ledger") if path.is_file() else None
    rules = document.get("rules") if document is not None else None
    return len(rules.entries) if isinstance(rules, Mapping) else 0


def _document(path: Path, kind: str) -> Mapping | None:
    try:
        document = _read(path, path.stat().st_mtime_ns)
        return worded(path, kind, document) if document is not None else None
    except OSError:
        return None


@lru_cache(maxsize=_KEPT)
def _read(path: Path, changed: int) -> Mapping | None:
    node = read_file(path, path.name)[0].node
    return node if isinstance(node, Mapping) else None
