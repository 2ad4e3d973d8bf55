"""What the texts of a ruleset say, for people, as a blueprint keeps it."""

from __future__ import annotations

from rulewright.bind.program import TextToBind, Unit
from rulewright.bind.texts import effect_tree, expression_tree
from rulewright.bind.world import World
from rulewright.language.mistakes import Mistake
from rulewright.lower.phrases import phrase_of_text
from rulewright.model.phrases import Phrase


def phrases_in(world: World, units: tuple[Unit, ...]) -> dict[str, Phrase]:
    """What the text of each effect and value says, by its name."""
    found: dict[str, Phrase] = {}
    for unit in units:
        work = unit.bindable
        if isinstance(work, TextToBind):
            tree = effect_tree(world, work.text) if work.effect else expression_tree(world, work.text)
            if not isinstance(tree, Mistake):
                found[work.named.id] = phrase_of_text(tree, work.named.takes)
    return found
