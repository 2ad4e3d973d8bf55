"""What no document tells is marked as reconstructed, with its reason; what one tells is not."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.author.testing.ledgers.sources_ledger import values_of
from rulewright.core.load.folder import read_ruleset
from rulewright.core.pipeline import ruleset_root


@cache
def reasons() -> dict[tuple[str, str], str]:
    """The reason for each field of each entry, empty where a document tells it."""
    root = ruleset_root("skymines")
    assert root is not None
    return {(each.entry, each.field.partition("[")[0]): each.reason for each in values_of(read_ruleset(root))}


INFERRED = [
    ("starting_scientist", "value", "starting_hand"),
    ("starting_scientist", "cost", "starting_hand"),
    ("carbon_1", "each_seat", "starting_hand"),
    ("token_2", "bonus", "starting_tokens"),
    ("scientists_three", "mission", "third_task"),
    ("scientists_three", "column", "third_task"),
    ("plan_a_01", "requires", "one_or_two"),
    ("plan_a_12", "requires", "one_or_two"),
    ("plan_a_24", "requires", "one_or_two"),
    ("plan_b_01", "requires", "one_or_two"),
    ("plan_c_01", "requires", "one_or_two"),
    ("standard_board", "tank_values", "standard_side"),
    ("standard_board", "tank_switch", "standard_side"),
    ("standard_board", "research_values", "standard_side"),
    ("board", "supplement_column", "supplement_column"),
    ("side_a1", "first_threshold", "track_geometry"),
]
TOLD = [
    ("carbon_1", "value"),
    ("carbon_1", "cost"),
    ("token_3", "bonus"),
    ("plan_a_01", "reward"),
    ("standard_board", "research_switch"),
    ("titanium_majority", "available"),
    ("titanium_majority", "does"),
    ("minerals_majority", "available"),
    ("carbon_majority", "available"),
    ("energy_majority", "available"),
    ("scientist_majority", "does"),
    ("tank_25", "at_least"),
    ("side_a1", "first_coins"),
]


@pytest.mark.parametrize(("entry", "field", "reason"), INFERRED, ids=lambda part: part)
def test_what_is_inferred_is_marked(entry: str, field: str, reason: str) -> None:
    assert reasons()[entry, field] == reason


@pytest.mark.parametrize(("entry", "field"), TOLD, ids=lambda part: part)
def test_what_a_document_tells_is_not_marked(entry: str, field: str) -> None:
    assert reasons()[entry, field] == ""
