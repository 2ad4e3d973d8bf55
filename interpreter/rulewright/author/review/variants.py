"""A variant's file: its shape, the game that it makes of a ruleset, and what it breaks when other modules are on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.author.lint.review import Review, brought_by
from rulewright.author.review.failing_scenarios import failures_in
from rulewright.author.review.findings import Findings, Fresh, with_modules
from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.author.review.soundness import told_at_variant
from rulewright.core.diagnostics import Diagnostic, Lines, has_errors, sort_diagnostics
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.files import display_name
from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping
from rulewright.core.pipeline import ReadRuleset, lines_of
from rulewright.core.validate.manifests import is_sound
from rulewright.core.validate.variants import checked_variant


@dataclass(frozen=True, slots=True)
class VariantRead:
    """A variant's document, None if it cannot be read, what is wrong with its shape, and its lines."""

    document: Mapping | None
    diagnostics: tuple[Diagnostic, ...]
    lines: Lines

    def faults(self, read: ReadRuleset, games: ReviewedGames, modules: tuple[str, ...] = ()) -> tuple[Diagnostic, ...]:
        """Return the faults of a variant, of the files of its ruleset, and of the game that it makes."""
        so_far = [*read.diagnostics, *self.diagnostics]
        if self.document is None or has_errors(so_far):
            return sort_diagnostics(so_far)
        choice = GameChoice(modules, self.document)
        more = games.faults_with(read.source, self.document.span.file, choice, "beside")
        return sort_diagnostics([*so_far, *more])


def variant_read(path: Path, source: RulesetSource) -> VariantRead:
    """Read the variant in a file, for a ruleset."""
    return VariantRead(*checked_variant(path, source), lines_of(path))


def review_variant(path: Path, read: ReadRuleset, games: ReviewedGames, found: Findings) -> None:
    """Review a variant file, and report lints in the game it makes that the game without it does not have."""
    source = read.source
    variant = variant_read(path, source)
    faults = variant.faults(read, games)
    found.add(faults, read.lines | variant.lines)
    if variant.document is None or has_errors(faults):
        return
    game, fresh = games.game(source, GameChoice((), variant.document)), Fresh(set(faults))
    game.write(game.texts())
    if variant.document.get("scenarios") is not None:
        found.add(*failures_in((path,)))
    _review_elsewhere(variant, read, games, fresh, found)
    found.add(told_at_variant(variant.document, variant.document.span.file, source, games), {})
    if found.lint:

        def without() -> Review:
            return Review(whole=not sound).after(games.game(source, GameChoice(game.assembly.modules)))

        sound = is_sound(source)
        found.add(brought_by(display_name(path, None), Review(whole=not sound).after(game), without), {})


def _review_elsewhere(
    variant: VariantRead, read: ReadRuleset, games: ReviewedGames, fresh: Fresh, found: Findings
) -> None:
    """Report the faults of a variant in other choices of modules, unless it fixes its choice.

    A choice that lacks an entry the variant changes cannot be played with it, and says so to whoever tries.
    """
    if variant.document is None or variant.document.get("modules") is not None:
        return
    for modules in choices_to_check(read.source):
        more = variant.faults(read, games, modules)
        if not any(each.code == "patch-without-target" for each in more):
            found.add(fresh.new(more, with_modules(modules)), {})
