"""The scenarios of a ruleset as they are written, without their meaning."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping, Node, mappings_in, part_of
from rulewright.core.validate.texts_for_people import SCENARIO


def scenarios_of(source: RulesetSource) -> Iterator[Mapping]:
    """The scenarios in a ruleset's folder, as they are in files that can be read, with the texts of translations."""
    for _, document in source.documents(source.scenarios):
        for each in scenarios_in(document):
            yield source.words.of_manifest(SCENARIO, scenario_prefix(each), each)


def scenario_prefix(scenario: Mapping) -> str:
    """Return the beginning of the keys of a scenario's texts in translation files."""
    return f"scenarios/{scenario.text_at('scenario')}/"


def scenarios_in(document: Node | None) -> Iterator[Mapping]:
    """The scenarios of one document."""
    yield from mappings_in(part_of(document, "scenarios"))


def given_of(scenario: Mapping) -> Mapping:
    """Return the mapping of a scenario's start and the game it picks, empty if it has none."""
    given = scenario.get("given")
    return given if isinstance(given, Mapping) else Mapping((), scenario.span)
