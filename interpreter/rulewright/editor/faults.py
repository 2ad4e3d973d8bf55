"""What is wrong with one choice of modules: quickly, as far as its texts tell; or all that compiling shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.compile.game import BoundGame, bind_game, check_game
from rulewright.diagnostics import Diagnostic
from rulewright.load.assemble import Assembly
from rulewright.load.folder import RulesetSource
from rulewright.validate.manifests import manifest_of
from rulewright.validate.references import check_references
from rulewright.validate.shape import check_patched

FaultsOf = Callable[[RulesetSource, Assembly, tuple[Diagnostic, ...]], list[Diagnostic]]


def text_faults(source: RulesetSource, assembly: Assembly, faults: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """What is wrong with the entries and texts of one choice of modules."""
    return bound_game(source, assembly, faults)[1]


def compiled_faults(source: RulesetSource, assembly: Assembly, faults: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """What is wrong with one choice of modules, whenever it shows."""
    found = [*faults, *check_patched(assembly), *check_references(source, assembly)]
    if has_error(found):
        return found
    _, more = check_game(manifest_of(source), dict(assembly.sections), assembly.modules, "", assembly.settings)
    return [*found, *more]


def bound_game(
    source: RulesetSource, assembly: Assembly, faults: tuple[Diagnostic, ...]
) -> tuple[BoundGame | None, list[Diagnostic]]:
    """One choice of modules with its names and types known, None where there is an error; and what is wrong with it."""
    found = [*faults, *check_patched(assembly), *check_references(source, assembly)]
    if has_error(found):
        return None, found
    game = bind_game(manifest_of(source), dict(assembly.sections), assembly.settings)
    return (None if game.world.diagnostics else game), [*found, *game.world.diagnostics]


def has_error(found: Iterable[Diagnostic]) -> bool:
    return any(each.severity == "error" for each in found)
