"""What a ruleset needs in its states to end games otherwise than by the scoring: only if a text of it does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.bind.sections import Sections
from rulewright.bind.world import SEAT, Family, World
from rulewright.diagnostics import Span
from rulewright.language.mistakes import Mistake
from rulewright.language.parse import parse_effect
from rulewright.language.paths import statements_of
from rulewright.model import effects as ast
from rulewright.model.document import Mapping, scalars_in
from rulewright.model.endings import LOST, PLACE, WON
from rulewright.model.sections import FOR_PEOPLE
from rulewright.model.type import Type

_NOWHERE = Span("", 1, 1)
_ENDS = re.compile(r"\bend[ ]+game[ ]+(?:won|lost|drawn|ahead|for)\b")


def declare_endings(world: World, sections: Sections) -> None:
    """Each seat's place, and whether seats can leave: states are laid out before the texts are bound."""
    endings = tuple(_endings(sections))
    world.leaves = any(each.leaves for each in endings)
    if any(each.needs_places for each in endings):
        type_, span = Type("number", "", False, LOST, WON), _NOWHERE
        world.families[PLACE] = Family(
            PLACE, "counter", (SEAT,), Mapping((), span), type_, {}, LOST, WON, count=world.max_seats
        )


def _endings(sections: Sections) -> Iterator[ast.Derived]:
    """The statements by which someone wins, loses, draws or leaves."""
    for section, entries in sections.items():
        for entry in entries if section not in FOR_PEOPLE else ():
            for _, text in scalars_in(entry.node):
                if isinstance(text.value, str) and _ENDS.search(text.value):
                    parsed = parse_effect(text.value)
                    if not isinstance(parsed, Mistake):
                        found = (each for _, each in statements_of(parsed))
                        yield from (each for each in found if isinstance(each, ast.Derived))
