"""Places at which a game may stop, of rulesets that say they are sound: each where what brings it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.author.lint.review import Review
from rulewright.author.review.findings import with_modules
from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.load.causes import told_at_cause
from rulewright.core.load.folder import ModuleSource, RulesetSource
from rulewright.core.load.modules import choose_modules, manifest_of, needed_ids
from rulewright.core.model.document import Mapping, mappings_in
from rulewright.core.sound.soundness import stop_alike
from rulewright.core.validate.manifests import is_sound


def stops_in(source: RulesetSource, games: ReviewedGames, choice: GameChoice) -> tuple[Diagnostic, ...]:
    """Return the places at which a game may stop that its ruleset says is sound, as errors."""
    if not is_sound(source):
        return ()
    return tuple(Review(sound=True, lints=False, flows=games.flows).after(games.game(source, choice)).stops.values())


def told_at_module(
    found: Sequence[Diagnostic], modules: tuple[str, ...], source: RulesetSource, games: ReviewedGames
) -> list[Diagnostic]:
    """Return places of a game with more modules than usual, each told at the module without which it is none.

    A place in such a module's own files stays where it is, and one that goes away with no single module.
    """
    usual = {each.id for each in choose_modules(source, (), None)[0]}
    more = [each for each in source.modules if each.id in modules and each.id not in usual]
    own = {file.name for each in more for file in each.contents}
    elsewhere = [each for each in found if each.span.file not in own]
    told = [each for each in found if each.span.file in own]
    for module in more if elsewhere else ():
        without = _stops_without(module.id, modules, source, games)
        blamed = [each for each in elsewhere if without is not None and (each.code, each.span) not in without]
        elsewhere = [each for each in elsewhere if each not in blamed]
        for each in blamed:
            message = f"with '{module.id}', {each.message} ({each.span.file}:{each.span.line})"
            told.append(replace(each, span=manifest_of(module).span_of("id"), message=message))
    return told + [replace(each, message=each.message + with_modules(modules)) for each in elsewhere]


def _stops_without(
    module: str, modules: tuple[str, ...], source: RulesetSource, games: ReviewedGames
) -> set[tuple[str, Span]] | None:
    """Return the places of a game without a module and those that need it, None if there is no such game."""
    rest = {each for each in modules if each != module}
    while needing := {each.id for each in source.modules if each.id in rest and _needs_other(each, rest, source)}:
        rest -= needing
    chosen, faults = choose_modules(source, tuple(sorted(rest)), None)
    if faults or module in {each.id for each in chosen}:
        return None
    return {(each.code, each.span) for each in stops_in(source, games, GameChoice(tuple(each.id for each in chosen)))}


def _needs_other(module: ModuleSource, chosen: set[str], source: RulesetSource) -> bool:
    known = {each.id for each in source.modules}
    return any(each in known and each not in chosen for each in needed_ids(manifest_of(module)))


def told_at_variant(variant: Mapping, name: str, source: RulesetSource, games: ReviewedGames) -> tuple[Diagnostic, ...]:
    """Return the places that a variant brings, each told in its file, at the patch that brings it if it has but one."""
    game = games.game(source, GameChoice((), variant))
    plain = GameChoice(game.assembly.modules)
    before = games.game(source, plain)
    if game.game is not None and before.game is not None and stop_alike(game.game, before.game):
        return ()
    found = stops_in(source, games, GameChoice((), variant))
    known = {(each.code, each.span) for each in stops_in(source, games, plain)} if found else set()
    brought = [each for each in found if (each.code, each.span) not in known]
    told = told_at_cause(variant, name, brought, before.assembly)
    patches = mappings_in(variant.get("patches"))
    if len(patches) != 1:
        return told
    return tuple(replace(each, span=patches[0].span_of("change")) for each in told)
