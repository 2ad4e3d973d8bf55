"""An author's files while they change, in an editor or at a table: what has not changed is not done again."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from rulewright.author.review.buffers import Buffers
from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.author.review.homes import read_home
from rulewright.author.review.ruleset import RulesetReview
from rulewright.author.review.variants import variant_read
from rulewright.core.diagnostics import Diagnostic, Lines
from rulewright.core.load.folder import RulesetSource
from rulewright.core.pipeline import Choice, ReadRuleset, existing_root, kinds_of


@dataclass(slots=True)
class AuthorFiles:
    """The files as they were read last, and the games bound from them."""

    buffers: Buffers = field(default_factory=Buffers)
    games: ReviewedGames = field(default_factory=ReviewedGames)

    def source(self, root: Path) -> RulesetSource:
        """Return the files of a ruleset, or of a package with its ruleset's, as they are now. Raises PackageRefused."""
        return read_home(root, self.buffers.read)

    def misshapen(self, source: RulesetSource) -> tuple[Diagnostic, ...]:
        """Return the faults of a ruleset's files as they are read, and of their shape."""
        shapes = (self.buffers.shape(kind, file) for kind, file in kinds_of(source))
        return (*source.diagnostics, *chain.from_iterable(shapes))

    def review(self, root: Path) -> RulesetReview:
        """Return the review of a ruleset as its files are now, without the lines of its files."""
        source = self.source(root)
        return RulesetReview(ReadRuleset(source, self.misshapen(source), {}, self.buffers.read), self.games)

    def faults(self, choice: Choice) -> tuple[tuple[Diagnostic, ...], Lines]:
        """All that is wrong with a choice, and the lines it points at. Raises WrongSetup without such a ruleset."""
        review = self.review(existing_root(choice.ruleset))
        variant = None
        if choice.variant is not None:
            variant = variant_read(choice.variant, review.source)
        modules = choice.modules or ()
        found = variant.faults(review.read, self.games, modules) if variant else review.faults(GameChoice(modules))
        lines = dict(variant.lines) if variant else {}
        for each in found:
            line = review.source.line_at(each.span)
            if line is not None:
                lines[each.span.file, each.span.line] = line
        return found, lines
