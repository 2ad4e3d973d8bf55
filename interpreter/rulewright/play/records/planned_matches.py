"""Matches from files: read -> check -> load the plan and its games, by name or by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.core.diagnostics import Diagnostic, Lines, did_you_mean, error, sort_diagnostics
from rulewright.core.model.document import Mapping, text_of, title_of, values_of
from rulewright.core.model.game import Blueprint, Game, QuantityInfo
from rulewright.core.model.match import Plan
from rulewright.core.packages.chosen import folders_of
from rulewright.core.pipeline import (
    Choice,
    RulesetError,
    find_ruleset,
    known_names,
    lines_of,
    ruleset_root,
    shipped_folder,
    shipped_root,
)
from rulewright.core.run.steps import WrongSetup
from rulewright.native.loading import load_game

if TYPE_CHECKING:
    from rulewright.core.load.folder import RulesetSource
    from rulewright.core.model.document import Node
    from rulewright.core.model.settings import SettingInfo

KIND = "match"


@dataclass(slots=True)
class PlannedGames:
    """The games of a plan, each loaded when it is first needed. Can be pickled."""

    plan: Plan
    variant: Path | None = None
    loaded: dict[int, Game] = field(default_factory=dict)

    def __call__(self, place: int) -> Game:
        """Return the game at a place of the plan. Raises RulesetError if its rules have errors."""
        if place not in self.loaded:
            modules = self.plan.games[place].modules
            same = next((at for at in self.loaded if self.plan.games[at].modules == modules), None)
            self.loaded[place] = (
                self.loaded[same]
                if same is not None
                else load_game(self.plan.found, modules=modules, variant=self.variant)
            )
        return self.loaded[place]

    def rules_at(self, place: int) -> tuple[Choice, Blueprint]:
        """Return (files of the game at a place, what is made of them). Raises RulesetError if they have errors."""
        blueprint = self(place).blueprint
        return Choice(self.plan.found, blueprint.modules, self.variant), blueprint


def load_match(match: str | Path) -> Plan:
    """Return the plan of a match, checked with all its games.

    `match` is the name of a match that ships with a ruleset, or the path of a match file. Raises RulesetError with
    diagnostics if the match is not right, WrongSetup if there is no such match.
    """
    path = match_path(str(match))
    if path is None:
        hint = did_you_mean(str(match), shipped_matches()) or f"shipped are: {', '.join(shipped_matches()) or 'none'}"
        raise WrongSetup(f"there is no match '{match}'; {hint}")
    document, plan, found = _read(path)
    if plan is None or document is None:
        raise RulesetError(sort_diagnostics(found), lines_of(path))
    try:
        found += _faults_of_games(document, plan)
    except RulesetError as fault:
        _, more, lines = check_match_file(path)
        raise RulesetError(more or fault.diagnostics, lines | fault.lines) from None
    if found:
        raise RulesetError(sort_diagnostics(found), lines_of(path))
    return plan


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The parts of a game that a match can refer to: settings and quantities, and whether points have halves."""

    settings: dict[str, SettingInfo]
    quantities: dict[str, QuantityInfo]
    halves: bool


def facts_of(blueprint: Blueprint) -> GameFacts:
    """Return the parts of a compiled game that a match can refer to."""
    return GameFacts(blueprint.settings, blueprint.quantities, bool(blueprint.halves))


@dataclass(frozen=True, slots=True)
class AtHand:
    """A ruleset that has been read already, and what is known about its games by their modules.

    `facts` raises RulesetError if there is no such game.
    """

    source: RulesetSource
    facts: Callable[[tuple[str, ...]], GameFacts]


def check_match_file(path: Path, at_hand: AtHand | None = None) -> tuple[Plan | None, tuple[Diagnostic, ...], Lines]:
    """Check a match file, and return (plan, diagnostics, source lines). The plan is None if anything is wrong.

    If it is a match of the ruleset `at_hand`, the ruleset is not read again.
    """
    from rulewright.core.load.folder import read_ruleset
    from rulewright.core.validate.match_faults import check_match

    document, plan, found = _read(path)
    lines = lines_of(path)
    if plan is None or document is None:
        return None, sort_diagnostics(found), lines
    root = ruleset_root(plan.found)
    assert root is not None
    packages = folders_of(root, tuple(name for each in plan.games for name in each.modules or ()), None)
    is_same = at_hand is not None and at_hand.source.root == root.resolve() and not packages
    at_hand = at_hand if is_same else None
    source = at_hand.source if at_hand is not None else read_ruleset(root, packages=packages)
    found += check_match(document, source)
    if not found:
        try:
            found += _faults_of_games(document, plan, at_hand)
        except RulesetError as fault:
            found += fault.diagnostics
            lines |= fault.lines
    return (None if found else plan), sort_diagnostics(found), lines


def match_path(name: str) -> Path | None:
    """Return the file of a match given by name or path, or None."""
    shipped = shipped_matches()
    if name in shipped:
        return shipped[name]
    path = Path(name)
    try:
        return path if path.suffix in (".yaml", ".yml") and path.is_file() and _names_match(path) else None
    except (OSError, ValueError):
        return None


def shipped_matches() -> dict[str, Path]:
    """Map the names of the matches that ship with rulesets to their files."""
    return _by_name(shipped_root().glob("*/matches/*.yaml"))


def matches_of(root: Path) -> dict[str, Path]:
    """Map the names of the matches in a ruleset's folder to their files."""
    return _by_name(root.glob("matches/*.yaml"))


def _by_name(paths: Iterable[Path]) -> dict[str, Path]:
    return {name: path for path in sorted(paths) if (name := _names_match(path))}


def title_of_match(path: Path) -> dict[str, str]:
    """Map each language to the title of a file's match, or return {} if the file cannot be read."""
    document, _ = _document(path)
    return title_of(document) if document is not None else {}


def _names_match(path: Path) -> str | None:
    """Return the name of the match in a file of kind `match`, or None for any other file."""
    document, _ = _document(path)
    if document is None or text_of(document.get("kind")) != KIND:
        return None
    return text_of(document.get("match"))


def _document(path: Path) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    from rulewright.core.load.files import read_file
    from rulewright.core.load.outline import worded

    file, faults = read_file(path)
    node: Node | None = file.node
    if not isinstance(node, Mapping) or faults:
        return None, faults
    return worded(path.resolve(), KIND, node), faults


def _read(path: Path) -> tuple[Mapping | None, Plan | None, list[Diagnostic]]:
    """Return (document, plan, diagnostics) of a match file. The plan is None if its shape or ruleset is wrong."""
    from rulewright.core.load.match_plans import plan_of
    from rulewright.core.validate.match_faults import check_order
    from rulewright.core.validate.shape import check_shape

    document, faults = _document(path)
    if document is None:
        return None, None, list(faults)
    found = list(check_shape(KIND, document))
    if found:
        return document, None, found
    at = _ruleset_of(path, document, found)
    found += check_order(document)
    return document, (plan_of(document, at) if at is not None else None), found


def _ruleset_of(path: Path, document: Mapping, found: list[Diagnostic]) -> str | None:
    """Return the ruleset of a match, by name or as a folder.

    If there is none, add a diagnostic to `found` and return None.
    """
    node = document.get("ruleset")
    name = text_of(node) or ""
    root = find_ruleset(name, path)
    names = known_names()
    if root is not None:
        return name if root == shipped_folder(name) else str(root)
    assert node is not None
    hint = did_you_mean(name, names) or f"shipped are: {', '.join(names)}"
    found.append(error("unknown-ruleset", node.span, f"no ruleset is named '{name}'", hint))
    return None


def ruleset_of_match(path: Path) -> Path | None:
    """Return the folder of the ruleset of a match file, or None if it names none."""
    document, _ = _document(path)
    name = _ruleset_of(path, document, []) if document is not None and document.get("ruleset") is not None else None
    return ruleset_root(name) if name is not None else None


def _faults_of_games(document: Mapping, plan: Plan, at_hand: AtHand | None = None) -> list[Diagnostic]:
    """Return the faults of each game as it is compiled. Raises RulesetError if one cannot be compiled."""
    from rulewright.core.load.match_plans import games_in

    games = PlannedGames(plan)

    def facts(place: int) -> GameFacts:
        if at_hand is not None:
            return at_hand.facts(plan.games[place].modules or ())
        return facts_of(games(place).blueprint)

    found, first = list[Diagnostic](), None
    for place, node in enumerate(games_in(document)):
        game = facts(place)
        found += _faults_of_game(document, node, game)
        first = first if first is not None else game.halves
        if game.halves is not first and document.get("counts") is None:
            message = "one game of this match counts half points, another does not"
            hint = "name a quantity that counts at the end of each game: counts: QUANTITY"
            found.append(error("wrong-type", node.span, message, hint))
    return found


def _faults_of_game(document: Mapping, node: Mapping, game: GameFacts) -> Iterator[Diagnostic]:
    """Yield the faults of one game's settings, the match's settings, and what counts, in the compiled game."""
    from rulewright.core.bind.setting_entries import picked_fault

    here = f" in the game '{text_of(node.get('id'))}'"
    for name, value in (*values_of(document.get("settings")), *values_of(node.get("settings"))):
        fault = picked_fault(game.settings, name, value)
        if fault is not None:
            listed = f"its settings are: {', '.join(game.settings)}" if game.settings else "it has no settings"
            hint = fault.hint or listed
            yield replace(fault, message=fault.message + here, hint=hint)
    counts = document.get("counts")
    wanted = text_of(counts) or ""
    fine = {each for each, (_, takes, kind, _) in game.quantities.items() if kind == "number" and not takes}
    if counts is None or wanted in fine:
        return
    _, takes, _, _ = game.quantities.get(wanted, (0, 0, "", ""))
    hint = did_you_mean(wanted, {each for each in fine if "." not in each})
    if wanted not in game.quantities:
        yield error("unknown-quantity", counts.span, f"no quantity is named '{wanted}'{here}", hint)
    else:
        wrong = "takes something" if takes else "is not a number"
        hint = hint or "use a number that each seat has"
        yield error("wrong-type", counts.span, f"'{wanted}' {wrong}{here}", hint)
