"""All small changes to all texts in question, each with its place and the words before and after."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.author.testing.mutation.mutable_texts import MutableText, tree_of
from rulewright.author.testing.mutation.operators import mutations, zones_of
from rulewright.author.testing.mutation.stage import Stage
from rulewright.author.testing.mutation.trees import TreePath, gone_in_words, in_words, place_of
from rulewright.core.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Mutant:
    """One text with one thing changed. `path` leads to the change in the text's tree."""

    text: MutableText
    operator: str
    path: TreePath
    tree: Any
    span: Span
    before: str
    after: str

    @property
    def place(self) -> str:
        """The entry, the field and the path to the change. Reformatting the text does not alter it."""
        return "/".join((self.text.field, *map(str, self.path)))


def mutants_of(stages: Iterable[Stage]) -> tuple[Mutant, ...]:
    """Every mutant, in the order of the files."""
    found: dict[Span, list[Mutant]] = {}
    for stage in stages:
        compiled = stage.incremental.compiled
        trees = {span: tree_of(compiled, text) for span, (text, _) in stage.texts.items()}
        zones = zones_of(compiled.world, trees.values())
        for span, (text, _) in stage.texts.items():
            if span not in found:
                changes = mutations(tree := trees[span], zones)
                found[span] = [_mutant(text, tree, each.operator, each.path, each.tree) for each in changes]
    return tuple(mutant for span in sorted(found) for mutant in found[span])


def sample_of(mutants: tuple[Mutant, ...], count: int, seed: int) -> tuple[Mutant, ...]:
    """Return a random sample of mutants, in their order. The same seed gives the same sample."""
    if count >= len(mutants):
        return mutants
    chosen = random.Random(seed).sample(range(len(mutants)), count)
    return tuple(mutants[number] for number in sorted(chosen))


def _mutant(text: MutableText, tree: Any, operator: str, path: TreePath, changed: Any) -> Mutant:
    at = place_of(tree, path)
    span = text.scalar.span_at(at.line, at.column, at.length)
    words = gone_in_words(tree, path) if operator in ("statement", "option") else in_words(tree, changed, path)
    return Mutant(text, operator, path, changed, span, *words)
