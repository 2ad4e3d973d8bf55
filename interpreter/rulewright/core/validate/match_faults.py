"""Faults of a match file beyond its shape: rules, titles, ratings, and its games' ids and modules.

Settings, and what counts, are checked against the compiled games: see `matches.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.core.diagnostics import Diagnostic, error
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.match_plans import games_in
from rulewright.core.load.modules import choose_modules
from rulewright.core.model.document import Mapping, Scalar, mappings_in, text_of
from rulewright.core.validate.references import check_rules, check_title, rule_ids


def check_match(document: Mapping, source: RulesetSource) -> Iterator[Diagnostic]:
    """Everything that can be found from the files of the ruleset: rules, titles, and the modules of each game."""
    yield from check_rules(document.get("rules"), rule_ids(source))
    for each in (document, *games_in(document), *mappings_in(document.get("ratings"))):
        yield from check_title(each.get("title"), source)
    for game in games_in(document):
        span = game.span_of("modules")
        _, faults = choose_modules(source, (), game)
        for fault in faults:
            here = fault.span.file == span.file
            yield fault if here else replace(fault, span=span)


def check_order(document: Mapping) -> Iterator[Diagnostic]:
    """Each game's id is unique, and ratings rise."""
    seen: set[str] = set()
    for game in games_in(document):
        node = game.get("id")
        name = text_of(node) or ""
        if node is not None and name in seen:
            yield error("duplicate-id", node.span, f"two games are named '{name}'", "choose another id")
        seen.add(name)
    least: int | None = None
    for rating in mappings_in(document.get("ratings")):
        number = rating.get("from")
        if isinstance(number, Scalar) and isinstance(number.value, int):
            if least is not None and number.value <= least:
                message = f"a rating from {number.value} cannot come after one from {least}"
                yield error("out-of-order", number.span, message, "write the lowest rating first")
            least = number.value
