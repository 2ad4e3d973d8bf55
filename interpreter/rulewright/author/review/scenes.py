"""Faults in the scenarios of a file: each one's texts are bound along with the game it is about.

That is the game with the modules, the variant, the patches or the game of a match that the scenario picks. Whether a
scenario passes is not known here; `rulewright test` runs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.core.bind.setting_entries import picked_fault
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.compile.overlay import Overlay, bind_overlay
from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.language.mistakes import Mistake, diagnostic_of
from rulewright.core.language.parse import parse_effect, parse_expression
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.causes import told_at_cause
from rulewright.core.load.files import Reader
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.match_plans import plan_of
from rulewright.core.load.modules import CHOICE_CODES, names_in
from rulewright.core.load.renamed import by_new_names
from rulewright.core.load.scenarios import given_of, scenarios_in
from rulewright.core.model.document import Mapping, Scalar, Sequence, text_of, values_of
from rulewright.core.model.endings import OUTCOME
from rulewright.core.pipeline import find_variant
from rulewright.core.validate.references import check_rules, rule_ids
from rulewright.play.scenarios.scenario import NO_OTHER
from rulewright.play.scenarios.scenario_drafts import (
    effects_of,
    texts_expected,
    unknown_again,
    unknown_game,
    unknown_match,
    unknown_modules,
    unknown_outcome,
    unknown_variant,
)


def text_mistakes(document: Mapping, source: RulesetSource) -> Iterator[Diagnostic]:
    """Old names, rules that scenarios cite and the ledger does not have, and texts that cannot be read."""
    document, old = by_new_names(document, source)
    yield from old
    ledger = rule_ids(source)
    for node in scenarios_in(document):
        yield from check_rules(node.get("rules"), ledger)
        texts = [(text, True) for text in effects_of(given_of(node)).values()]
        texts += [(text, False) for text, _ in texts_expected(node).values()]
        yield from (fault for text, effect in texts if (fault := _mistake(text, effect=effect)) is not None)


def bound_mistakes(
    document: Mapping, folder: Path, source: RulesetSource, games: ReviewedGames, read: Reader
) -> Iterator[Diagnostic]:
    """Yield the unknown names that a file's scenarios pick, and faults of their texts in their game."""
    document, _ = by_new_names(document, source)
    for node in scenarios_in(document):
        yield from scenario_mistakes(node, document.span.file, folder, source, games, read)


def scenario_mistakes(
    node: Mapping, name: str, folder: Path, source: RulesetSource, games: ReviewedGames, read: Reader
) -> Iterator[Diagnostic]:
    """Yield the faults of one scenario of a file of that name."""
    given = given_of(node)
    choice = _choice(given, folder, source, read)
    if isinstance(choice, Diagnostic):
        yield choice
        return
    unknown = unknown_modules(given, source)
    if unknown:
        yield from unknown
        return
    ground = games.game(source, choice)
    yield from (replace(each, span=_picked(given)) for each in ground.in_texts if each.code in CHOICE_CODES)
    if choice.variant is not None or choice.patches is not None:
        without = set(games.game(source, GameChoice(choice.modules)).in_texts)
        brought = [each for each in ground.in_texts if each not in without and each.code not in CHOICE_CODES]
        yield from told_at_cause(given, name, brought)
    if ground.game is not None:
        yield from _unknown_in_game(ground.game, node, given)
        yield from _unknown_games(node, ground.assembly, source, read)


def _unknown_games(node: Mapping, assembly: Assembly, source: RulesetSource, read: Reader) -> Iterator[Diagnostic]:
    """Conditions to play again, and a match whose games are added up, that do not exist."""
    reckoned = node.get("match")
    reckoned = reckoned if isinstance(reckoned, Mapping) else Mapping((), node.span)
    again = tuple(each.id for each in assembly.section("again"))
    yield from unknown_again(node.get("again"), again, NO_OTHER)
    yield from unknown_again(reckoned.get("again"), again)
    match = reckoned.get("of")
    if isinstance(match, Scalar) and _match(source.matches, match.text, read) is None:
        yield _unknown_match(match, source, read)


def _unknown_match(match: Scalar, source: RulesetSource, read: Reader) -> Diagnostic:
    return unknown_match(match, [text_of(each.get("match")) or "" for each in _documents(source.matches, read)])


def _picked(given: Mapping) -> Span:
    """Return the position at which a scenario picks its modules."""
    return next(
        (node.span for key in ("modules", "variant", "game") if (node := given.get(key)) is not None), given.span
    )


def _unknown_in_game(game: BoundGame, node: Mapping, given: Mapping) -> Iterator[Diagnostic]:
    """Yield the faults of names and texts of a scenario that its game does not know."""
    for name, value in (*values_of(given.get("settings")), *values_of(node.get("next_settings"))):
        fault = picked_fault(game.world.settings, name, value)
        yield from (fault,) if fault is not None else ()
    domains = game.world.domains
    yield from unknown_outcome(node.get("outcome"), domains[OUTCOME].names if OUTCOME in domains else ())
    found = bind_overlay(game, effects_of(given), texts_expected(node))
    if not isinstance(found, Overlay):
        yield from found


def _choice(given: Mapping, folder: Path, source: RulesetSource, read: Reader) -> GameChoice | Diagnostic:
    """Return the game that a scenario is about, or the diagnostic of the part that does not exist."""
    modules = tuple(name for name, _ in names_in(given.get("modules")))
    variant, match, game = given.get("variant"), given.get("match"), given.get("game")
    document = None
    if isinstance(variant, Scalar):
        path = find_variant(variant.text, source.root, folder)
        node = read(path, path.as_posix())[0].node if path is not None else None
        if not isinstance(node, Mapping):
            return unknown_variant(variant, variant.text, [path.stem for path in source.variants])
        document, _ = by_new_names(node, source)
    if isinstance(match, Scalar) and isinstance(game, Scalar):
        planned = _match(source.matches, match.text, read)
        if planned is None:
            return _unknown_match(match, source, read)
        games = {each.id: each for each in plan_of(planned, str(source.root)).games}
        if game.text not in games:
            return unknown_game(game, match.text, games)
        modules = games[game.text].modules or modules
    patches = given.get("patches")
    return GameChoice(modules, document, patches if isinstance(patches, Sequence) else None)


def _match(paths: Iterable[Path], name: str, read: Reader) -> Mapping | None:
    """Return the document of the match with this name, or None."""
    return next((each for each in _documents(paths, read) if text_of(each.get("match")) == name), None)


def _documents(paths: Iterable[Path], read: Reader) -> Iterator[Mapping]:
    nodes = (read(path, path.as_posix())[0].node for path in paths)
    yield from (node for node in nodes if isinstance(node, Mapping))


def _mistake(text: Scalar, *, effect: bool) -> Diagnostic | None:
    parsed = parse_effect(text.text) if effect else parse_expression(text.text)
    return diagnostic_of(text, parsed) if isinstance(parsed, Mistake) else None
