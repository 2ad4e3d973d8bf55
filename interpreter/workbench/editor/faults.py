"""What is wrong with one choice of modules: quickly, as far as its texts tell; or all that compiling shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from interpreter.compile.game import BoundGame, bind_game, check_game
from interpreter.diagnostics import Diagnostic, Span
from interpreter.load.assemble import Assembly
from interpreter.load.folder import RulesetSource
from interpreter.model.document import Mapping, items_of, text_of
from interpreter.validate.manifests import manifest_of
from interpreter.validate.references import check_references
from interpreter.validate.shape import check_patched

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


def seen_from(variant: Mapping, name: str, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What a variant, or what a scenario changes, brings about, told in its own file.

    What shows elsewhere stands at the patch of what the message names, else at the variant's name, and says where.
    """
    return tuple(each if each.span.file == name else _told_here(variant, each) for each in found)


def has_error(found: Iterable[Diagnostic]) -> bool:
    return any(each.severity == "error" for each in found)


def _told_here(variant: Mapping, each: Diagnostic) -> Diagnostic:
    place = f"{each.span.file}:{each.span.line}"
    return replace(each, span=_cause(variant, each), message=f"{each.message} ({place}, as it is changed here)")


def _cause(variant: Mapping, each: Diagnostic) -> Span:
    named = set(re.findall(r"'([^']+)'", each.message))
    for patch in items_of(variant.get("patches")):
        if isinstance(patch, Mapping):
            for key in ("change", "delete"):
                target = patch.get(key)
                if target is not None and text_of(target) in named:
                    return target.span
    return (variant.get("variant") or variant.get("patches") or variant).span
