"""The scenarios of a ruleset as they are written; what they mean is not known here."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.load.files import display_name, read_file
from rulewright.load.folder import RulesetSource
from rulewright.model.document import Mapping, Node, mappings_in, part_of


def scenarios_of(source: RulesetSource) -> Iterator[Mapping]:
    """The scenarios in a ruleset's folder, as they are in files that can be read."""
    for path in source.scenarios:
        yield from scenarios_in(read_file(path, display_name(path, source.root.parent))[0].node)


def scenarios_in(document: Node | None) -> Iterator[Mapping]:
    """The scenarios of one document."""
    yield from mappings_in(part_of(document, "scenarios"))
