"""The games that the files of a ruleset make, each put together and bound once, whoever asks for it.

What is wrong with its texts is known at once; what only shows outside them, in looks, the table and what zones hold at
the start, is found out when it is asked for.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rulewright.core.backend.module import emit_texts
from rulewright.core.bind.binding import TextToBind
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.compile.compiling import bind_game
from rulewright.core.compile.outside_texts import OutsideTexts, look_outside_texts
from rulewright.core.diagnostics import Diagnostic, has_errors, sort_diagnostics
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.causes import told_at_cause, told_at_deletion
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import choose_modules
from rulewright.core.model.document import Mapping, Scalar, Sequence
from rulewright.core.sound.open_places import Flows
from rulewright.core.validate.assembled_entries import put_together
from rulewright.core.validate.manifests import manifest_of

Depth = Literal["texts", "beside"]
"""How far a game is looked at: its texts, or what shows outside them as well."""
_MOST_KEPT = 60


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A choice of game: modules (none for the default ones), a variant, and patches as written."""

    modules: tuple[str, ...] = ()
    variant: Mapping | None = None
    patches: Sequence | None = None


@dataclass(slots=True)
class ReviewedGame:
    """A game with its names and types known, None if an error in its entries or texts prevents that.

    `in_texts` is what is wrong with those.
    """

    source: RulesetSource
    assembly: Assembly
    game: BoundGame | None
    in_texts: tuple[Diagnostic, ...]
    _outside_texts: OutsideTexts | None = None

    def faults(self, depth: Depth) -> tuple[Diagnostic, ...]:
        """All that is wrong with the game, as far as it was looked at."""
        if self.game is None or depth == "texts":
            return self.in_texts
        return (*self.in_texts, *told_at_deletion(self._outside(self.game).faults, self.assembly.account))

    @property
    def boxed(self) -> frozenset[str]:
        """Return the designs of which no piece is in a zone before the game, none if that cannot be said."""
        return self._outside(self.game).boxed if self.game is not None else frozenset()

    def _outside(self, game: BoundGame) -> OutsideTexts:
        if self._outside_texts is None:
            self._outside_texts = look_outside_texts(manifest_of(self.source), game, self.assembly.sections)
        return self._outside_texts

    def texts(self) -> frozenset[Scalar]:
        """Return the texts that are bound in the game."""
        units = self.game.units if self.game is not None else ()
        return frozenset(each.bindable.text for each in units if isinstance(each.bindable, TextToBind))

    def write(self, texts: Container[Scalar]) -> None:
        """Write the code of some of its texts: what cannot be compiled must not first show in play."""
        values, effects = list[int](), list[int]()
        for unit in self.game.units if self.game is not None else ():
            bindable = unit.bindable
            if isinstance(bindable, TextToBind) and bindable.text in texts:
                (effects if bindable.effect else values).append(unit.number)
                effects += unit.procedures
        if self.game is not None:
            compile(emit_texts(self.game.lowered, values, effects), f"<{self.source.id}, in part>", "exec")


@dataclass(slots=True)
class ReviewedGames:
    """The games of rulesets, each kept as long as nothing it is made of has changed."""

    flows: Flows = field(default_factory=dict)
    """What is known of the places at which games may stop, for the next look at one of them."""
    _kept: dict[tuple[Path, GameChoice], ReviewedGame] = field(default_factory=dict)

    def game(self, source: RulesetSource, choice: GameChoice) -> ReviewedGame:
        """Return the game of a choice. Choices that lead to the same modules share one game."""
        known = self.known(source, choice)
        if known is not None:
            return known
        chosen, faults = choose_modules(source, choice.modules, choice.variant)
        settled = GameChoice(tuple(each.id for each in chosen), choice.variant, choice.patches)
        game = None if faults else self.known(source, settled)
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        self._kept[source.root, choice] = game = game or bound_game(source, choice)
        if not faults:
            self._kept[source.root, settled] = game
        return game

    def faults_with(self, source: RulesetSource, name: str, choice: GameChoice, depth: Depth) -> tuple[Diagnostic, ...]:
        """Return the faults of a game that a variant makes.

        What it causes elsewhere is reported in its own file, on top of what is wrong without it.
        """
        game = self.game(source, choice)
        found = game.faults(depth)
        if choice.variant is None or not has_errors(found):
            return sort_diagnostics(found)
        before = self.game(source, GameChoice(game.assembly.modules))
        known = before.faults(depth)
        brought = [each for each in found if each not in set(known)]
        return sort_diagnostics([*known, *told_at_cause(choice.variant, name, brought, before.assembly)])

    def known(self, source: RulesetSource, choice: GameChoice) -> ReviewedGame | None:
        """Return the game of a choice if it was looked at and nothing that it is made of has changed, or None."""
        known = self._kept.get((source.root, choice))
        return known if known is not None and _same_files(known.source, source) else None


def bound_game(source: RulesetSource, choice: GameChoice) -> ReviewedGame:
    """Return the game of a choice, assembled and bound."""
    assembly, found = put_together(source, choice.modules, choice.variant, choice.patches)
    if has_errors(found):
        return ReviewedGame(source, assembly, None, tuple(found))
    game = bind_game(manifest_of(source), assembly.sections, assembly.settings)
    found += told_at_deletion(game.world.diagnostics, assembly.account)
    return ReviewedGame(source, assembly, None if game.world.diagnostics else game, tuple(found))


def _same_files(one: RulesetSource, other: RulesetSource) -> bool:
    """Return whether two readings of a ruleset hold the same documents. Unchanged ones are the same objects."""
    if one is other:
        return True
    before, now = [file.node for file in one.files()], [file.node for file in other.files()]
    return len(before) == len(now) and all(a is b for a, b in zip(before, now, strict=True))
