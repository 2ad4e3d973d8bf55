"""The scenarios of a ruleset as they are written; what they mean is not known here."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping, Node, mappings_in, part_of


def scenarios_of(source: RulesetSource) -> Iterator[Mapping]:
    """The scenarios in a ruleset's folder, as they are in files that can be read."""
    for _, document in source.documents(source.scenarios):
        yield from scenarios_in(document)


def scenarios_in(document: Node | None) -> Iterator[Mapping]:
    """The scenarios of one document."""
    yield from mappings_in(part_of(document, "scenarios"))


def given_of(scenario: Mapping) -> Mapping:
    """What a scenario begins with, and the game that it picks; nothing if it says nothing of that."""
    given = scenario.get("given")
    return given if isinstance(given, Mapping) else Mapping((), scenario.span)
