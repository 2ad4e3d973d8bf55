"""Declarations for endings other than by scoring: teams, outcomes, and each seat's place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.core.bind.world import NOWHERE, SEAT, Domain, Family, Named, World
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.statement_paths import statements_of
from rulewright.core.load.entries import Sections
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Mapping, scalars_in, title_of
from rulewright.core.model.endings import LOST, OUTCOME, PLACE, TEAM, WON
from rulewright.core.model.sections import FOR_PEOPLE
from rulewright.core.model.type import TRUTH, Type

_ENDS = re.compile(r"\bend[ ]+game[ ]+(?:won|lost|drawn|as|ahead|for)\b")


def declare_names(world: World, sections: Sections) -> None:
    """Teams and outcomes: what texts may call them."""
    for section, domain in (("teams", TEAM), ("outcomes", OUTCOME)):
        entries = sections.get(section, ())
        for entry in entries:
            for other in (each for of in sections.values() for each in of if each.id == domain):
                message = f"'{domain}' is reserved: in a game with teams it is the team of a seat"
                world.error("name-taken", other.node.span_of("id"), message, "choose another id")
                return
            world.values[entry.id] = (domain, len(world.domains[domain].names) if domain in world.domains else 0)
            world.domains.setdefault(domain, Domain(domain)).add(entry.id, title_of(entry.node))
    world.teams = tuple(world.domains[TEAM].names) if sections.get("teams") else ()


def declare_tests(world: World, sections: Sections) -> None:
    """The test of each team, and the team of a seat."""
    for entry in sections.get("teams", ()) if world.teams else ():
        world.named[who(entry.id)] = Named(who(entry.id), "team", entry.node, type=TRUTH)
        type_ = Type("thing", TEAM, True)
        world.named[TEAM] = Named(TEAM, "quantity", Mapping((), entry.node.span), type=type_)


def who(team: str) -> str:
    """Return the name of a team's test."""
    return f"{team}.who"


def declare_endings(world: World, sections: Sections) -> None:
    """Each seat's place, whether seats can leave, and the outcome: states are laid out before the texts are bound."""
    endings = tuple(_endings(sections))
    world.leaves = any(each.leaves for each in endings)
    node = Mapping((), NOWHERE)
    if any(each.needs_places for each in endings):
        type_ = Type("number", "", False, LOST, WON)
        world.families[PLACE] = Family(PLACE, "counter", (SEAT,), node, type_, {}, LOST, WON, count=world.max_seats)
    if OUTCOME in world.domains or endings:
        known = world.domains.setdefault(OUTCOME, Domain(OUTCOME))
        if known.names or any(each.outcome_named() for each in endings):
            type_ = Type("thing", OUTCOME, True)
            last = max(0, known.size - 1)
            world.families[OUTCOME] = Family(OUTCOME, "marker", (), node, type_, {}, -1, last, -1)
        else:
            del world.domains[OUTCOME]


def _endings(sections: Sections) -> Iterator[ast.Derived]:
    """The statements by which a game ends otherwise than with the scoring alone."""
    for section, entries in sections.items():
        for entry in entries if section not in FOR_PEOPLE else ():
            for _, text in scalars_in(entry.node):
                if isinstance(text.value, str) and _ENDS.search(text.value):
                    parsed = parse_effect(text.value)
                    if not isinstance(parsed, Mistake):
                        yield from (each for _, each in statements_of(parsed) if isinstance(each, ast.Derived))
