"""The scenarios of a ruleset as they are written, without their meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping, Node, Scalar, mappings_in, part_of
from rulewright.core.validate.texts_for_people import SCENARIO

ARRANGED_FIRST: Final = "arrange first"
"""The key of what all scenarios of a file arrange, where one arranges more. No file can write one with a blank."""


def scenarios_of(source: RulesetSource) -> Iterator[Mapping]:
    """The scenarios in a ruleset's folder, as they are in files that can be read, with the texts of translations."""
    for _, document in source.documents(source.scenarios):
        for each in scenarios_in(document):
            yield source.words.of_manifest(SCENARIO, scenario_prefix(each), each)


def scenario_prefix(scenario: Mapping) -> str:
    """Return the beginning of the keys of a scenario's texts in translation files."""
    return f"scenarios/{scenario.text_at('scenario')}/"


def scenarios_in(document: Node | None) -> Iterator[Mapping]:
    """The scenarios of one document, each with what all of them are given."""
    shared = part_of(document, "given")
    for each in mappings_in(part_of(document, "scenarios")):
        yield _with_shared(each, shared) if isinstance(shared, Mapping) else each


def _with_shared(scenario: Mapping, shared: Mapping) -> Mapping:
    """Return a scenario with what it does not write itself under `given`, and the shared `arrange` before its own."""
    own = given_of(scenario)
    entries = [
        (key if own.get(key.text) is None else replace(key, value=ARRANGED_FIRST, text=ARRANGED_FIRST), value)
        for key, value in shared.entries
        if own.get(key.text) is None or key.text == "arrange"
    ]
    given = Mapping((*entries, *own.entries), own.span)
    name = next(
        (key for key, _ in scenario.entries if key.text == "given"), Scalar("given", "given", "plain", own.span)
    )
    return Mapping(
        (*((key, value) for key, value in scenario.entries if key.text != "given"), (name, given)), scenario.span
    )


def given_of(scenario: Mapping) -> Mapping:
    """Return the mapping of a scenario's start and the game it picks, empty if it has none."""
    given = scenario.get("given")
    return given if isinstance(given, Mapping) else Mapping((), scenario.span)
