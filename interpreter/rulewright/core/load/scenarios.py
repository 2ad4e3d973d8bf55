"""The scenarios of a ruleset as they are written, without their meaning."""

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
    """Return the mapping of a scenario's start and the game it picks, empty if it has none."""
    given = scenario.get("given")
    return given if isinstance(given, Mapping) else Mapping((), scenario.span)
